use super::{RULE, ReifiedLiteral};
use crate::constraints::Form;
use crate::harness::{Check, Claim};
use crate::prelude::*;

/// Checks that `v[0]` is the truth value of `v[1] = k` or of `v[1] <= k`.
fn passes(name: &str, is_equality: bool, form: Form) {
    let check = Check::new(name)
        .parameters(|rng, _| rng.below(9) as i32 - 4)
        .arity(2..=2)
        .values(-4..=4)
        .position(0, 0..=1)
        .post(move |&k, v| {
            if is_equality {
                ReifiedLiteral::equals(v[0], v[1], k, form)
            } else {
                ReifiedLiteral::at_most(v[0], v[1], k, form)
            }
        })
        .holds(move |&k, v| {
            let fact = if is_equality { v[1] == k } else { v[1] <= k };
            match form {
                Form::Reified => fact == (v[0] == 1),
                Form::HalfReified => fact || v[0] == 0,
            }
        })
        .claims(Claim::Domain)
        .rules([&RULE])
        .up_to(10_000);
    check.passes(500);
}

#[test]
fn of_an_equality() {
    passes("reified_literal.equal.iff", true, Form::Reified);
}

#[test]
fn of_a_bound() {
    passes("reified_literal.at_most.iff", false, Form::Reified);
}

#[test]
fn half_of_an_equality() {
    passes("reified_literal.equal.enforce_if", true, Form::HalfReified);
}

#[test]
fn half_of_a_bound() {
    passes("reified_literal.at_most.enforce_if", false, Form::HalfReified);
}

/// Tests coefficients, including negative ones and ones that do not divide the constant, and values that no variable
/// can take.
#[test]
fn models_of_facts_have_the_solutions_of_their_meaning() -> Result<(), ModelError> {
    let constants = [-1 << 30, -7, -6, -5, 0, 1, 4, 6, 9, 1 << 30, i32::MAX];
    for coefficient in [-3, -2, -1, 1, 2, 3] {
        for constant in constants {
            let mut m = Model::new();
            let x = m.int("x", -3..=3)?;
            let truth = m.bools("truth", 4)?;
            m.post((coefficient * x).equals(constant)).iff(truth[0]);
            m.post((coefficient * x).at_most(constant)).iff(truth[1]);
            m.post((coefficient * x).differs(constant)).enforce_if(truth[2]);
            m.post((coefficient * x).at_least(constant)).enforce_if(truth[3]);
            let mut expected = 0;
            for v in -3..=3 {
                let sum = i64::from(coefficient) * v;
                let free = |holds: bool| if holds { 2 } else { 1 };
                expected += free(sum != i64::from(constant)) * free(sum >= i64::from(constant));
            }
            assert_eq!(m.count()?, Outcome::Complete(expected), "{coefficient} x and {constant}");
        }
    }
    Ok(())
}
