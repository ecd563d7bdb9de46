use super::*;
use crate::kinds::regions::board::Board as Puzzle;
use solver_core::harness::{Check, Claim};

#[derive(Clone, Debug)]
struct Board {
    puzzle: Puzzle,
    unit: usize,
}

impl Board {
    fn area(&self) -> Area {
        Area::new(&self.puzzle)
    }

    /// Finds all placements of the unit's stars by brute force, given the squares that may and those that must have a
    /// star.
    fn placements(&self, may: impl Fn(usize) -> bool, must: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let area = self.area();
        let own: Vec<usize> = area.units[self.unit].ones().collect();
        let subsets = (0..1u32 << own.len())
            .map(|mask| own.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, &s)| s).collect());
        let fits = |stars: &Vec<usize>| {
            let touching = stars.iter().any(|&a| stars.iter().any(|&b| area.touched[a].contains(b)));
            let has_all = own.iter().all(|s| !must(*s) || stars.contains(s));
            stars.len() == self.puzzle.stars && !touching && has_all && stars.iter().all(|&s| may(s))
        };
        subsets.filter(fits).collect()
    }
}

/// Creates a board without validating it.
fn unchecked(size: usize, stars: usize, regions: Vec<usize>) -> Puzzle {
    let count = regions.iter().max().map_or(0, |max| max + 1);
    Puzzle { size, stars, usual: 1, regions, names: (0..count).map(|region| region.to_string()).collect() }
}

/// Creates a harness check on 3×3 boards with arbitrary regions.
fn check(cases: u64) -> Check<Board> {
    Check::new("reach")
        .arity(9..=9)
        .values(0..=1)
        .without_extremes()
        .parameters(|rng, _| {
            let regions = (0..9).map(|_| rng.below(3) as usize).collect();
            let stars = 1 + rng.below(2) as usize;
            let puzzle = unchecked(3, stars, regions);
            let units = 6 + puzzle.names.len() as u64;
            Board { puzzle, unit: rng.below(units.min(9)) as usize }
        })
        .post(|board, views| Reach::new(Arc::new(board.area()), board.unit, views.into()))
        .holds(|board, values| {
            let stars: Vec<usize> = (0..9).filter(|&s| values[s] == 1).collect();
            let ways = board.placements(|s| values[s] == 1, |s| values[s] == 1);
            let peaceful = |way: &Vec<usize>| stars.iter().all(|&s| !board.area().ruled_out(way).contains(s));
            ways.iter().any(peaceful)
        })
        .claims(Claim::values(|board: &Board, domains: &[Vec<i32>], square, value| {
            let may = |s: usize| domains[s].contains(&1);
            let ways = board.placements(may, |s| domains[s] == [1]);
            if value == 1 {
                ways.iter().any(|way| !board.area().ruled_out(way).contains(square))
            } else {
                !board.area().units[board.unit].contains(square) || ways.iter().any(|way| !way.contains(&square))
            }
        }))
        .rules([&RULED_OUT, &COMMON, &NO_WAY])
        .cases(cases)
        .seed(3)
}

#[test]
fn the_harness_finds_no_fault() {
    let check = check(3_000);
    let report = check.run().unwrap_or_else(|failure| panic!("{failure}"));
    println!("{report}");
    assert!(report.unseen_rules().is_empty() && report.reasons > 2_000, "{report}");
    assert_eq!(check.missed(&report), []);
}
