//! Tests that checking detects a propagator with a wrong inference, reason or checker.

use solver_core::prelude::*;
use solver_core::prelude_propagator::*;
use study::Check;

/// A propagator for `x < y` with one of several faults.
#[derive(Clone)]
struct Less {
    x: View,
    y: View,
    fault: Fault,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    /// The reason omits a premise.
    Forgets,
    /// The reason contains a premise that does not hold yet.
    Foresees,
    /// The checker is that of `x <= y`, but the propagator infers more than it accepts.
    Overdoes,
}

static ABOVE: Rule = Rule::new("less.above", "{premises}, and {constraint} says less, so {fact}");

impl Propagator for Less {
    fn scope(&self, scope: &mut Scope) {
        scope.watch(self.x, Wake::Bounds).watch(self.y, Wake::Bounds);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let (low, high) = (cx.min(self.x), cx.max(self.y));
        cx.at_least(self.y, low + 1, || Lazy(0))?;
        cx.at_most(self.x, high - 1, || Lazy(1))?;
        Ok(Status::Stable)
    }

    fn explain(&self, past: &DomainsAt<'_>, _: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let shift = i32::from(self.fault == Fault::Foresees);
        let premise = match hint {
            0 => Atom::at_least(self.x, past.min(self.x) + shift),
            _ => Atom::at_most(self.y, past.max(self.y) - shift),
        };
        if self.fault != Fault::Forgets {
            why.push(premise);
        }
        &ABOVE
    }

    fn check(&self, _: &'static Rule, case: &CheckContext<'_>) -> bool {
        match (case.min(self.x), case.max(self.y)) {
            (Some(low), Some(high)) => low >= high + i32::from(self.fault == Fault::Overdoes),
            _ => true,
        }
    }
}

fn checked(fault: Fault) -> Result<u64, String> {
    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=4).expect("a domain");
    for pair in x.windows(2) {
        m.propagator("less", pair, move |v| Box::new(Less { x: v[0], y: v[1], fault })).named("order");
    }
    let mut check = Check::new();
    let run = m.search().observe(&mut check).expect("a sound model");
    match check.finish() {
        Ok(rules) => {
            assert_eq!(run.statistics().solutions, 10);
            Ok(rules["less.above"].inferences)
        }
        Err(invalid) => {
            assert_eq!(run.statistics().nodes, invalid.node, "it ends there and then");
            Err(invalid.to_string())
        }
    }
}

#[test]
fn a_false_reason_ends_the_search() {
    assert!(checked(Fault::None).is_ok_and(|inferences| inferences > 10));
    let said = [Fault::Forgets, Fault::Foresees, Fault::Overdoes].map(|fault| checked(fault).expect_err("a fault"));
    let begin = "the inference of constraint `order` at node 1 is invalid: propagator number";
    assert_eq!(
        said,
        [
            "1, rule less.above: the checker does not confirm that the premises imply Some([x2 >= 2])",
            "0, rule less.above: the premise [x0 >= 1] did not hold before the fact",
            "0, rule less.above: the checker does not confirm that the premises imply Some([x1 >= 1])",
        ]
        .map(|end| format!("{begin} {end}"))
    );
}
