use super::{END, PathEnd, RANGE};
use crate::View;
use crate::harness::{Check, Claim};

#[test]
fn the_end_is_domain_consistent() {
    let check = Check::new("path.end")
        .arity(1..=5)
        .values(-1..=5)
        .post(|(), views: &[View]| {
            let (&end, succ) = views.split_last().expect("there is an end");
            PathEnd::new(succ.iter().copied(), end)
        })
        .holds(|(), values| {
            let (&end, succ) = values.split_last().expect("there is an end");
            let n = succ.len() as i32;
            (0..n).contains(&end) && (0..n).zip(succ).all(|(i, &v)| (v == n) == (end == i))
        })
        .claims(Claim::Domain)
        .rules([&END, &RANGE])
        .up_to(10_000);
    check.passes(10_000);
}
