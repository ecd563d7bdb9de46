//! Core-guided search: totals, and a bound on the objective in terms of them.
//!
//! The search reformulates its objective with every core. The proof needs no reformulation: the objective is at least a
//! sum of terms, and each total is at most a sum of atoms, so the sum of these rows bounds the objective by the costs
//! of terms and totals.

use super::reasons::tightest_bound;
use super::relaxed::owners_of;
use super::{Depth, ProofLog};
use crate::atom::Atom;
use crate::compile::{CompiledMeaning, Statement};
use crate::engine::{Engine, Inference};
use crate::linear_rows::Column;
use crate::model::rows::Literal;
use crate::proof::database::{Owner, RowId};
use crate::proof::derive::Derived;
use crate::proof::encoding::Stated;
use crate::search::totals::{COSTS, ObjectiveSum, Total};
use crate::store::LiteralState;
use crate::var::Var;
use crate::view::View;

/// The maximum number of atoms in a total. It is limited because each output of a total has rows over all its atoms.
const LONGEST: usize = 250;

/// The objective as a sum, and the totals so far.
pub(super) struct Reformulated {
    objective: View,
    /// The row stating that the objective is at least the sum.
    row: u32,
    totals: Vec<Counted>,
    /// The sum of the objective row and the totals' counts, and the number of outputs in it.
    bound: Option<(u32, RowId, usize)>,
}

/// A total, its cost, and the variables of its atoms.
struct Counted {
    var: Var,
    weight: i64,
    of: Vec<Var>,
}

impl ProofLog<'_> {
    /// Finds the sum's row. Returns `None` if there is none, or if a term has bits, because its bounds are then not
    /// sums of literals.
    pub(super) fn row_of_objective(&mut self, objective: View, sum: &ObjectiveSum) -> Option<usize> {
        if sum.terms.iter().any(|&(_, term)| self.encoding.has_bits(term)) {
            return None;
        }
        let (mut terms, mut degree) = (Vec::new(), sum.base);
        for (weight, view) in sum.terms.iter().map(|&(weight, view)| (-weight, view)).chain([(1, objective)]) {
            degree -= weight * i64::from(view.value_of(0));
            terms.push((Column::of_value(view.var()), if view.is_negated() { -weight } else { weight }));
        }
        let wanted = self.encoding.over_literals(&terms, degree)?;
        let states_it = |&(_, statement): &(usize, &Statement)| {
            matches!(&statement.meaning, CompiledMeaning::Linear { terms, .. }
                if terms.iter().any(|term| term.1 == objective.var()))
        };
        let stating: Vec<usize> = self.statements.iter().enumerate().filter(states_it).map(|(i, _)| i).collect();
        let owners: Vec<Owner> = stating.into_iter().flat_map(|i| self.encoding.stated[i].owners.clone()).collect();
        let row = self.encoding.row_for(&wanted, &owners)?;
        self.reformulated = Some(Reformulated { objective, row, totals: Vec::new(), bound: None });
        Some(LONGEST)
    }

    /// Writes the clause of a core, after the reasons for it.
    pub(super) fn log_core(&mut self, engine: &Engine, clause: &[Atom]) {
        self.log_root(engine);
        // The other assumptions of the core are decisions.
        for &atom in clause.iter().filter(|&&atom| engine.store.literal_state(atom) == LiteralState::True) {
            self.visit(engine, atom, engine.facts(), Depth::Any);
        }
        self.log_pending(engine);
        if !self.may_continue() {
            return;
        }
        let literals: Vec<Literal> = clause.iter().map(|&atom| self.encoding.atom(atom)).collect();
        self.encoding.writer.rup(&literals);
        if let [l] = literals[..] {
            self.encoding.database.know(l);
        }
    }

    /// Introduces a total, whose value is at least 1.
    pub(super) fn log_total(&mut self, Total { view, atoms, weight }: &Total) {
        let (Some(reformulated), true) = (&mut self.reformulated, self.gap.is_none()) else { return };
        let (var, of) = (view.var(), atoms.iter().map(|atom| atom.var()).collect());
        reformulated.totals.push(Counted { var, weight: *weight, of });
        self.encoding.make_total(var, atoms);
        let some = self.encoding.atom(Atom::at_least(*view, 1));
        self.encoding.writer.rup(&[some]);
        self.encoding.database.know(some);
    }

    /// Derives an inference about totals, either from the rows that define the outputs or from the objective bound.
    pub(super) fn derived_by_totals(
        &mut self,
        inference: &Inference,
        (premises, fact): (&[Literal], Option<Literal>),
    ) -> Derived {
        let about: Vec<Var> = inference.premises.iter().copied().chain(inference.fact).map(Atom::var).collect();
        let Some(reformulated) = &self.reformulated else { return Derived::Not };
        let concerned = reformulated.totals.iter().filter(|total| about.contains(&total.var));
        let vars = concerned.flat_map(|total| &total.of).chain(&about);
        let mut owners = owners_of(&self.encoding, vars.copied(), None);
        owners.sort_unstable_by_key(|owner| owner.0);
        owners.dedup();
        let mut sum = Vec::new();
        let (objective, is_upper) = (reformulated.objective.var(), !reformulated.objective.is_negated());
        if inference.rule == &COSTS {
            sum.extend(self.bound_of_objective().map(|row| (row, 1)));
            if self.encoding.has_bits(View::from(objective)) {
                let bound = tightest_bound(inference, objective, is_upper);
                let bound = bound.unwrap_or_else(|| self.encoding.known_bound(objective, is_upper));
                self.encoding.atom(bound);
                sum.extend(self.encoding.bound_row(bound).map(|row| (row, 1)));
            }
        }
        let mut stated = Stated { owners, ..Stated::default() };
        self.encoding.derive(&mut stated, (premises, fact, &about), (&[sum], false), |_| Ok(()))
    }

    /// Returns the row that bounds the objective by the costs of the terms and the totals.
    fn bound_of_objective(&mut self) -> Option<u32> {
        let Reformulated { row, totals, bound, .. } = self.reformulated.as_ref()?;
        let counts = || totals.iter().filter_map(|total| Some((self.encoding.count_of(total.var)?, total.weight)));
        let outputs = counts().map(|((_, outputs), _)| outputs).sum();
        if let Some((row, _, _)) = bound.filter(|bound| bound.2 == outputs) {
            return Some(row);
        }
        let rows: Vec<(u32, i64)> = [(*row, 1)].into_iter().chain(counts().map(|((row, _), c)| (row, c))).collect();
        if let Some((row, line, _)) = self.reformulated.as_mut()?.bound.take() {
            self.encoding.database.remove(row);
            self.encoding.writer.delete(&[line]);
        }
        let (sum, line) = self.encoding.written_sum(&rows)?;
        let row = self.encoding.only_summed(sum, line);
        self.reformulated.as_mut()?.bound = Some((row, line, outputs));
        Some(row)
    }
}
