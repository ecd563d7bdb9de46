//! Freezing: from the user's statement to an engine.
//!
//! Comparisons of one variable tighten its domain; other expressions become
//! views where they are `±x + c`, and auxiliary variables otherwise; each
//! constraint gets its propagators; domains get their layout.

use super::constraint::{Comparison, Constraint, Meaning, Sign};
use super::expr::Expr;
use super::function::{Function, Operation};
use super::legend::{Entry, Legend, Stated, Sum};
use super::tighten::tighten;
use super::{IntVar, Model, ModelError, Refusal, Site};
use crate::budget::Budget;
use crate::constraints::conditional::{Conditional, Form, Judged};
use crate::constraints::{LinearAtMost, LinearEqual, LinearError, LinearNotEqual, NotEqual, Term};
use crate::engine::{BuildError, Engine, EngineBuilder};
use crate::propagator::Propagator;
use crate::search::{Bounded, Limit, Objective};
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
    pub(crate) objective: Option<Objective>,
}

/// How a model is to be frozen.
#[derive(Clone, Copy, Default)]
pub(crate) struct Recipe<'a> {
    /// Record every inference with its reason, and keep the model's names.
    pub(crate) explain: bool,
    /// Only these constraints, by number; `None` means all.
    pub(crate) only: Option<&'a FixedBitSet>,
    /// An expression that is to become small.
    pub(crate) objective: Option<&'a Expr>,
}

impl Recipe<'_> {
    fn has(&self, constraint: usize) -> bool {
        self.only.is_none_or(|only| only.contains(constraint))
    }
}

/// What the objective is called, whose number comes after those of the constraints.
const OBJECTIVE: &str = "the objective";

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
    /// The variables that stand for expressions, which equal expressions share.
    shared: HashMap<Expr, u32>,
    definitions: Vec<Definition>,
    /// What the variables beyond the model's own stand for.
    auxiliary: Vec<Auxiliary>,
}

/// An expression that has a variable, and the domain it was given: what the declared domains allow.
struct Auxiliary {
    expr: Expr,
    declared: ValueSet,
}

/// What ties an auxiliary variable to its expression, and the constraint that needs it.
struct Definition {
    constraint: usize,
    tie: Tie,
}

enum Tie {
    /// A sum, with the variable's term, that is 0.
    Sum(Expr),
    /// The truth of a linear comparison.
    Truth(Comparison, Argument),
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
            shared: HashMap::new(),
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
        let mut comparisons: Vec<Option<Comparison>> = Vec::with_capacity(constraints.len());
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
            comparisons.push(match &constraint.meaning {
                Meaning::Compare(comparison) if fates[i] != Fate::Absent => Some(self.linear_form(i, comparison)?),
                _ => None,
            });
        }
        let sunk = match self.recipe.objective {
            Some(expr) if expr.variables().iter().any(|&x| !self.model.owner().owns(x)) => {
                return Err(ModelError::ForeignVariable { place: OBJECTIVE.to_owned() });
            }
            Some(expr) => Some(self.argument(constraints.len(), expr)?),
            None => None,
        };

        let mut builder = EngineBuilder::with_layout(std::mem::take(&mut self.domains), self.model.layout);
        if self.recipe.explain {
            builder = builder.explaining();
        }
        let mut origin: Vec<usize> = Vec::with_capacity(constraints.len());
        for Definition { constraint, tie } in std::mem::take(&mut self.definitions) {
            for propagator in self.tied(&builder, constraint, tie)? {
                origin.push(constraint);
                builder.post(propagator);
            }
        }
        for i in 0..constraints.len() {
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
                None => match &comparisons[i] {
                    Some(comparison) => vec![self.linear(&builder, i, comparison)?],
                    None => self.propagators(&builder, i, views)?,
                },
                Some((condition, form)) => {
                    let condition = condition.view(&builder);
                    match &comparisons[i] {
                        Some(comparison) => self.conditional_linear(&builder, i, comparison, condition, form)?,
                        None => self.conditional(&builder, i, condition, form, views)?,
                    }
                }
            };
            for propagator in propagators {
                origin.push(i);
                builder.post(propagator);
            }
        }
        let objective = sunk.map(|argument| {
            let (view, limit) = (argument.view(&builder), Limit::open());
            origin.push(constraints.len());
            let propagator = builder.post(Box::new(Bounded::new(view, limit.clone()))) as u32;
            Objective { propagator, view, limit }
        });
        let views = (0..self.model.variables.len()).map(|i| builder.view(i)).collect();
        let legend = self.recipe.explain.then(|| self.legend(&builder, &fates, &origin));
        let engine = builder.build_within(budget).map_err(|e| self.build_error(e, &origin))?;
        Ok(engine.map(|engine| Frozen { engine, views, legend, objective }))
    }

    /// The propagators of a constraint that must hold, and is no comparison.
    fn propagators(
        &self,
        b: &EngineBuilder,
        constraint: usize,
        views: Vec<View>,
    ) -> Result<Vec<Box<dyn Propagator>>, ModelError> {
        match &self.model.constraints[constraint].meaning {
            Meaning::Compare(_) => Ok(Vec::new()),
            Meaning::Custom { maker, .. } => Ok(vec![maker(&views)]),
            Meaning::Stated(statement) => {
                statement.propagators(&Site::new(&views, b)).map_err(|refusal| match refusal {
                    Refusal::Overflow { what, low, high, limit } => self.overflow(constraint, what, (low, high), limit),
                    Refusal::TooLarge(reason) => ModelError::TooLarge { constraint: self.display(constraint), reason },
                })
            }
        }
    }

    /// The propagators of a reified constraint that is no comparison.
    fn conditional(
        &self,
        b: &EngineBuilder,
        constraint: usize,
        condition: View,
        form: Form,
        views: Vec<View>,
    ) -> Result<Vec<Box<dyn Propagator>>, ModelError> {
        let inner = self.propagators(b, constraint, views.clone())?;
        let mut all: Vec<_> = inner.into_iter().map(|inner| under(condition, inner)).collect();
        if let Meaning::Stated(statement) = &self.model.constraints[constraint].meaning {
            let statement = Arc::clone(statement);
            let holds = Arc::new(move |values: &[i32]| statement.holds(values));
            all.push(Box::new(Judged::new(condition, form, views, holds)));
        }
        Ok(all)
    }

    /// The propagators of a reified comparison, which has a negation that is one too.
    fn conditional_linear(
        &self,
        b: &EngineBuilder,
        constraint: usize,
        comparison: &Comparison,
        condition: View,
        form: Form,
    ) -> Result<Vec<Box<dyn Propagator>>, ModelError> {
        let mut all = vec![under(condition, self.linear(b, constraint, comparison)?)];
        if form == Form::Iff {
            let negation = self.linear(b, constraint, &!comparison.clone())?;
            all.push(under((-condition).plus(1), negation));
        }
        Ok(all)
    }

    /// The propagators that tie an auxiliary variable to its expression.
    fn tied(&self, b: &EngineBuilder, constraint: usize, tie: Tie) -> Result<Vec<Box<dyn Propagator>>, ModelError> {
        match tie {
            Tie::Sum(difference) => {
                Ok(vec![self.linear(b, constraint, &Comparison { difference, sign: Sign::Equal })?])
            }
            Tie::Truth(comparison, result) => {
                self.conditional_linear(b, constraint, &comparison, result.view(b), Form::Iff)
            }
        }
    }

    /// Names for what the builder numbered.
    fn legend(&self, builder: &EngineBuilder, fates: &[Fate], origin: &[usize]) -> Legend {
        let model = self.model;
        let own = model.variables.iter().map(|v| (model.display(&v.name), v.domain.clone(), None));
        let auxiliary = self.auxiliary.iter().map(|Auxiliary { expr, declared }| {
            let var = |x: IntVar| builder.view(x.index as usize).var();
            let terms = expr.terms.iter().map(|&(c, x)| (c, var(x))).collect();
            let sum = expr.is_linear().then_some(Sum { terms, constant: expr.constant });
            (model.words_of(expr), declared.clone(), sum)
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
                && let &[(_, x)] = &comparison.difference.normalised().terms[..]
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
            constraints: (0..=model.constraints.len()).map(|i| self.short_name(i)).collect(),
            origin: origin.iter().map(|&i| i as u32).collect(),
            never,
        }
    }

    /// The constraint, or beyond them the objective.
    fn display(&self, constraint: usize) -> String {
        self.model.constraints.get(constraint).map_or(OBJECTIVE.to_owned(), |c| c.display(constraint))
    }

    fn short_name(&self, constraint: usize) -> String {
        self.model.constraints.get(constraint).map_or(OBJECTIVE.to_owned(), |c| c.short_name(constraint))
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

    /// The smallest and the largest value of a sum of variables, by the domains as known so far.
    fn range(&self, expr: &Expr) -> (i128, i128) {
        expr.range(&|x| {
            let set = &self.domains[x.index as usize];
            (set.min().unwrap_or(0), set.max().unwrap_or(0))
        })
    }

    /// Applies a comparison of one variable to its domain.
    fn tighten(&mut self, comparison: &Comparison) -> Fate {
        let expr = comparison.difference.normalised();
        let (&[(_, x)], true) = (&expr.terms[..], expr.is_linear()) else { return Fate::Post };
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
        let stated = expr.normalised();
        let expr = self.linear_expr(constraint, &stated)?;
        let range = self.range(&expr);
        let limit = i128::from(View::LIMIT);
        if range.0 < -limit || range.1 > limit {
            return Err(self.overflow(constraint, "argument", range, View::LIMIT.into()));
        }
        match expr.terms[..] {
            [(c @ (1 | -1), x)] => match i32::try_from(expr.constant) {
                Ok(offset) => Ok(Argument { variable: x.index, negated: c < 0, offset }),
                Err(_) => Err(self.overflow(constraint, "constant", (expr.constant, expr.constant), i32::MAX.into())),
            },
            _ => {
                let constant = expr.terms.is_empty();
                if let Some(&variable) = self.shared.get(&stated) {
                    return Ok(Argument { variable, negated: false, offset: 0 });
                }
                // The range check has shown that they fit.
                let variable = self.auxiliary(stated, (range.0 as i32, range.1 as i32));
                if !constant {
                    let tie = Tie::Sum(expr - IntVar::auxiliary(variable));
                    self.definitions.push(Definition { constraint, tie });
                }
                Ok(Argument { variable, negated: false, offset: 0 })
            }
        }
    }

    /// A new variable for an expression.
    fn auxiliary(&mut self, expr: Expr, (low, high): (i32, i32)) -> u32 {
        let variable = self.domains.len() as u32;
        self.domains.push(ValueSet::range(low, high));
        let (low, high) = expr.range(&|x| self.model.declared_bounds(x));
        let limit = i128::from(View::LIMIT);
        let declared = ValueSet::range(low.max(-limit) as i32, high.min(limit) as i32);
        self.auxiliary.push(Auxiliary { expr: expr.clone(), declared });
        self.shared.insert(expr, variable);
        variable
    }

    /// An expression with a variable in the place of each function.
    fn linear_expr(&mut self, constraint: usize, expr: &Expr) -> Result<Expr, ModelError> {
        if expr.is_linear() {
            return Ok(expr.clone());
        }
        let mut linear = Expr { functions: Vec::new(), ..expr.clone() };
        for (c, function) in &expr.functions {
            let variable = self.function(constraint, function)?;
            linear += Expr::from(IntVar::auxiliary(variable)).times(*c);
        }
        Ok(linear.normalised())
    }

    /// As [`linear_expr`](Freezer::linear_expr), for the two sides of a comparison.
    fn linear_form(&mut self, constraint: usize, comparison: &Comparison) -> Result<Comparison, ModelError> {
        let difference = self.linear_expr(constraint, &comparison.difference.normalised())?;
        Ok(Comparison { difference, sign: comparison.sign })
    }

    /// The variable of a function.
    fn function(&mut self, constraint: usize, function: &Arc<Function>) -> Result<u32, ModelError> {
        let expr = Expr { functions: vec![(1, Arc::clone(function))], ..Expr::default() };
        if let Some(&variable) = self.shared.get(&expr) {
            return Ok(variable);
        }
        let range = expr.range(&|x| self.model.declared_bounds(x));
        let limit = i128::from(View::LIMIT);
        if range.0 < -limit || range.1 > limit {
            return Err(self.overflow(constraint, "function", range, View::LIMIT.into()));
        }
        let tie = match function.operation {
            Operation::Truth(sign) => {
                let difference = function.arguments.first().cloned().unwrap_or_default();
                self.linear_form(constraint, &Comparison { difference, sign })?
            }
        };
        let variable = self.auxiliary(expr, (range.0 as i32, range.1 as i32));
        let result = Argument { variable, negated: false, offset: 0 };
        self.definitions.push(Definition { constraint, tie: Tie::Truth(tie, result) });
        Ok(variable)
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
            let moved = (Expr::from(x).times(*c) + offset).range(&|x| b.bounds(b.view(x.index as usize)));
            let limit = i128::from(View::LIMIT);
            if -limit <= moved.0 && moved.1 <= limit {
                return Ok(Box::new(NotEqual::new(signed(*c, x).plus(offset), -signed(*d, y))));
            }
        }
        let limit = i128::from(SUM_LIMIT);
        let refused = |(low, high)| self.overflow(constraint, "sum", (low, high), SUM_LIMIT);
        if expr.constant.abs() > limit || expr.terms.iter().any(|t| t.0.abs() > limit) {
            return Err(refused(expr.range(&|x| b.bounds(b.view(x.index as usize)))));
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

/// A propagator that works when `condition` is 1.
fn under(condition: View, inner: Box<dyn Propagator>) -> Box<dyn Propagator> {
    Box::new(Conditional::new(condition, inner))
}
