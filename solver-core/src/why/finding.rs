//! Findings: whether a fact is true in every solution, in none, or in some, explained in sentences.

use super::{Answer, Decided, Depth, Explainer, Standing, WhyError};
use crate::budget::StopReason;
use crate::model::Comparison;

/// The answer to a query about a fact, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Sentences, one per line: the answer, and the steps that lead to it.
    pub lines: Vec<String>,
    /// The limit that was reached first; `None` if the answer is known.
    pub stopped_by: Option<StopReason>,
    /// Whether a search proved that there is no solution.
    pub is_hopeless: bool,
}

impl Explainer {
    /// Determines whether a comparison is true in every solution, in none, or in some, and explains why: by propagation
    /// from as few assumptions as suffice, or by [search](Explainer::decide) if propagation leaves it open. The answer
    /// calls the comparison `fact`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let [x, y] = m.ints("x", 2, 0..=1)?[..] else { unreachable!() };
    /// m.post(constraint!(x < y));
    /// let finding = m.explainer()?.explain_fact("the second is 1", &constraint!(y == 1))?;
    /// assert_eq!(finding.lines[0], "the second is 1 is true in every solution:");
    /// # Ok::<(), solver_core::why::WhyError>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`why`](Explainer::why) and [`decide`](Explainer::decide).
    pub fn explain_fact(&self, fact: &str, comparison: &Comparison) -> Result<Finding, WhyError> {
        let known = |lines| Finding { lines, stopped_by: None, is_hopeless: false };
        let derived = |head: String, steps| known(std::iter::once(head).chain(steps).collect());
        if self.standing() == Standing::Contradiction {
            let steps = self.why_failed(Depth::Smallest)?.lines(self.symbols());
            return Ok(derived("There is no solution at all:".to_owned(), steps));
        }
        let answer = self.why(comparison.clone(), Depth::Smallest)?;
        let decided = self.decide(comparison.clone())?;
        let hopeless = |of: &str, nodes| Finding {
            is_hopeless: true,
            ..known(vec![format!("There is no solution at all{of}: a search of {} finds none", counted(nodes))])
        };
        let everywhere = |is_so: bool, nodes| {
            known(vec![format!("{fact} is {is_so} in every solution: a search of {} finds no other", counted(nodes))])
        };
        Ok(match (answer, decided) {
            (Answer::Open, Decided::NoSolution { nodes }) => hopeless("", nodes),
            // Without a solution, everything is true in all solutions.
            (_, Decided::NoSolution { nodes }) => hopeless(&format!(", in which {fact} could be true or false"), nodes),
            (Answer::True(why), _) => derived(format!("{fact} is true in every solution:"), why.lines(self.symbols())),
            (Answer::False(why), _) => {
                derived(format!("{fact} is false in every solution:"), why.lines(self.symbols()))
            }
            (Answer::Open, Decided::Always { nodes, .. }) => everywhere(true, nodes),
            (Answer::Open, Decided::Never { nodes, .. }) => everywhere(false, nodes),
            (Answer::Open, Decided::Either { .. }) => {
                known(vec![format!("{fact} is true in some solutions and false in others")])
            }
            (Answer::Open, Decided::Unknown { by, .. }) => {
                Finding { stopped_by: Some(by), ..known(vec![format!("Not known: {by}")]) }
            }
        })
    }
}

fn counted(nodes: u64) -> String {
    if nodes == 1 { "1 node".to_owned() } else { format!("{nodes} nodes") }
}
