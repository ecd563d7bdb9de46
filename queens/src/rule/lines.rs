//! The squares excluded by a line with two or three remaining squares.
//!
//! A square at distance `d` from a line attacks at most three squares of the line: `p - d`, `p` and `p + d`, where `p`
//! is the square's position along the line. Hence
//!
//! - positions `a < b` are both attacked from distance `b - a` at `a` and at `b`,
//!   and from half that distance at the middle, if there is one;
//! - positions `a < b < c` are all attacked only when `b` is the middle, from
//!   distance `b - a` at `b`;
//! - four or more are never all attacked.

/// A square that is not on the line, on either side of it: its distance from the line, and its position along it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Strike {
    pub(super) distance: usize,
    pub(super) position: usize,
}

/// The squares that attack both `a` and `b`, `a < b`.
#[inline]
pub(super) fn of_two(a: usize, b: usize) -> impl Iterator<Item = Strike> {
    let gap = b - a;
    let middle = gap.is_multiple_of(2).then_some(Strike { distance: gap / 2, position: a + gap / 2 });
    [Strike { distance: gap, position: a }, Strike { distance: gap, position: b }].into_iter().chain(middle)
}

/// The square that attacks all of `a < b < c`, if there is one.
#[inline]
pub(super) fn of_three(a: usize, b: usize, c: usize) -> Option<Strike> {
    (b - a == c - b).then_some(Strike { distance: b - a, position: b })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attacks(distance: usize, position: usize, s: usize) -> bool {
        s == position || s.abs_diff(position) == distance
    }

    #[test]
    fn strikes_are_all_squares_that_attack_the_whole_line() {
        let n = 12;
        for a in 0..n {
            for b in a + 1..n {
                for c in b..n {
                    let line = [a, b, c];
                    let mut expected: Vec<(usize, usize)> = Vec::new();
                    for distance in 1..n {
                        for p in 0..n {
                            if line.iter().all(|&s| attacks(distance, p, s)) {
                                expected.push((distance, p));
                            }
                        }
                    }
                    let found: Vec<Strike> =
                        if b == c { of_two(a, b).collect() } else { of_three(a, b, c).into_iter().collect() };
                    let mut found: Vec<(usize, usize)> = found.iter().map(|s| (s.distance, s.position)).collect();
                    found.sort_unstable();
                    assert_eq!(found, expected, "{line:?}");
                }
            }
        }
    }
}
