use super::{MIRROR, NotEqual, SAME, VALUE_TAKEN};
use crate::harness::{Check, Claim};

fn check() -> Check {
    Check::new("not_equal")
        .arity(2..=2)
        .values(-3..=3)
        .post(|(), v| NotEqual::new(v[0], v[1]))
        .holds(|(), v| v[0] != v[1])
        .claims(Claim::Domain)
        .rules([&VALUE_TAKEN, &SAME, &MIRROR])
        .up_to(10_000)
}

#[test]
fn is_domain_consistent_and_planted_faults_are_caught() {
    check().passes(4_000);
}
