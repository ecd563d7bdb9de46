//! The legend of a frozen model: which of the user's names the engine's numbers stand for.
//!
//! The engine counts variables and propagators; an explanation speaks of `q[3]` and
//! of the constraint `rows`. Comparisons of one variable have no propagator, because
//! freezing applies them to the domain: the legend keeps them beside the variable, so
//! that a value that was never in the engine's domain still has a reason.

use super::constraint::Comparison;
use super::expr::Expr;
use super::tighten::tighten;
use super::{IntVar, Model, ModelError, Owner};
use crate::atom::Atom;
use crate::value_set::ValueSet;
use crate::var::Var;

/// A comparison of one variable: the number of its constraint, and what it says.
#[derive(Clone, Debug)]
pub(super) struct Stated {
    pub(super) constraint: u32,
    pub(super) comparison: Comparison,
}

/// What the engine's variable stands for.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    /// The domain as declared.
    pub(super) declared: ValueSet,
    pub(super) stated: Vec<Stated>,
}

/// Names for the engine's variables and propagators; see [`Run::legend`](crate::Run::legend).
#[derive(Clone, Debug)]
pub struct Legend {
    pub(super) owner: Owner,
    /// By the variable's index in the model.
    pub(super) of_model: Vec<Var>,
    pub(super) variables: Vec<Entry>,
    /// By the constraint's number in the model.
    pub(super) constraints: Vec<String>,
    /// By the propagator's number in the engine.
    pub(super) origin: Vec<u32>,
}

impl Legend {
    /// The name of an engine's variable: as the model declared it, or the expression that it stands for.
    ///
    /// # Panics
    /// When the variable is of another engine; the same holds for the other questions.
    pub fn variable(&self, var: Var) -> &str {
        &self.variables[var.index()].name
    }

    /// The domain of an engine's variable as the model declared it, before any constraint.
    pub fn declared(&self, var: Var) -> &ValueSet {
        &self.variables[var.index()].declared
    }

    /// The domain that the engine began with: as declared, without what comparisons of the
    /// variable alone forbid.
    pub fn root(&self, var: Var) -> ValueSet {
        let entry = &self.variables[var.index()];
        entry.stated.iter().fold(entry.declared.clone(), |set, stated| stated.leaves(&set))
    }

    /// The engine's variable for one of the model's.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] when the variable belongs to another model.
    pub fn var(&self, x: IntVar) -> Result<Var, ModelError> {
        let var = self.of_model.get(x.index as usize).filter(|_| self.owner.owns(x)).copied();
        var.ok_or_else(|| ModelError::ForeignVariable { place: "the question for an engine's variable".to_owned() })
    }

    /// The number, in the model, of the constraint that a propagator works for.
    pub fn constraint_of(&self, propagator: usize) -> usize {
        self.origin[propagator] as usize
    }

    /// The name of the model's constraint with this number: its own, or kind and number.
    pub fn constraint(&self, number: usize) -> &str {
        &self.constraints[number]
    }

    /// The constraints of one variable alone that make `atom` true at the root, as few as the
    /// deletion of one after the other leaves; empty when the declared domain does it.
    /// `None` when they do not suffice.
    pub fn stated(&self, atom: Atom) -> Option<Vec<usize>> {
        let entry = &self.variables[atom.var().index()];
        let violating = entry.declared.intersection(&(!atom).values());
        let left = |used: &[&Stated]| used.iter().fold(violating.clone(), |set, s| s.leaves(&set));
        let mut used: Vec<&Stated> = entry.stated.iter().filter(|s| s.leaves(&violating) != violating).collect();
        if !left(&used).is_empty() {
            return None;
        }
        // The one that alone does most goes last, so that it is the likeliest to stay.
        used.sort_by_key(|s| std::cmp::Reverse(s.leaves(&violating).len()));
        let mut i = 0;
        while i < used.len() {
            let mut without = used.clone();
            without.remove(i);
            if left(&without).is_empty() { used = without } else { i += 1 }
        }
        Some(used.iter().map(|s| s.constraint as usize).collect())
    }
}

impl Stated {
    /// What the comparison leaves of a set of values.
    fn leaves(&self, set: &ValueSet) -> ValueSet {
        let expr = self.comparison.difference.normalised();
        tighten(set, &expr, self.comparison.sign).unwrap_or_else(|| set.clone())
    }
}

impl Model {
    /// An expression with the names of its variables: `2*x - y + 3`.
    pub(super) fn words_of(&self, expr: &Expr) -> String {
        let mut out = String::new();
        for &(c, x) in &expr.terms {
            let Some(declared) = self.variables.get(x.index as usize) else { continue };
            let name = self.display(&declared.name);
            out.push_str(match (out.is_empty(), c < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            });
            match c.unsigned_abs() {
                1 => out.push_str(&name),
                factor => out.push_str(&format!("{factor}*{name}")),
            }
        }
        match (out.is_empty(), expr.constant) {
            (true, constant) => format!("{constant}"),
            (false, 0) => out,
            (false, constant) => format!("{out} {} {}", if constant < 0 { '-' } else { '+' }, constant.unsigned_abs()),
        }
    }
}
