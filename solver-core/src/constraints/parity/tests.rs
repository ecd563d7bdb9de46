use super::{Parity, RULE};
use crate::harness::{Check, Claim};

fn check(values: std::ops::RangeInclusive<i32>) -> Check<bool> {
    Check::new("parity")
        .parameters(|rng, _| rng.below(2) == 1)
        .arity(0..=6)
        .values(values)
        .post(|&odd, v| if odd { Parity::odd(v) } else { Parity::even(v) })
        .holds(|&odd, v| v.iter().fold(0, |sum, v| sum ^ v & 1) == i32::from(odd))
        .refutes(|&odd, d| {
            d.iter().all(|x| x.len() == 1) && d.iter().fold(0, |sum, x| sum ^ x[0] & 1) != i32::from(odd)
        })
        .rules([&RULE])
        .up_to(10_000)
}

#[test]
fn truth_values_are_domain_consistent() {
    // The claim treats aliased positions as independent variables; the propagator is stronger.
    check(0..=1).claims(Claim::Domain).passes(500);
}

#[test]
fn whole_numbers_have_a_parity_too() {
    check(-3..=4).passes(500);
}
