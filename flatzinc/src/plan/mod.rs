//! Search annotations: translates the solve item's annotations to search phases.
//!
//! Variables without an annotation come last: first those declared in the model, then those introduced by the compiler.
//! An unsupported annotation causes a warning with its position, so it is never replaced silently.

mod choices;
mod objective;

pub(crate) use objective::better_large;

use crate::instance::{Call, Instance, Location, Operand, Output, Term};
use crate::limit::Limit;
use crate::translate::{MappedVar, TranslateError, Translated};
use choices::{value_choice, variable_choice};
use solver_core::search::{Restarts, VarSelect};
use solver_core::{Expr, IntVar, Model, Phase, Search};
use std::fmt;

/// A warning that a request is not followed exactly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The position of the request, if it has one.
    pub location: Option<Location>,
    /// The part that is ignored, and what replaces it.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.location {
            Some(location) => write!(f, "{location}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// A search plan.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The phases in order. The last phases are for the variables without annotations.
    pub phases: Vec<Phase>,
    /// The number of phases that come from annotations.
    pub annotated: usize,
    /// The restart sequence, if an annotation requests one.
    pub restarts: Option<Restarts>,
    /// The values to try first.
    pub wanted: Vec<(IntVar, i32)>,
    /// The requests that are not followed.
    pub warnings: Vec<Warning>,
}

impl Plan {
    /// Creates a search of the translated model that follows the annotations.
    pub fn search<'m>(&self, model: &'m Model) -> Search<'m> {
        let search = model.search().warm_start(self.wanted.iter().copied());
        let projection: Vec<IntVar> = self.phases.iter().flat_map(Phase::variables).collect();
        let search = search.seq(self.phases.iter().cloned()).project_onto(&projection);
        self.restarts.into_iter().fold(search, Search::restarts)
    }
}

/// Reads the annotations of the solve item.
///
/// # Errors
/// The errors of an incomplete model. Invalid annotations only cause warnings.
pub fn plan(instance: &Instance, translated: &Translated) -> Result<Plan, TranslateError> {
    plan_within(instance, translated, &[], &mut Limit::default())
}

/// Reads the annotations as [`plan`] does, up to a limit. `large`, indexed by variable, says whether to try a
/// variable's largest values first if it has no annotation.
///
/// # Errors
/// The errors of [`plan`]; [`TranslateError::Stopped`] if the limit was reached first.
pub(crate) fn plan_within(
    instance: &Instance,
    translated: &Translated,
    large: &[bool],
    limit: &mut Limit,
) -> Result<Plan, TranslateError> {
    let mut planner = Planner { instance, translated, limit, plan: Plan::default() };
    for annotation in instance.solve().annotations.iter() {
        planner.annotation(annotation)?;
    }
    planner.plan.annotated = planner.plan.phases.len();
    planner.rest(large)?;
    Ok(planner.plan)
}

struct Planner<'a> {
    instance: &'a Instance,
    translated: &'a Translated,
    limit: &'a mut Limit,
    plan: Plan,
}

impl Planner<'_> {
    fn warn(&mut self, at: Call<'_>, message: String) {
        let location = Some(self.instance.location(at.place()));
        self.plan.warnings.push(Warning { location, message });
    }

    /// Follows an annotation, or warns that it is ignored.
    fn annotation(&mut self, call: Call<'_>) -> Result<(), TranslateError> {
        match self.follow(call) {
            Err(TranslateError::Argument(error)) => {
                self.warn(call, format!("{}; {} is ignored", error.fault(), call.name()));
                Ok(())
            }
            other => other,
        }
    }

    fn follow(&mut self, call: Call<'_>) -> Result<(), TranslateError> {
        match call.name() {
            "int_search" => {
                let on = self.ints(call)?;
                self.phase(call, &on, 1)?;
            }
            "bool_search" => {
                let on = self.truths(call)?;
                self.phase(call, &on, 1)?;
            }
            "seq_search" => {
                for part in call.annotations(0)? {
                    self.annotation(part)?;
                }
            }
            "priority_search" => self.by_priority(call)?,
            // Argument 1 is a precision, which is not needed because decimals are exact.
            "float_search" => {
                let on = self.open(call.float_operands(0)?)?;
                self.phase(call, &on, 2)?;
            }
            "set_search" => {
                if !call.elements(0)?.is_empty() {
                    self.warn(call, format!("{} is ignored: Ferz has no set variables", call.name()));
                }
            }
            "restart_none" => self.plan.restarts = None,
            "restart_constant" => self.plan.restarts = Some(Restarts::Constant { failures: scale(call, 0)? }),
            "restart_luby" => self.plan.restarts = Some(Restarts::Luby { unit: scale(call, 0)? }),
            "restart_geometric" => {
                let factor = call.float(0)?;
                self.plan.restarts = Some(Restarts::Geometric { first: scale(call, 1)?, factor });
            }
            "restart_linear" => self.plan.restarts = Some(Restarts::Linear { step: scale(call, 0)? }),
            "warm_start" | "warm_start_int" | "warm_start_bool" => self.warm_start(call)?,
            "warm_start_array" => {
                for part in call.annotations(0)? {
                    self.annotation(part)?;
                }
            }
            "mzn_path" | "mzn_constraint_name" | "mzn_expression_name" | "mzn_check_var" | "mzn_check_enum_var" => {}
            other => self.warn(call, format!("unknown annotation {other} is ignored")),
        }
        Ok(())
    }

    fn ints(&mut self, call: Call<'_>) -> Result<Vec<Expr>, TranslateError> {
        self.open(call.int_operands(0)?)
    }

    fn truths(&mut self, call: Call<'_>) -> Result<Vec<Expr>, TranslateError> {
        self.open(call.bool_operands(0)?)
    }

    /// Returns the expressions on which a search branches to fix these operands.
    fn open<T>(&mut self, operands: Vec<Operand<T>>) -> Result<Vec<Expr>, TranslateError> {
        let mut open = Vec::with_capacity(operands.len());
        for operand in operands {
            self.limit.spend(4)?;
            if let Operand::Variable(x) = operand {
                open.extend(self.translated.vars.decided(x));
            }
        }
        Ok(open)
    }

    /// Adds a phase; argument `at` is its variable selection.
    fn phase(&mut self, call: Call<'_>, on: &[Expr], at: usize) -> Result<(), TranslateError> {
        call.expect_arguments_between(at + 2, at + 3)?;
        let (choice, values) = (call.annotation(at)?, call.annotation(at + 1)?);
        let far = |term: &Term| term.as_variable().filter(|&x| self.translated.vars.is_far(x));
        if matches!(choice.name(), "smallest" | "largest")
            && let Some(x) = call.elements(0)?.iter().find_map(far)
        {
            let name = self.instance.variable(x).name().to_owned();
            self.warn(
                choice,
                format!(
                    "{}: {name} has values beyond ±2³⁰, so it is compared by its distance from its smallest value",
                    choice.name()
                ),
            );
        }
        let mut phase = Phase::on(on).order(self.order(choice));
        match value_choice(values.name()) {
            Some(order) => phase = phase.values(order),
            None => self.warn(values, format!("unknown value choice {}: using indomain_min", values.name())),
        }
        self.exploration(call, at + 2);
        if !on.is_empty() {
            self.plan.phases.push(phase);
        }
        Ok(())
    }

    /// Adds the annotated parts in key order. A part without open variables is complete from the start.
    fn by_priority(&mut self, call: Call<'_>) -> Result<(), TranslateError> {
        call.expect_arguments_between(3, 4)?;
        let (keys, annotations) = (call.int_operands(0)?, call.annotations(1)?);
        call.expect_elements(1, keys.len())?;
        let order = self.order(call.annotation(2)?);
        let outer = std::mem::take(&mut self.plan.phases);
        let mut parts = Vec::with_capacity(keys.len());
        for (key, part) in keys.into_iter().zip(annotations) {
            self.annotation(part)?;
            parts.push((self.key(call, key)?, std::mem::take(&mut self.plan.phases)));
        }
        self.plan.phases = outer;
        self.plan.phases.extend(Phase::by_priority(order, parts));
        self.exploration(call, 3);
        Ok(())
    }

    fn key(&mut self, call: Call<'_>, key: Operand<i64>) -> Result<Expr, TranslateError> {
        let x = match key {
            Operand::Constant(value) => return Ok(Expr::from(value)),
            Operand::Variable(x) => x,
        };
        let vars = &self.translated.vars;
        Ok(match vars.mapping(x) {
            MappedVar::Constant(value) => Expr::from(value),
            MappedVar::View { .. } if !vars.is_far(x) => vars.expr(x),
            MappedVar::View { .. } | MappedVar::Digits { .. } => {
                let name = self.instance.variable(x).name().to_owned();
                self.warn(
                    call,
                    format!("priority_search: {name} has values beyond ±2³⁰, so its smallest value is used"),
                );
                Expr::from(self.translated.vars.reach(x).0)
            }
        })
    }

    /// The variable selection that an annotation requests.
    fn order(&mut self, choice: Call<'_>) -> VarSelect {
        variable_choice(choice.name()).unwrap_or_else(|| {
            self.warn(choice, format!("unknown variable choice {}: using input_order", choice.name()));
            VarSelect::Input
        })
    }

    /// Warns if the annotation requests an incomplete search, because the search is always complete.
    fn exploration(&mut self, call: Call<'_>, at: usize) {
        if let Ok(explore) = call.annotation(at)
            && explore.name() != "complete"
        {
            self.warn(explore, format!("unknown exploration {}: using complete", explore.name()));
        }
    }

    fn warm_start(&mut self, call: Call<'_>) -> Result<(), TranslateError> {
        let terms = call.elements(0)?;
        call.expect_elements(1, terms.len())?;
        for (variable, value) in terms.iter().zip(call.elements(1)?) {
            self.limit.spend(4)?;
            if let Some(x) = variable.as_variable()
                && let Some(value) = self.translated.vars.numerator(x, *value)
            {
                self.plan.wanted.extend(self.translated.vars.mapping(x).assigned(value));
            }
        }
        Ok(())
    }

    /// Adds phases for the variables without annotations, in declaration order.
    fn rest(&mut self, large: &[bool]) -> Result<(), TranslateError> {
        let mut shown = vec![false; self.instance.variables().len()];
        for x in self.instance.output().flat_map(Output::variables) {
            shown[x.index()] = true;
        }
        let mut on = Vec::new();
        for x in self.instance.variables().filter(|x| shown[x.id().index()] || !x.is_introduced()) {
            self.limit.spend(4)?;
            let decided = self.translated.vars.decided(x.id());
            // The smallest value of -x is the largest value of x.
            let is_large = large.get(x.id().index()).copied().unwrap_or(false);
            on.extend(decided.into_iter().map(|part| if is_large { -part } else { part }));
        }
        if !on.is_empty() {
            self.plan.phases.push(Phase::on(&on).order(VarSelect::DomWdeg));
        }
        Ok(())
    }
}

fn scale(call: Call<'_>, at: usize) -> Result<u64, TranslateError> {
    Ok(u64::try_from(call.int(at)?).unwrap_or(0))
}
