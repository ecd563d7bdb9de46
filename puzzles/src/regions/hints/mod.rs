//! Hints: the next step that a person can take, from the solver's reasons.
//!
//! Every constraint of the puzzle is applied, alone, to the current board, and yields what follows in one inference;
//! each inference is verified by the checker of its rule. The simplest is the hint:
//!
//! 1. a unit has only as many squares left as it needs ([`stars.last`](super::Constraint::Exactly));
//! 2. wherever a unit's stars are, they exclude a square ([`reach`](super::Constraint::Reach)), fewest squares left
//!    first;
//! 3. some regions fill as many lines ([`confined`](super::Constraint::Confined)), fewest first;
//! 4. an assumption fails: a star on some square leads to a contradiction by steps of these kinds, shown as a
//!    derivation, the shortest first.
//!
//! Excluding the squares next to a star and the rest of the units that it fills is not a separate step. Where no step
//! is found, a guess is needed, and the hint says so.

mod bench;
mod deduction;
mod suppose;
mod tell;
mod walk;

pub use deduction::{Deduction, Fact};
pub use tell::numbered;
pub use walk::{Reached, Walkthrough};

use super::puzzle::Puzzle;
use super::square::Square;
use super::stars::{Fault, Stars};
use bench::Bench;
use solver_core::engine::{BuildError, Invalid};

/// One step of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Hint {
    /// A constraint says so at once.
    Direct(Deduction),
    /// The opposite leads to a contradiction.
    Supposed {
        /// What is shown.
        fact: Fact,
        /// The steps from its opposite to the contradiction, which is the last.
        chain: Vec<Deduction>,
    },
}

/// What comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// A step.
    Step(Hint),
    /// Nothing: this is the solution.
    Solved(Stars),
    /// No step of these kinds is left; these squares are open.
    Guess {
        /// The squares of which nothing is known.
        open: Vec<Square>,
    },
    /// What is known contradicts itself.
    Contradiction(Deduction),
}

/// What no puzzle should lead to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HintError {
    /// An engine could not be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A reason failed its check.
    #[error("a reason failed its check: {0}")]
    Invalid(#[from] Invalid),
    /// What the steps led to is no solution.
    #[error("a solution failed its check: {0}")]
    Wrong(#[from] Fault),
    /// Propagation was not finished.
    #[error("propagation stopped before its end")]
    Stopped,
}

/// A board in play.
///
/// ```
/// use puzzles::regions::{Hints, Next, read};
/// let puzzle = read("AABB\nAABC\nDDCC\nDDCC\n")?;
/// let mut hints = Hints::new(&puzzle)?;
/// let Next::Step(hint) = hints.next_step()? else { panic!("there is a step") };
/// assert_eq!(hint.tell(&puzzle), ["every square left of region B (c1, d1 or c2) rules out b1 and d2: no star there"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Hints {
    puzzle: Puzzle,
    /// Touching and sums, together.
    basic: Bench,
    /// Every other constraint, alone.
    single: Vec<Bench>,
    /// All together.
    full: Bench,
    /// What is known of each square: a star, no star.
    known: Vec<Option<bool>>,
    /// How each fact came to be known, but for what was given.
    taken: Vec<Hint>,
}

impl Hints {
    /// The empty board.
    ///
    /// # Errors
    /// [`HintError`], which no puzzle gives.
    pub fn new(puzzle: &Puzzle) -> Result<Hints, HintError> {
        Ok(Hints {
            basic: Bench::basic(puzzle)?,
            single: Bench::single(puzzle)?,
            full: Bench::full(puzzle)?,
            known: vec![None; puzzle.size() * puzzle.size()],
            taken: Vec::new(),
            puzzle: puzzle.clone(),
        })
    }

    /// A star that stands already.
    pub fn give(&mut self, square: Square) {
        self.known[square.index(self.puzzle.size())] = Some(true);
    }

    /// What is known of a square: whether it holds a star, or nothing.
    pub fn known(&self, square: Square) -> Option<bool> {
        self.known[square.index(self.puzzle.size())]
    }

    /// Takes a step.
    pub fn take(&mut self, hint: Hint) {
        for fact in hint.facts() {
            self.known[fact.square.index(self.puzzle.size())] = Some(fact.star);
        }
        self.taken.push(hint);
    }

    /// The simplest step from here. Crosses out what the stars rule out, and takes no other step.
    ///
    /// # Errors
    /// [`HintError`], which no puzzle gives.
    pub fn next_step(&mut self) -> Result<Next, HintError> {
        let mut found = loop {
            let mut found = self.basic.direct(&self.puzzle, &self.known)?;
            if let Some(contradiction) = found.contradiction.take() {
                return Ok(Next::Contradiction(contradiction));
            }
            let crossed: Vec<Deduction> = found.steps.extract_if(.., |step| step.is_crossing_out()).collect();
            if crossed.is_empty() {
                break found.steps;
            }
            crossed.into_iter().for_each(|step| self.take(Hint::Direct(step)));
        };
        if self.known.iter().all(Option::is_some) {
            return Ok(Next::Solved(self.stars()?));
        }
        if found.is_empty() {
            for bench in &self.single {
                let more = bench.direct(&self.puzzle, &self.known)?;
                if let Some(contradiction) = more.contradiction {
                    return Ok(Next::Contradiction(contradiction));
                }
                found.extend(more.steps);
            }
        }
        if let Some(step) = found.into_iter().min_by_key(|step| step.cost(&self.puzzle)) {
            return Ok(Next::Step(Hint::Direct(step)));
        }
        for bench in [&self.basic, &self.full] {
            if let Some(hint) = suppose::shortest(bench, &self.puzzle, &self.known)? {
                return Ok(Next::Step(hint));
            }
        }
        let open = (0..self.known.len()).filter(|&s| self.known[s].is_none());
        Ok(Next::Guess { open: open.map(|s| Square::at(s, self.puzzle.size())).collect() })
    }

    fn stars(&self) -> Result<Stars, HintError> {
        let stars = (0..self.known.len()).filter(|&s| self.known[s] == Some(true));
        Ok(Stars::new(&self.puzzle, stars.map(|s| Square::at(s, self.puzzle.size())).collect())?)
    }
}

impl Hint {
    /// What becomes known.
    pub fn facts(&self) -> Vec<Fact> {
        match self {
            Hint::Direct(step) => step.facts.clone(),
            Hint::Supposed { fact, .. } => vec![*fact],
        }
    }

    /// What had to be known.
    pub fn premises(&self) -> Vec<Fact> {
        match self {
            Hint::Direct(step) => step.premises.clone(),
            Hint::Supposed { fact, chain } => {
                let derived = |premise: &Fact| chain.iter().any(|step| step.facts.contains(premise));
                let mut premises: Vec<Fact> = chain.iter().flat_map(|step| &step.premises).copied().collect();
                premises.retain(|premise| premise.square != fact.square && !derived(premise));
                premises.sort_unstable();
                premises.dedup();
                premises
            }
        }
    }

    /// A short name of the kind: `crossing out`, `last squares`, `reach`, `confined`, `supposition`.
    pub fn kind(&self) -> &'static str {
        match self {
            Hint::Direct(step) => step.kind(),
            Hint::Supposed { .. } => "supposition",
        }
    }
}

impl std::fmt::Debug for Hints {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let known = self.known.iter().flatten().count();
        f.debug_struct("Hints").field("puzzle", &self.puzzle).field("known", &known).finish_non_exhaustive()
    }
}
