//! Tests of learning: nogoods are sound, and no solution is lost or found twice.
//!
//! Random models with few values rarely expose an unsound nogood, so the audit, which checks every reason and every
//! nogood, also runs on models with wide domains full of holes.

use ferz_tests::ALL;
use models::catalogue::CATALOGUE;
use models::{Classic, Identity};
use queens::QueensModel;
use solver_core::engine::Engine;
use solver_core::harness::{Audit, LearningPlant, exchanging};
use solver_core::observe::{Event, Observer};
use solver_core::prelude::*;
use solver_core::{Layout, Relation};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs an audited search up to its node limit, and panics with the first complaint.
fn audited(what: &str, search: &Search<'_>, objective: Option<&(Goal, Expr)>, audit: Audit) -> (u64, u64, Vec<String>) {
    let mut run = match objective {
        None => search.start(),
        Some((goal, objective)) => search.improving(*goal, objective.clone()).map(Improving::into_run),
    }
    .unwrap_or_else(|e| panic!("{what}: {e}"));
    run.audit(audit);
    while run.step() == Step::Solution {}
    let audit = run.audited().expect("it learns");
    (audit.reasons, audit.nogoods, audit.complaints.clone())
}

/// Builds the catalogue models with their example arguments.
fn examples() -> impl Iterator<Item = (&'static str, Classic)> {
    CATALOGUE.iter().map(|entry| (entry.name, entry.state(&entry.example()).expect("an example")))
}

#[test]
fn every_reason_and_nogood_of_the_models_is_right() {
    let (mut reasons, mut nogoods) = (0, 0);
    for (name, mut classic) in examples() {
        let objective = classic.objective.clone();
        for (learning, layout) in
            [(Learning::Fixed, Layout::Auto), (Learning::Activity, Layout::Wide), (Learning::Alternating, Layout::Span)]
        {
            classic.model.force_layout(layout);
            let search = classic.search().learn(learning).node_limit(250);
            let (checked, learned, complaints) = audited(name, &search, objective.as_ref(), Audit::default());
            assert_eq!(complaints, [""; 0], "{name}, {learning}, {layout:?}");
            reasons += checked;
            nogoods += learned;
        }
    }
    assert!(reasons > 100_000 && nogoods > 3_000, "{reasons} reasons, {nogoods} nogoods");
}

/// Each kind of bug, when injected, is detected by the audit of some model.
#[test]
fn planted_bugs_are_noticed() {
    for plant in LearningPlant::ALL {
        let noticed = examples().any(|(name, classic)| {
            let search = classic.search().learn(Learning::Alternating).node_limit(250);
            let objective = classic.objective.clone();
            // A wrong level also violates engine invariants, which causes a panic.
            let audit = Audit::new(witnesses(&classic)).planting(plant);
            let complaints = catch_unwind(AssertUnwindSafe(|| audited(name, &search, objective.as_ref(), audit).2));
            complaints.is_ok_and(|complaints| !complaints.is_empty())
        });
        assert!(noticed, "{plant:?}");
    }
}

/// A search without learning confirms that no better solution violates a nogood.
#[test]
fn nogoods_are_refuted_without_learning() {
    let mut refuted = 0;
    for (name, classic) in examples() {
        let Some((goal, objective)) = classic.objective.clone() else { continue };
        for &learning in Learning::ALL {
            let search = classic.search().learn(learning).node_limit(400);
            let mut run = search.improving(goal, objective.clone()).expect("a model").into_run();
            run.audit(Audit::default().refuting(40));
            while run.step() == Step::Solution {}
            let audit = run.audited().expect("it learns");
            assert_eq!(audit.complaints, [""; 0], "{name}, {learning}");
            refuted += audit.refuted;
        }
    }
    assert!(refuted > 100, "{refuted} refuted");
}

/// The objective is a sum in various forms. It is bounded by terms that cannot all be minimal, and every reason for
/// this bound is correct. An observer receives every backjump.
#[test]
fn cores_of_a_sum_are_right() {
    let (mut cores, seeds) = (0, ferz_tests::cases(3, 10));
    for form in 0..8 {
        for seed in 0..seeds {
            let (m, goal, objective) = covering(form, seed);
            let classical = m.search().order(VarSelect::Input).explaining();
            let mut run = classical.improving(goal, objective.clone()).expect("a model").into_run();
            let (mut best, mut witnesses) = (None, Vec::new());
            while run.step() == Step::Solution {
                best = run.objective();
                witnesses.extend(run.engine().map(Audit::solution));
            }
            let search = m.search().learn(Learning::Alternating);
            let mut run = search.improving(goal, objective).expect("a model").into_run();
            run.audit(Audit::new(witnesses).refuting(40).with_short_runs());
            let (mut last, mut depth) = (None, Depth::default());
            loop {
                match run.step_observed(1_000, &mut depth) {
                    Some(Step::Solution) => last = run.objective(),
                    Some(_) => break,
                    None => {}
                }
            }
            assert_eq!(last, best, "form {form}, seed {seed}");
            let audit = run.audited().expect("it learns");
            assert_eq!(audit.complaints, [""; 0], "form {form}, seed {seed}");
            cores += audit.cores;
        }
    }
    assert!(cores > 10 * seeds, "{cores} cores");
}

/// Tracks the depth of a search through its events.
#[derive(Default)]
struct Depth(u64);

impl Observer for Depth {
    fn see(&mut self, event: &Event, _: &Engine) -> ControlFlow<()> {
        match *event {
            Event::Decide { depth, .. } => {
                self.0 += 1;
                assert_eq!(depth, self.0, "a decision one deeper than the last node");
            }
            Event::Backtrack { depth } => self.0 = depth,
            Event::Restart { .. } => self.0 = 0,
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

/// Builds a covering model: of any two neighbours, at least one is chosen, at a cost, or the sum of their amounts,
/// whose domains have holes, must be large enough. The objective is a sum in one of several forms.
fn covering(form: u64, seed: u64) -> (Model, Goal, Expr) {
    const N: usize = 18;
    let mut rng = solver_core::search::Rng::new(1 + seed);
    let mut m = Model::new();
    let is_amount = form % 2 == 1;
    let x: Vec<IntVar> = (0..N)
        .map(|i| match is_amount {
            false => m.int(format!("x{i}"), 0..=1),
            true => m.int(format!("x{i}"), [-3, -1, 0, 2, 7, 80]),
        })
        .collect::<Result<_, _>>()
        .expect("variables");
    for i in 0..N {
        for j in 0..i {
            if rng.below(4) == 0 {
                m.post((x[i] + x[j]).at_least(if is_amount { 2 } else { 1 }));
            }
        }
    }
    let cost: Expr = x.iter().map(|&x| (1 + rng.below(7) as i32) * x).sum();
    match form / 2 {
        0 => (m, Goal::Minimize, cost),
        1 => (m, Goal::Maximize, 5 - cost),
        2 => {
            let total = m.int("total", -20_000..=20_000).expect("a variable");
            m.post((3 - cost).equals(total));
            (m, Goal::Maximize, Expr::from(total) + 4)
        }
        // The objective is a sum of two sums.
        _ => {
            let parts = m.ints("part", 2, -20_000..=20_000).expect("variables");
            m.post((cost - 7).equals(parts[0]));
            m.post(x[..N / 2].iter().copied().map(Expr::from).sum::<Expr>().equals(-parts[1]));
            (m, Goal::Minimize, 2 * parts[0] - 3 * parts[1])
        }
    }
}

/// Two interleaved learning searches exchange sound nogoods and bounds.
#[test]
fn nogoods_of_another_search_are_true() {
    let (mut imported, mut refuted) = (0, 0);
    for (name, classic) in examples() {
        let (found, checked, complaints) = exchange(&classic, Audit::default());
        assert_eq!(complaints, [""; 0], "{name}");
        imported += found;
        refuted += checked;
    }
    assert!(imported > 100 && refuted > 100, "{imported} imported, {refuted} refuted");
    // A search that imports a nogood detects whether the nogood is too strong.
    let noticed = examples().any(|(_, classic)| {
        let (.., complaints) = exchange(&classic, Audit::default().planting(LearningPlant::DroppedLiteral));
        complaints.iter().any(|complaint| complaint.starts_with("a nogood of another search"))
    });
    assert!(noticed);
}

/// Lets two searches exchange nogoods, with the given audit in the first one. Returns the number of nogoods that the
/// second search imported, how many of these were refuted, and the complaints.
fn exchange(classic: &Classic, first: Audit) -> (u64, u64, Vec<String>) {
    let searches = exchanging([Learning::Activity, Learning::Alternating].map(|learning| {
        let search = classic.search().learn(learning).node_limit(2_000);
        if classic.objective.is_some() { search } else { search.solution_limit(1) }
    }));
    let mut runs = searches.map(|search| match classic.objective.clone() {
        None => search.start().expect("a model"),
        Some((goal, objective)) => search.improving(goal, objective).expect("a model").into_run(),
    });
    runs[0].audit(first);
    runs[1].audit(Audit::new(witnesses(classic)).refuting(1));
    let mut open = vec![0, 1];
    while !open.is_empty() {
        open.retain(|&k: &usize| match runs[k].step_for(50) {
            None => true,
            Some(Step::Solution) => {
                let value = runs[k].objective();
                value.into_iter().for_each(|value| runs[1 - k].improve_on(value));
                value.is_some()
            }
            Some(_) => false,
        });
    }
    let audit = runs[1].audited().expect("it learns");
    (audit.imported, audit.refuted, audit.complaints.clone())
}

/// Finds some solutions without learning.
fn witnesses(classic: &Classic) -> Vec<Vec<i32>> {
    let search = classic.search().explaining().node_limit(2_000);
    let run = match classic.objective.clone() {
        None => search.start(),
        Some((goal, objective)) => search.improving(goal, objective).map(Improving::into_run),
    };
    let mut run = run.expect("a model");
    let mut found = Vec::new();
    while run.step() == Step::Solution && found.len() < 50 {
        found.extend(run.engine().map(Audit::solution));
    }
    found
}

/// Returns all solutions in discovery order, and checks that none occurs twice.
fn enumerated(m: &Model, search: &Search<'_>) -> Vec<Vec<i32>> {
    let vars = m.variables();
    let mut solutions = search.solutions().expect("a model");
    let found: Vec<Vec<i32>> = solutions.by_ref().map(|s| s.all_values()[..vars].to_vec()).collect();
    assert_eq!(solutions.stopped(), None);
    let different: HashSet<&Vec<i32>> = found.iter().collect();
    assert_eq!(different.len(), found.len(), "a solution was found twice");
    found
}

#[test]
fn enumeration_finds_every_queen_once() {
    for (n, count) in [(4, 2), (6, 4), (8, 92)] {
        for stated in ALL {
            let q = QueensModel::new(n, stated.0, stated.1).expect("a board");
            let found = enumerated(&q.model, &q.model.search().learn(Learning::Alternating));
            assert_eq!(found.len(), count, "{n}, {stated:?}");
        }
    }
}

#[test]
fn enumeration_finds_every_solution_of_the_models_once() {
    let counted = [
        (models::langford(7), 52),
        (models::quasigroup(Identity::Qg5, 7), 3),
        (models::costas_array(6), 116),
        (models::all_interval(8), 40),
        (models::golomb_ruler(6, 17), 4),
        (models::magic_sequence(8), 1),
    ];
    for (classic, count) in counted {
        let classic = classic.expect("a model");
        let projected = classic.search().learn(Learning::Fixed).project_onto(&classic.decisions);
        let known = classic.search().project_onto(&classic.decisions).count();
        assert_eq!(known, Ok(Outcome::Complete(count)));
        assert_eq!(projected.count(), Ok(Outcome::Complete(count)), "{:?}", classic.decisions.len());
        assert_eq!(enumerated(&classic.model, &classic.search().learn(Learning::Activity)).len() as u128, count);
    }
}

/// Among solutions that agree on the projected variables, only one is found.
#[test]
fn projection_counts_copies_once() {
    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=3).expect("values");
    let helper = m.ints("helper", 2, 0..=9).expect("values");
    m.post(constraint!(x[0] + x[1] <= helper[0]));
    m.post(constraint!(x[1] + x[2] != helper[1]));
    m.all_different(&x);
    let learning = m.search().learn(Learning::Fixed).project_onto(&x);
    assert_eq!(learning.count(), Ok(Outcome::Complete(24)));
}

/// Counts events, and inspects the learned nogoods.
#[derive(Default)]
struct Watcher {
    events: u64,
    learned: u64,
    literals: usize,
}

impl Observer for Watcher {
    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        self.events += 1;
        if let Event::Learn { nogood, .. } = *event {
            self.learned += 1;
            self.literals += engine.nogood(nogood).len();
        }
        ControlFlow::Continue(())
    }
}

/// Counts, for each run, the decisions that assign a value.
#[derive(Default)]
struct Assignments {
    runs: Vec<u64>,
}

impl Observer for Assignments {
    fn see(&mut self, event: &Event, _: &Engine) -> ControlFlow<()> {
        if self.runs.is_empty() || matches!(event, Event::Restart { .. }) {
            self.runs.push(0);
        }
        if let Event::Decide { atom, .. } = event
            && atom.relation() == Relation::Equal
        {
            *self.runs.last_mut().expect("a run") += 1;
        }
        ControlFlow::Continue(())
    }
}

/// Without an incumbent, the first of two runs excludes values by activity, and the second one assigns them. Both learn
/// sound nogoods.
#[test]
fn every_second_run_assigns() {
    let mut m = Model::new();
    let pigeons = m.ints("pigeon", 9, 0..=7).expect("values");
    for (i, j) in (0..9).flat_map(|i| (0..i).map(move |j| (i, j))) {
        m.post(constraint!(pigeons[i] != pigeons[j]));
    }
    // `Split` decides by comparisons, so a plain enumeration would make no assignments.
    let search = m.search().learn(Learning::Activity).values(ValueSelect::Split).solution_limit(1);
    let mut run = search.start().expect("a model");
    run.audit(Audit::default());
    let mut assignments = Assignments::default();
    assert_eq!(run.step_observed(u64::MAX, &mut assignments), Some(Step::Exhausted));
    assert!(assignments.runs.len() >= 2 && assignments.runs[1] > 0, "{:?}", assignments.runs);
    assert!(assignments.runs.iter().step_by(2).all(|&count| count == 0), "{:?}", assignments.runs);
    assert_eq!(run.audited().expect("it learns").complaints, [""; 0]);
}

/// The same seed gives the same search, with and without an observer.
#[test]
fn case_66_learning_is_deterministic() {
    for (name, classic) in examples() {
        let search = classic.search().learn(Learning::Alternating).seed(7).node_limit(300);
        let start = || match classic.objective.clone() {
            None => search.start().expect("a model"),
            Some((goal, objective)) => search.improving(goal, objective).expect("a model").into_run(),
        };
        let (mut alone, mut again, mut watched) = (start(), start(), start());
        while alone.step() == Step::Solution {}
        while again.step() == Step::Solution {}
        let mut watcher = Watcher::default();
        while matches!(watched.step_observed(u64::MAX, &mut watcher), None | Some(Step::Solution)) {}
        assert_eq!(alone.statistics(), again.statistics(), "{name}");
        assert_eq!(alone.statistics(), watched.statistics(), "{name}");
        let failures = alone.statistics().failures;
        // The last conflict may have ended the search without producing a nogood.
        assert!(watcher.learned <= failures && watcher.learned + 1 >= failures.min(1), "{name}: {failures}");
    }
}

/// Errors name the incompatible options.
#[test]
fn what_learning_excludes_is_refused() {
    let mut m = Model::new();
    let x = m.int("x", 0..=3).expect("values");
    let learning = || m.search().learn(Learning::default());
    let refused = |search: Search<'_>| search.minimize(x + 0).expect_err("refused").to_string();
    assert!(refused(learning().branching(Branching::DWay)).contains("two-way"));
    assert!(refused(learning().restarts(Restarts::Luby { unit: 10 })).contains("its own restarts"));
    assert!(refused(learning().exploration(Exploration::LimitedDiscrepancy)).contains("choose one"));
    assert!(refused(learning().lns(Lns::new())).contains("choose one"));
    assert_eq!(m.search().auto().learn(Learning::Fixed).count(), Ok(Outcome::Complete(4)));
}

/// With learning, every query has the same answer as in classical search.
#[test]
fn other_questions_with_learning() {
    let mut m = Model::new();
    let x = m.ints("x", 6, 0..=40).unwrap();
    for (i, j) in (0..6).flat_map(|i| (0..i).map(move |j| (i, j))) {
        m.post(constraint!(x[i] - x[j] != (i - j) as i32 * 3));
        m.post(constraint!(x[i] + x[j] != 20 + i as i32));
    }
    m.all_different(&x);
    m.post(constraint!(5 * x[0] + 3 * x[1] - 2 * x[2] + 7 * x[3] >= 111));
    let objective = 2 * x[0] + 3 * x[1] + x[2] + 4 * x[3] + x[4] + x[5];
    let optimum =
        |search: Search<'_>| search.dichotomic(Goal::Minimize, objective.clone()).unwrap().complete().unwrap().value;
    let best = optimum(m.search());
    for &learning in Learning::ALL {
        assert_eq!(optimum(m.search().learn(learning)), best, "{learning}");
        assert_eq!(m.search().learn(learning).minimize(objective.clone()).unwrap().complete().unwrap().value, best);
        let together = [x[3].at_most(2), x[5].at_least(9), x[0].at_most(3), x[1].at_most(5)];
        let assumed = m.search().learn(learning).assuming(together.clone());
        let classic = m.search().assuming(together);
        assert_eq!(assumed.first().unwrap().complete(), None, "{learning}");
        let cores = [assumed.core().unwrap(), classic.core().unwrap()].map(|core| match core {
            AssumptionCore::Minimal { assumptions, .. } => assumptions,
            other => panic!("{other:?}"),
        });
        assert_eq!(cores[0], cores[1], "{learning}");
    }
}
