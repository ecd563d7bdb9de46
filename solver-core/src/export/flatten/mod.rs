//! Flattening a model into rows.
//!
//! A partial function gets arguments for which it is defined: `x / y` becomes `x / (y + [y = 0])`, and an index is
//! clamped to the array. The condition that the function is defined is added where the semantics requires it: to the
//! enclosing comparison or to the constraint. Hence every auxiliary variable has exactly one value for each assignment
//! of the other variables.

mod comparisons;
mod compiled;
mod functions;
mod sums;

use super::flat::{Direction, Flat, Linear, RowKind};
use super::{ExportError, SolveItem};
use crate::budget::{Budget, Stopped};
use crate::model::definition::{ConstraintDef, Decompose};
use crate::model::representations::{Decomposition, Named, within};
use crate::model::{Comparison, Constraint, Expr, Form, IntVar, Meaning, Model, ModelError, Operation, Sign};
use crate::value_set::ValueSet;
use std::collections::HashMap;

/// The maximum number of rows of a model.
const MOST_ROWS: usize = 4_000_000;

/// The number of budget units per row.
const ROW: usize = 50;

/// The maximum number of pairs in a table of powers.
const MOST_PAIRS: u64 = 20_000;

/// The magnitude up to which sums are safe in other solvers.
const SUM_LIMIT: i64 = i64::MAX >> 8;

/// The constraints that a format supports natively.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Idiom {
    /// FlatZinc supports only comparisons and functions.
    FlatZinc,
    /// XCSP3 also supports catalogue constraints, if they have no condition.
    Xcsp3,
}

pub(crate) struct Flattener<'m> {
    model: &'m Model,
    idiom: Idiom,
    flat: Flat,
    numbers: HashMap<i32, u32>,
    sums: HashMap<Linear, u32>,
    truths: HashMap<(Linear, Sign), u32>,
    functions: HashMap<(Operation, Vec<u32>), u32>,
    constraint: usize,
    /// A budget; if it is used up, the flattened model is too large.
    budget: Budget,
}

pub(crate) type Flattened<T> = Result<T, ExportError>;

/// Flattens a model into rows.
pub(super) fn flatten(model: &Model, item: &SolveItem, idiom: Idiom) -> Flattened<Flat> {
    if let Some((_, error)) = model.errors.first() {
        return Err(error.clone().into());
    }
    let mut flattener =
        Flattener::new(model, idiom, model.variables.iter().map(|v| v.domain.clone()).collect(), Budget::default());
    if idiom == Idiom::FlatZinc {
        for (i, declared) in model.variables.iter().enumerate().filter(|(_, declared)| is_long(&declared.domain)) {
            let x = expr(&Linear { terms: vec![(1, i as u32)], constant: 0 });
            flattener.require(&within(&x, &declared.domain))?;
        }
    }
    for (i, constraint) in model.constraints.iter().enumerate() {
        flattener.constraint = i;
        flattener.state(constraint)?;
    }
    flattener.constraint = model.constraints.len();
    flattener.item(item)?;
    // A file must contain at least one variable.
    if idiom == Idiom::Xcsp3 && flattener.flat.domains.is_empty() {
        flattener.number(0);
    }
    Ok(flattener.flat)
}

/// Whether a domain has holes and too many values to list. FlatZinc then declares only its bounds, and constraints
/// exclude the holes.
pub(super) fn is_long(domain: &ValueSet) -> bool {
    domain.ranges().len() > 1 && domain.len() > 5_000
}

impl<'m> Flattener<'m> {
    /// Creates a flattener without rows, over variables with these domains.
    pub(crate) fn new(model: &'m Model, idiom: Idiom, domains: Vec<ValueSet>, budget: Budget) -> Flattener<'m> {
        let own = domains.len();
        let first_index = if idiom == Idiom::FlatZinc { 1 } else { 0 };
        Flattener {
            model,
            idiom,
            flat: Flat { domains, own, first_index, ..Flat::default() },
            numbers: HashMap::new(),
            sums: HashMap::new(),
            truths: HashMap::new(),
            functions: HashMap::new(),
            constraint: 0,
            budget,
        }
    }
}

impl Flattener<'_> {
    fn state(&mut self, constraint: &Constraint) -> Flattened<()> {
        let Some(condition) = &constraint.condition else {
            return match &constraint.meaning {
                Meaning::Compare(comparison) => self.require(comparison),
                Meaning::Defined(definition) => self.require_definition(definition),
                Meaning::Nothing => Ok(()),
            };
        };
        let holds = match &constraint.meaning {
            Meaning::Compare(comparison) => self.truth(comparison)?,
            Meaning::Defined(definition) => {
                let (decomposition, mut all) = (self.decomposition(definition)?, Vec::new());
                let arguments = self.arguments(definition, &mut all)?;
                self.truth_of_decomposed(decomposition, &arguments, all)?
            }
            Meaning::Nothing => return Ok(()),
        };
        let mut guards = Vec::new();
        let mut difference = self.lower(&condition.truth, &mut guards)?;
        self.require_all(&guards)?;
        difference.terms.push((-1, holds));
        let sign = if condition.form == Form::Reified { Sign::Equal } else { Sign::AtMost };
        let difference = self.tidied(difference);
        self.require_linear(difference, sign)
    }

    fn item(&mut self, item: &SolveItem) -> Flattened<()> {
        let (direction, expr) = match item {
            SolveItem::Satisfy => return Ok(()),
            SolveItem::Minimize(expr) => (Direction::Minimize, expr),
            SolveItem::Maximize(expr) => (Direction::Maximize, expr),
        };
        if expr.variables().iter().any(|&x| !self.model.owner().owns(x)) {
            return Err(ModelError::ForeignVariable { place: self.name() }.into());
        }
        let mut guards = Vec::new();
        let value = self.lower(expr, &mut guards)?;
        self.require_all(&guards)?;
        let value = self.variable_of(value)?;
        self.flat.objective = Some((direction, value));
        Ok(())
    }

    fn name(&self) -> String {
        let constraint = self.model.constraints.get(self.constraint);
        constraint.map_or_else(|| "the objective".to_owned(), |c| c.display(self.constraint))
    }

    /// The decomposition of a definition; a user-defined constraint has none.
    fn decomposition<'d>(&self, definition: &'d ConstraintDef) -> Flattened<&'d dyn Decompose> {
        let own = || ExportError::OwnPropagator { constraint: self.name() };
        definition.decomposition.as_deref().ok_or_else(own)
    }

    /// Writes a catalogue constraint as a native constraint if the format supports it, otherwise as its decomposition.
    fn require_definition(&mut self, definition: &ConstraintDef) -> Flattened<()> {
        let (decomposition, mut guards) = (self.decomposition(definition)?, Vec::new());
        let arguments = self.arguments(definition, &mut guards)?;
        self.require_all(&guards)?;
        if self.idiom == Idiom::Xcsp3 {
            // Passes only names to the probe, because a decomposition needs no variables for its arguments.
            let probe: Vec<Named> = arguments
                .iter()
                .map(|sum| {
                    let clamp = |v: i128| v.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
                    let (low, high) = self.range(sum);
                    // Equal arguments share a variable.
                    Named { name: format!("{sum:?}"), bounds: (clamp(low), clamp(high)) }
                })
                .collect();
            if decomposition.xcsp3(&probe).is_some() {
                let arguments =
                    arguments.into_iter().map(|sum| self.variable_of(sum)).collect::<Flattened<Vec<u32>>>()?;
                return self.row(RowKind::Native { arguments }, None);
            }
        }
        self.require_decomposed(decomposition, &arguments)
    }

    fn arguments(&mut self, definition: &ConstraintDef, guards: &mut Vec<u32>) -> Flattened<Vec<Linear>> {
        definition.arguments.iter().map(|e| self.lower(e, guards)).collect()
    }

    /// Requires the comparisons of a decomposition.
    fn require_decomposed(&mut self, decomposition: &dyn Decompose, arguments: &[Linear]) -> Flattened<()> {
        let defined = self.decompose(decomposition, arguments, |this, comparison| this.require(comparison))?;
        self.require_all(&defined)
    }

    /// A variable that is 1 if the comparisons of a decomposition hold and the given truth values are 1.
    fn truth_of_decomposed(
        &mut self,
        decomposition: &dyn Decompose,
        arguments: &[Linear],
        mut all: Vec<u32>,
    ) -> Flattened<u32> {
        let defined = self.decompose(decomposition, arguments, |this, comparison| {
            all.push(this.truth(comparison)?);
            Ok(())
        })?;
        all.extend(defined);
        self.all_of(all)
    }

    /// Writes the comparisons of a decomposition one by one. Returns the Booleans that are 1 if the decomposition is
    /// defined.
    fn decompose(
        &mut self,
        decomposition: &dyn Decompose,
        arguments: &[Linear],
        write: impl FnMut(&mut Self, &Comparison) -> Flattened<()>,
    ) -> Flattened<Vec<u32>> {
        let arguments: Vec<Expr> = arguments.iter().map(expr).collect();
        let mut decomposed = Decomposed { flattener: self, write, defined: Vec::new(), failed: Ok(()) };
        let (Ok(()) | Err(Stopped)) = decomposition.decompose(&arguments, &mut decomposed);
        decomposed.failed.map(|()| decomposed.defined)
    }
}

/// Receives the comparisons of a decomposition and writes them.
struct Decomposed<'a, 'm, W> {
    flattener: &'a mut Flattener<'m>,
    write: W,
    /// Booleans that are 1 if the decomposition is defined.
    defined: Vec<u32>,
    /// The error that stopped the decomposition.
    failed: Flattened<()>,
}

impl<W> Decomposed<'_, '_, W> {
    fn checked<T>(&mut self, made: Flattened<T>) -> Result<T, Stopped> {
        made.map_err(|error| {
            self.failed = Err(error);
            Stopped
        })
    }
}

impl<'m, W: FnMut(&mut Flattener<'m>, &Comparison) -> Flattened<()>> Decomposition for Decomposed<'_, 'm, W> {
    fn variable(&mut self, e: Expr) -> Result<Expr, Stopped> {
        let made = self.flattener.lower(&e, &mut self.defined).and_then(|sum| self.flattener.variable_of(sum));
        let x = self.checked(made)?;
        Ok(expr(&Linear { terms: vec![(1, x)], constant: 0 }))
    }

    fn require(&mut self, comparison: Comparison) -> Result<(), Stopped> {
        let written = (self.write)(self.flattener, &comparison);
        self.checked(written)
    }
}

/// Converts a sum of variables in rows into an expression.
fn expr(sum: &Linear) -> Expr {
    let mut e = Expr { constant: sum.constant.into(), ..Expr::default() };
    e.terms.extend(sum.terms.iter().map(|&(c, x)| (i128::from(c), IntVar::auxiliary(x))));
    e
}
