//! Generates region boards that have exactly one solution.
//!
//! First, random stars are placed subject to the rules for rows, columns and adjacency. A piece then grows from every
//! star, one random square at a time, until the pieces cover the board. Adjacent pieces are merged until each region
//! has the required number of stars. Most of these boards have many solutions, so they are repaired: the solver
//! searches for other solutions, and a star square in one of them that is not an intended star is moved to an adjacent
//! region. Each repair chooses the move that leaves the fewest of all solutions found so far, because an excluded
//! solution can become possible again. The intended solution always remains. Repairs continue until the solver proves
//! uniqueness; a board that needs too many repairs is abandoned.

use super::board::{Board, letters};
use crate::kinds::prelude::*;
use crate::squares::touches;

/// The board generator.
struct Generator<'r> {
    size: usize,
    stars: usize,
    rng: &'r mut Rng,
}

/// The number of nodes after which the search for a random placement is abandoned.
const PLACEMENT_NODES: usize = 20_000;

/// The node limit of each search for other solutions.
const NODES: u64 = 20_000;

/// The number of other solutions to consider for each repair.
const SAMPLE: u64 = 6;

/// The maximum number of repairs per board row.
const REPAIRS: usize = 20;

/// The maximum growth rate of a piece on small boards; on larger boards, it is three times the number of rows.
const APPETITE: u64 = 12;

/// The value for a square that belongs to no piece.
const FREE: usize = usize::MAX;

/// Composes a board with a unique solution; returns `None` if the attempt fails.
pub(super) fn compose(size: usize, stars: usize, rng: &mut Rng) -> Option<Board> {
    let mut generator = Generator { size, stars, rng };
    let stars = generator.placement()?;
    let regions = generator.regions(&stars)?;
    generator.repaired(&stars, regions)
}

impl Generator<'_> {
    /// Places random stars without regions; returns `None` if that is impossible or takes too long.
    fn placement(&mut self) -> Option<Vec<usize>> {
        let (size, stars) = (self.size, self.stars);
        let mut placed: Vec<usize> = Vec::new();
        // For each star, the columns not yet tried.
        let mut choices: Vec<Vec<usize>> = vec![self.columns(&placed)];
        for _ in 0..PLACEMENT_NODES {
            match choices.last_mut()?.pop() {
                Some(column) => {
                    placed.push(placed.len() / stars * size + column);
                    if placed.len() == size * stars {
                        return Some(placed);
                    }
                    let next = self.columns(&placed);
                    choices.push(next);
                }
                None => {
                    choices.pop();
                    placed.pop();
                }
            }
        }
        None
    }

    /// Returns the possible columns for the next star in random order. Stars in a row are placed from left to right.
    fn columns(&mut self, placed: &[usize]) -> Vec<usize> {
        let (size, stars) = (self.size, self.stars);
        let row = placed.len() / stars;
        let begun = !placed.len().is_multiple_of(stars);
        let first = if begun { placed.last().map_or(0, |last| last % size + 2) } else { 0 };
        let free = |&column: &usize| {
            let full = placed.iter().filter(|&&star| star % size == column).count() >= stars;
            !full && placed.iter().all(|&star| !touches(row * size + column, star, size))
        };
        shuffled((first..size).filter(free), self.rng)
    }

    /// Grows random regions around the stars; returns `None` if the pieces cannot be merged.
    fn regions(&mut self, stars: &[usize]) -> Option<Vec<usize>> {
        let size = self.size;
        let mut piece = vec![FREE; size * size];
        for (number, &star) in stars.iter().enumerate() {
            piece[star] = number;
        }
        // The pieces differ in size, because a few large and many small ones make a unique solution likely.
        let most = APPETITE.max(3 * size as u64);
        let appetite: Vec<u64> = stars.iter().map(|_| 1 + self.rng.below(most) * self.rng.below(most) / most).collect();
        let mut edges: Vec<Vec<usize>> = stars.iter().map(|&star| vec![star]).collect();
        let mut free = size * size - stars.len();
        while free > 0 {
            let number = self.rng.below(stars.len() as u64) as usize;
            if edges[number].is_empty() || self.rng.below(most) >= appetite[number] {
                continue;
            }
            let at = self.rng.below(edges[number].len() as u64) as usize;
            let open: Vec<usize> = beside(edges[number][at], size, size).filter(|&s| piece[s] == FREE).collect();
            let Some(square) = pick(&open, self.rng) else {
                edges[number].swap_remove(at);
                continue;
            };
            piece[square] = number;
            edges[number].push(square);
            free -= 1;
        }
        let groups = self.groups(&piece, stars.len())?;
        Some(piece.into_iter().map(|piece| groups[piece]).collect())
    }

    /// Merges adjacent pieces into regions that have the required number of stars.
    fn groups(&mut self, piece: &[usize], count: usize) -> Option<Vec<usize>> {
        let size = self.size;
        let mut near = vec![Vec::new(); count];
        for square in 0..piece.len() {
            for other in beside(square, size, size) {
                let (a, b) = (piece[square], piece[other]);
                if a != b && !near[a].contains(&b) {
                    near[a].push(b);
                }
            }
        }
        let mut groups = vec![FREE; count];
        for group in 0..count / self.stars {
            // The piece with the fewest free neighbouring pieces is the hardest to merge.
            let open = |p: usize, groups: &[usize]| near[p].iter().filter(|&&q| groups[q] == FREE).count();
            let first = (0..count).filter(|&p| groups[p] == FREE).min_by_key(|&p| open(p, &groups))?;
            groups[first] = group;
            for _ in 1..self.stars {
                let members = (0..count).filter(|&p| groups[p] == group);
                let beside = members.flat_map(|p| near[p].iter().copied()).filter(|&q| groups[q] == FREE);
                let beside = shuffled(beside, self.rng);
                let next = beside.into_iter().min_by_key(|&q| open(q, &groups))?;
                groups[next] = group;
            }
        }
        Some(groups)
    }

    /// Moves squares between regions until the stars are the only solution; returns `None` if that takes too long.
    fn repaired(&mut self, stars: &[usize], mut regions: Vec<usize>) -> Option<Board> {
        // All other solutions found so far are kept, because a later repair can make one of them possible again.
        let mut others: Vec<Vec<usize>> = Vec::new();
        for _ in 0..REPAIRS * self.size {
            if !others.iter().any(|other| self.is_solution(other, &regions)) {
                let board = Board::new(self.size, self.stars, 1, letters(&regions).collect()).ok()?;
                let found = others_of(&board, stars)?;
                if found.is_empty() {
                    return Some(board);
                }
                others.extend(found);
            }
            if !self.spoil(&others, stars, &mut regions) {
                return None;
            }
        }
        None
    }

    /// Checks whether stars that satisfy the rules for rows, columns and adjacency also satisfy the region rules.
    fn is_solution(&self, stars: &[usize], regions: &[usize]) -> bool {
        let mut counts = vec![0; self.size];
        stars.iter().for_each(|&star| counts[regions[star]] += 1);
        counts.iter().all(|&count| count == self.stars)
    }

    /// Moves a square of another solution to an adjacent region such that as few as possible of the known other
    /// solutions remain. Returns false if no square can be moved.
    fn spoil(&mut self, others: &[Vec<usize>], stars: &[usize], regions: &mut [usize]) -> bool {
        let size = self.size;
        let squares = distinct(others.iter().filter(|other| self.is_solution(other, regions)).flatten().copied());
        let moves = squares.into_iter().filter(|square| !stars.contains(square)).flat_map(|square| {
            let doors = beside(square, size, size).map(|s| regions[s]).filter(|&region| region != regions[square]);
            distinct(doors).into_iter().map(move |region| (square, region)).collect::<Vec<_>>()
        });
        let moves = shuffled(moves, self.rng);
        let left_after = |(square, region): (usize, usize)| {
            let old = std::mem::replace(&mut regions[square], region);
            // A region must keep at least one square and stay connected.
            let fits = regions.contains(&old) && is_whole(size, size, |square| regions[square] == old);
            let left = fits.then(|| others.iter().filter(|other| self.is_solution(other, regions)).count());
            regions[square] = old;
            Some((left?, square, region))
        };
        let best = moves.into_iter().filter_map(left_after).min_by_key(|(left, ..)| *left);
        let Some((_, square, region)) = best else { return false };
        regions[square] = region;
        true
    }
}

/// Finds some solutions other than the intended one; returns `None` if the search takes too long.
fn others_of(board: &Board, wanted: &[usize]) -> Option<Vec<Vec<usize>>> {
    let statement = board.statement().ok()?;
    let model = statement.needed_with(&[]);
    let limits = Limits { nodes: Some(NODES), solutions: Some(SAMPLE), ..Limits::default() };
    let mut run = statement.search(&model).values(ValueSelect::Max).limits(limits).start().ok()?;
    let mut others: Vec<Vec<usize>> = Vec::new();
    loop {
        match run.step() {
            Step::Solution => {
                let is_star = |&square: &usize| run.value(statement.cells[square].variable) == Ok(1);
                let squares: Vec<usize> = (0..statement.cells.len()).filter(is_star).collect();
                others.extend(Some(squares).filter(|squares| squares != wanted));
            }
            Step::Stopped(_) if others.is_empty() => return None,
            Step::Stopped(_) | Step::Exhausted => return Some(others),
        }
    }
}
