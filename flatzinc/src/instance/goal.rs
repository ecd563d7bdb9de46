//! The solve item, the output, and predicate declarations.

use super::term::Span;
use super::{Annotations, Array, ArrayId, Instance, Place, Symbol, Term, Variable, VariableId};

/// What is asked of the search.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// Any solution.
    Satisfy,
    /// The smallest value of a variable; a constant is a goal, too.
    Minimize(Term),
    /// The largest value of a variable; a constant is a goal, too.
    Maximize(Term),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum RawGoal {
    Satisfy,
    /// The objective's position in the pool of terms.
    Minimize(u32),
    Maximize(u32),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct SolveData {
    pub(crate) goal: RawGoal,
    pub(crate) annotations: Span,
    pub(crate) place: Place,
}

/// The solve item.
#[derive(Clone, Copy, Debug)]
pub struct Solve<'a> {
    /// What is asked.
    pub goal: Goal,
    /// How to search: `int_search` and others.
    pub annotations: Annotations<'a>,
    /// Where it stands.
    pub place: Place,
}

/// A declared predicate.
#[derive(Clone, Copy, Debug)]
pub struct Predicate<'a> {
    /// Its name.
    pub name: &'a str,
    /// How many parameters it has.
    pub parameters: usize,
    /// What stands between its parentheses.
    pub signature: &'a str,
    /// Where its name stands.
    pub place: Place,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PredicateData {
    pub(crate) name: Symbol,
    pub(crate) parameters: u32,
    pub(crate) signature: Symbol,
    pub(crate) place: Place,
}

/// Something that every solution shows.
#[derive(Clone, Copy, Debug)]
pub enum Output<'a> {
    /// `name = value;`
    Variable(Variable<'a>),
    /// `name = [v1, …];`, or with `arrayNd` and its index ranges where an older MiniZinc wants it.
    Array {
        /// What to show.
        array: Array<'a>,
        /// One index range for each dimension, bounds inclusive: empty as `(1, 0)`. Their sizes multiply to the number
        /// of elements.
        ranges: &'a [(i64, i64)],
    },
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum OutputData {
    Variable(VariableId),
    Array(ArrayId, Span),
}

impl Instance {
    /// The solve item.
    pub fn solve(&self) -> Solve<'_> {
        let SolveData { goal, annotations, place } = self.solve;
        let goal = match goal {
            RawGoal::Satisfy => Goal::Satisfy,
            RawGoal::Minimize(at) => Goal::Minimize(self.terms[at as usize]),
            RawGoal::Maximize(at) => Goal::Maximize(self.terms[at as usize]),
        };
        Solve { goal, annotations: self.annotations(annotations), place }
    }

    /// What every solution shows: in text in the order of declarations, in JSON in that of its `output` list.
    pub fn output(&self) -> impl ExactSizeIterator<Item = Output<'_>> {
        self.output.iter().map(|item| match *item {
            OutputData::Variable(id) => Output::Variable(self.variable(id)),
            OutputData::Array(id, ranges) => {
                Output::Array { array: self.array(id), ranges: ranges.of(&self.int_ranges) }
            }
        })
    }

    /// The predicate declarations; JSON has none.
    pub fn predicates(&self) -> impl ExactSizeIterator<Item = Predicate<'_>> {
        self.predicates.iter().map(|p| Predicate {
            name: self.text(p.name),
            parameters: p.parameters as usize,
            signature: self.text(p.signature),
            place: p.place,
        })
    }
}
