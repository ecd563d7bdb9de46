use super::{APART, ReifiedEquality, SAME};
use crate::Rule;
use crate::constraints::Form;
use crate::harness::{Check, Claim};
use crate::prelude::*;

/// Checks that `v[0]` is the truth value of `v[1] = v[2]`.
fn passes(name: &str, (form, level): (Form, Consistency), rules: &[&'static Rule]) {
    let (made, claim): (fn(_, _, _, _) -> _, _) = match level {
        Consistency::Domain => (ReifiedEquality::domain, Claim::Domain),
        _ => (ReifiedEquality::bounds, Claim::BoundsZ),
    };
    let check = Check::new(name)
        .arity(3..=3)
        .values(-70..=70)
        .position(0, 0..=1)
        .post(move |(), v| made(v[0], v[1], v[2], form))
        .holds(move |(), v| match form {
            Form::Reified => (v[1] == v[2]) == (v[0] == 1),
            Form::HalfReified => v[1] == v[2] || v[0] == 0,
        })
        .claims(claim)
        .rules(rules.iter().copied())
        .up_to(10_000);
    check.passes(2_500);
}

#[test]
fn reified_by_bounds() {
    passes("reified_equality.iff.bounds", (Form::Reified, Consistency::Bounds), &[&APART, &SAME]);
}

#[test]
fn reified_by_domain() {
    passes("reified_equality.iff.domain", (Form::Reified, Consistency::Domain), &[&APART, &SAME]);
}

#[test]
fn half_reified_by_bounds() {
    passes("reified_equality.enforce_if.bounds", (Form::HalfReified, Consistency::Bounds), &[&APART]);
}

#[test]
fn half_reified_by_domain() {
    passes("reified_equality.enforce_if.domain", (Form::HalfReified, Consistency::Domain), &[&APART]);
}

/// Tests signs, offsets, repeated variables, and a condition that is also one of the sides.
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

/// A hole decides the truth value, even inside an expression.
#[test]
fn holes_decide_the_truth_by_default() -> Result<(), ModelError> {
    let mut m = Model::new();
    let (x, y, z) = (m.int("x", [1, 3])?, m.int("y", [2, 4])?, m.int("z", 0..=1)?);
    m.post(x.equals(y).or(z.equals(1)));
    let b = m.bool("b")?;
    let posted = m.post((x + 1).equals(y)).iff(b).id();
    assert_eq!(m.level(posted)?, Some(Consistency::Domain));
    let mut run = m.search().on(&[z]).start()?;
    assert_eq!(run.step(), Step::Solution);
    assert_eq!((run.value(z)?, run.statistics().failures), (1, 0));
    m.set_level(posted, Consistency::Bounds)?;
    assert_eq!(m.level(posted)?, Some(Consistency::Bounds));
    Ok(())
}
