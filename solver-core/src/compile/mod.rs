//! Compiling a model to an engine.
//!
//! A comparison that involves only one variable tightens that variable's domain. Other expressions become views if they
//! are `±x + c`, and auxiliary variables otherwise ([`flatten`]). Each constraint gets its propagators ([`posting`]),
//! domains get their layouts, and names go to the symbol table ([`naming`]).

mod counting;
mod flatten;
mod function;
mod levels;
mod naming;
mod objective;
mod posting;
mod stated;
mod symbols;
mod tighten;
#[cfg(test)]
mod variants_tests;

use crate::budget::Budget;
use crate::engine::{Engine, EngineBuilder};
use crate::model::{Comparison, Consistency, Constraint, Expr, Form, Function, Meaning, Model, ModelError};
use crate::propagator::Propagator;
use crate::relaxation::LinearRelaxation;
use crate::search::totals::Totals;
use crate::search::{Bounded, Limit, Nogoods, Objective, Probes, Relaxation};
use crate::value_set::ValueSet;
use crate::view::View;
use fixedbitset::FixedBitSet;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use objective::ObjectiveTerms;
pub(crate) use stated::{CompiledMeaning, Statement};
pub use symbols::SymbolTable;
use tighten::tighten;
pub(crate) use tighten::unary_atom;

/// An engine, and the views of the model's variables in it.
pub(crate) struct Compiled {
    pub(crate) engine: Engine,
    pub(crate) wiring: Wiring,
    /// Empty unless in explain mode.
    pub(crate) symbols: SymbolTable,
    /// The constraints that the propagators enforce, for a proof.
    pub(crate) statements: Vec<Statement>,
}

/// A search's interface to the compiled model: the views of its variables, and the search's own propagators.
#[derive(Clone)]
pub(crate) struct Wiring {
    /// By the variable's index in the model.
    pub(crate) views: Vec<View>,
    pub(crate) objective: Option<Objective>,
    /// The index of the propagator that stores nogoods.
    pub(crate) nogoods: Option<u32>,
    /// The index of the propagator that stores probing results.
    pub(crate) probes: Option<u32>,
}

/// Compile options.
#[derive(Clone, Copy, Default)]
pub(crate) struct CompileOptions<'a> {
    /// Whether to record every inference with its reason and keep the model's names.
    pub(crate) explain: bool,
    /// The only constraints to compile, by index; `None` means all.
    pub(crate) only: Option<&'a FixedBitSet>,
    /// The objective, to be minimised.
    pub(crate) objective: Option<&'a Expr>,
    /// Whether the search restarts and records nogoods.
    pub(crate) nogoods: bool,
    /// Whether the search learns from conflicts: every inference is recorded, and a propagator represents the nogoods.
    pub(crate) learns: bool,
    /// Whether the search may be guided by cores, if the objective is a sum.
    pub(crate) cores: bool,
    /// Where the search uses the linear relaxation: nowhere, at the root, or everywhere.
    pub(crate) relaxation: Relaxation,
    /// Whether the search probes at the root.
    pub(crate) probes: bool,
    /// Whether the search writes a proof, which needs the statements.
    pub(crate) proves: bool,
}

impl CompileOptions<'_> {
    fn has(&self, constraint: usize) -> bool {
        self.only.is_none_or(|only| only.contains(constraint))
    }
}

/// The name of the objective, which is numbered after the constraints.
const OBJECTIVE: &str = "the objective";

/// The name of the nogoods, which are numbered after the objective.
const NOGOODS: &str = "the nogoods of earlier iterations";

/// The name of learned nogoods, which have the same number as the nogoods of earlier iterations.
const LEARNED: &str = "what was learned";

/// The name of probing results, which are numbered after the nogoods.
const PROBES: &str = "what was tried at the root";

/// The name of the linear relaxation, which is numbered after the probing results.
const RELAXATION: &str = "the linear relaxation";

/// The limit on the magnitude of sums, so that no step of a propagator overflows an `i64`.
const SUM_LIMIT: i64 = 1 << 62;

/// An argument of a constraint before the engine's views are known: `±x + c`, where `x` is a model variable or an
/// auxiliary variable.
#[derive(Clone, Copy)]
struct Argument {
    variable: u32,
    negated: bool,
    offset: i32,
}

impl Argument {
    fn view(self, b: &EngineBuilder) -> View {
        let view = View::from(b.view(self.variable as usize).var());
        if self.negated { (-view).plus(self.offset) } else { view.plus(self.offset) }
    }
}

/// The state of one compilation.
struct Compiler<'m> {
    model: &'m Model,
    options: CompileOptions<'m>,
    domains: Vec<ValueSet>,
    /// The auxiliary variables by expression; equal expressions share one.
    shared: HashMap<Expr, u32>,
    /// Variables whose definitions are made domain consistent if the definitions are small enough.
    exact: HashSet<u32>,
    definitions: Vec<Definition>,
    /// The definitions of the auxiliary variables.
    auxiliary: Vec<Auxiliary>,
    /// The range, if any, to which a required comparison restricts the next function.
    within: Option<(i128, i128)>,
}

/// An auxiliary variable: its expression, and the domain that follows from the declared domains.
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
    /// The variable satisfies an equation: a sum with a term for the variable equals 0.
    Sum(Comparison),
    /// An argument is the truth value of a linear comparison.
    Literal(Comparison, Argument),
    /// `result = function(arguments)` if the guard is 1 or absent; otherwise the result does not matter.
    Function { function: Arc<Function>, arguments: Vec<Argument>, result: Argument, guard: Option<Argument> },
    /// A truth value that must be 1.
    Holds(Argument),
}

/// How compilation treats a constraint.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Disposition {
    /// The constraint gets propagators.
    Post,
    /// The constraint has only one variable, whose domain entails it.
    Done,
    /// This compilation excludes the constraint.
    Absent,
    /// The constraint cannot hold. This is not an error: the search reports it.
    Never,
}

/// A flattened constraint; the auxiliary variables in its arguments have been created.
struct Flat {
    disposition: Disposition,
    /// The arguments of a constraint that is not a comparison.
    arguments: Vec<Argument>,
    condition: Option<(Argument, Form)>,
    /// The linear form of a comparison.
    comparison: Option<Comparison>,
}

/// The engine under construction.
struct Posted {
    builder: EngineBuilder,
    /// The index of each propagator's constraint.
    origin: Vec<usize>,
    /// The constraints that the propagators enforce, if the search writes a proof.
    statements: Option<Vec<Statement>>,
}

impl Posted {
    /// Posts the propagators of a constraint; `statement` describes what they enforce.
    fn post(
        &mut self,
        constraint: usize,
        propagators: Vec<Box<dyn Propagator>>,
        statement: impl FnOnce(&EngineBuilder) -> (CompiledMeaning, Option<(View, Form)>),
    ) {
        let first = self.origin.len();
        self.origin.resize(first + propagators.len(), constraint);
        for propagator in propagators {
            self.builder.post(propagator);
        }
        if let Some(statements) = &mut self.statements {
            let (meaning, condition) = statement(&self.builder);
            statements.push(Statement { constraint, meaning, condition, propagators: first..self.origin.len() });
        }
    }
}

/// Why compilation ended early.
enum Uncompiled {
    /// The budget ran out.
    Stopped,
    Refused(ModelError),
}

impl From<ModelError> for Uncompiled {
    fn from(error: ModelError) -> Uncompiled {
        Uncompiled::Refused(error)
    }
}

/// Returns an error if the budget has run out.
fn go_on(lasts: bool) -> Result<(), Uncompiled> {
    if lasts { Ok(()) } else { Err(Uncompiled::Stopped) }
}

/// The number of constraints between two checks of the clock.
const POLL: usize = 512;

/// The cost of an auxiliary variable for a function, in budget units.
const FUNCTION: usize = 500;

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
            within: None,
        };
        match compiler.run(budget) {
            Ok(compiled) => Ok(Some(compiled)),
            Err(Uncompiled::Stopped) => Ok(None),
            Err(Uncompiled::Refused(error)) => Err(error),
        }
    }
}

impl Compiler<'_> {
    fn run(&mut self, budget: &mut Budget) -> Result<Compiled, Uncompiled> {
        let CompileOptions { objective, explain, learns, cores, proves, .. } = self.options;
        let count = self.model.constraints.len();
        // Without constraints, the loops below do not check the clock, but copying the variables also takes time.
        go_on(budget.check_now())?;
        let dispositions = (0..count).map(|i| self.dispose(i, budget)).collect::<Result<Vec<_>, _>>()?;
        // The auxiliary variables in arguments must exist before the layouts are chosen.
        let flat = dispositions.into_iter().enumerate().map(|(i, disposition)| self.flatten(i, disposition, budget));
        let flat = flat.collect::<Result<Vec<_>, _>>()?;
        let minimised = match objective {
            Some(expr) if expr.variables().iter().any(|&x| !self.model.owner().owns(x)) => {
                return Err(ModelError::ForeignVariable { place: OBJECTIVE.to_owned() }.into());
            }
            Some(expr) => Some(self.argument(count, expr)?),
            None => None,
        };
        let sum = minimised.filter(|_| cores).and_then(|view| self.objective_sum(view, &flat));
        let builder = EngineBuilder::with_layout(std::mem::take(&mut self.domains), self.model.layout);
        let builder = if explain || learns { builder.explaining() } else { builder };
        let mut posted = Posted { builder, origin: Vec::with_capacity(count), statements: proves.then(Vec::new) };
        for Definition { constraint, defined_by } in std::mem::take(&mut self.definitions) {
            go_on(budget.spend(FUNCTION))?;
            let propagators = self.tied(&posted.builder, constraint, &defined_by)?;
            posted.post(constraint, propagators, |builder| self.compiled_definition(builder, &defined_by));
        }
        for (i, flat) in flat.iter().enumerate() {
            self.post(&mut posted, i, flat, budget)?;
        }
        let wiring = self.wire(&mut posted, minimised.zip(Some(sum)));
        let symbols = if explain { self.symbols(&posted, &flat) } else { SymbolTable::default() };
        let Posted { builder, origin, statements } = posted;
        let engine = builder.build_within(budget).map_err(|e| self.build_error(e, &origin))?;
        let engine = engine.ok_or(Uncompiled::Stopped)?;
        Ok(Compiled { engine, wiring, symbols, statements: statements.unwrap_or_default() })
    }

    /// Determines how a constraint is treated. A comparison that involves only one variable is applied directly to
    /// that variable's domain.
    fn dispose(&mut self, i: usize, budget: &mut Budget) -> Result<Disposition, Uncompiled> {
        let constraint = &self.model.constraints[i];
        let disposition = match &constraint.meaning {
            _ if !self.options.has(i) => Disposition::Absent,
            Meaning::Nothing => Disposition::Absent,
            Meaning::Compare(comparison) if constraint.condition.is_none() => self.tighten(comparison),
            _ => Disposition::Post,
        };
        go_on(budget.spend(self.effort(constraint)))?;
        Ok(disposition)
    }

    /// Creates the auxiliary variables of a constraint.
    fn flatten(&mut self, i: usize, disposition: Disposition, budget: &mut Budget) -> Result<Flat, Uncompiled> {
        let mut flat = Flat { disposition, arguments: Vec::new(), condition: None, comparison: None };
        let constraint = &self.model.constraints[i];
        let stated = match &constraint.meaning {
            _ if disposition == Disposition::Absent => &[],
            Meaning::Compare(_) => &[],
            _ => constraint.arguments(),
        };
        let functions = match &constraint.meaning {
            Meaning::Compare(comparison) => comparison.difference.functions.len(),
            _ => 0,
        };
        go_on(budget.spend(stated.len() * 10 + functions * FUNCTION))?;
        let mut guards = Vec::new();
        flat.arguments = stated.iter().map(|e| self.guarded_argument(i, e, &mut guards)).collect::<Result<_, _>>()?;
        match (&constraint.meaning, &constraint.condition) {
            // A comparison that tightens a domain is linear and needs no auxiliary variable.
            _ if matches!(disposition, Disposition::Absent | Disposition::Done) => {}
            (Meaning::Compare(comparison), None) => flat.comparison = Some(self.required_form(i, comparison)?),
            (Meaning::Compare(comparison), Some(condition)) => {
                (flat.condition, flat.comparison) = self.conditioned(i, comparison, condition)?;
            }
            (_, None) => self.require(i, guards)?,
            (_, Some(condition)) => flat.condition = Some(self.guarded_condition(i, condition, guards)?),
        }
        Ok(flat)
    }

    /// Posts a constraint.
    fn post(&self, posted: &mut Posted, i: usize, flat: &Flat, budget: &mut Budget) -> Result<(), Uncompiled> {
        if matches!(flat.disposition, Disposition::Done | Disposition::Absent) {
            return Ok(());
        }
        go_on(!i.is_multiple_of(POLL) || budget.spend(POLL * 20))?;
        let b = &posted.builder;
        let views: Vec<View> = flat.arguments.iter().map(|a| a.view(b)).collect();
        go_on(budget.spend(views.len() * 2))?;
        if let Some(definition) = self.model.constraints[i].definition() {
            go_on(definition.posting.prepare(budget).is_ok())?;
        }
        let condition = flat.condition.map(|(condition, form)| (condition.view(b), form));
        let statement = |b: &EngineBuilder| (self.compiled_constraint(b, flat), condition);
        let propagators = match (condition, &flat.comparison) {
            _ if flat.disposition == Disposition::Never => vec![self.never(i)?],
            (None, Some(comparison)) => vec![self.linear(b, i, comparison, self.level(i))?],
            (None, None) => self.propagators(b, i, views)?,
            (Some(condition), Some(comparison)) => {
                self.conditional_linear(b, i, comparison, self.level(i), condition)?
            }
            (Some((condition, form)), None) => self.conditional(b, i, condition, form, views)?,
        };
        posted.post(i, propagators, statement);
        Ok(())
    }

    /// Posts the search's own propagators, including those for the objective and its sum. They are numbered after the
    /// constraints.
    fn wire(&self, posted: &mut Posted, minimised: Option<(Argument, Option<ObjectiveTerms>)>) -> Wiring {
        let vars = posted.builder.vars();
        let mut next = self.model.constraints.len();
        let objective = minimised.map(|(argument, sum)| {
            let (view, limit) = (argument.view(&posted.builder), Limit::open());
            let propagator = posted.origin.len() as u32;
            let bounded = Box::new(Bounded::new(view, limit.clone()));
            posted.post(next, vec![bounded], |_| (CompiledMeaning::Objective, None));
            let sum = sum.map(|terms| {
                let sum = terms.into_sum(&mut posted.builder, posted.origin.len() as u32);
                posted.post(next, vec![Box::new(Totals::none_yet(view, &sum))], |_| (CompiledMeaning::Totals, None));
                posted.builder.make_placeholder(sum.propagator);
                Arc::new(sum)
            });
            next += 1;
            Objective { propagator, view, limit, sum }
        });
        let CompileOptions { nogoods, learns, probes, relaxation, explain, proves, .. } = self.options;
        let nogoods = (nogoods || learns).then(|| {
            let propagator = posted.origin.len() as u32;
            let store = Box::new(Nogoods::new(if learns { &[] } else { &vars }));
            posted.post(next, vec![store], |_| (CompiledMeaning::Nogoods, None));
            next += 1;
            propagator
        });
        let probes = probes.then(|| {
            posted.origin.push(next);
            next += 1;
            posted.builder.post(Box::new(Probes::new(&vars))) as u32
        });
        if relaxation.is_used() {
            let propagator = posted.origin.len() as u32;
            posted.post(next, vec![Box::<LinearRelaxation>::default()], |_| (CompiledMeaning::Relaxation, None));
            posted.builder.relax_by(propagator, relaxation == Relaxation::Root, proves || !explain);
        }
        let views = (0..self.model.variables.len()).map(|i| posted.builder.view(i)).collect();
        Wiring { views, objective, nogoods, probes }
    }

    /// The smallest and largest value of a sum of variables under the current domains.
    fn range(&self, expr: &Expr) -> (i128, i128) {
        expr.range(&|x| {
            let set = &self.domains[x.index as usize];
            (set.min().unwrap_or(0), set.max().unwrap_or(0))
        })
    }

    /// The level of the comparison with index `constraint`; irrelevant for other constraints.
    fn level(&self, constraint: usize) -> Consistency {
        let constraint = &self.model.constraints[constraint];
        match &constraint.meaning {
            Meaning::Compare(comparison) => self.model.comparison_level(constraint, comparison),
            _ => constraint.level.unwrap_or_default(),
        }
    }

    /// Applies a comparison that involves only one variable to that variable's domain.
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

    /// The approximate cost of processing a constraint, in budget units. Processing a comparison of one variable
    /// iterates over the ranges of its domain.
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
