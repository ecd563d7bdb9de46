use super::{Diffn, Empty, NEGATIVE, PAIR, Rectangle};
use crate::View;
use crate::harness::{Check, Claim};

fn disjoint(a: [[i32; 2]; 2], b: [[i32; 2]; 2], empty: Empty) -> bool {
    let before = |a: [i32; 2], b: [i32; 2]| i64::from(a[0]) + i64::from(a[1]) <= b[0].into();
    let flat = a.iter().chain(&b).any(|side| side[1] == 0);
    (0..2).any(|k| before(a[k], b[k]) || before(b[k], a[k])) || flat && empty == Empty::Free
}

fn holds(boxes: &[[[i32; 2]; 2]], empty: Empty) -> bool {
    boxes.iter().flatten().all(|side| side[1] >= 0)
        && (0..boxes.len()).all(|i| (0..i).all(|j| disjoint(boxes[i], boxes[j], empty)))
}

/// The parameters are the sizes of the fixed-size rectangles; every other rectangle has four views.
fn check(empty: Empty) -> Check<Vec<[i32; 2]>> {
    /// Returns the sides of each rectangle: the origin, and the size as a view or a number.
    fn sides<T: Copy>(fixed: &[[i32; 2]], values: &[T]) -> Vec<[(T, Result<T, i32>); 2]> {
        let (plain, rest) = values.split_at(2 * fixed.len());
        let plain = plain.chunks_exact(2).zip(fixed).map(|(o, s)| [(o[0], Err(s[0])), (o[1], Err(s[1]))]);
        plain.chain(rest.chunks_exact(4).map(|v| [(v[0], Ok(v[2])), (v[1], Ok(v[3]))])).collect()
    }
    Check::new("diffn")
        .arity(0..=8)
        .values(-1..=4)
        .parameters(|rng, n| {
            let variable = rng.below(3) as usize % (n / 4 + 1);
            (0..n / 2 - 2 * variable).map(|_| [0; 2].map(|_| (rng.below(9) as i32 + 2) / 3)).collect()
        })
        .post(move |fixed: &Vec<[i32; 2]>, views: &[View]| {
            let rectangles = sides(fixed, views).into_iter().map(|sides| Rectangle {
                origin: sides.map(|side| side.0),
                size: sides.map(|side| side.1.map_or_else(Into::into, Into::into)),
            });
            Diffn::new(rectangles, empty)
        })
        .holds(move |fixed, values| {
            let boxes = sides(fixed, values).into_iter().map(|s| s.map(|(o, size)| [o, size.unwrap_or_else(|v| v)]));
            holds(&boxes.collect::<Vec<_>>(), empty)
        })
        .refutes(move |fixed, domains| {
            // For each side: the first and last origin, and the minimum size.
            let side = |(o, size): (&Vec<i32>, Result<&Vec<i32>, i32>)| {
                [o[0], o[o.len() - 1], size.map_or_else(|size| size, |size| size[0])].map(i64::from)
            };
            let boxes = sides(fixed, &domains.iter().collect::<Vec<_>>()).into_iter().map(|s| s.map(side));
            let boxes: Vec<[[i64; 3]; 2]> = boxes.collect();
            let overlap = |a: &[[i64; 3]; 2], b: &[[i64; 3]; 2]| {
                let before = |a: [i64; 3], b: [i64; 3]| a[0] + a[2] <= b[1];
                let is_solid = |side: &[i64; 3]| side[2] > 0 || side[2] == 0 && empty == Empty::Blocked;
                !(0..2).any(|k| before(a[k], b[k]) || before(b[k], a[k])) && a.iter().chain(b).all(is_solid)
            };
            (0..boxes.len()).any(|i| (0..i).any(|j| overlap(&boxes[i], &boxes[j])))
        })
        .claims(Claim::Sound)
        .rules([&PAIR, &NEGATIVE])
        .up_to(10_000)
}

#[test]
fn empty_rectangles_may_not_lie_inside_others() {
    check(Empty::Blocked).passes(2_500);
}

#[test]
fn empty_rectangles_may_lie_anywhere() {
    check(Empty::Free).passes(2_500);
}
