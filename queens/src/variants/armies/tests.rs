use super::propagator::{NO_OWNER, TOO_SMALL};
use super::*;
use solver_core::harness::Check;

#[test]
fn the_harness_finds_no_fault() {
    for (n, queens) in [(1, 2), (2, 3)] {
        let check = Check::new("armies")
            .arity(6 * n - 2..=6 * n - 2)
            .values(if n == 1 { -1..=2 } else { 0..=1 })
            .parameters(move |rng, _| rng.below(queens) as u32)
            .post(move |&queens, v| Armies::new(n, v.iter().copied(), queens))
            .holds(move |&queens, v| {
                let army = |colour| {
                    let own = |s: &usize| lines(square(*s, n), n).iter().all(|&line| v[line] == colour);
                    (0..n * n).filter(own).count() >= queens as usize
                };
                v.iter().all(|owner| (0..=1).contains(owner)) && army(0) && army(1)
            })
            .rules([&TOO_SMALL, &NO_OWNER])
            .cases(if n == 1 { 20_000 } else { 3_000 });
        check.passes(500);
    }
}

/// Compares with OEIS A250000, and proves for each size that larger armies are impossible.
#[test]
fn largest_armies() {
    for (n, largest) in (1..).zip([0, 0, 1, 2, 4, 5, 7, 9, 12]) {
        let first = |queens| {
            let m = ArmiesModel::new(n, queens).expect("a small board");
            let solution = m.search().first().expect("a sound model").complete();
            solution.map(|solution| m.armies(&solution).expect("its own solution"))
        };
        assert_eq!(first(largest + 1), None, "{n}");
        let armies = first(largest).expect("a solution");
        assert!(armies.iter().all(|army| army.len() == largest as usize), "{n}: {armies:?}");
        assert_eq!(clash_of_armies(&armies), None, "{n}: {armies:?}");
    }
}

/// Compares with brute force over every set of white queens; black gets all squares that the white queens leave.
#[test]
fn brute_force_agrees() {
    for n in 1..=4 {
        let near: Vec<u32> =
            (0..n * n).map(|s| super::super::geometry::attacked(s, n).iter().fold(0, |all, &t| all | 1 << t)).collect();
        let black = |white: u32| {
            let attacked = (0..n * n).filter(|s| white >> s & 1 == 1).fold(0, |all, s| all | near[s]);
            (n * n) as u32 - u32::count_ones(attacked)
        };
        let most = (0u32..1 << (n * n)).map(|white| white.count_ones().min(black(white))).max().unwrap_or(0);
        for queens in 0..=4 {
            let found = ArmiesModel::new(n, queens).expect("a small board").search().first().expect("a sound model");
            assert_eq!(found.complete().is_some(), queens <= most, "{queens} on {n}x{n}");
        }
    }
}
