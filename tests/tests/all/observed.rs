//! Tests of observers: the events of a search describe its tree, and observation does not change the search.

use ferz_tests::{ALL, Setup};
use solver_core::engine::Engine;
use solver_core::observe::{Branch, Event, Observer};
use solver_core::prelude::*;
use std::ops::ControlFlow;

/// Reconstructs the statistics from the events, and checks the event order.
#[derive(Default)]
struct Tree {
    seen: Statistics,
    depth: u64,
    /// For each depth, the number of d-way branches taken so far, and their total number.
    fans: Vec<(u32, u32)>,
    at: Place,
    ended: Option<(Step, Statistics)>,
    prunes: u64,
    running: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Place {
    #[default]
    Before,
    Node,
    Leaf,
    Back,
    Over,
}

impl Observer for Tree {
    fn start(&mut self, symbols: Option<&solver_core::SymbolTable>, engine: &Engine) -> ControlFlow<()> {
        assert_eq!((self.at, symbols.is_some()), (Place::Before, true));
        assert_eq!((engine.facts(), engine.propagations()), (0, 0));
        self.seen.nodes = 1;
        self.at = Place::Node;
        ControlFlow::Continue(())
    }

    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        match *event {
            Event::Decide { node, depth, atom, branch } => {
                assert!(matches!(self.at, Place::Node | Place::Back));
                self.seen.nodes += 1;
                self.depth += 1;
                self.seen.peak_depth = self.seen.peak_depth.max(depth);
                assert_eq!((node, depth), (self.seen.nodes, self.depth));
                let position = engine.facts() - 1;
                assert_eq!(engine.fact(position), Some(atom));
                assert!(engine.inference(position).is_none());
                match branch {
                    Branch::Left => assert_eq!(self.at, Place::Node),
                    Branch::Right => assert_eq!(self.at, Place::Back),
                    Branch::Value { index, of } => {
                        assert_eq!(index == 0, self.at == Place::Node);
                        self.fans.truncate(depth as usize);
                        if index == 0 {
                            self.fans.push((0, of));
                        }
                        assert_eq!(self.fans[depth as usize - 1], (index, of));
                        self.fans[depth as usize - 1].0 += 1;
                    }
                }
                self.at = Place::Node;
                self.running = None;
            }
            Event::Propagate { propagator } => {
                assert_eq!(self.at, Place::Node);
                self.running = Some(propagator);
                self.seen.propagations += 1;
            }
            Event::Prune { position, atom } => {
                assert_eq!(self.at, Place::Node);
                self.prunes += 1;
                let inference = engine.inference(position).expect("a reason");
                assert_eq!((Some(inference.propagator), inference.fact), (self.running, Some(atom)));
                let past = engine.past(position).expect("explain mode");
                assert!(inference.premises.iter().all(|&premise| past.entails(premise)));
                assert!(!past.entails(atom));
            }
            Event::Fail { node, depth } => {
                assert_eq!((self.at, node, depth), (Place::Node, self.seen.nodes, self.depth));
                self.seen.failures += 1;
                assert_eq!(engine.conflict().map(|conflict| conflict.propagator), self.running);
                self.at = Place::Leaf;
            }
            Event::Solution { node, depth, number } => {
                self.seen.solutions += 1;
                assert_eq!((self.at, node, depth), (Place::Node, self.seen.nodes, self.depth));
                assert_eq!(number, self.seen.solutions);
                self.at = Place::Leaf;
            }
            Event::Backtrack { depth } => {
                assert_eq!(self.at, Place::Leaf);
                assert!(depth < self.depth);
                self.depth = depth;
                self.at = Place::Back;
            }
            Event::Done { end, statistics } => {
                assert!(self.at == Place::Leaf || end != Step::Exhausted);
                self.at = Place::Over;
                self.ended = Some((end, statistics));
            }
            _ => panic!("{event:?} is new"),
        }
        ControlFlow::Continue(())
    }
}

/// Covers every golden tree, with all formulations, both variable selections, and both kinds of branching.
#[test]
fn the_events_of_a_search_are_its_tree() {
    for stated in ALL {
        for order in [VarSelect::Input, VarSelect::SmallestDomain] {
            for branching in [Branching::TwoWay, Branching::DWay] {
                for n in [6, 8, 10] {
                    let setup = Setup { branching, ..Setup::new(n, stated).order(order) };
                    let plain = setup.run(None).expect("a queens model");
                    let mut tree = Tree::default();
                    let observed = setup.observe(None, &mut tree).expect("a queens model");
                    assert_eq!((tree.seen, observed), (plain, plain), "{setup:?}");
                    assert_eq!(tree.ended, Some((Step::Exhausted, plain)), "{setup:?}");
                    assert!(tree.prunes > plain.nodes, "{setup:?}");
                }
            }
        }
    }
}

/// A limit stops an observed search at the same node as an unobserved one.
#[test]
fn limits_are_reported() {
    for nodes in [1, 2, 100, 831] {
        let setup = Setup::new(8, ALL[1]);
        let mut tree = Tree::default();
        let observed = setup.observe(Some(nodes), &mut tree).expect("a queens model");
        assert_eq!(observed, setup.run(Some(nodes)).expect("a queens model"));
        let end = if nodes == 831 { Step::Exhausted } else { Step::Stopped(StopReason::Nodes) };
        assert_eq!(tree.ended, Some((end, observed)));
    }
}

/// An observer that stops after a number of events.
struct Brief(u64);

impl Observer for Brief {
    fn see(&mut self, _: &Event, _: &Engine) -> ControlFlow<()> {
        assert!(self.0 > 0, "it is left alone");
        self.0 -= 1;
        if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn an_observer_can_end_the_search_at_every_event() {
    let q = queens::QueensModel::new(5, queens::Formulation::AllDifferent, None).expect("a queens model");
    let (mut events, mut last) = (1, Statistics::default());
    loop {
        let mut run = q.model.search().observe(&mut Brief(events)).expect("a queens model");
        let now = run.statistics();
        assert!(now.nodes >= last.nodes && now.propagations >= last.propagations);
        last = now;
        match run.step() {
            Step::Stopped(by) => assert_eq!(by, StopReason::Observer),
            Step::Exhausted => break,
            Step::Solution => panic!("the search goes on after {events} events"),
        }
        events += 1;
    }
    assert_eq!(last.solutions, 10);
    assert!(events > 200, "{events}");
}

/// An observer can observe the tree without requesting reasons.
#[test]
fn without_reasons_the_tree_is_reported() {
    #[derive(Default)]
    struct Shape(u64, u64);
    impl Observer for Shape {
        fn start(&mut self, symbols: Option<&solver_core::SymbolTable>, _: &Engine) -> ControlFlow<()> {
            assert!(symbols.is_none());
            ControlFlow::Continue(())
        }

        fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
            match event {
                Event::Prune { .. } => panic!("nothing is recorded"),
                Event::Decide { .. } => self.0 += 1,
                Event::Fail { .. } => self.1 += 1,
                _ => assert_eq!(engine.facts(), 0),
            }
            ControlFlow::Continue(())
        }
    }
    let q = queens::QueensModel::new(8, queens::Formulation::AllDifferent, None).expect("a queens model");
    let mut run = q.model.search().start().expect("a queens model");
    let mut shape = Shape::default();
    // Pauses do not change the search.
    while !matches!(run.step_observed(3, &mut shape), Some(Step::Exhausted | Step::Stopped(_))) {}
    assert_eq!((shape.0, shape.1), (830, 324));
}

/// Verifies every reason through the event stream, as `--check-inferences` does, with two-way and d-way branching.
#[test]
fn every_reason_of_a_watched_search_is_verified() {
    for stated in ALL {
        for branching in [Branching::TwoWay, Branching::DWay] {
            let mut check = study::Check::new();
            let setup = Setup { branching, ..Setup::new(7, stated) };
            let statistics = setup.observe(None, &mut check).expect("a queens model");
            let rules = check.finish().unwrap_or_else(|invalid| panic!("{setup:?}: {invalid}"));
            assert_eq!(rules.values().map(|tally| tally.failures).sum::<u64>(), statistics.failures, "{setup:?}");
            assert!(rules.values().map(|tally| tally.inferences).sum::<u64>() > 10 * statistics.solutions, "{setup:?}");
        }
    }
}
