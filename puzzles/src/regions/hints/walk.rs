//! All steps up to the solution, and the steps that lead to one square.

use super::deduction::{Deduction, Fact};
use super::{Hint, HintError, Hints, Next};
use crate::regions::square::Square;
use crate::regions::stars::Stars;

/// How far hints lead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Walkthrough {
    /// The steps, without crossing out.
    pub steps: Vec<Hint>,
    /// What they lead to.
    pub end: Reached,
}

/// Where the steps end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reached {
    /// At the solution.
    Solved(Stars),
    /// Where a guess is needed.
    Guess {
        /// The squares of which nothing is known.
        open: Vec<Square>,
    },
    /// At a contradiction: there is no solution from here.
    Contradiction(Deduction),
}

impl Hints {
    /// Takes the simplest step as long as there is one.
    ///
    /// # Errors
    /// [`HintError`], which no puzzle gives.
    ///
    /// ```
    /// use puzzles::regions::{Hints, Reached, read};
    /// let puzzle = read("AABB\nAABC\nDDCC\nDDCC\n")?;
    /// let walk = Hints::new(&puzzle)?.walk()?;
    /// assert!(matches!(walk.end, Reached::Solved(stars) if stars.to_string() == "c1 a2 d3 b4"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walk(&mut self) -> Result<Walkthrough, HintError> {
        let mut steps = Vec::new();
        let end = loop {
            match self.next_step()? {
                Next::Step(hint) => {
                    steps.push(hint.clone());
                    self.take(hint);
                }
                Next::Solved(stars) => break Reached::Solved(stars),
                Next::Guess { open } => break Reached::Guess { open },
                Next::Contradiction(step) => break Reached::Contradiction(step),
            }
        };
        Ok(Walkthrough { steps, end })
    }

    /// The steps taken so far that lead to what is known of a square, crossing out
    /// included, with only those facts that are needed; nothing for squares that were given or are not known.
    pub fn why(&self, square: Square) -> Vec<Hint> {
        let mut wanted: Vec<Fact> = self.known(square).map(|star| Fact { square, star }).into_iter().collect();
        let mut steps = Vec::new();
        for hint in self.taken.iter().rev() {
            let facts = hint.facts();
            if !facts.iter().any(|fact| wanted.contains(fact)) {
                continue;
            }
            let mut needed = hint.clone();
            if let Hint::Direct(step) = &mut needed {
                step.facts.retain(|fact| wanted.contains(fact));
            }
            wanted.extend(needed.premises());
            steps.push(needed);
        }
        steps.reverse();
        steps
    }
}
