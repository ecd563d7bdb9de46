//! Proof lines with which a constraint derives an inference from its rows.

use super::rows::Literal;
use crate::atom::Atom;
use crate::view::View;

/// Whether this build can write proofs. Builds for web pages cannot, so pages need not load the code.
pub(crate) const PROVES: bool = !cfg!(target_family = "wasm");

/// The derivation has ended: a contradiction or a limit was reached, or a line does not follow. No further lines may be
/// written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ended;

/// Writes the lines that derive one inference by a constraint.
///
/// The premises and the negation of the fact are assumed, and the lines lead to a contradiction.
pub(crate) trait Lines: Keep {
    /// The literal of an atom.
    fn literal(&mut self, atom: Atom) -> Literal;

    /// A literal introduced by the constraint's rows: [`Rows::selector`](super::rows::Rows::selector).
    fn selector(&self, name: &str) -> Literal;

    /// Whether a literal is false, by propagation of the assumptions and the lines so far.
    fn is_false(&self, l: Literal) -> bool;

    /// Whether a premise or the fact of the inference mentions a view.
    fn concerns(&self, view: View) -> bool;

    /// The current bounds of a view, as far as literals express them.
    fn bounds(&self, view: View) -> (i64, i64);

    /// The bounds of a view in the model.
    fn root_bounds(&self, view: View) -> (i64, i64);

    /// The values of a view in the model, ascending.
    fn root_values(&self, view: View) -> Vec<i32>;

    /// Returns a view as a sum; see [`Rows::terms`](super::rows::Rows::terms).
    fn terms(&mut self, view: View) -> (i64, Vec<(i64, Literal)>);

    /// Whether the sum that represents a view consists of bits.
    fn has_bits(&self, view: View) -> bool;

    /// Creates a literal equivalent to the disjunction of the given literals.
    fn any_of(&mut self, literals: &[Literal]) -> Literal;

    /// Writes a clause that follows by propagation from the rows and the lines so far.
    fn clause(&mut self, literals: &[Literal]) -> Result<(), Ended>;

    /// Writes a case split if at most `limit` lines suffice.
    fn cases(&mut self, limit: usize) -> Result<(), Ended>;

    /// Writes the clause that follows from a linear row when its variables are within these bounds. For variables
    /// without bits, propagation derives the clause without this line.
    fn linear(&mut self, row: (&'static str, i64), bounds: &[Atom]) -> Result<(), Ended>;

    /// Refutes a literal by deriving a contradiction from it.
    fn refute(&mut self, l: Literal, run: &mut dyn FnMut(&mut dyn Lines) -> Result<(), Ended>) -> Result<(), Ended>;

    /// Writes the sum of rows, each with its multiplier.
    fn sum(&mut self, parts: &[(Part, i64)]) -> Result<(), Ended>;
}

/// Stores rows that hold without the premises, for use in all later inferences of the constraint.
pub(crate) trait Keep {
    /// Whether a row exists: a kept row, a row of the constraint, or the definition of a bound that is not trivially
    /// true.
    fn has(&self, part: Part) -> bool;

    /// Keeps a row: at most one of these pairs has two true literals. Any two pairs are mutually exclusive, by
    /// propagation or by [two rows](Exclusion).
    fn at_most_one(
        &mut self,
        name: Kept,
        pairs: &[[Literal; 2]],
        exclusion: &mut dyn FnMut(usize, usize) -> Option<Exclusion>,
    );

    /// Defines a new literal by the rows `Holds` and `Fails`: it is true if and only if the terms add up to at least
    /// the degree. If the sum always or never reaches the degree, returns a constant literal instead.
    fn define(&mut self, name: Kept, terms: Vec<(i64, Literal)>, degree: i64) -> Literal;

    /// The literal defined under this name, if any.
    fn defined(&self, name: Kept) -> Option<Literal>;

    /// Keeps a row: a sum of terms with positive weights is at least 0.
    fn nonnegative(&mut self, name: Kept, terms: &[(i64, Literal)]);

    /// Stores a clause unless it is trivially true.
    fn keep(&mut self, name: Kept, clause: &[Literal], by: By<'_>) -> Result<(), Ended>;

    /// Deletes rows and definitions that are no longer needed.
    fn forget(&mut self, names: &[Kept]);
}

/// How a clause is derived.
#[derive(Clone, Copy)]
pub(crate) enum By<'a> {
    /// The sum of these rows, each with its multiplier, contradicts the negation of the clause.
    Sum(&'a [(Part, i64)]),
    /// Propagation over the given rows, ignoring any that do not exist.
    Propagation(&'a [Part]),
}

/// A row used in a sum.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Part {
    /// A row of the constraint.
    Own(&'static str, i64),
    /// A kept row.
    Kept(Kept),
    /// The two directions of a definition: the literal implies its condition, and its negation the negated condition.
    Holds(Kept),
    Fails(Kept),
    /// The row stating that each value of a variable satisfies one of two bounds. It is kept.
    Either([Atom; 2]),
    /// For a variable with bits, the direction of a bound's definition that applies if the bound holds; for other
    /// variables, nothing.
    Bound(Atom),
    /// The clause that follows from a row that two bounds violate by 1: one of the bounds is false, or `otherwise`
    /// holds. The clause's row is kept.
    Left {
        row: (&'static str, i64),
        bounds: [Atom; 2],
        otherwise: Literal,
    },
}

/// The name of a kept row: a family and numbers.
pub(crate) type Kept = (&'static str, [i64; 3]);

/// Two linear rows with opposite conditions. Each has two atoms, a lower bound on one variable and an upper bound on
/// another, which together violate the row by 1.
pub(crate) type Exclusion = [((&'static str, i64), [Atom; 2]); 2];
