//! Exclusions: given several pairs of literals, no two of which can be true together, at most one pair has both
//! literals true. This module also handles consequences of bounds: if two bounds violate a row, then one of the bounds
//! or the row fails. Each result is written as a single line.
//!
//! Rows that each exclude two of the pairs are combined into one row for all pairs, by adding one pair after another
//! and rounding (as for cliques; W. Cook, C. R. Coullard, G. Turán, *On the complexity of cutting-plane proofs*,
//! Discrete Applied Mathematics 18, 1987).

use super::database::RowId;
use super::encoding::{Cancelling, Encoding, Stated};
use super::left::Left;
use super::sum::Sum;
use super::writer::Cut;
use crate::atom::{Atom, Relation};
use crate::model::lines::{Exclusion, Part};
use crate::model::rows::Literal;

impl Encoding {
    /// Writes a row stating that at most one of these pairs has both literals true. Writes nothing for fewer than two
    /// pairs.
    pub(super) fn at_most_one(
        &mut self,
        stated: &Stated,
        pairs: &[[Literal; 2]],
        exclusion: &mut dyn FnMut(usize, usize) -> Option<Exclusion>,
    ) -> Option<(Sum, RowId)> {
        let terms = pairs.iter().flatten().map(|&l| (1, !l));
        let sum = Sum::new(terms, pairs.len() as i64 - 1).filter(|_| pairs.len() > 1)?;
        let (mut steps, mut lines) = (Vec::new(), Vec::new());
        for (i, pair) in pairs.iter().enumerate().skip(1) {
            if i > 1 {
                steps.push(Cut::Times(i as i64 - 1));
            }
            for (j, other) in pairs[..i].iter().enumerate() {
                let rows = exclusion(i, j).map(|rows| rows.map(|(row, bounds)| self.violated(stated, row, bounds)));
                match rows {
                    Some([(one, true), (other, true)]) => {
                        steps.extend(one.into_iter().chain(other));
                        steps.push(Cut::Add);
                    }
                    rows => {
                        let helpers = rows.into_iter().flatten().map(|row| row.0).filter(|row| !row.is_empty());
                        let helpers: Vec<RowId> = helpers.map(|row| self.writer.cut(&row)).collect();
                        let line = self.writer.rup(&[!pair[0], !pair[1], !other[0], !other[1]]);
                        self.writer.delete(&helpers);
                        steps.push(Cut::Row(line));
                        lines.push(line);
                    }
                }
                if i > 1 || j > 0 {
                    steps.push(Cut::Add);
                }
            }
            if i > 1 {
                steps.push(Cut::Divide(i as i64));
            }
        }
        let line = self.writer.cut(&steps);
        self.writer.delete(&lines);
        Some((sum, line))
    }

    /// Writes the resolvent of two rows with opposite conditions, both violated by bounds of variables with bits: a
    /// clause stating that one of the bounds fails. Returns `None` if the result is not this clause.
    pub(super) fn resolved(&mut self, stated: &Stated, exclusion: &Exclusion) -> Option<RowId> {
        let mut all = Vec::new();
        for &(row, bounds) in exclusion {
            bounds.iter().for_each(|&bound| _ = self.atom(bound));
            let (steps, is_clause) = self.violated(stated, row, bounds);
            all.extend(is_clause.then_some(steps)?);
        }
        all.extend([Cut::Add, Cut::Saturate]);
        Some(self.writer.cut(&all))
    }

    /// Writes the clause for a part of a sum, if the part is a clause that is neither written nor known.
    pub(super) fn keep_clause(&mut self, stated: &mut Stated, part: Part) {
        let (bounds, otherwise) = match part {
            Part::Own(..) | Part::Kept(_) | Part::Holds(_) | Part::Fails(_) | Part::Bound(_) => return,
            Part::Either(bounds) => (bounds, Literal::FALSE),
            Part::Left { bounds, otherwise, .. } => (bounds.map(|bound| !bound), otherwise),
        };
        if stated.kept.contains_key(&part) {
            return;
        }
        let [one, other] = bounds.map(|bound| self.atom(bound));
        let clause = [one, other, otherwise];
        let Some(sum) = Sum::new(clause.map(|l| (1, l)), 1).filter(|sum| !sum.is_trivial()) else { return };
        let line = match part {
            Part::Left { row, bounds, .. } => self.left(stated, row, bounds, &clause),
            _ => {
                let [low, high] =
                    if bounds[0].relation() == Relation::AtLeast { bounds } else { [bounds[1], bounds[0]] };
                let covering = self.covering(low.var().index() as u32, low.value(), high.value());
                covering.unwrap_or_else(|| self.writer.rup(&clause))
            }
        };
        stated.kept.insert(part, (sum, line));
    }

    /// Writes the clause that follows from a row violated by two bounds.
    fn left(&mut self, stated: &Stated, row: (&'static str, i64), bounds: [Atom; 2], clause: &[Literal]) -> RowId {
        let (steps, is_clause) = self.violated(stated, row, bounds);
        if is_clause {
            return self.writer.cut(&steps);
        }
        let helper = (!steps.is_empty()).then(|| self.writer.cut(&steps));
        let line = self.writer.rup(clause);
        self.writer.delete(helper.as_slice());
        line
    }

    /// Returns the steps from a row and two bounds that violate it to the resulting row. Also returns whether that row
    /// is a clause stating that one of the bounds or the row's condition fails. If not, because the variables have no
    /// bits, propagation does the rest.
    fn violated(&self, stated: &Stated, row: (&'static str, i64), bounds: [Atom; 2]) -> (Vec<Cut>, bool) {
        let Some(&(own, id)) = stated.rows.get(&row) else { return (Vec::new(), false) };
        let (mut steps, mut axioms) = (vec![Cut::Row(id)], Vec::new());
        let mut has_bits = bounds[0].var() != bounds[1].var();
        for bound in bounds {
            match self.cancelling(bound) {
                Some(Cancelling::Row(row)) => steps.extend([Cut::Row(row), Cut::Add]),
                Some(Cancelling::Axioms(bits)) => {
                    let terms = || (0..).zip(&bits).map(|(k, &bit)| (1_i64 << k, bit));
                    steps.extend(terms().flat_map(|(c, bit)| [Cut::Axiom(bit), Cut::Times(c), Cut::Add]));
                    axioms.push(Sum { terms: terms().collect(), degree: 0 });
                }
                None => has_bits = false,
            }
        }
        let defined = bounds.iter().filter_map(|&bound| self.bound_row(bound)).chain([own]);
        let rows: Vec<&Sum> = defined.map(|row| self.database.sum(row)).chain(&axioms).collect();
        match Left::rounding(&rows).filter(|_| has_bits) {
            Some(rounding) => (steps.into_iter().chain(rounding).collect(), true),
            None => (steps.into_iter().chain([Cut::Saturate]).collect(), false),
        }
    }
}
