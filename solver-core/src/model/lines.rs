//! Lines of a proof that a constraint writes itself: how one of its inferences follows from its rows.

use super::rows::Literal;
use crate::atom::Atom;
use crate::view::View;
use std::ops::ControlFlow;

/// Whether proofs are written at all: not in a page, which need not load the code for it.
pub(crate) const PROVES: bool = !cfg!(target_family = "wasm");

/// Takes down the lines that derive one inference of a constraint.
///
/// The premises and the negation of the fact are assumed, and the lines lead to a contradiction.
/// [`Break`](ControlFlow::Break): the contradiction is there, or a line does not follow; either way nothing more is to be written.
///
/// What is *kept* holds without the premises, is named by a pair of numbers, and is there for all later inferences of the constraint.
pub(crate) trait Lines {
    /// The literal of an atom.
    fn literal(&mut self, atom: Atom) -> Literal;

    /// A literal that the rows of the constraint introduced: [`Rows::selector`](super::rows::Rows::selector).
    fn selector(&self, name: &str) -> Literal;

    /// Whether a literal is false, by propagation from what is assumed and from the lines so far.
    fn is_false(&self, l: Literal) -> bool;

    /// Whether the inference is about a view: it occurs in a premise or in the fact.
    fn concerns(&self, view: View) -> bool;

    /// The bounds of a view, of those that have literals.
    fn bounds(&self, view: View) -> (i64, i64);

    /// The bounds of a view in the model.
    fn root_bounds(&self, view: View) -> (i64, i64);

    /// A view as a sum: [`Rows::terms`](super::rows::Rows::terms).
    fn terms(&mut self, view: View) -> (i64, Vec<(i64, Literal)>);

    /// A new literal, which holds if and only if one of these does.
    fn any_of(&mut self, literals: &[Literal]) -> Literal;

    /// A clause that propagation over the rows and the lines so far finds to hold.
    fn clause(&mut self, literals: &[Literal]) -> ControlFlow<()>;

    /// A search by cases, if at most so many lines are enough.
    fn cases(&mut self, limit: usize) -> ControlFlow<()>;

    /// A linear row of the constraint, where these bounds of its variables hold: what is left of the sum. Propagation does it alone where the
    /// variables have no bits.
    fn linear(&mut self, row: (&'static str, i64), bounds: &[Atom]) -> ControlFlow<()>;

    /// Refutes a literal by what follows where it holds.
    fn refute(&mut self, l: Literal, run: &mut dyn FnMut(&mut dyn Lines) -> ControlFlow<()>) -> ControlFlow<()>;

    /// A kept row: of at most one of these pairs both literals hold. Two of them exclude each other by propagation, or by [two rows](Exclusion).
    fn at_most_one(
        &mut self,
        name: Kept,
        pairs: &[[Literal; 2]],
        exclusion: &mut dyn FnMut(usize, usize) -> Option<Exclusion>,
    );

    /// The sum of rows, each so often.
    fn sum(&mut self, parts: &[(Part, i64)]) -> ControlFlow<()>;
}

/// A row that a sum takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Part {
    /// A row of the constraint.
    Own(&'static str, i64),
    /// An [`at_most_one`](Lines::at_most_one).
    Kept(Kept),
    /// One of two bounds of a variable holds, whatever its value is. It is kept.
    Either([Atom; 2]),
    /// The definition of a bound of a variable with bits, where it holds; nothing for other variables.
    Bound(Atom),
    /// What is left of a row that two bounds violate, by 1: one of them fails, or this holds. It is kept.
    Left { row: (&'static str, i64), bounds: [Atom; 2], otherwise: Literal },
}

/// The name of a kept row.
pub(crate) type Kept = (usize, i64);

/// Two linear rows with opposite conditions, one of which is violated by a lower bound of one variable and an upper bound of another, by 1.
pub(crate) type Exclusion = [((&'static str, i64), [Atom; 2]); 2];
