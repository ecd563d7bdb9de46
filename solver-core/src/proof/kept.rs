//! Rows that derivations keep because they hold independently of an inference's premises.
//!
//! Kept rows are proof lines used in sums. A clause that follows from a few kept rows by propagation is written with
//! explicit hints, so the checker reads no other rows. The database does not contain kept rows.

use super::database::RowId;
use super::left::Left;
use super::lines::Derivation;
use super::sum::Sum;
use super::writer::Cut;
use crate::model::lines::{By, Ended, Exclusion, Keep, Kept, Part};
use crate::model::rows::Literal;

impl Keep for Derivation<'_> {
    fn has(&self, part: Part) -> bool {
        self.row(part).is_some()
    }

    fn at_most_one(
        &mut self,
        name: Kept,
        pairs: &[[Literal; 2]],
        exclusion: &mut dyn FnMut(usize, usize) -> Option<Exclusion>,
    ) {
        if !self.has(Part::Kept(name))
            && let Some(row) = self.encoding.at_most_one(self.stated, pairs, exclusion)
        {
            self.stated.kept.insert(Part::Kept(name), row);
        }
    }

    fn define(&mut self, name: Kept, terms: Vec<(i64, Literal)>, degree: i64) -> Literal {
        if let Some(known) = self.defined(name) {
            return known;
        }
        let Some(sum) = Sum::new(terms, degree) else { return Literal::FALSE };
        let all: i64 = sum.terms.iter().map(|term| term.0).sum();
        let negated = || sum.terms.iter().map(|&(c, l)| (c, !l));
        let l = if sum.degree <= 0 {
            self.axioms(Part::Holds(name), sum.terms.iter().copied());
            Literal::TRUE
        } else if sum.degree > all {
            self.axioms(Part::Fails(name), negated());
            Literal::FALSE
        } else {
            let l = self.encoding.auxiliary();
            let rest = all - sum.degree + 1;
            let holds = Sum::new(sum.terms.iter().copied().chain([(sum.degree, !l)]), sum.degree);
            let fails = Sum::new(negated().chain([(rest, l)]), rest);
            for (row, by, part) in [(holds, !l, Part::Holds(name)), (fails, l, Part::Fails(name))] {
                let Some(row) = row else { continue };
                let line = self.encoding.writer.define(&row, by);
                self.stated.kept.insert(part, (row, line));
            }
            l
        };
        self.stated.defined.insert(name, l);
        l
    }

    fn defined(&self, name: Kept) -> Option<Literal> {
        self.stated.defined.get(&name).copied()
    }

    fn nonnegative(&mut self, name: Kept, terms: &[(i64, Literal)]) {
        if !self.has(Part::Kept(name)) {
            self.axioms(Part::Kept(name), terms.iter().copied());
        }
    }

    fn keep(&mut self, name: Kept, clause: &[Literal], by: By<'_>) -> Result<(), Ended> {
        let Some(sum) = Sum::new(clause.iter().map(|&l| (1, l)), 1) else { return Err(Ended) };
        self.may_continue()?;
        // A trivial row contains both a literal and its negation, or the literal that is always true.
        if sum.is_trivial() || self.has(Part::Kept(name)) {
            return Ok(());
        }
        let line = match by {
            By::Sum(parts) => self.by_sum(&sum, parts),
            By::Propagation(parts) => self.by_propagation(&sum, parts),
        };
        let Some(line) = line else { return Err(Ended) };
        self.stated.kept.insert(Part::Kept(name), (sum, line));
        Ok(())
    }

    fn forget(&mut self, names: &[Kept]) {
        let mut lines = Vec::new();
        for &name in names {
            for part in [Part::Kept(name), Part::Holds(name), Part::Fails(name)] {
                lines.extend(self.stated.kept.remove(&part).map(|(_, line)| line));
            }
            let literal = self.stated.defined.remove(&name).filter(|l| l.variable() != 0);
            self.encoding.reusable.extend(literal);
        }
        self.encoding.writer.delete(&lines);
    }
}

impl Derivation<'_> {
    /// Keeps a row stating that the sum of some terms is at least 0. A literal and its negation cancel.
    fn axioms(&mut self, part: Part, terms: impl IntoIterator<Item = (i64, Literal)>) {
        let Some(sum) = Sum::new(terms, 0).map(|sum| Sum { degree: 0, ..sum }) else { return };
        let mut steps = Vec::with_capacity(3 * sum.terms.len());
        for (i, &(c, l)) in sum.terms.iter().enumerate() {
            steps.extend([Cut::Axiom(l), Cut::Times(c)]);
            steps.extend((i > 0).then_some(Cut::Add));
        }
        if !steps.is_empty() {
            let line = self.encoding.writer.cut(&steps);
            self.stated.kept.insert(part, (sum, line));
        }
    }

    /// Writes a clause that follows from a sum of rows, because the negated clause contradicts the sum.
    fn by_sum(&mut self, clause: &Sum, parts: &[(Part, i64)]) -> Option<RowId> {
        let rows = parts.iter().filter_map(|&(part, times)| self.row(part).map(|(sum, id)| (sum, id, times)));
        let left = Left::new(&literals(clause), &rows.collect::<Vec<_>>())?;
        Some(self.encoding.writer.left(&literals(clause), &left))
    }

    /// Writes a clause that follows from these rows, because propagation over them refutes the negated clause.
    fn by_propagation(&mut self, clause: &Sum, parts: &[Part]) -> Option<RowId> {
        let mut propagated = std::mem::take(&mut self.encoding.propagated);
        let rows: Vec<(&Sum, RowId)> = parts.iter().filter_map(|&part| self.row(part)).collect();
        clause.terms.iter().for_each(|term| propagated.insert(!term.1));
        let is_refuted = loop {
            let before = propagated.len();
            let fits = rows.iter().all(|(sum, _)| {
                let open = sum.terms.iter().filter(|term| !propagated.has(!term.1));
                let slack = open.map(|term| term.0).sum::<i64>() - sum.degree;
                for &(c, l) in &sum.terms {
                    if c > slack && !propagated.has(!l) {
                        propagated.insert(l);
                    }
                }
                slack >= 0
            });
            if !fits || propagated.len() == before {
                break !fits;
            }
        };
        let hints: Vec<RowId> = rows.iter().map(|row| row.1).collect();
        propagated.clear();
        self.encoding.propagated = propagated;
        is_refuted.then(|| self.encoding.writer.rup_by(&literals(clause), &hints))
    }
}

fn literals(clause: &Sum) -> Vec<Literal> {
    clause.terms.iter().map(|term| term.1).collect()
}
