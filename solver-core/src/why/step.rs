//! What an explanation is made of.

use crate::atom::Atom;
use crate::budget::StopReason;
use crate::reason::{AtomFormatter, Justification, Rule};
use crate::solve::Solution;

/// How much of the reason is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Depth {
    /// The one rule that made the fact true.
    Step,
    /// The whole chain: every premise resolved, down to assumptions, declared domains and constraints.
    #[default]
    Decisions,
    /// The whole chain from as few assumptions as suffice.
    Smallest,
}

crate::search::named!(Depth, "depth", Step = "step", Decisions = "decisions", Smallest = "smallest");

/// Why a fact is true, or why there is a contradiction.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// What is explained; `None` for a contradiction.
    pub fact: Option<Atom>,
    /// What was asked for.
    pub depth: Depth,
    /// The steps, in the order in which they were made; the last one is the fact.
    pub steps: Vec<Step>,
    /// The numbers of the assumptions at the end of the chain, ascending; with [`Depth::Step`]
    /// none are looked for.
    pub assumptions: Vec<usize>,
    /// How it follows from them.
    pub follows: Follows,
    /// Whether fewer assumptions would do.
    pub minimality: Minimality,
    /// How many steps by a rule were checked again, each by the checker of its constraint.
    pub verified: usize,
}

/// How a fact follows from its assumptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follows {
    /// Propagation finds it, by the steps told.
    ByPropagation,
    /// A search through the whole tree without the fact, of so many nodes, found no solution.
    BySearch {
        /// Nodes of that search.
        nodes: u64,
    },
}

/// What is known about the number of assumptions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Minimality {
    /// Only [`Depth::Smallest`] looks for fewer.
    NotAsked,
    /// Each assumption is needed: without it there is a solution that lacks the fact.
    Proven {
        /// Such a solution for each of the assumptions, in their order.
        witnesses: Vec<Solution>,
        /// Nodes of all searches.
        nodes: u64,
    },
    /// Propagation needs each of them, but a limit came before search could tell.
    NotProven {
        /// Which limit.
        by: StopReason,
        /// Nodes of all searches.
        nodes: u64,
    },
}

/// One step: a fact, and what made it true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What became true; `None` for a contradiction.
    pub fact: Option<Atom>,
    /// What made it so.
    pub cause: Cause,
    /// Facts from which it follows.
    pub premises: Vec<Atom>,
    /// The steps, counted from 0, that make the premises true: all are earlier.
    pub from: Vec<usize>,
}

/// What makes a fact true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The user assumed it.
    Assumption {
        /// Its number, counted from 0.
        number: usize,
        /// Its name, if it was given one.
        name: Option<String>,
    },
    /// The variable was declared so.
    Declared,
    /// Constraints about this variable alone say so.
    Stated {
        /// Their numbers in the model.
        constraints: Vec<usize>,
        /// Their names.
        names: Vec<String>,
    },
    /// A constraint implies it.
    Constraint {
        /// The constraint's number in the model.
        constraint: usize,
        /// The propagator that works for it.
        propagator: usize,
        /// The rule.
        rule: &'static Rule,
    },
    /// What is known about the variable leaves nothing else, whatever the constraints say.
    Domain {
        /// The rule.
        rule: &'static Rule,
    },
    /// A search found no solution without it.
    Search {
        /// Nodes of the search.
        nodes: u64,
    },
}

/// Rules of the core itself, which no constraint has.
macro_rules! core_rules {
    ($($(#[$doc:meta])* $name:ident = $stable:literal, $text:literal;)+) => {$(
        $(#[$doc])*
        pub(super) static $name: Rule =
            Rule { name: $stable, text: $text, justification: Justification::UnitPropagation };
    )+};
}

core_rules! {
    /// An assumption without a name.
    ASSUMED = "core.assumed", "{fact} is assumed";
    /// An assumption with a name.
    GIVEN = "core.given", "{fact}: {name}";
    /// The declared domain.
    DECLARED = "core.declared", "{fact}, as it was declared";
    /// Comparisons of one variable.
    STATED = "core.stated", "{fact}, by {name}";
    /// Comparisons of one variable that contradict each other.
    CLASH = "core.clash", "{name} cannot all be true of any declared value: {fact}";
    /// All other values are gone.
    LEFT = "domain.left", "{ruled_out}: nothing else is left, so {fact}";
    /// All values on one side are gone.
    BOUND = "domain.bound", "{ruled_out}, so {fact}";
    /// No value is left.
    EMPTY = "domain.empty", "{each}: {fact}";
    /// Something stronger is known.
    IMPLIED = "domain.implied", "{premises}, so {fact}";
    /// A search.
    EXHAUSTED = "search.exhausted", "{each}: a search of {nodes} finds no solution otherwise, so {fact}";
}

impl Cause {
    /// The rule of the step, of a constraint or of the core.
    pub fn rule(&self) -> &'static Rule {
        match self {
            Cause::Assumption { name: None, .. } => &ASSUMED,
            Cause::Assumption { name: Some(_), .. } => &GIVEN,
            Cause::Declared => &DECLARED,
            Cause::Stated { .. } => &STATED,
            Cause::Constraint { rule, .. } | Cause::Domain { rule } => rule,
            Cause::Search { .. } => &EXHAUSTED,
        }
    }

    /// Whether the chain may end here.
    pub fn is_end(&self) -> bool {
        matches!(self, Cause::Assumption { .. } | Cause::Declared | Cause::Stated { .. })
    }
}

impl Step {
    /// The step as a sentence.
    pub fn tell(&self, words: &(impl AtomFormatter + ?Sized)) -> String {
        let rule = match &self.cause {
            Cause::Stated { .. } if self.fact.is_none() => &CLASH,
            cause => cause.rule(),
        };
        let source = || match &self.cause {
            Cause::Constraint { propagator, .. } => Some(words.source(*propagator)),
            _ => None,
        };
        crate::reason::fill(words.sentence(rule, &self.premises), |slot| match (slot, &self.cause) {
            ("premises", _) => Some(words.premises(&self.premises)),
            ("each", _) => Some(words.each(&self.premises)),
            ("ruled_out", _) => Some(words.ruled_out(&self.premises)),
            ("fact", _) => Some(self.fact.map_or_else(|| words.contradiction(), |fact| words.fact(fact))),
            ("constraint", _) => source(),
            ("name", Cause::Assumption { name, .. }) => name.clone(),
            ("name", Cause::Stated { names, .. }) => {
                crate::reason::listed(names.iter().map(|name| format!("`{name}`")), "and")
            }
            ("nodes", Cause::Search { nodes: 1 }) => Some("1 node".to_owned()),
            ("nodes", Cause::Search { nodes }) => Some(format!("{nodes} nodes")),
            _ => None,
        })
    }
}

impl Explanation {
    /// The numbered lines, each with the numbers of the steps that it rests on: `3. … (from 1, 2)`.
    pub fn tell(&self, words: &(impl AtomFormatter + ?Sized)) -> Vec<String> {
        let numbered = self.steps.iter().zip(1..).map(|(step, number)| {
            let from: Vec<String> = step.from.iter().map(|i| (i + 1).to_string()).collect();
            let from = if from.is_empty() { String::new() } else { format!(" (from {})", from.join(", ")) };
            format!("{number}. {}{from}", step.tell(words))
        });
        numbered.collect()
    }
}
