//! Freezing: from the user's statement to an engine.
//!
//! Comparisons of one variable tighten its domain; other expressions become
//! views where they are `±x + c`, and auxiliary variables otherwise; each
//! constraint gets its propagators; domains get their layout.

use super::constraint::{Comparison, Constraint, Meaning, Sign};
use super::expr::Expr;
use super::legend::{Entry, Legend, Stated, Sum};
use super::tighten::tighten;
use super::{IntVar, Model, ModelError, Refusal, Site};
use crate::budget::Budget;
use crate::constraints::conditional::{self, Conditional, Form, Judged};
use crate::constraints::{LinearAtMost, LinearEqual, LinearError, LinearNotEqual, NotEqual, Term};
use crate::engine::{BuildError, Engine, EngineBuilder};
use crate::propagator::Propagator;
use crate::value_set::ValueSet;
use crate::view::View;
use fixedbitset::FixedBitSet;
use std::collections::HashMap;
use std::sync::Arc;

/// An engine and where the model's variables are in it.
pub(crate) struct Frozen {
    pub(crate) engine: Engine,
    /// By the variable's index in the model.
    pub(crate) views: Vec<View>,
    /// In explain mode.
    pub(crate) legend: Option<Legend>,
}

/// How a model is to be frozen.
#[derive(Clone, Copy, Default)]
pub(crate) struct Recipe<'a> {
    /// Record every inference with its reason, and keep the model's names.
    pub(crate) explain: bool,
    /// Only these constraints, by number; `None` means all.
    pub(crate) only: Option<&'a FixedBitSet>,
}

impl Recipe<'_> {
    fn has(&self, constraint: usize) -> bool {
        self.only.is_none_or(|only| only.contains(constraint))
    }
}

/// Sums may reach this far, so that no step of a propagator leaves `i64`.
const SUM_LIMIT: i64 = 1 << 62;

/// An argument of a constraint before the engine's views are known:
/// `±x + c` of a model variable or of an auxiliary one.
#[derive(Clone, Copy)]
struct Argument {
    variable: u32,
    negated: bool,
    offset: i32,
}

impl Argument {
    fn view(self, b: &EngineBuilder) -> View {
        let view = View::of(b.view(self.variable as usize).var());
        if self.negated { (-view).plus(self.offset) } else { view.plus(self.offset) }
    }
}

/// The work of one freeze.
struct Freezer<'m> {
    model: &'m Model,
    recipe: Recipe<'m>,
    domains: Vec<ValueSet>,
    constants: HashMap<i32, u32>,
    /// Sums that auxiliary variables stand for: (constraint, sum with the variable's term).
    definitions: Vec<(usize, Expr)>,
    /// What the variables beyond the model's own stand for.
    auxiliary: Vec<Expr>,
}

/// What becomes of a constraint.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It gets a propagator.
    Post,
    /// The domain of its only variable says it all.
    Done,
    /// It is left out.
    Absent,
    /// It cannot hold, which is for the search to tell, and not an error.
    Never,
}

/// Constraints between two looks at the clock.
const POLL: usize = 512;

impl Model {
    /// Builds the engine; `None` when the budget ended on the way.
    pub(crate) fn freeze(&self, budget: &mut Budget, recipe: Recipe<'_>) -> Result<Option<Frozen>, ModelError> {
        if let Some((_, error)) = self.errors.first() {
            return Err(error.clone());
        }
        let mut freezer = Freezer {
            model: self,
            recipe,
            domains: self.variables.iter().map(|v| v.domain.clone()).collect(),
            constants: HashMap::new(),
            definitions: Vec::new(),
            auxiliary: Vec::new(),
        };
        freezer.run(budget)
    }
}

impl Freezer<'_> {
    fn run(&mut self, budget: &mut Budget) -> Result<Option<Frozen>, ModelError> {
        let constraints = &self.model.constraints;
        let mut fates = Vec::with_capacity(constraints.len());
        for (i, constraint) in constraints.iter().enumerate() {
            fates.push(match &constraint.meaning {
                _ if !self.recipe.has(i) => Fate::Absent,
                Meaning::Compare(comparison) if constraint.condition.is_none() => self.tighten(comparison),
                _ => Fate::Post,
            });
            if !budget.spend(self.effort(constraint)) {
                return Ok(None);
            }
        }
        // Arguments first: auxiliary variables must exist before the layouts are chosen.
        let mut arguments: Vec<Vec<Argument>> = Vec::with_capacity(constraints.len());
        let mut conditions: Vec<Option<(Argument, Form)>> = Vec::with_capacity(constraints.len());
        for (i, constraint) in constraints.iter().enumerate() {
            let stated = match &constraint.meaning {
                _ if fates[i] == Fate::Absent => &[],
                Meaning::Compare(_) => &[],
                _ => constraint.arguments(),
            };
            if !budget.spend(stated.len() * 10) {
                return Ok(None);
            }
            arguments.push(stated.iter().map(|e| self.argument(i, e)).collect::<Result<_, _>>()?);
            let condition = constraint.condition.as_ref().filter(|_| fates[i] != Fate::Absent);
            let condition = condition.map(|c| Ok((self.argument(i, &c.truth)?, c.form)));
            conditions.push(condition.transpose()?);
        }

        let mut builder = EngineBuilder::with_layout(std::mem::take(&mut self.domains), self.model.layout);
        if self.recipe.explain {
            builder = builder.explaining();
        }
        let mut origin: Vec<usize> = Vec::with_capacity(constraints.len());
        for (i, expr) in std::mem::take(&mut self.definitions) {
            let comparison = Comparison { difference: expr, sign: Sign::Equal };
            origin.push(i);
            builder.post(self.linear(&builder, i, &comparison)?);
        }
        for (i, constraint) in constraints.iter().enumerate() {
            if matches!(fates[i], Fate::Done | Fate::Absent) {
                continue;
            }
            if i % POLL == 0 && !budget.spend(POLL * 20) {
                return Ok(None);
            }
            let views: Vec<View> = arguments[i].iter().map(|a| a.view(&builder)).collect();
            if !budget.spend(views.len() * 2) {
                return Ok(None);
            }
            let propagators = match conditions[i] {
                _ if fates[i] == Fate::Never => vec![self.never(i)?],
                None => self.propagators(&builder, i, &constraint.meaning, views)?,
                Some((condition, form)) => self.conditional(&builder, i, condition.view(&builder), form, views)?,
            };
            for propagator in propagators {
                origin.push(i);
                builder.post(propagator);
            }
        }
        let views = (0..self.model.variables.len()).map(|i| builder.view(i)).collect();
        let legend = self.recipe.explain.then(|| self.legend(&builder, &fates, &origin));
        let engine = builder.build_within(budget).map_err(|e| self.build_error(e, &origin))?;
        Ok(engine.map(|engine| Frozen { engine, views, legend }))
    }

    /// The propagators of a constraint that must hold.
    fn propagators(
        &self,
        b: &EngineBuilder,
        constraint: usize,
        meaning: &Meaning,
        views: Vec<View>,
    ) -> Result<Vec<Box<dyn Propagator>>, ModelError> {
        Ok(match meaning {
            Meaning::Compare(comparison) => vec![self.linear(b, constraint, comparison)?],
            Meaning::Custom { maker, .. } => vec![maker(&views)],
            Meaning::Stated(statement) => {
                let refused = |refusal| match refusal {
                    Refusal::Overflow { what, low, high, limit } => self.overflow(constraint, what, (low, high), limit),
                    Refusal::TooLarge(reason) => ModelError::TooLarge { constraint: self.display(constraint), reason },
                };
                statement.propagators(&Site::new(&views, b)).map_err(refused)?
            }
        })
    }

    /// The propagators of a reified constraint.
    fn conditional(
        &self,
        b: &EngineBuilder,
        constraint: usize,
        condition: View,
        form: Form,
        views: Vec<View>,
    ) -> Result<Vec<Box<dyn Propagator>>, ModelError> {
        let meaning = &self.model.constraints[constraint].meaning;
        let under = |condition: View, inner| Box::new(Conditional::new(condition, inner)) as Box<dyn Propagator>;
        let inner = self.propagators(b, constraint, meaning, views.clone())?;
        let mut all: Vec<_> = inner.into_iter().map(|inner| under(condition, inner)).collect();
        let holds: conditional::Meaning = match meaning {
            Meaning::Compare(comparison) => {
                if form == Form::Iff {
                    let inner = self.linear(b, constraint, &!comparison.clone())?;
                    all.push(under((-condition).plus(1), inner));
                }
                return Ok(all);
            }
            Meaning::Stated(statement) => {
                let statement = Arc::clone(statement);
                Arc::new(move |values| statement.holds(values))
            }
            Meaning::Custom { .. } => return Ok(all),
        };
        all.push(Box::new(Judged::new(condition, form, views, holds)));
        Ok(all)
    }

    /// Names for what the builder numbered.
    fn legend(&self, builder: &EngineBuilder, fates: &[Fate], origin: &[usize]) -> Legend {
        let model = self.model;
        let own = model.variables.iter().map(|v| (model.display(&v.name), v.domain.clone(), None));
        let auxiliary = self.auxiliary.iter().map(|expr| {
            let (low, high) = range_of(expr, |x| model.declared_bounds(x));
            let limit = i128::from(View::LIMIT);
            let var = |x: IntVar| builder.view(x.index as usize).var();
            let terms = expr.terms.iter().map(|&(c, x)| (c, var(x))).collect();
            let declared = ValueSet::range(low.max(-limit) as i32, high.min(limit) as i32);
            (model.words_of(expr), declared, Some(Sum { terms, constant: expr.constant }))
        });
        let count = model.variables.len() + self.auxiliary.len();
        let blank = Entry { name: String::new(), declared: ValueSet::default(), stated: Vec::new(), sum: None };
        let mut variables = vec![blank; count];
        for (i, (name, declared, sum)) in own.chain(auxiliary).enumerate() {
            variables[builder.view(i).var().index()] = Entry { name, declared, stated: Vec::new(), sum };
        }
        let mut never = Vec::new();
        for (i, constraint) in model.constraints.iter().enumerate() {
            if let (Fate::Done | Fate::Never, Meaning::Compare(comparison)) = (fates[i], &constraint.meaning)
                && let [(_, x)] = comparison.difference.normalised().terms[..]
            {
                let stated = Stated { constraint: i as u32, comparison: comparison.clone() };
                let var = builder.view(x.index as usize).var();
                if fates[i] == Fate::Done {
                    variables[var.index()].stated.push(stated);
                } else if let Some(propagator) = origin.iter().position(|&of| of == i) {
                    never.push((propagator as u32, var, stated));
                }
            }
        }
        Legend {
            owner: model.owner.clone(),
            of_model: (0..model.variables.len()).map(|i| builder.view(i).var()).collect(),
            variables,
            constraints: model.constraints.iter().enumerate().map(|(i, c)| c.short_name(i)).collect(),
            origin: origin.iter().map(|&i| i as u32).collect(),
            never,
        }
    }

    fn display(&self, constraint: usize) -> String {
        self.model.constraints[constraint].display(constraint)
    }

    fn build_error(&self, error: BuildError, origin: &[usize]) -> ModelError {
        match error {
            BuildError::ViewOutOfRange { propagator, low, high } => self.overflow(
                origin.get(propagator).copied().unwrap_or(0),
                "argument",
                (low.into(), high.into()),
                View::LIMIT.into(),
            ),
            BuildError::EmptyDomain { variable } => ModelError::EmptyDomain {
                variable: self
                    .model
                    .variables
                    .get(variable)
                    .map_or_else(|| "(auxiliary)".to_owned(), |v| self.model.display(&v.name)),
            },
            other @ (BuildError::TooLarge { .. }
            | BuildError::DomainOutOfRange { .. }
            | BuildError::ForeignView { .. }) => {
                ModelError::TooLarge { constraint: "the model".to_owned(), reason: other.to_string() }
            }
        }
    }

    fn overflow(&self, constraint: usize, what: &'static str, (low, high): (i128, i128), limit: i64) -> ModelError {
        ModelError::Overflow { constraint: self.display(constraint), what, low, high, limit }
    }

    /// The smallest and the largest value of an expression, by the domains as known so far.
    fn range(&self, expr: &Expr) -> (i128, i128) {
        range_of(expr, |x| {
            let set = &self.domains[x.index as usize];
            (set.min().unwrap_or(0), set.max().unwrap_or(0))
        })
    }

    /// Applies a comparison of one variable to its domain.
    fn tighten(&mut self, comparison: &Comparison) -> Fate {
        let expr = comparison.difference.normalised();
        let [(_, x)] = expr.terms[..] else { return Fate::Post };
        match tighten(&self.domains[x.index as usize], &expr, comparison.sign) {
            None => Fate::Post,
            Some(set) if set.is_empty() => Fate::Never,
            Some(set) => {
                self.domains[x.index as usize] = set;
                Fate::Done
            }
        }
    }

    /// An expression as an argument: a view if it is `±x + c`, a constant, or an auxiliary variable.
    fn argument(&mut self, constraint: usize, expr: &Expr) -> Result<Argument, ModelError> {
        let expr = expr.normalised();
        let range = self.range(&expr);
        let limit = i128::from(View::LIMIT);
        if range.0 < -limit || range.1 > limit {
            return Err(self.overflow(constraint, "argument", range, View::LIMIT.into()));
        }
        match expr.terms[..] {
            [] => {
                // The range check has shown that the constant fits.
                let value = expr.constant as i32;
                let (domains, auxiliary) = (&mut self.domains, &mut self.auxiliary);
                let variable = *self.constants.entry(value).or_insert_with(|| {
                    domains.push(ValueSet::range(value, value));
                    auxiliary.push(expr);
                    domains.len() as u32 - 1
                });
                Ok(Argument { variable, negated: false, offset: 0 })
            }
            [(c @ (1 | -1), x)] => match i32::try_from(expr.constant) {
                Ok(offset) => Ok(Argument { variable: x.index, negated: c < 0, offset }),
                Err(_) => Err(self.overflow(constraint, "constant", (expr.constant, expr.constant), i32::MAX.into())),
            },
            _ => {
                let variable = self.domains.len() as u32;
                self.domains.push(ValueSet::range(range.0 as i32, range.1 as i32));
                self.auxiliary.push(expr.clone());
                let definition = expr - IntVar::auxiliary(variable);
                self.definitions.push((constraint, definition));
                Ok(Argument { variable, negated: false, offset: 0 })
            }
        }
    }

    /// A propagator that fails: `0 <= -1`.
    fn never(&self, constraint: usize) -> Result<Box<dyn Propagator>, ModelError> {
        let overflow = |LinearError::Overflow { low, high }| self.overflow(constraint, "sum", (low, high), SUM_LIMIT);
        Ok(Box::new(LinearAtMost::new([], -1).map_err(overflow)?))
    }

    /// About what looking at a constraint costs, in units of the budget: a
    /// comparison of one variable goes through the ranges of its domain.
    fn effort(&self, constraint: &Constraint) -> usize {
        match &constraint.meaning {
            Meaning::Compare(comparison) => match comparison.difference.terms[..] {
                [(_, x)] => 10 + self.domains[x.index as usize].ranges().len(),
                _ => 10,
            },
            Meaning::Custom { .. } | Meaning::Stated(_) => 1,
        }
    }

    /// The propagator of a linear comparison: `x != y + c` has its own.
    fn linear(
        &self,
        b: &EngineBuilder,
        constraint: usize,
        comparison: &Comparison,
    ) -> Result<Box<dyn Propagator>, ModelError> {
        let expr = comparison.difference.normalised();
        if let (Sign::Differs, [(c @ (1 | -1), x), (d @ (1 | -1), y)]) = (comparison.sign, &expr.terms[..])
            && let Ok(offset) = i32::try_from(expr.constant)
        {
            let signed = |c: i128, x: &IntVar| if c < 0 { -b.view(x.index as usize) } else { b.view(x.index as usize) };
            let moved = range_of(&(Expr::from(x).times(*c) + offset), |x| b.bounds(b.view(x.index as usize)));
            let limit = i128::from(View::LIMIT);
            if -limit <= moved.0 && moved.1 <= limit {
                return Ok(Box::new(NotEqual::new(signed(*c, x).plus(offset), -signed(*d, y))));
            }
        }
        let limit = i128::from(SUM_LIMIT);
        let refused = |(low, high)| self.overflow(constraint, "sum", (low, high), SUM_LIMIT);
        if expr.constant.abs() > limit || expr.terms.iter().any(|t| t.0.abs() > limit) {
            return Err(refused(range_of(&expr, |x| b.bounds(b.view(x.index as usize)))));
        }
        let terms: Vec<_> = expr
            .terms
            .iter()
            .map(|&(c, x)| {
                let view = b.view(x.index as usize);
                let (low, high) = b.bounds(view);
                (Term { coefficient: c as i64, view }, low..=high)
            })
            .collect();
        let constant = -expr.constant as i64;
        let overflow = |LinearError::Overflow { low, high }| refused((low, high));
        Ok(match comparison.sign {
            Sign::AtMost => Box::new(LinearAtMost::new(terms, constant).map_err(overflow)?),
            Sign::Equal => Box::new(LinearEqual::new(terms, constant).map_err(overflow)?),
            Sign::Differs => Box::new(LinearNotEqual::new(terms, constant).map_err(overflow)?),
        })
    }
}

/// The smallest and the largest value of an expression; saturates far beyond any limit.
pub(super) fn range_of(expr: &Expr, bounds: impl Fn(IntVar) -> (i32, i32)) -> (i128, i128) {
    expr.terms.iter().fold((expr.constant, expr.constant), |(low, high), &(c, x)| {
        let (a, b) = bounds(x);
        let (a, b) = (c.saturating_mul(a.into()), c.saturating_mul(b.into()));
        (low.saturating_add(a.min(b)), high.saturating_add(a.max(b)))
    })
}
