use super::{Conjunction, RULE};
use crate::harness::{Check, Claim};
use crate::prelude::*;

#[test]
fn is_domain_consistent_and_planted_faults_are_caught() {
    let truth_values = |check: Check| (0..5).fold(check, |check, position| check.position(position, 0..=1));
    let check = truth_values(Check::new("conjunction"))
        .arity(1..=5)
        .values(0..=1)
        .post(|(), v| Conjunction::new(v[0], &v[1..]))
        .holds(|(), v| (v[0] == 1) == v[1..].iter().all(|&part| part == 1))
        .claims(Claim::Domain)
        .rules([&RULE])
        .up_to(10_000);
    check.passes(2_500);
}

/// Tests sums of Booleans that mean "all" or "any", with either sign and with constants.
#[test]
fn models_of_conjunctions_have_the_solutions_of_their_meaning() -> Result<(), ModelError> {
    for code in 0..8 {
        let mut m = Model::new();
        let x = m.bools("x", 3)?;
        let b = m.bools("b", 4)?;
        let literal = |i: usize| if code >> i & 1 == 1 { 1 - x[i] } else { Expr::from(x[i]) };
        m.post(literal(0).and(literal(1))).iff(b[0]);
        m.post(literal(0).or(literal(1))).iff(b[1]);
        m.post((literal(0) + literal(1) + literal(2)).at_least(3)).iff(b[2]);
        m.post((literal(0) + literal(1) + literal(2)).at_most(2)).iff(b[3]);
        for s in m.solutions()? {
            let l: Vec<bool> = s.values(&x)?.iter().zip(0..).map(|(&v, i)| (v == 1) != (code >> i & 1 == 1)).collect();
            let all = l[0] && l[1] && l[2];
            let expected = [l[0] && l[1], l[0] || l[1], all, !all].map(i32::from);
            assert_eq!(s.values(&b)?, expected);
        }
        assert_eq!(m.count()?, Outcome::Complete(8));
    }
    Ok(())
}
