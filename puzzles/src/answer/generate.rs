//! Making puzzles: with one solution, and as hard as wanted.
//!
//! A kind composes a random puzzle with all the clues that it can have. Clues are left out one by one, in random order,
//! as long as the solution remains the only one, which a search proves each time. The fewer clues, the harder the
//! steps: a bisection over the order in which they were left out finds the most that steps of the wanted difficulty can
//! do without, and others are tried from there until one such step is needed.

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
    #[error("no {}{kind} of size {size} was found in {attempts} attempts{}: try another size, difficulty or seed", wanted.map(|wanted| wanted.name().to_owned() + " ").unwrap_or_default(), others(*.easier, *.harder))]
    NotFound {
        /// The kind.
        kind: &'static str,
        /// The size.
        size: usize,
        /// What was asked for.
        wanted: Option<Difficulty>,
        /// The number of attempts.
        attempts: usize,
        /// How many of them led to an easier puzzle.
        easier: usize,
        /// How many of them led to a harder one.
        harder: usize,
    },
}

fn others(easier: usize, harder: usize) -> String {
    match (easier, harder) {
        (0, 0) => String::new(),
        _ => format!(" ({easier} were easier, {harder} harder)"),
    }
}

/// What came of a composed puzzle.
enum Dug {
    Made(Box<dyn Puzzle>),
    Easier,
    Harder,
    /// It has more than one solution, or that could not be proved.
    Ambiguous,
}

/// Puzzles that are composed for one.
const ATTEMPTS: usize = 400;

/// Clues that are tried one by one, after the bisection.
const TRIED: usize = 24;

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

/// Leaves clues out.
fn dug(
    kind: &Kind,
    full: Box<dyn Puzzle>,
    wanted: Option<Difficulty>,
    limits: &Limits,
    rng: &mut Rng,
) -> Result<Dug, AskError> {
    // Whether there is exactly one solution with these facts; false where a search takes too long.
    let is_unique = |ready: &Ready<'_>, facts: &[Fact]| match ready.found(facts, limits) {
        Ok((found, _)) => Ok(matches!(found, Found::One(_))),
        Err(AskError::Stopped { by: StopReason::Nodes }) => Ok(false),
        Err(error) => Err(error),
    };
    let mut statement = full.statement()?;
    if !is_unique(&statement.ready(), &[])? {
        return Ok(Dug::Ambiguous);
    }
    // Values that stand in cells come first, and are left out first: signs and numbers outside make the puzzle.
    let givens: Vec<Fact> = statement.givens_and(&[]).collect();
    statement.givens.clear();
    let ready = statement.ready();
    let mut order: Vec<usize> = (0..full.clues()).collect();
    let (standing, others) = order.split_at_mut(givens.len());
    rng.shuffle(standing);
    rng.shuffle(others);
    let mut kept = vec![true; order.len()];
    let mut left_out = Vec::new();
    for clue in order {
        kept[clue] = false;
        let is_unique = if clue < givens.len() {
            let left: Vec<Fact> = givens.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(fact, _)| *fact).collect();
            is_unique(&ready, &left)?
        } else {
            is_unique(&full.keeping(&kept).statement()?.ready(), &[])?
        };
        if is_unique { left_out.push(clue) } else { kept[clue] = true }
    }
    let Some(wanted) = wanted else { return Ok(Dug::Made(full.keeping(&kept))) };
    // The difficulty, if steps of at most the wanted one solve the puzzle.
    let within = |kept: &[bool]| {
        let board = Board::new(full.keeping(kept).statement()?);
        let walk = board.walk(&Known::given(&board), kind.hardest(wanted))?;
        Ok::<_, AskError>((walk.end == Reached::Solved).then(|| kind.difficulty(hardest(&walk))))
    };
    let without = |count: usize| {
        let mut kept = vec![true; full.clues()];
        left_out[..count].iter().for_each(|&clue| kept[clue] = false);
        kept
    };
    // The most clues that can be left out: the fewer stay, the harder it is, nearly always. Often all of them can.
    let mut found = within(&without(left_out.len()))?.map(|difficulty| (left_out.len(), difficulty));
    let (mut easy, mut hard) = (0, if found.is_some() { 0 } else { left_out.len() });
    while easy < hard {
        let middle = (easy + hard) / 2;
        match within(&without(middle))? {
            Some(difficulty) => {
                found = Some((middle, difficulty));
                easy = middle + 1;
            }
            None => hard = middle,
        }
    }
    let Some((count, mut difficulty)) = found else { return Ok(Dug::Harder) };
    let mut kept = without(count);
    // The next clue would make it too hard, but another may not.
    for &clue in left_out[count..].iter().take(TRIED) {
        if difficulty == wanted {
            break;
        }
        kept[clue] = false;
        match within(&kept)? {
            Some(harder) => difficulty = harder,
            None => kept[clue] = true,
        }
    }
    Ok(if difficulty == wanted { Dug::Made(full.keeping(&kept)) } else { Dug::Easier })
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

/// One of some items; `None` when there are none.
pub(crate) fn pick<T: Copy>(items: &[T], rng: &mut Rng) -> Option<T> {
    (!items.is_empty()).then(|| items[rng.below(items.len() as u64) as usize])
}

/// Items in random order.
pub(crate) fn shuffled<T>(items: impl IntoIterator<Item = T>, rng: &mut Rng) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    rng.shuffle(&mut items);
    items
}
