//! Logging of solutions: a row that excludes the solution or requires a better one, and the decisions on which the
//! solution depends.

use super::{Depth, ProofLog};
use crate::atom::Atom;
use crate::engine::{Engine, Since};
use crate::model::rows::Literal;
use crate::proof::ProofError;
use crate::proof::sum::Sum;
use crate::view::View;

impl ProofLog<'_> {
    pub(super) fn solution(&mut self, engine: &Engine) {
        self.log_root(engine);
        // A learning search for an optimum does not refute the solution here: it learns from the bound that requires a
        // better solution.
        let refutes = self.lists || self.objective.is_some() && !self.learns;
        let level = if refutes { self.decisive(engine) } else { 0 };
        self.import(engine.vars().map(|var| engine.min(View::from(var))).collect());
        if refutes {
            self.refute(level);
        }
    }

    /// Writes a solution found by any search, given as the values of the engine variables.
    pub(crate) fn import(&mut self, values: Vec<i32>) {
        self.found += 1;
        let objective = self.objective.map(|view| (view, view.value_of(values[view.var().index()])));
        if objective.is_none() && self.lists {
            self.exclude(&values);
        }
        // The stored values include the variables of decompositions.
        self.last = Some(self.flat.extend(self.model, &values).unwrap_or(values));
        match objective {
            None if self.lists => _ = self.write_last(),
            None => {}
            Some((_, value)) if self.bounds => self.improve_on(value),
            Some((view, value)) => {
                self.best = Some(value);
                let decided = self.decided(view);
                self.encoding.writer.improving(&decided);
            }
        }
    }

    /// Writes the reasons for the values that identify this solution. Returns the number of decisions on which these
    /// values depend.
    fn decisive(&mut self, engine: &Engine) -> usize {
        let facts = engine.facts();
        let wanted: Vec<View> = self.objective.map_or_else(|| self.views.to_vec(), |view| vec![view]);
        // Without recorded reasons, the solution is assumed to depend on all decisions.
        let mut level = if engine.roots().is_some() { 0 } else { self.left.len() };
        for view in wanted {
            if let Some(v) = engine.fixed(view) {
                let fixed = Atom::equals(view, v);
                self.visit(engine, fixed, facts, Depth::Any);
                if let Some(Since::Entry(at)) = engine.since(fixed, facts) {
                    level = level.max(engine.level_of(at).saturating_sub(usize::from(!self.above.is_empty())));
                }
            }
        }
        self.log_pending(engine);
        level
    }

    /// Writes a model row that only this solution violates.
    fn exclude(&mut self, values: &[i32]) {
        let mut fixed = Vec::new();
        for view in self.views {
            let x = view.var().index();
            self.encoding.fixing(x as u32, values[x], &mut fixed);
        }
        let terms = fixed.into_iter().map(|l| (1, !l));
        if let Some(sum) = Sum::new(terms, 1) {
            self.encoding.writer.row(&format!("solution_{}", self.found), &sum);
        }
    }

    /// Returns literals that fix all variables to their values in the last solution, together with all literals of the
    /// objective's variable. Propagation finds the other literals.
    fn decided(&self, objective: View) -> Vec<Literal> {
        let mut literals = Vec::new();
        for (x, &value) in (0..).zip(self.last.iter().flatten()) {
            match x == objective.var().index() as u32 {
                true => self.encoding.all_literals(x, value, &mut literals),
                false => self.encoding.fixing(x, value, &mut literals),
            }
        }
        literals.retain(|l| l.variable() != 0);
        literals.sort_unstable();
        literals.dedup();
        literals
    }

    /// Writes the last solution if there is one. Returns its literals.
    pub(in crate::proof) fn write_last(&mut self) -> Vec<Literal> {
        let Some(values) = self.last.take() else { return Vec::new() };
        let mut literals = Vec::new();
        for (x, value) in (0..).zip(values) {
            self.encoding.all_literals(x, value, &mut literals);
        }
        let Some(literals) = self.encoding.complete(literals) else {
            self.failed.get_or_insert(ProofError::Excluded { solution: self.found });
            return Vec::new();
        };
        let line = self.encoding.writer.listed(&literals);
        if let Err(error) = self.solutions.write_all(line.as_bytes()) {
            self.failed.get_or_insert(error.into());
        }
        literals
    }
}
