//! Derivation of an inference by its constraint: [`Lines`] are first tested on the constraint's rows, then written.
//!
//! Kept rows are not tested, because they hold independently of the premises.

use super::database::RowId;
use super::derive::{Derived, LIMIT, SOON};
use super::encoding::{Encoding, Stated};
use super::sum::Sum;
use crate::atom::Atom;
use crate::model::lines::{Ended, Lines, Part};
use crate::model::rows::Literal;
use crate::var::Var;
use crate::view::View;

/// A derivation being written.
pub(super) struct Derivation<'a> {
    pub(super) encoding: &'a mut Encoding,
    pub(super) stated: &'a mut Stated,
    /// The clause to derive; each line holds if the clause is false.
    clause: &'a [Literal],
    /// The variables of the clause.
    about: &'a [Var],
    /// A literal that replaces the premises in each line; it is created when first needed.
    premises: Option<Literal>,
    /// The literals still to be refuted.
    cases: Vec<Literal>,
    /// The lines so far, and their rows.
    lines: Vec<RowId>,
    rows: Vec<u32>,
    new: Vec<Literal>,
    pub(super) is_refuted: bool,
    /// The trail position where the current assumption or case begins, which is undone once refuted.
    begins: usize,
}

impl Encoding {
    /// Lets a constraint derive a clause that consists of the negated premises and possibly a fact. Falls back to a
    /// case split.
    pub(super) fn by_constraint(
        &mut self,
        stated: &mut Stated,
        (clause, about): (&[Literal], &[Var]),
        derive: impl FnOnce(&mut dyn Lines) -> Result<(), Ended>,
    ) -> Derived {
        let open = self.database.begin(&stated.owners);
        let begins = self.database.mark();
        let open = open && clause.iter().all(|&l| self.database.assume(!l));
        debug_assert!(open, "propagation alone does not refute it");
        let (premises, cases, is_refuted) = (None, Vec::new(), false);
        let (lines, rows, new) = (Vec::new(), Vec::new(), Vec::new());
        let mut derivation =
            Derivation { encoding: self, stated, clause, about, premises, cases, lines, rows, new, is_refuted, begins };
        let _ = derive(&mut derivation);
        // A new literal or a definition may have completed the refutation without signalling the end of the derivation.
        if !derivation.is_refuted {
            let _ = derivation.by_cases();
        }
        let Derivation { premises, mut lines, rows, new, is_refuted, .. } = derivation;
        self.database.end();
        rows.into_iter().for_each(|row| self.database.remove(row));
        let mut derived = Derived::Not;
        if is_refuted {
            lines.extend(premises.map(|all| self.writer.rup(&[!all])));
            derived = Derived::Line(self.writer.rup(clause));
        }
        self.writer.delete(&lines);
        self.reusable.extend(new);
        derived
    }

    /// Creates a literal for one derivation, equivalent to the negation of a clause.
    fn failing(&mut self, clause: &[Literal], lines: &mut Vec<RowId>) -> Literal {
        let all = self.auxiliary();
        lines.extend(self.define_all(all, clause.iter().map(|&l| !l)).into_iter().map(|line| line.1));
        all
    }

    /// Defines a new literal to be equivalent to the conjunction of these literals: first what the literal implies,
    /// then the converse.
    fn define_all(&mut self, new: Literal, literals: impl Iterator<Item = Literal> + Clone) -> Vec<(Sum, RowId)> {
        let count = literals.clone().count() as i64;
        let holds = Sum::new(literals.clone().map(|l| (1, l)).chain([(count, !new)]), count);
        let fails = Sum::new(literals.map(|l| (1, !l)).chain([(1, new)]), 1);
        let rows = [holds, fails].into_iter().flatten().zip([!new, new]);
        rows.map(|(sum, defined)| (sum.clone(), self.writer.define(&sum, defined))).collect()
    }

    /// Returns a literal for one derivation. It is reused once no line contains it.
    pub(super) fn auxiliary(&mut self) -> Literal {
        self.reusable.pop().unwrap_or_else(|| self.auxiliary_boolean("new"))
    }
}

impl Derivation<'_> {
    fn begin(&mut self) {
        if self.premises.is_some() || self.clause.len() <= 2 {
            return;
        }
        let all = self.encoding.failing(self.clause, &mut self.lines);
        self.new.push(all);
        self.premises = Some(all);
    }

    /// Adds a row for the duration of this derivation.
    fn add(&mut self, sum: Sum, line: RowId) -> Result<(), Ended> {
        let row = self.encoding.database.add(self.stated.owners[0], sum, line);
        self.lines.push(line);
        self.rows.push(row);
        self.enter()
    }

    fn enter(&mut self) -> Result<(), Ended> {
        if !self.is_refuted && !self.encoding.database.enter_fresh() {
            self.is_refuted = true;
            self.encoding.database.back_to(self.begins);
        }
        if self.is_refuted { Err(Ended) } else { Ok(()) }
    }

    /// Checks whether more lines may be written.
    pub(super) fn may_continue(&mut self) -> Result<(), Ended> {
        if !self.is_refuted && self.encoding.database.budget.check_now() { Ok(()) } else { Err(Ended) }
    }

    /// Falls back to a case split if the constraint has no derivation or if its derivation fails.
    fn by_cases(&mut self) -> Result<(), Ended> {
        self.cases(SOON)?;
        let (mark, mut lines) = (self.encoding.database.mark(), Vec::new());
        let is_refuted = self.encoding.database.probe(&mut lines) || self.encoding.database.cases(&mut lines, LIMIT);
        self.encoding.database.back_to(mark);
        if is_refuted { self.write_all(&lines) } else { Err(Ended) }
    }

    /// Writes clauses, each of which follows from the previous ones; together they complete the refutation.
    fn write_all(&mut self, clauses: &[Vec<Literal>]) -> Result<(), Ended> {
        if clauses.len() > 3 {
            self.begin();
        }
        self.is_refuted = true;
        for literals in clauses {
            let line = self.line(literals);
            self.lines.push(line);
        }
        Err(Ended)
    }

    /// Writes a clause that follows from the rows.
    fn write(&mut self, literals: &[Literal]) -> Result<(), Ended> {
        self.begin();
        let line = self.line(literals);
        match Sum::new(literals.iter().map(|&l| (1, l)), 1) {
            Some(sum) => self.add(sum, line),
            None => Err(Ended),
        }
    }

    fn line(&mut self, literals: &[Literal]) -> RowId {
        let under = self.premises.map_or_else(|| self.clause.to_vec(), |all| vec![!all]);
        let cases = self.cases.iter().map(|&l| !l);
        let all: Vec<Literal> = literals.iter().copied().chain(cases).chain(under).collect();
        self.encoding.writer.rup(&all)
    }

    /// Writes the sum of a linear row and of the rows that define these bounds.
    fn bounded(&mut self, row: (&'static str, i64), bounds: &[Atom]) -> Option<(Sum, RowId)> {
        let &(row, _) = self.stated.rows.get(&row)?;
        bounds.iter().for_each(|&bound| _ = self.encoding.atom(bound));
        let defined = bounds.iter().filter_map(|&bound| self.encoding.bound_row(bound));
        let parts: Vec<(u32, i64)> = std::iter::once(row).chain(defined).map(|row| (row, 1)).collect();
        self.encoding.written_sum(&parts)
    }

    /// Returns a row used in a sum, and its line.
    pub(super) fn row(&self, part: Part) -> Option<(&Sum, RowId)> {
        let row = match part {
            Part::Own(family, number) => self.stated.rows.get(&(family, number)).map(|row| row.0),
            Part::Bound(bound) => self.encoding.bound_row(bound),
            _ => return self.stated.kept.get(&part).map(|(sum, line)| (sum, *line)),
        };
        let database = &self.encoding.database;
        row.map(|row| (database.sum(row), database.id(row)))
    }
}

impl Lines for Derivation<'_> {
    fn literal(&mut self, atom: Atom) -> Literal {
        let l = self.encoding.atom(atom);
        let _ = self.enter();
        l
    }

    fn selector(&self, name: &str) -> Literal {
        self.stated.selectors.get(name).copied().unwrap_or(Literal::FALSE)
    }

    fn is_false(&self, l: Literal) -> bool {
        self.encoding.database.is_false(l)
    }

    fn concerns(&self, view: View) -> bool {
        self.about.contains(&view.var())
    }

    fn bounds(&self, view: View) -> (i64, i64) {
        let (low, high) = self.encoding.bounds(view.var().index() as u32);
        let (a, b) = (view.value_of(low), view.value_of(high));
        (a.min(b).into(), a.max(b).into())
    }

    fn root_bounds(&self, view: View) -> (i64, i64) {
        self.encoding.root_bounds(view)
    }

    fn root_values(&self, view: View) -> Vec<i32> {
        self.encoding.root_values(view)
    }

    fn terms(&mut self, view: View) -> (i64, Vec<(i64, Literal)>) {
        self.encoding.terms(view)
    }

    fn has_bits(&self, view: View) -> bool {
        self.encoding.has_bits(view)
    }

    fn any_of(&mut self, literals: &[Literal]) -> Literal {
        if literals.contains(&Literal::TRUE) {
            return Literal::TRUE;
        }
        let new = self.encoding.auxiliary();
        self.new.push(new);
        // The new literal is false if all of `literals` are false.
        for (sum, line) in self.encoding.define_all(!new, literals.iter().map(|&l| !l)) {
            let _ = self.add(sum, line);
        }
        new
    }

    fn clause(&mut self, literals: &[Literal]) -> Result<(), Ended> {
        self.may_continue()?;
        let database = &mut self.encoding.database;
        if literals.iter().any(|&l| database.is_true(l)) {
            return Ok(());
        }
        let mark = database.mark();
        let follows = !literals.iter().all(|&l| database.assume(!l));
        database.back_to(mark);
        if follows { self.write(literals) } else { Err(Ended) }
    }

    fn cases(&mut self, limit: usize) -> Result<(), Ended> {
        let database = &mut self.encoding.database;
        let (mark, mut lines) = (database.mark(), Vec::new());
        let is_refuted = database.cases(&mut lines, limit);
        database.back_to(mark);
        if is_refuted { self.write_all(&lines) } else { Ok(()) }
    }

    fn linear(&mut self, row: (&'static str, i64), bounds: &[Atom]) -> Result<(), Ended> {
        match self.bounded(row, bounds) {
            Some((sum, line)) => self.add(sum, line),
            None => self.enter(),
        }
    }

    fn refute(&mut self, l: Literal, run: &mut dyn FnMut(&mut dyn Lines) -> Result<(), Ended>) -> Result<(), Ended> {
        if self.encoding.database.is_false(l) {
            return Ok(());
        }
        if self.encoding.database.is_true(l) {
            return run(self);
        }
        let (mark, rows) = (self.encoding.database.mark(), self.rows.len());
        let outer = std::mem::replace(&mut self.begins, mark);
        self.is_refuted = !self.encoding.database.assume(l);
        if !self.is_refuted {
            self.cases.push(l);
            let _ = run(self);
            self.cases.pop();
        }
        self.encoding.database.back_to(mark);
        self.begins = outer;
        for row in self.rows.drain(rows..) {
            self.encoding.database.remove(row);
        }
        if std::mem::take(&mut self.is_refuted) { self.write(&[!l]) } else { Err(Ended) }
    }

    fn sum(&mut self, parts: &[(Part, i64)]) -> Result<(), Ended> {
        for &(part, _) in parts {
            self.encoding.keep_clause(self.stated, part);
            if let Part::Bound(bound) = part {
                self.encoding.atom(bound);
            }
        }
        let rows: Vec<(&Sum, RowId, i64)> =
            parts.iter().filter_map(|&(part, times)| self.row(part).map(|(sum, id)| (sum, id, times))).collect();
        let total = Sum::total(rows.iter().map(|(sum, _, times)| (*sum, *times))).filter(|sum| !sum.is_trivial());
        let ids: Vec<(RowId, i64)> = rows.iter().map(|&(_, id, times)| (id, times)).collect();
        match total.map(|sum| (sum, self.encoding.writer.add(&ids, 1))) {
            Some((sum, line)) => self.add(sum, line),
            None => Err(Ended),
        }
    }
}
