//! Making puzzles: with one solution, and as hard as wanted.
//!
//! A kind composes a random puzzle with all the clues that it can have. Clues are left out one by one, in random order,
//! as long as the solution remains the only one, which a search proves each time. The fewer clues, the harder the
//! steps: a bisection over the order in which they were left out finds the hardest puzzle of the wanted difficulty.

use super::hint::rated;
use super::solve::Found;
use super::{AskError, Game};
use crate::hint::{Known, Reached};
use crate::puzzle::{Kind, Puzzle};
use crate::question::Difficulty;
use crate::statement::Statement;
use solver_core::prelude::*;
use solver_core::search::Rng;

/// Why no puzzle was made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// Such a size is not made.
    #[error("{kind} is made in sizes {smallest} to {largest}, not {size}")]
    Size {
        /// The kind.
        kind: &'static str,
        /// The smallest size.
        smallest: usize,
        /// The largest size.
        largest: usize,
        /// What was asked for.
        size: usize,
    },
    /// None was found.
    #[error("no puzzle of this kind was found in {attempts} attempts: try another seed, size or difficulty")]
    NotFound {
        /// The number of attempts.
        attempts: usize,
    },
}

/// Puzzles that are composed for one.
const ATTEMPTS: usize = 400;

/// Nodes of each search that proves a solution the only one.
const NODES: u64 = 20_000;

/// Makes a puzzle. The same arguments make the same puzzle.
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
/// [`AskError::Generate`] when there is none of this size, or none was found; [`AskError::Stopped`] when a time limit or
/// somebody who cancels comes first.
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
    let limits = Limits { nodes: Some(limits.nodes.unwrap_or(NODES).min(NODES)), ..limits.clone() };
    for _ in 0..ATTEMPTS {
        if limits.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            return Err(AskError::Stopped { by: StopReason::Cancelled });
        }
        let Some(composed) = (kind.compose)(size, &mut rng) else { continue };
        if let Some(made) = dug(composed, difficulty, &limits, &mut rng)? {
            return Ok(made);
        }
    }
    Err(GenerateError::NotFound { attempts: ATTEMPTS }.into())
}

/// Whether a puzzle has exactly one solution; false where a search takes too long.
fn is_unique(puzzle: &dyn Puzzle, limits: &Limits) -> Result<bool, AskError> {
    let game = Game::new(puzzle.keeping(&vec![true; puzzle.clues()]), limits)?;
    match game.found(&[]) {
        Ok((found, _)) => Ok(matches!(found, Found::One(_))),
        Err(AskError::Stopped { by: StopReason::Nodes }) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The difficulty, if steps of at most this one solve the puzzle.
fn difficulty_within(puzzle: &dyn Puzzle, most: Difficulty, limits: &Limits) -> Result<Option<Difficulty>, AskError> {
    let game = Game::new(puzzle.keeping(&vec![true; puzzle.clues()]), limits)?;
    let walk = game.board.walk(&Known::given(&game.board), most.hardest())?;
    Ok(Some(rated(&walk)).filter(|found| walk.end == Reached::Solved && *found <= most))
}

/// Leaves clues out.
fn dug(
    full: Box<dyn Puzzle>,
    wanted: Option<Difficulty>,
    limits: &Limits,
    rng: &mut Rng,
) -> Result<Option<Box<dyn Puzzle>>, AskError> {
    if !is_unique(&*full, limits)? {
        return Ok(None);
    }
    let mut order: Vec<usize> = (0..full.clues()).collect();
    let (first, others) = order.split_at_mut(full.first_left_out());
    shuffle(rng, first);
    shuffle(rng, others);
    let mut kept = vec![true; order.len()];
    let mut left_out = Vec::new();
    for clue in order {
        kept[clue] = false;
        if is_unique(&*full.keeping(&kept), limits)? { left_out.push(clue) } else { kept[clue] = true }
    }
    let Some(wanted) = wanted else { return Ok(Some(full.keeping(&kept))) };
    let without = |count: usize| {
        let mut kept = vec![true; full.clues()];
        left_out[..count].iter().for_each(|&clue| kept[clue] = false);
        full.keeping(&kept)
    };
    // The most clues that can be left out: fewer make it easier, nearly always.
    let (mut easy, mut hard) = (0, left_out.len() + 1);
    let mut found = None;
    while easy < hard {
        let middle = (easy + hard) / 2;
        if middle > left_out.len() {
            break;
        }
        match difficulty_within(&*without(middle), wanted, limits)? {
            Some(difficulty) => {
                found = Some((middle, difficulty));
                easy = middle + 1;
            }
            None => hard = middle,
        }
    }
    Ok(found.filter(|(_, difficulty)| *difficulty == wanted).map(|(count, _)| without(count)))
}

/// Fisher and Yates.
pub(crate) fn shuffle<T>(rng: &mut Rng, items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, rng.below(i as u64 + 1) as usize);
    }
}

/// A solution found with values in random order; `None` when that takes too long.
pub(crate) fn random_solution(statement: &Statement, rng: &mut Rng) -> Option<Vec<i32>> {
    let model = statement.with(&[]);
    let search = statement.search(&model).values(ValueSelect::Random).seed(rng.next_u64()).node_limit(5_000);
    let mut run = search.start().ok()?;
    if run.step() != Step::Solution {
        return None;
    }
    statement.cells.iter().map(|cell| run.value(cell.variable).ok()).collect()
}
