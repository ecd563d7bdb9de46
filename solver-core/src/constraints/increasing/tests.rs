use super::{ITSELF, Increasing, ORDER};
use crate::ValueSet;
use crate::engine::EngineBuilder;
use crate::harness::{Check, Claim, cases};

fn check(strictly: bool) -> Check<()> {
    Check::new("increasing")
        .arity(0..=5)
        .values(-3..=4)
        .post(move |(), v| {
            let views = v.iter().copied();
            if strictly { Increasing::strictly(views) } else { Increasing::weakly(views) }
        })
        .holds(move |(), v| v.windows(2).all(|p| if strictly { p[0] < p[1] } else { p[0] <= p[1] }))
        .claims(Claim::Domain)
        .rules([&ORDER, &ITSELF])
        .cases(cases(20_000))
}

#[test]
fn is_domain_consistent_and_planted_faults_are_caught() {
    for strictly in [false, true] {
        let report = check(strictly).run().unwrap_or_else(|failure| panic!("{failure}"));
        println!("{report}");
        assert!(report.unseen_rules().is_empty() && report.reasons > 15_000, "{report}");
        assert_eq!(check(strictly).missed(&report), []);
    }
}

/// field/reliability.md 2.5, cases 25 and 29: no chase through a large domain.
#[test]
fn case_25_a_variable_below_itself() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1_000_000_000); 2]);
    let (x, y) = (b.view(0), b.view(1));
    b.post(Box::new(Increasing::strictly([x, y, x.plus(1)])));
    assert!(b.build().unwrap().propagate().is_err());
}
