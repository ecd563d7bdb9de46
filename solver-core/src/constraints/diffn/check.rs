//! The checkers of `diffn`: they look for two rectangles that cannot be disjoint along either axis.

use super::{Empty, NEGATIVE, PAIR, Rectangle};
use crate::prelude_propagator::*;

pub(super) fn refuted(rectangles: &[Rectangle], empty: Empty, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    if rule == &NEGATIVE {
        return rectangles.iter().flat_map(|r| r.size).any(|s| s.assumed(case).is_none_or(|(_, high)| high < 0));
    }
    let read = |r: &Rectangle| {
        let mut sides = [[0i64; 3]; 2];
        for (side, (&origin, size)) in sides.iter_mut().zip(r.origin.iter().zip(r.size)) {
            let (low, high) = case.bounds(origin)?;
            *side = [low, high, size.assumed(case)?.0.max(0)].map(i64::from);
        }
        Some(sides)
    };
    let Some(boxes) = rectangles.iter().map(read).collect::<Option<Vec<_>>>() else { return true };
    let apart = |a: &[i64; 3], b: &[i64; 3]| a[0] + a[2] <= b[1] || b[0] + b[2] <= a[1];
    rule == &PAIR
        && boxes.iter().enumerate().any(|(i, a)| {
            boxes[..i].iter().any(|b| {
                let flat = a.iter().chain(b).any(|side| side[2] == 0);
                !(apart(&a[0], &b[0]) || apart(&a[1], &b[1]) || flat && empty == Empty::Free)
            })
        })
}
