//! A search summarised while it runs, in memory that does not grow with it: for runs that are too long to keep.

use super::depths::Depths;
use super::subtrees::Subtrees;
use crate::recording;
use solver_core::Atom;
use solver_core::engine::Engine;
use solver_core::observe::{Event, Observer};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The shape of a search and the costs of its propagators.
///
/// It watches a search beside whoever keeps its events, and may be told of one that ran elsewhere ([`Summary::read`]).
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 2, 0..=1)?;
/// m.all_different(&x);
/// let mut summary = study::html::Summary::new();
/// m.search().observe(&mut summary)?;
/// assert_eq!(summary.costs()[0].prunings, 2); // x[0] = 0 takes a value from x[1], and so does x[0] = 1
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Summary {
    pub(super) subtrees: Subtrees,
    pub(super) depths: Depths,
    costs: Vec<Cost>,
    /// Who runs, and whether it has found anything.
    running: Option<(usize, bool)>,
    clock: Option<Clock>,
}

/// What a propagator did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Its runs.
    pub calls: u64,
    /// The facts that it inferred.
    pub prunings: u64,
    /// The dead ends that it found.
    pub failures: u64,
    /// Runs that found nothing.
    pub useless: u64,
    /// How long it ran, where time was measured.
    pub time: Option<Duration>,
}

/// What matters of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Heard {
    Decide { depth: u64, fact: Atom },
    Propagate(usize),
    Prune,
    Fail,
    Solution,
    Backtrack(u64),
    Restart,
    Done,
}

/// Measures runs of propagators.
#[derive(Clone, Copy, Debug)]
struct Clock {
    since: Option<Instant>,
}

impl Summary {
    /// Nothing has happened yet.
    pub fn new() -> Summary {
        Summary { subtrees: Subtrees::new(), depths: Depths::new(), costs: Vec::new(), running: None, clock: None }
    }

    /// Measures the time of each run of a propagator, too. What it reads depends on the machine.
    #[must_use]
    pub fn timed(self) -> Summary {
        Summary { clock: Some(Clock { since: None }), ..self }
    }

    /// What each propagator did, by its number.
    pub fn costs(&self) -> &[Cost] {
        &self.costs
    }

    /// One event of a search that was recorded, or read from a trace.
    pub fn read(&mut self, event: &recording::Event) {
        self.hear(match *event {
            recording::Event::Decide { depth, fact, .. } => Heard::Decide { depth: depth.into(), fact },
            recording::Event::Propagate { propagator } => Heard::Propagate(propagator as usize),
            recording::Event::Prune(_) => Heard::Prune,
            recording::Event::Fail { .. } => Heard::Fail,
            recording::Event::Solution { .. } => Heard::Solution,
            recording::Event::Backtrack { depth } => Heard::Backtrack(depth.into()),
            recording::Event::Restart { .. } => Heard::Restart,
        });
    }

    /// The search is over: the last run of a propagator is settled.
    pub fn finish(&mut self) {
        self.hear(Heard::Done);
    }

    fn hear(&mut self, heard: Heard) {
        if heard == Heard::Prune {
            self.found().prunings += 1;
            return;
        }
        if heard == Heard::Fail && self.running.is_some() {
            self.found().failures += 1;
        }
        self.settle();
        match heard {
            Heard::Decide { depth, fact } => {
                self.subtrees.enter(depth, Some(fact));
                self.depths.enter(depth);
            }
            Heard::Propagate(propagator) => self.run(propagator),
            Heard::Fail => {
                self.subtrees.failure();
                self.depths.failure();
            }
            Heard::Solution => {
                self.subtrees.solution();
                self.depths.solution();
            }
            Heard::Backtrack(depth) => self.subtrees.back(depth),
            Heard::Restart => {
                self.subtrees.enter(0, None);
                self.depths.enter(0);
            }
            Heard::Prune | Heard::Done => {}
        }
    }

    fn run(&mut self, propagator: usize) {
        if self.costs.len() <= propagator {
            self.costs.resize(propagator + 1, Cost::default());
        }
        self.costs[propagator].calls += 1;
        self.running = Some((propagator, false));
        if let Some(clock) = &mut self.clock {
            clock.since = Some(Instant::now());
        }
    }

    /// The costs of who runs, which has found something.
    fn found(&mut self) -> &mut Cost {
        self.stop_the_clock();
        let (propagator, found) = self.running.get_or_insert((0, true));
        *found = true;
        let propagator = *propagator;
        if self.costs.len() <= propagator {
            self.costs.resize(propagator + 1, Cost::default());
        }
        &mut self.costs[propagator]
    }

    /// The run is over.
    fn settle(&mut self) {
        self.stop_the_clock();
        if let Some((propagator, false)) = self.running.take() {
            self.costs[propagator].useless += 1;
        }
    }

    fn stop_the_clock(&mut self) {
        let Some(since) = self.clock.as_mut().and_then(|clock| clock.since.take()) else { return };
        if let Some((propagator, _)) = self.running {
            *self.costs[propagator].time.get_or_insert(Duration::ZERO) += since.elapsed();
        }
    }
}

impl Default for Summary {
    fn default() -> Summary {
        Summary::new()
    }
}

impl Observer for Summary {
    fn see(&mut self, event: &Event<'_>, _: &Engine) -> ControlFlow<()> {
        self.hear(match *event {
            Event::Decide { depth, atom, .. } => Heard::Decide { depth, fact: atom },
            Event::Propagate { propagator } => Heard::Propagate(propagator),
            Event::Prune { .. } => Heard::Prune,
            Event::Fail { .. } => Heard::Fail,
            Event::Solution { .. } => Heard::Solution,
            Event::Backtrack { depth } => Heard::Backtrack(depth),
            Event::Restart { .. } => Heard::Restart,
            Event::Done { .. } => Heard::Done,
            _ => return ControlFlow::Continue(()),
        });
        ControlFlow::Continue(())
    }
}
