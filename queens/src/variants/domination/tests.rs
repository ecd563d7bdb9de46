use super::cover::{NO_MORE, TOO_LITTLE};
use super::first::{EARLIER, NAMED, NO_CHOICE, NOT_TAKEN, TAKEN};
use super::*;
use solver_core::harness::{Check, Claim};

#[test]
fn first_has_no_fault() {
    let check = Check::new("first")
        .arity(1..=5)
        .values(-1..=4)
        .post(|(), v| First::new(v[0], (0..).zip(v[1..].iter().copied())))
        .holds(|(), v| {
            let first = v[1..].iter().position(|&taken| taken >= 1);
            first.is_some_and(|first| v[0] == first as i32)
        })
        .claims(Claim::Domain)
        .rules([&NOT_TAKEN, &TAKEN, &EARLIER, &NAMED, &NO_CHOICE])
        .up_to(40_000);
    check.passes(20_000);
}

#[test]
fn cover_has_no_fault() {
    let check = Check::new("cover")
        .arity(0..=6)
        .values(0..=1)
        .parameters(|rng, arity| {
            let elements = rng.below(7) as usize;
            let set = |rng: &mut solver_core::search::Rng| (0..elements).filter(|_| rng.below(3) == 0).collect();
            let sets: Vec<Vec<usize>> = (0..arity).map(|_| set(rng)).collect();
            (sets, elements, rng.below(5) as u32)
        })
        .post(|(sets, elements, budget), v| Cover::new(v.iter().copied().zip(sets), *elements, *budget))
        .holds(|(sets, elements, budget), v| {
            let chosen: Vec<&Vec<usize>> = sets.iter().zip(v).filter(|(_, v)| **v >= 1).map(|(set, _)| set).collect();
            chosen.len() <= *budget as usize && (0..*elements).all(|e| chosen.iter().any(|set| set.contains(&e)))
        })
        .rules([&NO_MORE, &TOO_LITTLE])
        .up_to(40_000);
    check.passes(5_000);
}

fn count(n: usize, queens: u32) -> u128 {
    match DominationModel::new(n, queens).expect("a small board").search().count().expect("a sound model") {
        Outcome::Complete(count) => count,
        Outcome::Unsat => 0,
        Outcome::Stopped { by, .. } => panic!("{by}"),
    }
}

/// Counts the solutions by brute force over every set of up to `k` queens.
fn counted(n: usize, k: u32) -> u128 {
    let sets = (0u32..1 << (n * n)).filter(|set| set.count_ones() <= k);
    let queens = |set: u32| (0..n * n).filter(move |s| set >> s & 1 == 1).map(|s| square(s, n)).collect::<Vec<_>>();
    sets.filter(|&set| dominates(n, &queens(set))).count() as u128
}

#[test]
fn sets_are_those_of_brute_force() {
    for n in 1..=4 {
        for k in 0..=4 {
            assert_eq!(count(n, k), counted(n, k), "{k} queens on {n}x{n}");
        }
    }
}

/// Compares with OEIS A075458, and proves for each size that one queen fewer does not suffice.
#[test]
fn fewest_queens() {
    for (n, fewest) in (1..).zip([1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 6]) {
        let asked = |k| {
            let m = DominationModel::new(n, k).expect("a small board");
            let first = m.search().first().expect("a sound model");
            first.complete().map(|solution| m.squares(&solution).expect("its own solution"))
        };
        assert_eq!(asked(fewest - 1), None, "{n}");
        let squares = asked(fewest).expect("a solution");
        assert!(squares.len() <= fewest as usize && dominates(n, &squares), "{n}: {squares:?}");
    }
}

/// There are 4860 dominating placements of five queens on the chessboard, as has been known since the 19th century.
#[test]
fn five_queens_on_a_chessboard() {
    assert_eq!(count(8, 5), 4860);
}
