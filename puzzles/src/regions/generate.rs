//! The generator: boards with exactly one solution, from a seed.
//!
//! Stars first: random ones that obey rows, columns and distance. Then every star grows a piece, a random square at a
//! time, until the board is covered; adjacent pieces are merged until each region has its stars. Most such boards have
//! many solutions. So the solver searches for some others, and a square of one of them, where the intended solution has
//! no star, is moved to an adjacent region: the one that leaves the fewest of all solutions found so far, because an
//! excluded one can come back. The intended solution remains. This is repeated until no other is left, which the solver
//! proves; a board that needs too many repairs is abandoned.

use super::formulation::RegionsModel;
use super::hints::{HintError, Hints, Reached};
use super::puzzle::{Puzzle, PuzzleError, beside};
use super::solve::SolveError;
use super::square::Square;
use super::stars::Stars;
use solver_core::prelude::*;
use solver_core::search::Rng;
use std::time::Instant;

/// Makes puzzles. The same settings give the same puzzles, in every version of Ferz.
///
/// ```
/// use puzzles::regions::{Generator, Solving};
/// let mut generator = Generator::new(6, 1, 2025);
/// let made = generator.make()?;
/// assert_eq!(made.puzzle.size(), 6);
/// # Ok::<(), puzzles::regions::GenerateError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    size: usize,
    stars: usize,
    by_hints: bool,
    cancel: CancelToken,
    deadline: Option<Instant>,
    rng: Rng,
}

/// A puzzle and its only solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Generated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Proved to be its only solution.
    pub solution: Stars,
}

/// Why there is no puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The size and the number of stars make no board.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// It is proved that there is no board.
    #[error("no {size}x{size} board has room for {}", wanted(*.stars))]
    NoRoom {
        /// The number of rows.
        size: usize,
        /// The number of stars.
        stars: usize,
    },
    /// None was found in reasonable time.
    #[error(
        "no {size}x{size} board of this kind was found in {attempts} attempts: try another seed, or a larger board"
    )]
    NotFound {
        /// The number of rows.
        size: usize,
        /// The number of attempts.
        attempts: usize,
    },
    /// Somebody cancelled, or time ran out.
    #[error("stopped by {by}")]
    Stopped {
        /// Who.
        by: StopReason,
    },
    /// The solver refused a board.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The hints failed.
    #[error(transparent)]
    Hints(#[from] HintError),
}

fn wanted(stars: usize) -> String {
    if stars == 1 {
        return "a star in each row and column: this takes 4 rows or more, or a single one".to_owned();
    }
    format!("{stars} stars in each row and column that do not touch: this takes more rows")
}

/// Boards that are tried for one puzzle.
const ATTEMPTS: usize = 5_000;

/// Nodes of the search for a random placement before it begins anew.
const PLACEMENT_NODES: usize = 20_000;

/// Nodes of each search for other solutions.
const NODES: u64 = 20_000;

/// Solutions that are looked at for each repair.
const SAMPLE: u64 = 6;

/// Repairs of one board, for each of its rows, before it is given up.
const REPAIRS: usize = 20;

/// Appetites of pieces go from 1 to this, or to three times the number of rows.
const APPETITE: u64 = 12;

/// What is known of solutions beside the wanted one.
enum Others {
    /// There are none; here is the wanted one.
    None(Stars),
    /// Here are some.
    Some(Vec<Vec<usize>>),
    /// The search took too long.
    Unknown,
}

/// The state of one square while regions grow.
const FREE: usize = usize::MAX;

impl Generator {
    /// Puzzles of this size, with this many stars per row.
    pub fn new(size: usize, stars: usize, seed: u64) -> Generator {
        Generator { size, stars, by_hints: false, cancel: CancelToken::new(), deadline: None, rng: Rng::new(seed) }
    }

    /// Only puzzles that [`Hints`] solve without a guess.
    #[must_use]
    pub fn by_hints(mut self) -> Generator {
        self.by_hints = true;
        self
    }

    /// Stops when somebody cancels the token.
    #[must_use]
    pub fn cancel(mut self, token: &CancelToken) -> Generator {
        self.cancel = token.clone();
        self
    }

    /// Stops at this time.
    #[must_use]
    pub fn until(mut self, deadline: Instant) -> Generator {
        self.deadline = Some(deadline);
        self
    }

    /// The next puzzle.
    ///
    /// # Errors
    /// [`GenerateError`] when there is no such board, or none was found.
    pub fn make(&mut self) -> Result<Generated, GenerateError> {
        self.check()?;
        for _ in 0..ATTEMPTS {
            self.go_on()?;
            let Some(stars) = self.placement()? else { continue };
            let Some(regions) = self.regions(&stars) else { continue };
            let Some(made) = self.repaired(&stars, regions)? else { continue };
            if !self.by_hints || matches!(Hints::new(&made.puzzle)?.walk()?.end, Reached::Solved(_)) {
                return Ok(made);
            }
        }
        Err(GenerateError::NotFound { size: self.size, attempts: ATTEMPTS })
    }

    /// Whether nobody has stopped it.
    fn go_on(&self) -> Result<(), GenerateError> {
        match self.deadline {
            _ if self.cancel.is_cancelled() => Err(GenerateError::Stopped { by: StopReason::Cancelled }),
            Some(deadline) if Instant::now() >= deadline => Err(GenerateError::Stopped { by: StopReason::Time }),
            _ => Ok(()),
        }
    }

    /// Refuses what no board can be: by the puzzle's own rules, on a board of stripes.
    fn check(&self) -> Result<(), PuzzleError> {
        let Generator { size, stars, .. } = *self;
        let small = size.min(64);
        Puzzle::lettered(size, stars, &(0..small * small).map(|s| s / small).collect::<Vec<_>>()).map(|_| ())
    }

    /// Random stars without regions; `None` when the search for them took too long.
    fn placement(&mut self) -> Result<Option<Vec<usize>>, GenerateError> {
        let (size, stars) = (self.size, self.stars);
        let mut placed: Vec<usize> = Vec::new();
        // For each star the columns that are still to be tried in its place.
        let mut choices: Vec<Vec<usize>> = vec![self.columns(&placed)];
        for _ in 0..PLACEMENT_NODES {
            let Some(open) = choices.last_mut() else { return Err(GenerateError::NoRoom { size, stars }) };
            match open.pop() {
                Some(column) => {
                    placed.push(placed.len() / stars * size + column);
                    if placed.len() == size * stars {
                        return Ok(Some(placed));
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
        Ok(None)
    }

    /// The columns that the next star can take, in random order. Stars of a row go from left to right.
    fn columns(&mut self, placed: &[usize]) -> Vec<usize> {
        let (size, stars) = (self.size, self.stars);
        let row = placed.len() / stars;
        let begun = !placed.len().is_multiple_of(stars);
        let first = if begun { placed.last().map_or(0, |last| last % size + 2) } else { 0 };
        let free = |&column: &usize| {
            let square = Square { row, column };
            let full = placed.iter().filter(|&&star| star % size == column).count() >= stars;
            !full && placed.iter().all(|&star| !square.touches(Square::at(star, size)))
        };
        let mut columns: Vec<usize> = (first..size).filter(free).collect();
        shuffle(&mut self.rng, &mut columns);
        columns
    }

    /// Random regions around stars; `None` when their pieces could not be put together.
    fn regions(&mut self, stars: &[usize]) -> Option<Vec<usize>> {
        let size = self.size;
        let mut piece = vec![FREE; size * size];
        for (number, &star) in stars.iter().enumerate() {
            piece[star] = number;
        }
        // Pieces of different sizes: a few large ones and many small make single solutions likely.
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
            let open: Vec<usize> = beside(edges[number][at], size).filter(|&s| piece[s] == FREE).collect();
            if open.is_empty() {
                edges[number].swap_remove(at);
                continue;
            }
            let square = open[self.rng.below(open.len() as u64) as usize];
            piece[square] = number;
            edges[number].push(square);
            free -= 1;
        }
        let groups = self.groups(&piece, stars.len())?;
        Some(piece.into_iter().map(|piece| groups[piece]).collect())
    }

    /// Puts pieces that lie side by side together, as many as a region has stars.
    fn groups(&mut self, piece: &[usize], count: usize) -> Option<Vec<usize>> {
        let size = self.size;
        let mut near = vec![Vec::new(); count];
        for square in 0..piece.len() {
            for other in beside(square, size) {
                let (a, b) = (piece[square], piece[other]);
                if a != b && !near[a].contains(&b) {
                    near[a].push(b);
                }
            }
        }
        let mut groups = vec![FREE; count];
        for group in 0..count / self.stars {
            // The piece with the fewest free ones beside it is the hardest to place.
            let open = |p: usize, groups: &[usize]| near[p].iter().filter(|&&q| groups[q] == FREE).count();
            let first = (0..count).filter(|&p| groups[p] == FREE).min_by_key(|&p| open(p, &groups))?;
            groups[first] = group;
            for _ in 1..self.stars {
                let members = (0..count).filter(|&p| groups[p] == group);
                let mut beside: Vec<usize> =
                    members.flat_map(|p| near[p].iter().copied()).filter(|&q| groups[q] == FREE).collect();
                shuffle(&mut self.rng, &mut beside);
                let next = beside.into_iter().min_by_key(|&q| open(q, &groups))?;
                groups[next] = group;
            }
        }
        Some(groups)
    }

    /// Moves squares between regions until the stars are the only solution; `None` when that takes too long.
    fn repaired(&mut self, stars: &[usize], mut regions: Vec<usize>) -> Result<Option<Generated>, GenerateError> {
        // All other solutions met so far: a repair that brings one of them back is no good.
        let mut others: Vec<Vec<usize>> = Vec::new();
        for _ in 0..REPAIRS * self.size {
            if !others.iter().any(|other| self.is_solution(other, &regions)) {
                let Ok(puzzle) = Puzzle::lettered(self.size, self.stars, &regions) else { return Ok(None) };
                match self.others(&puzzle, stars)? {
                    Others::None(solution) => return Ok(Some(Generated { puzzle, solution })),
                    Others::Some(found) => others.extend(found),
                    Others::Unknown => return Ok(None),
                }
            }
            if !self.spoil(&others, stars, &mut regions) {
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// Solutions that are not the wanted one.
    fn others(&self, puzzle: &Puzzle, stars: &[usize]) -> Result<Others, GenerateError> {
        let model = RegionsModel::new(puzzle).map_err(SolveError::from)?;
        let limits = Limits {
            nodes: Some(NODES),
            solutions: Some(SAMPLE),
            time: self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())),
            cancel: Some(self.cancel.clone()),
            ..Limits::default()
        };
        let mut run = model.search().limits(limits).start().map_err(SolveError::from)?;
        let mut wanted = None;
        let mut others = Vec::new();
        let end = loop {
            match run.step() {
                Step::Solution => {
                    let found = model.stars(|x| run.value(x))?;
                    let squares: Vec<usize> = found.squares().iter().map(|square| square.index(self.size)).collect();
                    if squares == stars { wanted = Some(found) } else { others.push(squares) }
                }
                end => break end,
            }
        };
        Ok(match (end, wanted) {
            (Step::Stopped(by @ (StopReason::Cancelled | StopReason::Time)), _) => {
                return Err(GenerateError::Stopped { by });
            }
            (Step::Exhausted, Some(only)) if others.is_empty() => Others::None(only),
            _ if others.is_empty() => Others::Unknown,
            _ => Others::Some(others),
        })
    }

    /// Whether stars that obey rows, columns and distance suit the regions too.
    fn is_solution(&self, stars: &[usize], regions: &[usize]) -> bool {
        let mut counts = vec![0; self.size];
        stars.iter().for_each(|&star| counts[regions[star]] += 1);
        counts.iter().all(|&count| count == self.stars)
    }

    /// Moves a square of another solution to a region next door, so that the fewest of all others are left or come
    /// back; false when none can be moved.
    fn spoil(&mut self, others: &[Vec<usize>], stars: &[usize], regions: &mut [usize]) -> bool {
        let size = self.size;
        let mut squares: Vec<usize> =
            others.iter().filter(|other| self.is_solution(other, regions)).flatten().copied().collect();
        squares.sort_unstable();
        squares.dedup();
        let mut moves: Vec<(usize, usize)> = Vec::new();
        for square in squares.into_iter().filter(|square| !stars.contains(square)) {
            let mut doors: Vec<usize> =
                beside(square, size).map(|s| regions[s]).filter(|&region| region != regions[square]).collect();
            doors.sort_unstable();
            doors.dedup();
            moves.extend(doors.into_iter().map(|region| (square, region)));
        }
        shuffle(&mut self.rng, &mut moves);
        let mut best: Option<(usize, usize, usize)> = None;
        for (square, region) in moves {
            let old = std::mem::replace(&mut regions[square], region);
            if is_whole(regions, old, size) {
                let left = others.iter().filter(|other| self.is_solution(other, regions)).count();
                if best.is_none_or(|(least, ..)| left < least) {
                    best = Some((left, square, region));
                }
            }
            regions[square] = old;
        }
        let Some((_, square, region)) = best else { return false };
        regions[square] = region;
        true
    }
}

/// Whether a region is in one piece.
fn is_whole(regions: &[usize], region: usize, size: usize) -> bool {
    let own = || (0..regions.len()).filter(|&s| regions[s] == region);
    let mut reached: Vec<usize> = own().take(1).collect();
    let mut next = 0;
    while let Some(&square) = reached.get(next) {
        next += 1;
        for beside in beside(square, size).filter(|&s| regions[s] == region) {
            if !reached.contains(&beside) {
                reached.push(beside);
            }
        }
    }
    !reached.is_empty() && reached.len() == own().count()
}

/// Fisher and Yates.
fn shuffle<T>(rng: &mut Rng, items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, rng.below(i as u64 + 1) as usize);
    }
}
