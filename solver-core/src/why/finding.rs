//! Findings: whether a fact is true in every solution, in none, or in some, explained in sentences.

use super::{Answer, Decided, Depth, Explainer, Explanation, Standing, WhyError};
use crate::budget::StopReason;
use crate::model::Comparison;

/// The answer to a query about a fact, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Sentences, one per line: the answer, and the steps that lead to it.
    pub lines: Vec<String>,
    /// The limit that was reached first; `None` if the answer is known.
    pub stopped_by: Option<StopReason>,
    /// Whether a search proved that no solution exists.
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
        let derived = |head: String, why: Explanation| {
            known(std::iter::once(head + ":").chain(why.lines(self.symbols())).collect())
        };
        let hopeless = || "There is no solution at all".to_owned();
        let everywhere = |is_so: bool| format!("{fact} is {is_so} in every solution");
        if self.standing() == Standing::Contradiction {
            return Ok(derived(hopeless(), self.why_failed(Depth::Smallest)?));
        }
        let answer = self.why(comparison.clone(), Depth::Smallest)?;
        let decided = self.decide(comparison.clone())?;
        // A sum of linear rows may prove what propagation cannot.
        let atom = self.atom(comparison)?;
        let refutes = match (&answer, &decided) {
            (_, Decided::NoSolution { .. }) => Some((hopeless(), None)),
            (Answer::Open, Decided::Always { .. }) => Some((everywhere(true), Some(!atom))),
            (Answer::Open, Decided::Never { .. }) => Some((everywhere(false), Some(atom))),
            _ => None,
        };
        // A sum of linear rows may prove what propagation cannot.
        if let Some((head, opposite)) = refutes.filter(|_| self.assumptions.is_empty())
            && let Some(why) = self.refuted(opposite)?
        {
            return Ok(derived(head, why));
        }
        let searched = |head: String, nodes, what: &str| {
            known(vec![format!("{head}: a search of {} finds {what}", counted(nodes))])
        };
        let none = |of: &str, nodes| Finding { is_hopeless: true, ..searched(hopeless() + of, nodes, "none") };
        Ok(match (answer, decided) {
            (Answer::Open, Decided::NoSolution { nodes }) => none("", nodes),
            // Without a solution, everything is true in all solutions.
            (_, Decided::NoSolution { nodes }) => none(&format!(", in which {fact} could be true or false"), nodes),
            (Answer::True(why), _) => derived(everywhere(true), why),
            (Answer::False(why), _) => derived(everywhere(false), why),
            (Answer::Open, Decided::Always { nodes, .. }) => searched(everywhere(true), nodes, "no other"),
            (Answer::Open, Decided::Never { nodes, .. }) => searched(everywhere(false), nodes, "no other"),
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
