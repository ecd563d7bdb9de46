//! Pseudo-Boolean rows: the encoding of a constraint for a proof.
//!
//! A proof is checked against a file of rows `Σ a·l >= d` over literals
//! ([OPB](http://www.cril.univ-artois.fr/PB24/OPBgeneral.pdf)). A constraint that defines no rows is first decomposed
//! into comparisons.

use crate::atom::Atom;
use crate::budget::Stopped;
use crate::reason::Rule;
use crate::view::View;

/// A literal of a row: a Boolean variable of the encoding, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Literal(pub(crate) u32);

impl Literal {
    /// The literal that always holds.
    pub(crate) const TRUE: Literal = Literal(0);

    /// The literal that never holds.
    pub(crate) const FALSE: Literal = Literal(1);

    /// The index of the literal's Boolean variable.
    pub(crate) fn variable(self) -> usize {
        self.0 as usize / 2
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// Receives the rows of one constraint, and may stop the writer.
pub(crate) trait Rows {
    /// The literal of an atom.
    fn literal(&mut self, atom: Atom) -> Result<Literal, Stopped>;

    /// The root domain of a view, ascending; `None` if it has too many values to list.
    fn values(&mut self, view: View) -> Result<Option<Vec<i32>>, Stopped>;

    /// The smallest and largest value of a view at the root.
    fn bounds(&self, view: View) -> (i64, i64);

    /// Returns a view as a sum: its smallest value, plus literals with positive weights. Some assignments of the
    /// literals may exceed the largest value.
    fn terms(&mut self, view: View) -> (i64, Vec<(i64, Literal)>);

    /// Adds a row `Σ a·l >= at_least` of the constraint. [Premises](crate::Premises::row) refer to it by its family and
    /// its number within the family.
    fn row(
        &mut self,
        family: &'static str,
        number: i64,
        terms: Vec<(i64, Literal)>,
        at_least: i64,
    ) -> Result<(), Stopped>;

    /// Adds the row stating that, if a literal holds, a sum of multiples of views is at most `most`. Only for
    /// constraints that are not [conditional](Rows::is_conditional).
    fn at_most(
        &mut self,
        row: (&'static str, i64),
        terms: &[(i64, View)],
        most: i64,
        condition: Literal,
    ) -> Result<(), Stopped>;

    /// Creates a literal whose value the rows determine from the arguments if the constraint holds. Only for
    /// constraints that are not [conditional](Rows::is_conditional).
    fn selector(&mut self, name: &str) -> Result<Literal, Stopped>;

    /// Whether solutions may violate the constraint.
    fn is_conditional(&self) -> bool;

    /// Declares that the constraint cannot be encoded, so no proof is written.
    fn refuse(&mut self, why: &'static str);

    /// Adds a row that is the sum of other rows of this constraint, each with its multiplier.
    fn implied(&mut self, family: &'static str, number: i64, parts: &[((&'static str, i64), i64)]);

    /// Adds a second name for the row stating that a view has one of its values.
    fn at_least_one(&mut self, family: &'static str, number: i64, view: View) -> Result<(), Stopped>;

    /// Declares that unit propagation over the rows finds everything that the propagators find.
    fn suffice(&mut self);

    /// Declares that unit propagation over the rows finds everything that this rule infers.
    fn suffice_for(&mut self, rule: &'static Rule);
}

/// Writes the rows `at_most_one`, numbered by value: at most one of the views has the value. Omits values that only one
/// view can have.
pub(crate) fn at_most_one_per_value(views: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
    let mut takers: std::collections::BTreeMap<i32, Vec<View>> = std::collections::BTreeMap::new();
    for &view in views {
        let Some(values) = rows.values(view)? else { return Ok(false) };
        for v in values {
            takers.entry(v).or_default().push(view);
        }
    }
    for (v, takers) in takers {
        if takers.len() > 1 {
            let free = takers.iter().map(|&view| Ok((1, !rows.literal(Atom::equals(view, v))?)));
            let terms = free.collect::<Result<_, Stopped>>()?;
            rows.row("at_most_one", v.into(), terms, takers.len() as i64 - 1)?;
        }
    }
    Ok(true)
}

/// The values of a view, with their literals.
pub(crate) type ValueLiterals = Vec<(i32, Literal)>;

/// Writes the rows `at_least_one` and `at_most_one`, numbered by position: each view has exactly one value. Returns the
/// value literals, or writes nothing and returns `None` if some view has too many values to list.
pub(crate) fn one_value_each(views: &[View], rows: &mut dyn Rows) -> Result<Option<Vec<ValueLiterals>>, Stopped> {
    let mut listed: Vec<Vec<i32>> = Vec::with_capacity(views.len());
    for &view in views {
        let Some(values) = rows.values(view)? else { return Ok(None) };
        listed.push(values);
    }
    let mut row = |((i, &view), values): ((i64, &View), Vec<i32>)| {
        rows.at_least_one("at_least_one", i, view)?;
        let literal = |v| Ok((v, rows.literal(Atom::equals(view, v))?));
        let of = values.into_iter().map(literal).collect::<Result<ValueLiterals, Stopped>>()?;
        rows.row("at_most_one", i, of.iter().map(|&(_, l)| (1, !l)).collect(), of.len() as i64 - 1)?;
        Ok(of)
    };
    (0..).zip(views).zip(listed).map(&mut row).collect::<Result<_, Stopped>>().map(Some)
}

/// Receives the rows of a constraint with a custom propagator: [`Posted::written_by`](super::Posted::written_by).
///
/// Each row has a family and a number, by which reasons refer to it ([`Premises::row`](crate::Premises::row)).
pub struct ConstraintRows<'a> {
    rows: &'a mut dyn Rows,
    /// An error if a limit was reached; after that, nothing more is written.
    written: Result<(), Stopped>,
}

impl<'a> ConstraintRows<'a> {
    pub(super) fn new(rows: &'a mut dyn Rows) -> ConstraintRows<'a> {
        ConstraintRows { rows, written: Ok(()) }
    }

    pub(super) fn written(self) -> Result<(), Stopped> {
        self.written
    }

    /// Adds a row: at least this many of the atoms hold.
    pub fn at_least(
        &mut self,
        (family, number): (&'static str, i64),
        atoms: impl IntoIterator<Item = Atom>,
        count: i64,
    ) {
        let write = |()| {
            let literals = atoms.into_iter().map(|atom| Ok((1, self.rows.literal(atom)?)));
            let terms = literals.collect::<Result<_, Stopped>>()?;
            self.rows.row(family, number, terms, count)
        };
        self.written = self.written.and_then(write);
    }

    /// Adds a row: at most one of the atoms holds.
    pub fn at_most_one(&mut self, name: (&'static str, i64), atoms: impl IntoIterator<Item = Atom>) {
        let negated: Vec<Atom> = atoms.into_iter().map(|atom| !atom).collect();
        let count = negated.len() as i64 - 1;
        self.at_least(name, negated, count);
    }

    /// Gives a name to the row stating that the view has one of its values. Every variable has this row.
    pub fn has_a_value(&mut self, (family, number): (&'static str, i64), view: View) {
        self.written = self.written.and_then(|()| self.rows.at_least_one(family, number, view));
    }

    /// Adds a row that is the sum of other rows of the constraint, given by name. The proof derives it.
    pub fn implied(&mut self, (family, number): (&'static str, i64), parts: &[(&'static str, i64)]) {
        self.rows.implied(family, number, &parts.iter().map(|&part| (part, 1)).collect::<Vec<_>>());
    }
}

impl std::fmt::Debug for ConstraintRows<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ConstraintRows")
    }
}
