//! Lines of a proof that a constraint writes itself: how one of its inferences follows from its rows.

use super::rows::Literal;
use crate::atom::Atom;
use std::ops::ControlFlow;

/// Takes down the lines that derive one inference of a constraint.
///
/// The premises and the negation of the fact are assumed, and the lines lead to a contradiction. Each is tried before it is written.
/// [`Break`](ControlFlow::Break): the contradiction is there, or a line does not follow; either way nothing more is to be written.
pub(crate) trait Lines {
    /// The literal of an atom.
    fn literal(&mut self, atom: Atom) -> Literal;

    /// A literal that the rows of the constraint introduced: [`Rows::selector`](super::rows::Rows::selector).
    fn selector(&self, name: &str) -> Literal;

    /// Whether a literal is false, by propagation from what is assumed and from the lines so far.
    fn is_false(&self, l: Literal) -> bool;

    /// A new literal, which holds if and only if one of these does.
    fn any_of(&mut self, literals: &[Literal]) -> Literal;

    /// A clause that propagation over the rows and the lines so far finds to hold.
    fn clause(&mut self, literals: &[Literal]) -> ControlFlow<()>;
}
