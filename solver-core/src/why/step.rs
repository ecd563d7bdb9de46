//! Explanations and their steps.

use super::words::{AtomFormatter, without_place};
use crate::atom::{Atom, Relation};
use crate::budget::StopReason;
use crate::reason::{RowSum, Rule};
use crate::solve::Solution;

/// The depth of an explanation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Depth {
    /// Only the rule that made the fact true.
    Step,
    /// The entire derivation, down to assumptions, declared domains and constraints.
    #[default]
    Decisions,
    /// The entire derivation from as few assumptions as suffice.
    Smallest,
}

crate::names::named!(Depth, "depth", Step = "step", Decisions = "decisions", Smallest = "smallest");

/// An explanation of why a fact is true, or why there is a contradiction.
#[doc(alias("derivation", "proof"))]
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The explained fact; `None` for a contradiction.
    pub fact: Option<Atom>,
    /// The requested depth.
    pub depth: Depth,
    /// The steps in chronological order; the last one derives the fact.
    pub steps: Vec<Step>,
    /// The indices of the assumptions at the leaves of the derivation, in ascending order; empty with [`Depth::Step`].
    pub assumptions: Vec<usize>,
    /// How the fact follows from the assumptions.
    pub follows: Follows,
    /// Whether fewer assumptions would suffice.
    pub minimality: Minimality,
    /// The number of steps by a constraint rule, each verified by the checker of its constraint.
    pub verified: usize,
}

/// How a fact follows from its assumptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follows {
    /// The fact follows by propagation, in the given steps.
    ByPropagation,
    /// The fact follows by search: the entire search tree without the fact has no solution.
    BySearch {
        /// The number of nodes of this search.
        nodes: u64,
    },
}

/// Whether the set of assumptions is minimal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Minimality {
    /// Not determined: only [`Depth::Smallest`] minimises.
    NotAsked,
    /// Each assumption is needed: some solution satisfies the others but not the fact.
    Proven {
        /// For each assumption, in the same order, a solution that shows that it is needed.
        witnesses: Vec<Solution>,
        /// The total number of nodes of all searches.
        nodes: u64,
    },
    /// Propagation needs each assumption, but a limit was reached before search could prove this.
    NotProven {
        /// The limit.
        by: StopReason,
        /// The total number of nodes of all searches.
        nodes: u64,
    },
}

/// One step: a fact and its cause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The fact; `None` for a contradiction.
    pub fact: Option<Atom>,
    /// Further facts about the same variable that follow by the same rule from the same steps.
    pub also: Vec<Atom>,
    /// The cause of the fact.
    pub cause: Cause,
    /// The facts from which this fact follows.
    pub premises: Vec<Atom>,
    /// The indices of the steps, all earlier, that make the premises true.
    pub from: Vec<usize>,
}

/// The cause of a fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The user's assumption.
    Assumption {
        /// The index of the assumption, counted from 0.
        number: usize,
        /// The name of the assumption, if it has one.
        name: Option<String>,
    },
    /// The declared domain of the variable.
    Declared,
    /// Constraints that compare only this variable with constants.
    Stated {
        /// The indices of the constraints in the model.
        constraints: Vec<usize>,
        /// The names of the constraints.
        names: Vec<String>,
    },
    /// A constraint implies the fact.
    Constraint {
        /// The constraint's index in the model.
        constraint: usize,
        /// The constraint's propagator.
        propagator: usize,
        /// The rule.
        rule: &'static Rule,
        /// The sum of linear rows from which the fact follows, if the rule needs one.
        sum: Option<RowSum>,
    },
    /// The known facts about the variable leave no other possibility, whatever the constraints.
    Domain {
        /// The rule.
        rule: &'static Rule,
    },
    /// A search found no solution without the fact.
    Search {
        /// The number of nodes of the search.
        nodes: u64,
    },
}

/// The name of constraints that represent data, such as the clues of a puzzle. Explanations describe facts that follow
/// from such a constraint as given, and do not mention the constraint.
pub const GIVEN: &str = "given values";

/// The rules of the core itself, which do not belong to a constraint.
macro_rules! core_rules {
    ($($(#[$doc:meta])* $name:ident = $stable:literal, $text:literal;)+) => {$(
        $(#[$doc])*
        pub(super) static $name: Rule = Rule::new($stable, $text);
    )+};
}

core_rules! {
    /// An assumption without a name.
    ASSUMED = "core.assumed", "{fact} is assumed";
    /// An assumption with a name.
    NAMED = "core.given", "{fact}: {name}";
    /// The declared domain.
    DECLARED = "core.declared", "{fact}, as it was declared";
    /// A variable that was declared with one value.
    FIXED = "core.fixed", "{fact} is given";
    /// Comparisons of one variable.
    STATED = "core.stated", "{fact}, by {name}";
    /// Comparisons of one variable that contradict each other.
    CLASH = "core.clash", "{name} cannot all be true of any declared value: {fact}";
    /// All other values were removed.
    LEFT = "domain.left", "{ruled_out}: nothing else is left, so {fact}";
    /// All values on one side were removed.
    BOUND = "domain.bound", "{ruled_out}, so {fact}";
    /// No value is left.
    EMPTY = "domain.empty", "{each}: {fact}";
    /// A stronger fact is known.
    IMPLIED = "domain.implied", "{premises}, so {fact}";
    /// A search.
    EXHAUSTED = "search.exhausted", "{each}: a search of {nodes} finds no solution otherwise, so {fact}";
}

impl Cause {
    /// The rule of the step, from a constraint or from the core.
    pub fn rule(&self) -> &'static Rule {
        match self {
            Cause::Assumption { name: None, .. } => &ASSUMED,
            Cause::Assumption { name: Some(_), .. } => &NAMED,
            Cause::Declared => &DECLARED,
            Cause::Stated { .. } => &STATED,
            Cause::Constraint { rule, .. } | Cause::Domain { rule } => rule,
            Cause::Search { .. } => &EXHAUSTED,
        }
    }

    /// Whether a derivation may end at a step with this cause.
    pub fn is_end(&self) -> bool {
        matches!(self, Cause::Assumption { .. } | Cause::Declared | Cause::Stated { .. })
    }
}

impl Step {
    /// Creates a step to one fact, whose premises have no steps yet.
    pub(super) fn new(fact: Option<Atom>, cause: Cause, premises: Vec<Atom>) -> Step {
        Step { fact, also: Vec::new(), cause, premises, from: Vec::new() }
    }

    /// All facts of the step; none for a contradiction.
    pub fn facts(&self) -> impl Iterator<Item = Atom> {
        self.fact.into_iter().chain(self.also.iter().copied())
    }

    /// Writes the step as a sentence.
    pub fn sentence(&self, words: &(impl AtomFormatter + ?Sized)) -> String {
        let rule = match &self.cause {
            Cause::Stated { .. } if self.fact.is_none() => &CLASH,
            Cause::Stated { names, .. } if names.iter().all(|name| name == GIVEN) => &FIXED,
            // "Given" describes a variable declared equal to a value.
            Cause::Declared if self.fact.is_some_and(|fact| fact.relation() == Relation::Equal) => &FIXED,
            cause => cause.rule(),
        };
        let source = || match &self.cause {
            Cause::Constraint { propagator, .. } => Some(words.source(*propagator)),
            _ => None,
        };
        super::words::fill(words.template(rule, &self.premises), |slot| match (slot, &self.cause) {
            ("premises", _) => Some(words.premises(&self.premises)),
            ("each", _) => Some(words.each(&self.premises)),
            ("ruled_out", _) => Some(words.ruled_out(&self.premises)),
            ("fact", _) if !self.also.is_empty() => Some(words.ruled_out(&self.facts().collect::<Vec<_>>())),
            ("fact", _) => Some(self.fact.map_or_else(|| words.contradiction(), |fact| words.fact(fact))),
            ("constraint", _) => source(),
            ("sum", Cause::Constraint { sum, .. }) => {
                Some(super::words::added_up(sum.as_ref(), self.fact.is_some(), words))
            }
            ("name", Cause::Assumption { name, .. }) => name.clone(),
            ("name", Cause::Stated { names, .. }) => {
                super::words::listed(names.iter().map(|name| format!("`{}`", without_place(name))), "and")
            }
            ("nodes", Cause::Search { nodes: 1 }) => Some("1 node".to_owned()),
            ("nodes", Cause::Search { nodes }) => Some(format!("{nodes} nodes")),
            _ => None,
        })
    }
}

impl Explanation {
    /// Writes the numbered lines, each with the numbers of the steps from which it follows: `3. … (from 1, 2)`.
    pub fn lines(&self, words: &(impl AtomFormatter + ?Sized)) -> Vec<String> {
        let numbered = self.steps.iter().zip(1..).map(|(step, number)| {
            let from: Vec<String> = step.from.iter().map(|i| (i + 1).to_string()).collect();
            let from = if from.is_empty() { String::new() } else { format!(" (from {})", from.join(", ")) };
            format!("{number}. {}{from}", step.sentence(words))
        });
        numbered.collect()
    }
}
