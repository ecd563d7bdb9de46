//! Inferences of the linear relaxation: a sum of rows is written as a line, from which the reason follows.

use super::ProofLog;
use super::reasons::tightest_bound;
use crate::atom::Atom;
use crate::compile::{CompiledMeaning, Statement};
use crate::engine::{Engine, Inference};
use crate::linear_rows::{Column, LinearRow, LinearRows};
use crate::model::rows::Literal;
use crate::proof::database::Owner;
use crate::proof::derive::Derived;
use crate::proof::encoding::{Encoding, Stated};
use crate::proof::sum::Sum;
use crate::var::Var;
use crate::view::View;
use std::collections::BTreeMap;

/// The maximum sum of a row's weights. Rows with a larger sum are omitted, so that sums of rows do not overflow.
const WEIGHT: i128 = 1 << 32;

/// `Σ coefficient · column >= degree`: one inequality of a relaxation row.
pub(super) struct Limit {
    terms: Vec<(Column, i64)>,
    /// The checker's row for the inequality; `None` if the inequality holds for all literal values.
    row: Option<u32>,
    /// The row's statement.
    statement: Option<u32>,
}

/// A literal that is true if and only if an equation holds, and the statement that expresses this.
struct Indicator {
    truth: Atom,
    equation: Atom,
    statement: Option<u32>,
}

impl ProofLog<'_> {
    /// Keeps only the inequalities for which the checker has rows or rows can be derived. Sums of rows rely on root
    /// facts, so all root facts so far are written first, and later ones when they are derived.
    pub(super) fn admit_rows(&mut self, engine: &Engine, rows: &mut LinearRows) {
        let of_relaxation = |statement: &Statement| matches!(statement.meaning, CompiledMeaning::Relaxation);
        let number = self.statements.iter().position(of_relaxation);
        let Some(&own) = number.and_then(|number| self.encoding.stated[number].owners.first()) else { return };
        let mut limits = BTreeMap::new();
        let statement_of = |propagator: u32| self.statement_of[propagator as usize];
        let named = rows.indicators().map(|(truth, equation, source)| {
            (truth.var(), Indicator { truth: Atom::at_least(truth, 1), equation, statement: source.map(statement_of) })
        });
        let named: BTreeMap<Var, Indicator> = named.collect();
        self.root = 0;
        self.limits = Some(BTreeMap::new());
        self.log_root(engine);
        rows.rows.retain_mut(|LinearRow { terms, low, high, sources }| {
            for (limit, source, sign) in [(&mut *low, sources[0], 1), (&mut *high, sources[1], -1)] {
                let Some(degree) = *limit else { continue };
                let terms: Vec<(Column, i64)> = terms.iter().map(|&(column, c)| (column, c * sign)).collect();
                let statement = source.propagator.map(|propagator| self.statement_of[propagator as usize]);
                match self.row_of_limit(&terms, degree * sign, (own, statement), &named) {
                    Some(row) => _ = limits.insert(source.limit, Limit { terms, row, statement }),
                    None => *limit = None,
                }
            }
            low.is_some() || high.is_some()
        });
        self.limits = Some(limits);
    }

    /// Returns an inequality's row, `Some(None)` if it holds for all values, or `None` if there is no row.
    fn row_of_limit(
        &mut self,
        terms: &[(Column, i64)],
        degree: i64,
        (own, statement): (Owner, Option<u32>),
        named: &BTreeMap<Var, Indicator>,
    ) -> Option<Option<u32>> {
        let wanted = self.encoding.over_literals(terms, degree)?;
        if wanted.terms.iter().map(|term| i128::from(term.0)).sum::<i128>() > WEIGHT {
            return None;
        }
        if wanted.is_trivial() {
            return Some(None);
        }
        let owners = owners_of(&self.encoding, terms.iter().map(|term| term.0.var), statement);
        if !self.may_continue() {
            return None;
        }
        let row = self.encoding.row_for(&wanted, &owners);
        let row = row.or_else(|| self.row_by_equations(&wanted, terms, statement, named));
        row.or_else(|| self.encoding.row_by_cases(&wanted, own, &owners)).map(Some)
    }

    /// Derives an inequality's row from a similar row in which each indicator is replaced by its equation.
    fn row_by_equations(
        &mut self,
        wanted: &Sum,
        terms: &[(Column, i64)],
        statement: Option<u32>,
        named: &BTreeMap<Var, Indicator>,
    ) -> Option<u32> {
        let mut equations = BTreeMap::new();
        let mut equal = owners_of(&self.encoding, [].into_iter(), statement);
        for (column, _) in terms.iter().filter(|(column, _)| column.value.is_none()) {
            let Some(indicator) = named.get(&column.var) else { continue };
            let (truth, equation) = (self.encoding.atom(indicator.truth), self.encoding.atom(indicator.equation));
            let vars = [column.var, indicator.equation.var()];
            equal.push(self.encoding.variables[vars[1].index()].owner);
            let owners = owners_of(&self.encoding, vars.into_iter(), indicator.statement);
            equations.insert(truth.variable(), (if truth.is_negated() { !equation } else { equation }, owners));
        }
        let swapped = |l: Literal| {
            let (equation, owners) = equations.get(&l.variable())?;
            Some((if l.is_negated() { !*equation } else { *equation }, owners))
        };
        let over_equations = wanted.terms.iter().map(|&(c, l)| (c, swapped(l).map_or(l, |swapped| swapped.0)));
        let over_equations = Sum::new(over_equations, wanted.degree).filter(|_| !equations.is_empty())?;
        let row = self.encoding.row_for(&over_equations, &equal)?;
        let mut clauses = Vec::new();
        for &(c, l) in &wanted.terms {
            let Some((equation, owners)) = swapped(l) else { continue };
            let clause = [l, !equation];
            clauses.push((clause, self.encoding.clause_of(owners, clause)?, c));
        }
        self.encoding.row_of_sum(row, &clauses)
    }

    /// Writes the sum of an inference's rows, and then the inference.
    pub(super) fn derived_by_sum(
        &mut self,
        inference: &Inference,
        own: Owner,
        (premises, fact): (&[Literal], Option<Literal>),
    ) -> Derived {
        let Some(limits) = &self.limits else { return Derived::Not };
        let (mut rows, mut owners) = (Vec::new(), vec![own]);
        let mut bits: BTreeMap<Var, i64> = BTreeMap::new();
        for multiple in inference.premises.sum().iter().flat_map(|sum| &sum.multiples) {
            let Some(limit) = limits.get(&multiple.source.limit) else { return Derived::Not };
            let times = multiple.multiplier.abs();
            rows.extend(limit.row.map(|row| (row, times)));
            owners.extend(owners_of(&self.encoding, limit.terms.iter().map(|term| term.0.var), limit.statement));
            for &(Column { var, value }, c) in &limit.terms {
                if value.is_none() && self.encoding.has_bits(View::from(var)) {
                    *bits.entry(var).or_default() += c * times;
                }
            }
        }
        owners.sort_unstable_by_key(|owner| owner.0);
        owners.dedup();
        for (var, c) in bits {
            // The bound that pushes the sum over its limit.
            let bound = tightest_bound(inference, var, c > 0);
            let bound = bound.unwrap_or_else(|| self.encoding.known_bound(var, c > 0));
            self.encoding.atom(bound);
            rows.extend(self.encoding.bound_row(bound).map(|row| (row, c.abs())).filter(|_| c != 0));
        }
        let Some((sum, line)) = self.encoding.written_sum(&rows) else { return Derived::Not };
        let row = self.encoding.database.add(own, sum, line);
        let about: Vec<Var> = inference.premises.iter().copied().chain(inference.fact).map(Atom::var).collect();
        let mut stated = Stated { owners, ..Stated::default() };
        let known = self.encoding.database.root;
        let mut derived = self.encoding.derive(&mut stated, (premises, fact, &about), (&[], false), |_| Ok(()));
        if derived == Derived::Forward {
            // Propagation finds the reason only while the sum exists, so the reason also becomes a line.
            let clause: Vec<Literal> = premises.iter().map(|&l| !l).chain(fact).collect();
            derived = Derived::Line(self.encoding.writer.rup(&clause));
        }
        // Facts that hold without the premises also depend on the sum, so they are written too.
        let Encoding { database, writer, .. } = &mut self.encoding;
        for &l in &database.trail[known..database.root] {
            writer.rup(&[l]);
        }
        self.encoding.database.remove(row);
        self.encoding.writer.delete(&[line]);
        derived
    }
}

/// Returns the owners of a statement, if given, and then those of the variables.
pub(super) fn owners_of(encoding: &Encoding, vars: impl Iterator<Item = Var>, statement: Option<u32>) -> Vec<Owner> {
    let stated = statement.map_or(&[][..], |number| &encoding.stated[number as usize].owners);
    stated.iter().copied().chain(vars.map(|var| encoding.variables[var.index()].owner)).collect()
}
