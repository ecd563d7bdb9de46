//! Compiling a model to an engine.
//!
//! Comparisons of one variable tighten its domain; other expressions become views where they are `±x + c`, and
//! auxiliary variables otherwise ([`flatten`]); each constraint gets its propagators ([`posting`]); domains get their
//! layout; names go to the symbol table ([`naming`]).

mod flatten;
mod naming;
mod objective;
mod posting;
mod stated;

use super::comparison::Comparison;
use super::constraint::{Constraint, Meaning};
use super::expr::{Expr, Function};
use super::symbols::SymbolTable;
use super::tighten::tighten;
use super::{Consistency, Model, ModelError};
use crate::budget::Budget;
use crate::constraints::reified::Form;
use crate::engine::{Engine, EngineBuilder};
use crate::search::totals::Totals;
use crate::search::{Bounded, Limit, Nogoods, Objective, Probes};
use crate::value_set::ValueSet;
use crate::view::View;
use fixedbitset::FixedBitSet;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub(crate) use stated::{CompiledMeaning, Statement};

/// An engine, and the views of the model's variables in it.
#[derive(Clone)]
pub(crate) struct Compiled {
    pub(crate) engine: Engine,
    /// By the variable's index in the model.
    pub(crate) views: Vec<View>,
    /// In explain mode.
    pub(crate) symbols: Option<SymbolTable>,
    pub(crate) objective: Option<Objective>,
    /// The index of the propagator that stores nogoods.
    pub(crate) nogoods: Option<u32>,
    /// The index of the propagator that stores results of probing.
    pub(crate) probes: Option<u32>,
    /// What the propagators enforce, for a proof.
    pub(crate) statements: Vec<Statement>,
}

/// Compile options.
#[derive(Clone, Copy, Default)]
pub(crate) struct CompileOptions<'a> {
    /// Record every inference with its reason, and keep the model's names.
    pub(crate) explain: bool,
    /// Only these constraints, by number; `None` means all.
    pub(crate) only: Option<&'a FixedBitSet>,
    /// The objective, to be minimised.
    pub(crate) objective: Option<&'a Expr>,
    /// The search restarts and records nogoods.
    pub(crate) nogoods: bool,
    /// The search learns from conflicts: every inference is recorded, and nogoods have a propagator that stands for them.
    pub(crate) learns: bool,
    /// The search may be guided by cores of an objective that is a sum.
    pub(crate) cores: bool,
    /// The search probes at the root.
    pub(crate) probes: bool,
    /// The search writes a proof, which needs the statements.
    pub(crate) proves: bool,
}

impl CompileOptions<'_> {
    fn has(&self, constraint: usize) -> bool {
        self.only.is_none_or(|only| only.contains(constraint))
    }
}

/// The name of the objective, whose number comes after those of the constraints.
const OBJECTIVE: &str = "the objective";

/// The name of the nogoods, whose number comes after that of the objective.
const NOGOODS: &str = "the nogoods of earlier iterations";

/// The name of the nogoods of a search that learns, with the same number.
const LEARNED: &str = "what was learned";

/// The name of probing results, whose number comes last.
const PROBES: &str = "what was tried at the root";

/// The limit of sums, so that no step of a propagator overflows `i64`.
const SUM_LIMIT: i64 = 1 << 62;

/// An argument of a constraint before the engine's views are known: `±x + c` of a model variable or of an auxiliary
/// one.
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

/// The state of one compilation.
struct Compiler<'m> {
    model: &'m Model,
    options: CompileOptions<'m>,
    domains: Vec<ValueSet>,
    /// The auxiliary variables of expressions; equal expressions share one.
    shared: HashMap<Expr, u32>,
    /// Those whose definition is domain consistent where it is small.
    exact: HashSet<u32>,
    definitions: Vec<Definition>,
    /// The definitions of the auxiliary variables.
    auxiliary: Vec<Auxiliary>,
}

/// An expression with a variable, and its domain: what the declared domains allow.
struct Auxiliary {
    expr: Expr,
    declared: ValueSet,
}

/// The definition of an auxiliary variable, and the constraint that needs it.
struct Definition {
    constraint: usize,
    defined_by: DefinedBy,
}

enum DefinedBy {
    /// A sum, including the variable's term, that equals 0.
    Sum(Expr),
    /// The truth of a linear comparison.
    Literal(Comparison, Argument),
    /// A function that is defined if a truth value is 1, or always; where undefined, its value is irrelevant.
    Function { function: Arc<Function>, arguments: Vec<Argument>, result: Argument, guard: Option<Argument> },
    /// This truth value is 1.
    Holds(Argument),
}

/// The disposition of a constraint.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Disposition {
    /// It gets propagators.
    Post,
    /// It is entailed by the domain of its only variable.
    Done,
    /// It is excluded from this compilation.
    Absent,
    /// It cannot hold: not an error, the search reports it.
    Never,
}

/// Constraints between two checks of the clock.
const POLL: usize = 512;

impl Model {
    /// Builds the engine; `None` if the budget ran out.
    pub(crate) fn compile(
        &self,
        budget: &mut Budget,
        options: CompileOptions<'_>,
    ) -> Result<Option<Compiled>, ModelError> {
        if let Some((_, error)) = self.errors.first() {
            return Err(error.clone());
        }
        let mut compiler = Compiler {
            model: self,
            options,
            domains: self.variables.iter().map(|v| v.domain.clone()).collect(),
            shared: HashMap::new(),
            exact: HashSet::new(),
            definitions: Vec::new(),
            auxiliary: Vec::new(),
        };
        compiler.run(budget)
    }
}

impl Compiler<'_> {
    fn run(&mut self, budget: &mut Budget) -> Result<Option<Compiled>, ModelError> {
        let constraints = &self.model.constraints;
        // A model may consist of variables only, which took time to copy.
        if !budget.look_now() {
            return Ok(None);
        }
        let mut dispositions = Vec::with_capacity(constraints.len());
        for (i, constraint) in constraints.iter().enumerate() {
            dispositions.push(match &constraint.meaning {
                _ if !self.options.has(i) => Disposition::Absent,
                Meaning::Nothing => Disposition::Absent,
                Meaning::Compare(comparison) if constraint.condition.is_none() => self.tighten(comparison),
                _ => Disposition::Post,
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
                _ if dispositions[i] == Disposition::Absent => &[],
                Meaning::Compare(_) => &[],
                _ => constraint.arguments(),
            };
            if !budget.spend(stated.len() * 10) {
                return Ok(None);
            }
            let condition = constraint.condition.as_ref().filter(|_| dispositions[i] != Disposition::Absent);
            let mut guards = Vec::new();
            let of = stated.iter().map(|e| self.guarded_argument(i, e, &mut guards)).collect::<Result<_, _>>()?;
            arguments.push(of);
            let (condition, comparison) = match (&constraint.meaning, condition) {
                // A comparison that tightens a domain is linear and needs no variable.
                _ if matches!(dispositions[i], Disposition::Absent | Disposition::Done) => (None, None),
                (Meaning::Compare(comparison), None) => (None, Some(self.linear_form(i, comparison)?)),
                (Meaning::Compare(comparison), Some(condition)) => self.conditioned(i, comparison, condition)?,
                (_, None) => {
                    self.require(i, guards)?;
                    (None, None)
                }
                (_, Some(condition)) => (Some(self.guarded_condition(i, condition, guards)?), None),
            };
            conditions.push(condition);
            comparisons.push(comparison);
        }
        let minimised = match self.options.objective {
            Some(expr) if expr.variables().iter().any(|&x| !self.model.owner().owns(x)) => {
                return Err(ModelError::ForeignVariable { place: OBJECTIVE.to_owned() });
            }
            Some(expr) => Some(self.argument(constraints.len(), expr)?),
            None => None,
        };

        let sum = minimised.filter(|_| self.options.cores).and_then(|view| self.objective_sum(view, &comparisons));
        let mut builder = EngineBuilder::with_layout(std::mem::take(&mut self.domains), self.model.layout);
        if self.options.explain || self.options.learns {
            builder = builder.explaining();
        }
        let mut origin: Vec<usize> = Vec::with_capacity(constraints.len());
        let mut statements = Vec::new();
        let proves = self.options.proves;
        let mut state = |constraint, (meaning, condition), first, origin: &[usize]| {
            statements.push(Statement { constraint, meaning, condition, propagators: first..origin.len() });
        };
        for Definition { constraint, defined_by } in std::mem::take(&mut self.definitions) {
            let (first, stated) = (origin.len(), proves.then(|| self.compiled_definition(&builder, &defined_by)));
            for propagator in self.tied(&builder, constraint, defined_by)? {
                origin.push(constraint);
                builder.post(propagator);
            }
            if let Some(stated) = stated {
                state(constraint, stated, first, &origin);
            }
        }
        for i in 0..constraints.len() {
            if matches!(dispositions[i], Disposition::Done | Disposition::Absent) {
                continue;
            }
            if i % POLL == 0 && !budget.spend(POLL * 20) {
                return Ok(None);
            }
            let views: Vec<View> = arguments[i].iter().map(|a| a.view(&builder)).collect();
            if !budget.spend(views.len() * 2) {
                return Ok(None);
            }
            let stated = proves.then(|| {
                let comparison = comparisons[i].as_ref();
                let meaning = self.compiled_constraint(&builder, dispositions[i], comparison, views.clone());
                (meaning, conditions[i].map(|(condition, form)| (condition.view(&builder), form)))
            });
            let first = origin.len();
            let propagators = match conditions[i] {
                _ if dispositions[i] == Disposition::Never => vec![self.never(i)?],
                None => match &comparisons[i] {
                    Some(comparison) => vec![self.linear(&builder, i, comparison, self.level(i))?],
                    None => self.propagators(&builder, i, views)?,
                },
                Some((condition, form)) => {
                    let condition = condition.view(&builder);
                    match &comparisons[i] {
                        Some(comparison) => {
                            self.conditional_linear(&builder, i, comparison, self.level(i), (condition, form))?
                        }
                        None => self.conditional(&builder, i, condition, form, views)?,
                    }
                }
            };
            for propagator in propagators {
                origin.push(i);
                builder.post(propagator);
            }
            if let Some(stated) = stated {
                state(i, stated, first, &origin);
            }
        }
        let vars = builder.vars();
        let objective = minimised.map(|argument| {
            let (view, limit) = (argument.view(&builder), Limit::open());
            origin.push(constraints.len());
            let propagator = builder.post(Box::new(Bounded::new(view, limit.clone()))) as u32;
            if proves {
                state(constraints.len(), (CompiledMeaning::Objective, None), origin.len() - 1, &origin);
            }
            let sum = sum.map(|terms| {
                let sum = terms.sum_of(&mut builder, origin.len() as u32);
                origin.push(constraints.len());
                builder.post(Box::new(Totals::none_yet(view, &sum)));
                Arc::new(sum)
            });
            Objective { propagator, view, limit, sum }
        });
        let mut next = constraints.len() + usize::from(self.options.objective.is_some());
        let mut beyond = |propagator: Box<dyn crate::propagator::Propagator>| {
            origin.push(next);
            next += 1;
            builder.post(propagator) as u32
        };
        let nogoods = match (self.options.learns, self.options.nogoods) {
            (true, _) => Some(beyond(Box::new(Nogoods::new(&[])))),
            (false, true) => Some(beyond(Box::new(Nogoods::new(&vars)))),
            (false, false) => None,
        };
        let probes = self.options.probes.then(|| beyond(Box::new(Probes::new(&vars))));
        if proves && let Some(nogoods) = nogoods {
            let (at, meaning) = (nogoods as usize, CompiledMeaning::Nogoods);
            let constraint = origin[at];
            statements.push(Statement { constraint, meaning, condition: None, propagators: at..at + 1 });
        }
        let views = (0..self.model.variables.len()).map(|i| builder.view(i)).collect();
        let symbols = self.options.explain.then(|| self.symbols(&builder, &dispositions, &origin));
        let engine = builder.build_within(budget).map_err(|e| self.build_error(e, &origin))?;
        Ok(engine.map(|engine| Compiled { engine, views, symbols, objective, nogoods, probes, statements }))
    }

    /// The smallest and the largest value of a sum of variables, by the current domains.
    fn range(&self, expr: &Expr) -> (i128, i128) {
        expr.range(&|x| {
            let set = &self.domains[x.index as usize];
            (set.min().unwrap_or(0), set.max().unwrap_or(0))
        })
    }

    /// The level of a comparison, by its number; of anything else it does not matter here.
    fn level(&self, constraint: usize) -> Consistency {
        let constraint = &self.model.constraints[constraint];
        match &constraint.meaning {
            Meaning::Compare(comparison) => self.model.comparison_level(constraint, comparison),
            _ => constraint.level.unwrap_or_default(),
        }
    }

    /// Applies a comparison of one variable to its domain.
    fn tighten(&mut self, comparison: &Comparison) -> Disposition {
        if let [(a, x), (b, y)] = comparison.difference.terms[..]
            && x != y
            && a != 0
            && b != 0
        {
            return Disposition::Post;
        }
        let expr = comparison.difference.normalised();
        let (&[(_, x)], true) = (&expr.terms[..], expr.is_linear()) else { return Disposition::Post };
        match tighten(&self.domains[x.index as usize], &expr, comparison.sign) {
            None => Disposition::Post,
            Some(set) if set.is_empty() => Disposition::Never,
            Some(set) => {
                self.domains[x.index as usize] = set;
                Disposition::Done
            }
        }
    }

    /// Roughly the cost of processing a constraint, in units of the budget: a comparison of one variable passes over
    /// the ranges of its domain.
    fn effort(&self, constraint: &Constraint) -> usize {
        match &constraint.meaning {
            Meaning::Compare(comparison) => match comparison.difference.terms[..] {
                [(_, x)] => 10 + self.domains[x.index as usize].ranges().len(),
                _ => 10,
            },
            Meaning::Defined(_) | Meaning::Nothing => 1,
        }
    }
}
