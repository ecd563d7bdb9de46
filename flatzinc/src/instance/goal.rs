//! The solve item, the output, and predicate declarations.

use super::term::Span;
use super::{Annotations, Array, ArrayId, Instance, Place, Symbol, Term, Variable, VariableId};
use solver_core::Goal;

#[derive(Clone, Copy, Debug)]
pub(crate) struct SolveData {
    /// The direction, and the objective's position in the term pool.
    pub(crate) goal: Option<(Goal, u32)>,
    pub(crate) annotations: Span,
    pub(crate) place: Place,
}

/// The solve item.
#[derive(Clone, Copy, Debug)]
pub struct Solve<'a> {
    /// The direction and the objective: a variable or a constant. `None` for a satisfaction problem.
    pub goal: Option<(Goal, Term)>,
    /// The search annotations, such as `int_search`.
    pub annotations: Annotations<'a>,
    /// The position of the item.
    pub place: Place,
}

/// A declared predicate.
#[derive(Clone, Copy, Debug)]
pub struct Predicate<'a> {
    /// The name of the predicate.
    pub name: &'a str,
    /// The number of parameters.
    pub parameters: usize,
    /// The text between the parentheses.
    pub signature: &'a str,
    /// The position of the name.
    pub place: Place,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PredicateData {
    pub(crate) name: Symbol,
    pub(crate) parameters: u32,
    pub(crate) signature: Symbol,
    pub(crate) place: Place,
}

/// An output item, which every printed solution includes.
#[derive(Clone, Copy, Debug)]
pub enum Output<'a> {
    /// `name = value;`
    Variable(Variable<'a>),
    /// `name = [v1, …];`, or the same list inside `arrayNd` with index ranges, which older versions of MiniZinc need.
    Array {
        /// The array.
        array: Array<'a>,
        /// One index range for each dimension, bounds inclusive; `(1, 0)` is empty. The product of the sizes of the
        /// ranges is the number of elements.
        ranges: &'a [(i64, i64)],
    },
}

impl<'a> Output<'a> {
    /// The variables in the item.
    pub(crate) fn variables(self) -> impl Iterator<Item = VariableId> + use<'a> {
        let (one, elements) = match self {
            Output::Variable(x) => (Some(x.id()), &[][..]),
            Output::Array { array, .. } => (None, array.elements()),
        };
        one.into_iter().chain(elements.iter().filter_map(|term| term.as_variable()))
    }
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
        let goal = goal.map(|(goal, at)| (goal, self.terms[at as usize]));
        Solve { goal, annotations: self.annotations(annotations), place }
    }

    /// The output items: in text files in declaration order, in JSON in the order of the `output` list.
    pub fn output(&self) -> impl ExactSizeIterator<Item = Output<'_>> {
        self.output.iter().map(|item| match *item {
            OutputData::Variable(id) => Output::Variable(self.variable(id)),
            OutputData::Array(id, ranges) => {
                Output::Array { array: self.array(id), ranges: ranges.slice(&self.int_ranges) }
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
