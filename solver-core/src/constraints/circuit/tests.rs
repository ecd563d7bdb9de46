use super::{Circuit, CircuitLevel, NO_CYCLE, ORDER, RANGE, REACH};
use crate::harness::{Check, Claim};
use crate::{Rule, View};

fn holds(succ: &[i32]) -> bool {
    let n = succ.len();
    let mut at = 0;
    let mut seen = vec![false; n];
    for _ in 0..n {
        let Some(next) = usize::try_from(succ[at]).ok().filter(|&v| v < n) else { return false };
        if std::mem::replace(&mut seen[next], true) {
            return false;
        }
        at = next;
    }
    true
}

fn check(level: CircuitLevel, rules: &[&'static Rule]) -> Check {
    Check::new("circuit")
        .arity(0..=6)
        .values(-1..=6)
        .post(move |(), views: &[View]| Circuit::new(views.iter().copied(), level))
        .holds(|(), values| holds(values))
        .claims(Claim::Sound)
        .rules(rules.iter().copied())
        .up_to(10_000)
}

#[test]
fn no_cycle_level() {
    check(CircuitLevel::NoCycle, &[&RANGE, &NO_CYCLE, &REACH]).passes(10_000);
}

#[test]
fn connected_level() {
    check(CircuitLevel::Connected, &[&RANGE, &NO_CYCLE, &REACH, &ORDER]).passes(10_000);
}
