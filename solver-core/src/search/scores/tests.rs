//! Tests of each score on cases small enough to compute by hand.

use super::activity::Activity;
use super::conflict_history::History;
use super::failure_rate::FailureRate;
use super::impact::Impact;
use super::refined_wdeg::Refined;
use super::*;
use crate::ValueSet;
use crate::constraints::NotEqual;
use crate::engine::EngineBuilder;
use crate::prelude_propagator::*;

static TRAP: Rule = Rule::new("trap", "{premises}, so {fact}");

/// A propagator that fails, or empties the domain of its second variable, when its first variable is 0.
#[derive(Clone)]
struct Trap {
    views: Vec<View>,
    empties: bool,
}

impl Propagator for Trap {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Domain);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        if cx.fixed(self.views[0]) != Some(0) {
            return Ok(Status::Stable);
        }
        if self.empties {
            cx.at_least(self.views[1], 1_000, || Lazy(0))?;
        }
        cx.fail(|| Lazy(0))
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, why: &mut Premises) -> &'static Rule {
        why.push(Atom::equals(self.views[0], 0));
        &TRAP
    }

    fn check(&self, _: &'static Rule, _: &CheckContext<'_>) -> bool {
        false
    }
}

/// Creates variables with the values `0..size`, and traps over some of them.
fn traps(sizes: &[i32], empties: bool, scopes: &[&[usize]]) -> (Engine, DecisionVars) {
    let mut b = EngineBuilder::new(sizes.iter().map(|&size| ValueSet::range(0, size - 1)).collect());
    for scope in scopes {
        let views = scope.iter().map(|&i| b.view(i)).collect();
        b.post(Box::new(Trap { views, empties }));
    }
    ready(b)
}

/// Creates variables with the values `0..size`, and requires two of them to differ.
fn differing(sizes: &[i32], x: usize, y: usize) -> (Engine, DecisionVars) {
    let mut b = EngineBuilder::new(sizes.iter().map(|&size| ValueSet::range(0, size - 1)).collect());
    b.post(Box::new(NotEqual::new(b.view(x), b.view(y))));
    ready(b)
}

fn ready(b: EngineBuilder) -> (Engine, DecisionVars) {
    let vars = b.vars();
    let mut engine = b.build().unwrap();
    engine.propagate().unwrap();
    let decision_vars = DecisionVars::new(&engine, vars);
    (engine, decision_vars)
}

fn equals(index: usize, value: i32) -> Atom {
    Atom::equals(View::from(Var(index as u32)), value)
}

/// Visits a search node, and undoes it if propagation fails.
fn node(engine: &mut Engine, decision_vars: &DecisionVars, score: &mut dyn Score, atom: Atom, branch: Branch) -> bool {
    engine.push_level();
    score.deciding(engine, decision_vars, atom, branch);
    let end = engine.assume(atom).and_then(|()| engine.propagate());
    match end {
        Ok(()) => score.reached(engine, decision_vars),
        Err(_) => {
            score.failed(engine, decision_vars, engine.last_failed());
            engine.pop_level();
        }
    }
    end.is_ok()
}

#[track_caller]
fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
}

#[test]
fn refined_weights_grow_with_fewer_variables_and_values() {
    let (mut engine, decision_vars) = traps(&[2, 3, 4], false, &[&[0, 1, 2], &[1, 2]]);
    let mut refined = Refined::new(&engine, &decision_vars);
    for (index, weight) in [(0, 1.0), (1, 2.0), (2, 2.0)] {
        near(refined.key(&engine, &decision_vars, index), f64::from(index as u32 + 2) / weight);
    }
    assert!(!node(&mut engine, &decision_vars, &mut refined, equals(0, 0), Branch::Left));
    // Two variables with 3 and 4 values were open.
    near(refined.key(&engine, &decision_vars, 0), 2.0);
    near(refined.key(&engine, &decision_vars, 1), 3.0 / (2.0 + 1.0 / 6.0));
    near(refined.key(&engine, &decision_vars, 2), 4.0 / (2.0 + 1.0 / 8.0));
    // A constraint with only one open variable does not count.
    assert!(node(&mut engine, &decision_vars, &mut refined, equals(2, 1), Branch::Left));
    near(refined.key(&engine, &decision_vars, 1), 3.0 / (1.0 + 1.0 / 6.0));
    assert!(node(&mut engine, &decision_vars, &mut refined, equals(0, 1), Branch::Left));
    assert_eq!(refined.key(&engine, &decision_vars, 1), f64::INFINITY);
    // After backtracking, all constraints count again.
    engine.pop_level();
    engine.pop_level();
    near(refined.key(&engine, &decision_vars, 1), 3.0 / (2.0 + 1.0 / 6.0));
}

#[test]
fn what_propagation_has_fixed_has_one_value() {
    let (mut engine, decision_vars) = traps(&[2, 3, 4], false, &[&[0, 1, 2]]);
    let mut refined = Refined::new(&engine, &decision_vars);
    engine.push_level();
    engine.assume(equals(2, 3)).unwrap();
    engine.propagate().unwrap();
    assert!(!node(&mut engine, &decision_vars, &mut refined, equals(0, 0), Branch::Left));
    engine.pop_level();
    near(refined.key(&engine, &decision_vars, 1), 3.0 / (1.0 + 1.0 / 6.0));
    near(refined.key(&engine, &decision_vars, 2), 4.0 / (1.0 + 1.0 / 2.0));
    // A decided variable does not count; after backtracking, it counts again.
    assert!(node(&mut engine, &decision_vars, &mut refined, equals(2, 3), Branch::Left));
    assert!(!node(&mut engine, &decision_vars, &mut refined, equals(0, 0), Branch::Left));
    engine.pop_level();
    near(refined.key(&engine, &decision_vars, 1), 3.0 / (1.0 + 1.0 / 6.0 + 1.0 / 3.0));
    assert!(!node(&mut engine, &decision_vars, &mut refined, equals(0, 0), Branch::Left));
    near(refined.key(&engine, &decision_vars, 2), 4.0 / (1.0 + 1.0 / 2.0 + 1.0 / 8.0));
}

#[test]
fn a_variable_without_values_has_half_a_value() {
    let (mut engine, decision_vars) = traps(&[2, 3, 4], true, &[&[0, 1, 2]]);
    let mut refined = Refined::new(&engine, &decision_vars);
    assert!(!node(&mut engine, &decision_vars, &mut refined, equals(0, 0), Branch::Left));
    near(refined.key(&engine, &decision_vars, 1), 3.0 / (1.0 + 1.0));
    near(refined.key(&engine, &decision_vars, 2), 4.0 / (1.0 + 1.0 / 8.0));
    // If a decision contradicts the domain of its own variable, no constraint fails.
    assert!(node(&mut engine, &decision_vars, &mut refined, equals(0, 1), Branch::Left));
    assert!(!node(&mut engine, &decision_vars, &mut refined, equals(0, 0), Branch::Left));
    engine.pop_level();
    near(refined.key(&engine, &decision_vars, 1), 3.0 / 2.0);
}

#[test]
fn late_conflicts_count_most() {
    let (mut engine, decision_vars) = traps(&[2, 2, 2], false, &[&[0, 2], &[1, 2]]);
    let mut history = History::new(&engine, &decision_vars);
    for index in [0, 0, 1] {
        assert!(!node(&mut engine, &decision_vars, &mut history, equals(index, 0), Branch::Left));
    }
    // The step sizes are 0.4, 0.399999 and 0.399998, and the rewards 1, 1/2 and 1/3.
    let first = 0.600_001 * 0.4 + 0.399_999 * 0.5;
    let second = 0.399_998 / 3.0;
    near(history.score(0), first);
    near(history.score(1), second);
    near(history.key(&engine, &decision_vars, 0), 2.0 / (first + 1e-4));
    near(history.key(&engine, &decision_vars, 2), 2.0 / (first + second + 2e-4));
    history.restarted();
    near(history.score(0), first * 0.995 * 0.995);
    near(history.score(1), second * 0.995);
    // The step size is 0.4 again, and the reward is 1/(3 - 2 + 1).
    let before = history.score(1);
    assert!(!node(&mut engine, &decision_vars, &mut history, equals(1, 0), Branch::Left));
    near(history.score(1), 0.6 * before + 0.2);
}

#[test]
fn activity_is_what_changes() {
    let (mut engine, decision_vars) = differing(&[4, 4, 3], 0, 1);
    let mut activity = Activity::new(&decision_vars, 0);
    assert!(node(&mut engine, &decision_vars, &mut activity, equals(0, 0), Branch::Left));
    assert_eq!(activity.activities(), [1.0, 1.0, 0.0]);
    assert!(node(&mut engine, &decision_vars, &mut activity, equals(2, 0), Branch::Left));
    // The first variable is fixed, so it does not age.
    assert_eq!(activity.activities(), [1.0, 0.999, 1.0]);
    near(activity.key(&engine, &decision_vars, 1), 3.0 / 0.999);
}

#[test]
fn a_variable_that_loses_all_is_active() {
    let (mut engine, decision_vars) = traps(&[2, 3, 4], true, &[&[0, 1, 2]]);
    let mut activity = Activity::new(&decision_vars, 0);
    assert!(!node(&mut engine, &decision_vars, &mut activity, equals(0, 0), Branch::Left));
    assert_eq!(activity.activities(), [1.0, 1.0, 0.0]);
}

#[test]
fn dives_change_nothing_but_activities() {
    let (mut engine, decision_vars) = differing(&[4, 4, 3], 0, 1);
    let mut activity = Activity::new(&decision_vars, 0);
    activity.prepare(&mut engine, &decision_vars).unwrap();
    // In each probe, the last variable changes once, by its own decision. Of the other two, the variable decided first
    // changes once and the other one twice.
    let [x, y, z] = activity.activities() else { panic!("three variables") };
    assert_eq!(*z, 1.0);
    assert!((1.0..=2.0).contains(x) && (1.0..=2.0).contains(y) && x + y == 3.0, "{x} {y}");
    assert_eq!((engine.level(), engine.size(View::from(Var(0)))), (0, 4));
    // A node without a decision changes no activity.
    activity.reached(&engine, &decision_vars);
    assert_eq!(activity.activities()[2], 1.0);
}

#[test]
fn impacts_are_shares_of_the_search_space() {
    let (mut engine, decision_vars) = differing(&[4, 4, 2], 0, 1);
    let mut impact = Impact::new(&engine, &decision_vars);
    // Without observations, only the variable itself counts as affected.
    near(impact.key(&engine, &decision_vars, 0), 1.0);
    impact.prepare(&mut engine, &decision_vars).unwrap();
    // A value leaves 1 × 3 of the 4 × 4 pairs.
    near(impact.impact(&engine, &decision_vars, 0, 2), 13.0 / 16.0);
    near(impact.key(&engine, &decision_vars, 0), 4.0 * 3.0 / 16.0);
    near(impact.impact(&engine, &decision_vars, 2, 1), 0.5);
    // A second observation, with the third variable fixed, gives the same fraction and hence the same mean.
    assert!(node(&mut engine, &decision_vars, &mut impact, equals(2, 0), Branch::Left));
    assert!(node(&mut engine, &decision_vars, &mut impact, equals(0, 2), Branch::Left));
    near(impact.impact(&engine, &decision_vars, 0, 2), 13.0 / 16.0);
    // A failure removes the entire search space.
    assert!(!node(&mut engine, &decision_vars, &mut impact, equals(1, 2), Branch::Left));
    engine.pop_level();
    engine.pop_level();
    near(impact.impact(&engine, &decision_vars, 1, 2), (13.0 / 16.0 + 1.0) / 2.0);
    near(impact.key(&engine, &decision_vars, 1), 3.0 * 3.0 / 16.0 + 3.0 / 32.0);
    assert_eq!(impact.least_impact(&engine, &decision_vars, 1), 0);
}

#[test]
fn wide_domains_share_buckets() {
    let (mut engine, decision_vars) = differing(&[6_400, 100], 0, 1);
    let mut impact = Impact::new(&engine, &decision_vars);
    impact.prepare(&mut engine, &decision_vars).unwrap();
    // Each bucket has 100 values, the first of which is probed. The probed value leaves 1/6400 × 99/100, or 1/6400 if
    // it does not affect the second domain.
    near(impact.impact(&engine, &decision_vars, 0, 99), 1.0 - 99.0 / 640_000.0);
    near(impact.impact(&engine, &decision_vars, 0, 100), 1.0 - 1.0 / 6_400.0);
    let mean = (99.0 / 640_000.0 + 63.0 / 6_400.0) / 64.0;
    near(impact.key(&engine, &decision_vars, 0), 6_400.0 * mean);
    // Each bucket has two values.
    near(impact.impact(&engine, &decision_vars, 1, 99), 1.0 - 6_399.0 / 640_000.0);
    assert_eq!(impact.least_impact(&engine, &decision_vars, 0), 100);
}

#[test]
fn failure_rates_are_of_decisions() {
    let (mut engine, decision_vars) = traps(&[4, 4], false, &[&[0, 1]]);
    let mut rates = FailureRate::new(&decision_vars);
    near(rates.key(&engine, &decision_vars, 0), 4.0 / 1.5);
    assert!(!node(&mut engine, &decision_vars, &mut rates, equals(0, 0), Branch::Left));
    near(rates.key(&engine, &decision_vars, 0), 4.0 / (1.5 / 2.0 + 1.0));
    near(rates.key(&engine, &decision_vars, 1), 4.0 / (0.5 + 0.5));
    // A right branch is not a decision of the variable selection.
    assert!(!node(&mut engine, &decision_vars, &mut rates, equals(0, 0), Branch::Right));
    near(rates.key(&engine, &decision_vars, 0), 4.0 / (1.5 / 2.0 + 0.5));
    near(rates.key(&engine, &decision_vars, 1), 4.0 / (0.5 + 1.0 / 3.0));
    assert!(node(&mut engine, &decision_vars, &mut rates, equals(0, 1), Branch::Left));
    engine.pop_level();
    near(rates.key(&engine, &decision_vars, 0), 4.0 / (1.5 / 3.0 + 0.5));
}

/// Initialisation at the root respects the limits.
#[test]
fn preparations_can_be_stopped() {
    let token = crate::CancelToken::new();
    token.cancel();
    let limits = crate::search::Limits { cancel: Some(token), ..Default::default() };
    for order in [VarSelect::Activity, VarSelect::Impact] {
        let (mut engine, decision_vars) = differing(&[60, 60, 60], 0, 1);
        *engine.budget() = crate::budget::Budget::starting_now(&limits);
        let mut score = score(order, &engine, &decision_vars, 0).unwrap();
        let stopped = score.prepare(&mut engine, &decision_vars);
        assert_eq!(stopped, Err(StopReason::Cancelled), "{order}");
        assert_eq!(engine.level(), 0);
    }
}
