//! Writes the reason for one inference as proof lines: the last solution's row, a sum of rows, or a derivation by the
//! statement.

use super::ProofLog;
use crate::atom::{Atom, Relation};
use crate::compile::CompiledMeaning;
use crate::engine::Inference;
use crate::model::lines::Lines;
use crate::model::rows::Literal;
use crate::proof::ProofError;
use crate::proof::database::RowId;
use crate::proof::derive::{Derived, LIMIT};
use crate::proof::encoding::Stated;
use crate::var::Var;
use crate::view::View;

impl ProofLog<'_> {
    /// Writes a reason unless the checker already knows it. Returns the reason's line unless the line is kept.
    pub(super) fn log(&mut self, inference: &Inference) -> Option<RowId> {
        let number = self.statement_of[inference.propagator] as usize;
        let Stated { suffices, sufficing, .. } = &self.encoding.stated[number];
        if *suffices || sufficing.contains(&inference.rule) || self.failed.is_some() || !self.may_continue() {
            return None;
        }
        #[cfg(any(test, feature = "harness"))]
        let inference = &crate::proof::plant::Planted::changed(inference);
        let statement = &self.statements[number];
        let mut reason = vec![Literal::FALSE];
        reason.extend(inference.premises.iter().map(|&atom| self.encoding.atom(atom)));
        let fact = inference.fact.map(|fact| self.encoding.atom(fact));
        reason[0] = fact.unwrap_or(Literal::FALSE);
        let premises = &reason[1..];
        // The last solution's row implies the reason.
        if matches!(statement.meaning, CompiledMeaning::Objective) {
            let clause: Vec<Literal> = premises.iter().map(|&l| !l).chain(fact).collect();
            return Some(self.encoding.writer.rup(&clause));
        }
        if self.repeated.is_known(&reason) {
            return None;
        }
        let line = self.derived(inference, number, (premises, fact));
        let stays = self.repeated.stays(reason);
        line.filter(|_| !stays)
    }

    /// Derives a reason from its statement. Returns the line if propagation does not find the reason by itself.
    fn derived(
        &mut self,
        inference: &Inference,
        number: usize,
        (premises, fact): (&[Literal], Option<Literal>),
    ) -> Option<RowId> {
        let statement = &self.statements[number];
        if matches!(statement.meaning, CompiledMeaning::Relaxation) {
            let derived = self.derived_by_sum(inference, self.encoding.stated[number].owners[0], (premises, fact));
            return self.finished(derived, inference, number);
        }
        if matches!(statement.meaning, CompiledMeaning::Totals) {
            let derived = self.derived_by_totals(inference, (premises, fact));
            return self.finished(derived, inference, number);
        }
        let mut stated = std::mem::take(&mut self.encoding.stated[number]);
        let named = inference.rows().iter().filter_map(|row| stated.rows.get(&(row.family, row.number)));
        let mut sums = vec![named.map(|&(row, _)| (row, 1)).collect()];
        let linear = self.linear_sums(&stated, &statement.meaning, inference);
        let over_bits = linear.iter().any(|sum| sum.len() > 1);
        sums.extend(linear);
        let is_own = stated.is_own;
        if let (CompiledMeaning::Stated { arguments }, Some(constraint), true) =
            (&statement.meaning, self.model.constraint_of(statement), is_own)
        {
            let denied = inference.fact.map(|fact| !fact);
            let atoms: Vec<Atom> = inference.premises.iter().copied().chain(denied).collect();
            let exclusion = constraint.exclusion(arguments, &atoms);
            if let Some(line) = exclusion.and_then(|exclusion| self.encoding.resolved(&stated, &exclusion)) {
                self.encoding.stated[number] = stated;
                return Some(line);
            }
        }
        let own = |lines: &mut dyn Lines| match (&statement.meaning, self.model.constraint_of(statement)) {
            (CompiledMeaning::Stated { arguments }, Some(constraint)) if is_own => constraint.derive(arguments, lines),
            (CompiledMeaning::Function { function, arguments, result, .. }, _) if is_own => {
                function.operation.derive(arguments, *result, lines)
            }
            _ => Ok(()),
        };
        let about: Vec<Var> = inference.premises.iter().copied().chain(inference.fact).map(Atom::var).collect();
        let derived = self.encoding.derive(&mut stated, (premises, fact, &about), (&sums, over_bits), own);
        self.encoding.stated[number] = stated;
        self.finished(derived, inference, number)
    }

    /// Returns the line of a derived reason, if it has one. Records the error if the reason was not derived.
    fn finished(&mut self, derived: Derived, inference: &Inference, number: usize) -> Option<RowId> {
        match derived {
            Derived::Forward => None,
            Derived::Line(line) => Some(line),
            Derived::Not if self.encoding.database.budget.stopped.is_some() => None,
            Derived::Not => {
                let constraint = self.encoding.stated[number].name.clone();
                let error = ProofError::NotDerived { constraint, rule: inference.rule.name, limit: LIMIT };
                let wants_one = !self.lists && self.objective.is_none();
                *(if wants_one { &mut self.gap } else { &mut self.failed }) = Some(error);
                None
            }
        }
    }

    /// The sums to try for a linear statement over variables with bits: each row of the statement plus the rows that
    /// define the bounds in a reason, multiplied by the coefficients. The bits cancel out, leaving a contradiction
    /// between constants.
    fn linear_sums(&self, stated: &Stated, meaning: &CompiledMeaning, inference: &Inference) -> Vec<Vec<(u32, i64)>> {
        let CompiledMeaning::Linear { terms, .. } = meaning else { return Vec::new() };
        let rows = ["at_most", "at_least"].map(|family| stated.rows.get(&(family, 0)));
        let mut sums = Vec::new();
        for (row, sign) in rows.into_iter().zip([1, -1]) {
            let Some(&(row, _)) = row else { continue };
            let mut sum = vec![(row, 1)];
            for &(c, x) in terms {
                // The bound that pushes the sum over its limit.
                let is_upper = c * sign < 0;
                let declared = is_upper.then(|| Atom::at_most(View::from(x), i32::MAX));
                let bound = tightest_bound(inference, x, is_upper).or(declared);
                let defined = bound.and_then(|bound| self.encoding.bound_row(bound));
                sum.extend(defined.zip(i64::try_from(c.abs()).ok()));
            }
            sums.push(sum);
        }
        sums
    }
}

/// Returns the tightest upper or lower bound that an inference's premises and its negated conclusion place on a
/// variable.
pub(super) fn tightest_bound(inference: &Inference, var: Var, is_upper: bool) -> Option<Atom> {
    let relation = if is_upper { Relation::Less } else { Relation::AtLeast };
    let bounds = inference.premises.iter().copied().chain(inference.fact.map(|fact| !fact));
    let bounds = bounds.filter(|atom| atom.var() == var && atom.relation() == relation);
    bounds.max_by_key(|atom| if is_upper { -atom.value() } else { atom.value() })
}
