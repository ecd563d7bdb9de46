//! Lines of a proof that a constraint writes itself: how one of its inferences follows from its rows.

use super::rows::Literal;
use crate::atom::Atom;
use crate::view::View;

/// Whether proofs are written at all: not in a page, which need not load the code for it.
pub(crate) const PROVES: bool = !cfg!(target_family = "wasm");

/// Why no more lines of a derivation are to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    /// The lines have led to the contradiction.
    Refuted,
    /// A line does not follow, or a limit was reached.
    Underived,
}

/// Writes the lines that derive one inference of a constraint.
///
/// The premises and the negation of the fact are assumed, and the lines lead to a contradiction.
pub(crate) trait Lines: Keep {
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

    /// Its values there, ascending.
    fn root_values(&self, view: View) -> Vec<i32>;

    /// A view as a sum: [`Rows::terms`](super::rows::Rows::terms).
    fn terms(&mut self, view: View) -> (i64, Vec<(i64, Literal)>);

    /// Whether the sum is one of bits.
    fn has_bits(&self, view: View) -> bool;

    /// A new literal, which holds if and only if one of these does.
    fn any_of(&mut self, literals: &[Literal]) -> Literal;

    /// A clause that propagation over the rows and the lines so far finds to hold.
    fn clause(&mut self, literals: &[Literal]) -> Result<(), Ended>;

    /// A search by cases, if at most so many lines are enough.
    fn cases(&mut self, limit: usize) -> Result<(), Ended>;

    /// A linear row of the constraint, where these bounds of its variables hold: what is left of the sum. Propagation does it alone where the
    /// variables have no bits.
    fn linear(&mut self, row: (&'static str, i64), bounds: &[Atom]) -> Result<(), Ended>;

    /// Refutes a literal by what follows where it holds.
    fn refute(&mut self, l: Literal, run: &mut dyn FnMut(&mut dyn Lines) -> Result<(), Ended>) -> Result<(), Ended>;

    /// The sum of rows, each so often.
    fn sum(&mut self, parts: &[(Part, i64)]) -> Result<(), Ended>;
}

/// Keeps rows that hold without the premises, for all later inferences of the constraint.
pub(crate) trait Keep {
    /// Whether there is this row: a kept one, one of the constraint or of a bound that does not hold whatever the literals are.
    fn has(&self, part: Part) -> bool;

    /// Of at most one of these pairs both literals hold. Two of them exclude each other by propagation, or by [two rows](Exclusion).
    fn at_most_one(
        &mut self,
        name: Kept,
        pairs: &[[Literal; 2]],
        exclusion: &mut dyn FnMut(usize, usize) -> Option<Exclusion>,
    );

    /// A new literal, which holds if and only if these terms add up to the degree at least: the rows `Holds` and `Fails`. The literal that always holds or never
    /// does, if they do or cannot.
    fn define(&mut self, name: Kept, terms: Vec<(i64, Literal)>, degree: i64) -> Literal;

    /// A literal that was defined.
    fn defined(&self, name: Kept) -> Option<Literal>;

    /// Terms with positive weights are at least 0.
    fn nonnegative(&mut self, name: Kept, terms: &[(i64, Literal)]);

    /// A clause. What always holds is not written.
    fn keep(&mut self, name: Kept, clause: &[Literal], by: By<'_>) -> Result<(), Ended>;

    /// Deletes rows and definitions that are not needed any more.
    fn forget(&mut self, names: &[Kept]);
}

/// Why a clause follows.
#[derive(Clone, Copy)]
pub(crate) enum By<'a> {
    /// The sum of these rows, each so often, cannot be where the clause fails.
    Sum(&'a [(Part, i64)]),
    /// Propagation over these rows, those that are there.
    Propagation(&'a [Part]),
}

/// A row that a sum takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Part {
    /// A row of the constraint.
    Own(&'static str, i64),
    /// A kept row.
    Kept(Kept),
    /// A definition, where it holds and where it fails.
    Holds(Kept),
    Fails(Kept),
    /// One of two bounds of a variable holds, whatever its value is. It is kept.
    Either([Atom; 2]),
    /// The definition of a bound of a variable with bits, where it holds; nothing for other variables.
    Bound(Atom),
    /// What is left of a row that two bounds violate, by 1: one of them fails, or this holds. It is kept.
    Left {
        row: (&'static str, i64),
        bounds: [Atom; 2],
        otherwise: Literal,
    },
}

/// The name of what is kept: of a family, by numbers.
pub(crate) type Kept = (&'static str, [i64; 3]);

/// Two linear rows with opposite conditions, one of which is violated by a lower bound of one variable and an upper bound of another, by 1.
pub(crate) type Exclusion = [((&'static str, i64), [Atom; 2]); 2];
