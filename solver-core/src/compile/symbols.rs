//! The symbol table of a compiled model: the user's names for the engine's variables and propagators.
//!
//! The engine numbers variables and propagators, whereas an explanation mentions `q[3]` and the constraint `rows`.
//! Comparisons of one variable have no propagator, because compilation applies them to the domain. The symbol table
//! stores them with the variable, so that even a value that was never in the engine's domain has a reason for its
//! absence.

use super::tighten::tighten;
use crate::atom::Atom;
use crate::model::{Comparison, IntVar, Label, ModelError, Owner};
use crate::value_set::ValueSet;
use crate::var::Var;

/// A comparison of one variable, with the index of its constraint.
#[derive(Clone, Debug)]
pub(super) struct Stated {
    pub(super) constraint: u32,
    pub(super) comparison: Comparison,
}

/// The table's entry for an engine variable.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    /// The declared domain.
    pub(super) declared: ValueSet,
    pub(super) stated: Vec<Stated>,
    /// The expression that defines an auxiliary variable.
    pub(super) sum: Option<Sum>,
    pub(super) label: Label,
}

impl Entry {
    pub(super) fn new(name: String, declared: ValueSet) -> Entry {
        Entry { name, declared, stated: Vec::new(), sum: None, label: Label::default() }
    }
}

/// An expression over the engine's variables.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) terms: Vec<(i128, Var)>,
    pub(super) constant: i128,
}

/// The symbol table: names for the engine's variables and propagators; see [`Run::symbols`](crate::Run::symbols).
#[doc(alias = "names")]
#[derive(Clone, Debug, Default)]
pub struct SymbolTable {
    pub(super) owner: Owner,
    /// The engine variables, by index in the model.
    pub(super) of_model: Vec<Var>,
    pub(super) variables: Vec<Entry>,
    /// The names of constraints, by index in the model.
    pub(super) constraints: Vec<String>,
    /// The constraint of each propagator, by the propagator's index in the engine.
    pub(super) origin: Vec<u32>,
    /// Comparisons that leave their variable without a value, each with the propagator that fails because of it.
    pub(super) never: Vec<(u32, Var, Stated)>,
}

impl SymbolTable {
    /// The name of an engine variable: its name in the model, or the expression that defines it.
    ///
    /// # Panics
    /// If the variable belongs to another engine. This applies to the other methods as well.
    pub fn variable(&self, var: Var) -> &str {
        &self.variables[var.index()].name
    }

    /// Creates a symbol table for a search that ran in another process, for example a search replayed from a file. The
    /// arguments are the name and declared domain of each variable, the name of each constraint, and the index of each
    /// propagator's constraint.
    ///
    /// ```
    /// use solver_core::{Atom, SymbolTable, ValueSet, View, AtomFormatter};
    /// let two = ["x", "y"].map(|name| (name.to_owned(), ValueSet::range(0, 9)));
    /// let symbols = SymbolTable::of_names(two, ["ascending".to_owned()], [0]).expect("there is a constraint 0");
    /// let y = symbols.vars().nth(1).expect("two variables");
    /// assert_eq!(symbols.fact(Atom::at_least(View::from(y), 4)), "y >= 4");
    /// assert_eq!(symbols.source(0), "`ascending`");
    /// ```
    ///
    /// Returns `None` if a propagator refers to a constraint that does not exist, or if there are more than
    /// [`Var::MAX_COUNT`] variables.
    pub fn of_names(
        variables: impl IntoIterator<Item = (String, ValueSet)>,
        constraints: impl IntoIterator<Item = String>,
        propagators: impl IntoIterator<Item = usize>,
    ) -> Option<SymbolTable> {
        let variables: Vec<Entry> = variables.into_iter().map(|(name, declared)| Entry::new(name, declared)).collect();
        let constraints: Vec<String> = constraints.into_iter().collect();
        let known = |number: usize| u32::try_from(number).ok().filter(|_| number < constraints.len());
        let origin = propagators.into_iter().map(known).collect::<Option<_>>()?;
        let few = variables.len() <= Var::MAX_COUNT as usize;
        let (owner, of_model, never) = (Owner::new(), Vec::new(), Vec::new());
        few.then_some(SymbolTable { owner, of_model, variables, constraints, origin, never })
    }

    /// The label of an engine variable.
    pub fn label(&self, var: Var) -> &Label {
        &self.variables[var.index()].label
    }

    /// Sets the labels of the first variables.
    #[must_use]
    pub fn labelled(mut self, labels: impl IntoIterator<Item = Label>) -> SymbolTable {
        self.variables.iter_mut().zip(labels).for_each(|(entry, label)| entry.label = label);
        self
    }

    /// Whether a variable belongs to the problem: it was not introduced by a translation and is not a constant.
    pub fn is_of_problem(&self, var: Var) -> bool {
        !self.label(var).introduced && !self.is_constant(var)
    }

    /// Whether an engine variable represents a constant argument of a constraint; its value is its only name.
    pub fn is_constant(&self, var: Var) -> bool {
        let Entry { name, declared, .. } = &self.variables[var.index()];
        declared.len() == 1 && declared.min().is_some_and(|value| *name == value.to_string())
    }

    /// Whether a variable of the model is fixed by its declaration or by constraints on it alone, like a clue or input
    /// data.
    pub fn is_given(&self, var: Var) -> bool {
        !self.is_constant(var) && self.root(var).len() == 1
    }

    /// The engine's variables.
    pub fn vars(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.variables.len() as u32).map(Var)
    }

    /// For each propagator of the engine, the index of its constraint.
    pub fn propagators(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.origin.iter().map(|&number| number as usize)
    }

    /// The domain of an engine variable as the model declared it, before any constraint.
    pub fn declared(&self, var: Var) -> &ValueSet {
        &self.variables[var.index()].declared
    }

    /// The initial domain in the engine: the declared domain without the values that comparisons of this variable
    /// exclude.
    pub fn root(&self, var: Var) -> ValueSet {
        self.within(var, &self.all_stated(var).collect::<Vec<_>>())
    }

    /// The engine variable of a model variable.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] when the variable belongs to another model.
    pub fn var(&self, x: IntVar) -> Result<Var, ModelError> {
        let var = self.of_model.get(x.index as usize).filter(|_| self.owner.owns(x)).copied();
        var.ok_or_else(|| ModelError::ForeignVariable { place: "the query for an engine variable".to_owned() })
    }

    /// The name and the declared domain of every variable, in the engine's order.
    pub fn variables(&self) -> impl Iterator<Item = (&str, &ValueSet)> {
        self.variables.iter().map(|entry| (entry.name.as_str(), &entry.declared))
    }

    /// The name of every constraint, in the model's order.
    pub fn constraints(&self) -> impl Iterator<Item = &str> {
        self.constraints.iter().map(String::as_str)
    }

    /// The index of a propagator's constraint in the model.
    pub fn constraint_of(&self, propagator: usize) -> usize {
        self.origin[propagator] as usize
    }

    /// The name of the model's constraint with this index: the user's name, or kind and number.
    pub fn constraint(&self, number: usize) -> &str {
        &self.constraints[number]
    }

    /// The comparisons of a single variable that make `atom` true at the root, minimised by deletion; empty if the
    /// declared domain suffices. `None` if even all of them together do not suffice. The declared domain of an
    /// auxiliary variable is the range of its expression.
    pub fn stated(&self, atom: Atom) -> Option<Vec<usize>> {
        self.ruling_out(atom.var(), &self.declared(atom.var()).intersection(&(!atom).values()))
    }

    /// The contradictory comparisons of a single variable that make a propagator fail, including the propagator's own
    /// constraint.
    pub(crate) fn unary_core(&self, propagator: usize) -> Option<Vec<usize>> {
        let (_, var, stated) = self.never.iter().find(|never| never.0 as usize == propagator)?;
        let mut core = self.ruling_out(*var, &stated.leaves(self.declared(*var)))?;
        core.push(stated.constraint as usize);
        Some(core)
    }

    /// Returns comparisons of one variable that together exclude all these values.
    fn ruling_out(&self, var: Var, values: &ValueSet) -> Option<Vec<usize>> {
        let left = |used: &[(Var, &Stated)]| values.intersection(&self.within(var, used));
        let mut used: Vec<(Var, &Stated)> = self.all_stated(var).collect();
        if self.variables[var.index()].sum.is_none() {
            // Most comparisons exclude none of these values.
            used.retain(|(_, stated)| stated.leaves(values) != *values);
        }
        if !left(&used).is_empty() {
            return None;
        }
        // Moves the comparison that excludes the most values by itself to the end, where deletion is most likely to
        // keep it.
        used.sort_by_cached_key(|&stated| std::cmp::Reverse(left(&[stated]).len()));
        let mut i = 0;
        while i < used.len() {
            let mut without = used.clone();
            without.remove(i);
            if left(&without).is_empty() { used = without } else { i += 1 }
        }
        Some(used.iter().map(|(_, s)| s.constraint as usize).collect())
    }

    /// The comparisons of single variables that affect the root domain of `var`.
    fn all_stated(&self, var: Var) -> impl Iterator<Item = (Var, &Stated)> {
        let entry = &self.variables[var.index()];
        let sum = entry.sum.iter().flat_map(|sum| &sum.terms).map(|&(_, x)| x);
        [var].into_iter().chain(sum).flat_map(|x| self.variables[x.index()].stated.iter().map(move |s| (x, s)))
    }

    /// The declared domain of `var`, reduced by the comparisons in `used`.
    fn within(&self, var: Var, used: &[(Var, &Stated)]) -> ValueSet {
        let entry = &self.variables[var.index()];
        let cut = |x: Var| {
            let own = used.iter().filter(|(of, _)| *of == x);
            self.variables[x.index()].declared.minus(&ValueSet::union(own.map(|(_, stated)| stated.forbids())))
        };
        let range = entry.sum.as_ref().map(|sum| {
            sum.range(|x| {
                let set = cut(x);
                Some((set.min()?, set.max()?))
            })
        });
        match range {
            None => cut(var),
            Some(None) => ValueSet::default(),
            Some(Some((low, high))) => cut(var).intersection(&ValueSet::range(low, high)),
        }
    }
}

impl Sum {
    /// The smallest and largest value of the expression; `None` if a variable has no value.
    fn range(&self, bounds: impl Fn(Var) -> Option<(i32, i32)>) -> Option<(i32, i32)> {
        let constant = (self.constant, self.constant);
        let (low, high) = self.terms.iter().try_fold(constant, |(low, high), &(c, x)| {
            let (a, b) = bounds(x)?;
            let (a, b) = (c.saturating_mul(a.into()), c.saturating_mul(b.into()));
            Some((low.saturating_add(a.min(b)), high.saturating_add(a.max(b))))
        })?;
        let clamp = |v: i128| v.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        Some((clamp(low), clamp(high)))
    }
}

impl Stated {
    /// The values of a set that satisfy the comparison.
    fn leaves(&self, set: &ValueSet) -> ValueSet {
        let expr = self.comparison.difference.normalised();
        tighten(set, &expr, self.comparison.sign).unwrap_or_else(|| set.clone())
    }

    /// The values that the comparison excludes.
    fn forbids(&self) -> ValueSet {
        let all = ValueSet::range(i32::MIN, i32::MAX);
        all.minus(&self.leaves(&all))
    }
}
