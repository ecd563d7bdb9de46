use super::{APART, ReifiedEquality, SAME};
use crate::Rule;
use crate::constraints::Form;
use crate::harness::{Check, Claim, cases};
use crate::prelude::*;

/// `v[0]` is the truth of `v[1] = v[2]`.
fn passes(name: &str, form: Form, rules: &[&'static Rule]) {
    let check = Check::new(name)
        .arity(3..=3)
        .values(-70..=70)
        .position(0, 0..=1)
        .post(move |(), v| ReifiedEquality::new(v[0], v[1], v[2], form))
        .holds(move |(), v| match form {
            Form::Reified => (v[1] == v[2]) == (v[0] == 1),
            Form::HalfReified => v[1] == v[2] || v[0] == 0,
        })
        .claims(Claim::BoundsZ)
        .rules(rules.iter().copied())
        .cases(cases(10_000));
    check.passes(2_500);
}

#[test]
fn reified() {
    passes("reified_equality.iff", Form::Reified, &[&APART, &SAME]);
}

#[test]
fn half_reified() {
    passes("reified_equality.enforce_if", Form::HalfReified, &[&APART]);
}

/// Signs, offsets, one variable more than once, and the condition among the sides.
#[test]
fn models_of_equalities_have_the_solutions_of_their_meaning() -> Result<(), ModelError> {
    for (sign, offset) in [(1, 0), (1, 1), (-1, 0), (-1, 1), (1, 9), (1, 1 << 30), (-1, i32::MAX)] {
        let mut m = Model::new();
        let (x, y) = (m.int("x", -2..=2)?, m.int("y", -2..=2)?);
        let truth = m.bools("truth", 4)?;
        m.post((sign * x).equals(y + offset)).iff(truth[0]);
        m.post((sign * x).differs(y + offset)).iff(truth[1]);
        m.post((sign * x).equals(x + offset)).iff(truth[2]);
        m.post((sign * x).equals(y + offset)).enforce_if(truth[3]);
        let own = m.bool("own")?;
        m.post(Expr::from(own).equals(y)).iff(own);
        let mut expected = 0;
        for (x, y) in (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y))) {
            let half = if i64::from(sign) * x == y + i64::from(offset) { 2 } else { 1 };
            expected += half * (0..=1).filter(|&own| (own == y) == (own == 1)).count() as u128;
        }
        assert_eq!(m.count()?, Outcome::Complete(expected), "{sign} x = y + {offset}");
    }
    Ok(())
}
