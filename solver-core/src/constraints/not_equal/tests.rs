use super::NotEqual;
use crate::harness::{Check, Claim, Fault};

fn check() -> Check {
    Check::new("not_equal")
        .arity(2..=2)
        .values(-3..=3)
        .post(|(), v| NotEqual::new(v[0], v[1]))
        .holds(|(), v| v[0] != v[1])
        .claims(Claim::Domain)
        .cases(100_000)
}

#[test]
fn is_domain_consistent() {
    let report = check().run().unwrap_or_else(|failure| panic!("{failure}"));
    println!("{report}");
}

#[test]
fn planted_faults_are_caught() {
    for fault in Fault::ALL {
        assert!(check().catches(fault), "{fault:?}");
    }
}
