//! Generates puzzles that have a unique solution and a given difficulty.
//!
//! A kind of puzzle composes a random puzzle with all possible clues. Clues are then removed in random order, as long
//! as a search proves that the solution stays unique. Puzzles with fewer clues need harder steps, so a bisection finds
//! how many clues, in this order, can be removed without exceeding the requested difficulty. If the puzzle is still too
//! easy, a few other clues are removed until a step of the requested difficulty is needed.

use super::hint::hardest;
use super::solve::{Found, Ready};
use super::{AskError, within};
use crate::fact::Fact;
use crate::hint::{Board, Known, Reached};
use crate::puzzle::{Kind, Puzzle};
use crate::question::Difficulty;
use crate::statement::Statement;
use solver_core::prelude::*;
use solver_core::search::Rng;

/// The reason why no puzzle was generated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The size is not supported.
    #[error("{kind} can be generated in sizes {smallest} to {largest}, not {size}")]
    Size {
        /// The name of the kind.
        kind: &'static str,
        /// The smallest size.
        smallest: usize,
        /// The largest size.
        largest: usize,
        /// The requested size.
        size: usize,
    },
    /// No puzzle with these properties was found.
    #[error("no {}{kind} of size {size} was found in {attempts} attempts{}: try another size, difficulty or seed", wanted.map(|wanted| wanted.name().to_owned() + " ").unwrap_or_default(), others(*.easier, *.harder))]
    NotFound {
        /// The name of the kind.
        kind: &'static str,
        /// The requested size.
        size: usize,
        /// The requested difficulty.
        wanted: Option<Difficulty>,
        /// The number of attempts.
        attempts: usize,
        /// The number of attempts that gave an easier puzzle.
        easier: usize,
        /// The number of attempts that gave a harder puzzle.
        harder: usize,
    },
}

fn others(easier: usize, harder: usize) -> String {
    match (easier, harder) {
        (0, 0) => String::new(),
        _ => format!(" ({easier} were easier, {harder} harder)"),
    }
}

/// The result of removing clues from a composed puzzle.
enum Dug {
    Made(Box<dyn Puzzle>),
    Easier,
    Harder,
    /// The composed puzzle has several solutions, or it could not be proved that it has only one.
    Ambiguous,
}

/// The number of puzzles to compose before giving up.
const ATTEMPTS: usize = 400;

/// The maximum number of additional clues that the generator tries to remove one by one after the bisection.
const TRIED: usize = 24;

/// The node limit of each search that proves uniqueness.
const NODES: u64 = 20_000;

/// Generates a puzzle. The same arguments always give the same puzzle.
///
/// ```
/// use puzzles::{Difficulty, generate, kind};
/// use solver_core::prelude::Limits;
/// let sudoku = kind("sudoku").unwrap();
/// let made = generate(sudoku, 4, Some(Difficulty::Easy), 1, &Limits::default()).unwrap();
/// assert_eq!(made.write().lines().count(), 4);
/// ```
///
/// # Errors
/// [`AskError::Generate`] when the size is not supported or no puzzle was found; [`AskError::Stopped`] on a time limit
/// or cancellation.
pub fn generate(
    kind: &Kind,
    size: usize,
    difficulty: Option<Difficulty>,
    seed: u64,
    limits: &Limits,
) -> Result<Box<dyn Puzzle>, AskError> {
    let [smallest, _, largest] = kind.sizes;
    if !(smallest..=largest).contains(&size) {
        return Err(GenerateError::Size { kind: kind.name, smallest, largest, size }.into());
    }
    let mut rng = Rng::new(seed);
    let limits = within(limits, NODES);
    let (mut easier, mut harder) = (0, 0);
    for _ in 0..ATTEMPTS {
        if limits.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            return Err(AskError::Stopped { by: StopReason::Cancelled });
        }
        let Some(composed) = (kind.compose)(size, &mut rng) else { continue };
        match dug(kind, composed, difficulty, &limits, &mut rng)? {
            Dug::Made(made) => return Ok(made),
            Dug::Easier => easier += 1,
            Dug::Harder => harder += 1,
            Dug::Ambiguous => {}
        }
    }
    let (kind, wanted) = (kind.name, difficulty);
    Err(GenerateError::NotFound { kind, size, wanted, attempts: ATTEMPTS, easier, harder }.into())
}

/// Removes clues from a composed puzzle, as described in the module documentation.
fn dug(
    kind: &Kind,
    full: Box<dyn Puzzle>,
    wanted: Option<Difficulty>,
    limits: &Limits,
    rng: &mut Rng,
) -> Result<Dug, AskError> {
    // Whether exactly one solution satisfies these facts; false if the search takes too long.
    let is_unique = |ready: &Ready<'_>, facts: &[Fact]| match ready.found(facts, limits) {
        Ok((found, _)) => Ok(matches!(found, Found::One(_))),
        Err(AskError::Stopped { by: StopReason::Nodes }) => Ok(false),
        Err(error) => Err(error),
    };
    let mut statement = full.statement()?;
    if !is_unique(&statement.ready(), &[])? {
        return Ok(Dug::Ambiguous);
    }
    // Cell values come first and are removed first, because signs and outside numbers give the puzzle its character.
    let givens: Vec<Fact> = statement.givens_and(&[]).collect();
    statement.givens.clear();
    let ready = statement.ready();
    let mut order: Vec<usize> = (0..full.clues()).collect();
    let (in_cells, others) = order.split_at_mut(givens.len());
    rng.shuffle(in_cells);
    rng.shuffle(others);
    let mut kept = vec![true; order.len()];
    let mut left_out = Vec::new();
    for clue in order {
        kept[clue] = false;
        let stays_unique = if clue < givens.len() {
            let left: Vec<Fact> = givens.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(fact, _)| *fact).collect();
            is_unique(&ready, &left)?
        } else {
            is_unique(&full.keeping(&kept).statement()?.ready(), &[])?
        };
        if stays_unique { left_out.push(clue) } else { kept[clue] = true }
    }
    let Some(wanted) = wanted else { return Ok(Dug::Made(full.keeping(&kept))) };
    // Rates the puzzle, or returns `None` if it needs a step harder than requested.
    let difficulty_within = |kept: &[bool]| {
        let board = Board::new(full.keeping(kept).statement()?);
        let walk = board.walk(&Known::given(&board), kind.hardest(wanted))?;
        Ok::<_, AskError>((walk.end == Reached::Solved).then(|| kind.difficulty(hardest(&walk))))
    };
    let without = |count: usize| {
        let mut all = vec![true; kept.len()];
        left_out[..count].iter().for_each(|&clue| all[clue] = false);
        all
    };
    // Bisect for the maximum number of clues to remove. Removing clues rarely makes a puzzle easier. Often all of them
    // can be removed.
    let mut found = difficulty_within(&without(left_out.len()))?.map(|difficulty| (left_out.len(), difficulty));
    let (mut easy, mut hard) = (0, if found.is_some() { 0 } else { left_out.len() });
    while easy < hard {
        let middle = (easy + hard) / 2;
        match difficulty_within(&without(middle))? {
            Some(difficulty) => {
                found = Some((middle, difficulty));
                easy = middle + 1;
            }
            None => hard = middle,
        }
    }
    let Some((count, mut difficulty)) = found else { return Ok(Dug::Harder) };
    let mut kept = without(count);
    // Removing the next clue makes the puzzle too hard, but a different clue may be removable.
    for &clue in left_out[count..].iter().take(TRIED) {
        if difficulty == wanted {
            break;
        }
        kept[clue] = false;
        match difficulty_within(&kept)? {
            Some(harder) => difficulty = harder,
            None => kept[clue] = true,
        }
    }
    Ok(if difficulty == wanted { Dug::Made(full.keeping(&kept)) } else { Dug::Easier })
}

/// Finds a random solution by trying values in random order. Returns `None` if that takes too long.
pub(crate) fn random_solution(statement: &Statement, rng: &mut Rng) -> Option<Vec<i32>> {
    let model = statement.with(&[]);
    let search = statement.search(&model).values(ValueSelect::Random).seed(rng.next_u64()).node_limit(5_000);
    let mut run = search.start().ok()?;
    if run.step() != Step::Solution {
        return None;
    }
    statement.values(&run).ok()
}

/// Returns a random item, or `None` if there are no items.
pub(crate) fn pick<T: Copy>(items: &[T], rng: &mut Rng) -> Option<T> {
    (!items.is_empty()).then(|| items[rng.below(items.len() as u64) as usize])
}

/// Returns the items in random order.
pub(crate) fn shuffled<T>(items: impl IntoIterator<Item = T>, rng: &mut Rng) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    rng.shuffle(&mut items);
    items
}
