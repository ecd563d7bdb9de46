//! Random models with every constraint, and an independent evaluator of their semantics.
//!
//! A [`Case`] is generated from a seed. It has up to four variables of every layout (values near the limits, holes,
//! huge intervals that a constraint restricts), constraints of every kind in the catalogue, and comparisons of any
//! depth. Constraints are posted plainly, with `enforce_if`, or with `iff`. Their arguments may be equal, truth values,
//! sums, or functions that are undefined for some values. A case is small enough to try every assignment:
//! [`Case::table`] lists which constraints hold for each assignment. Each tested property of models (search, cores,
//! learning, proofs) is a check of a case:
//!
//! ```text
//! random_models::check(1_000, |case| case.solutions_are_those_of_brute_force());
//! ```
//!
//! If the check fails or panics, the case is shrunk by removing constraints and values. The smallest case that still
//! fails is printed with its seed. `FERZ_CASES` sets the number of cases, `FERZ_SEED` runs a single case, and
//! `FERZ_TRACE` prints each case before it starts, in case one does not terminate.

mod checks;
mod draw;
mod kinds;
mod proofs;
mod run;
mod term;

pub use checks::Verdict;
pub use draw::{Draw, LIMIT, Variable};
pub use kinds::{Condition, Stated, names};
pub use proofs::Way;
pub use run::{check, check_mix};
pub use term::{Comparator, Term};

use solver_core::Layout;
use solver_core::constraints::Table;
use solver_core::prelude::*;
use std::fmt::{Display, Formatter};

/// A constraint without its condition.
#[derive(Clone)]
pub enum Said {
    /// This truth value is 1.
    Truth(Term),
    /// A catalogue constraint holds.
    Stated(Stated),
}

/// The condition of a constraint.
#[derive(Clone)]
pub enum Under {
    /// The constraint holds in every solution.
    Always,
    /// The constraint holds if this is 1.
    HalfReified(Term),
    /// The constraint holds if and only if this is 1.
    Iff(Term),
}

/// A constraint of a random model.
#[derive(Clone)]
pub struct Rule {
    /// The constraint without its condition.
    pub said: Said,
    /// The condition of the constraint.
    pub under: Under,
    /// The index of its consistency level, if the constraint has levels.
    pub level: usize,
}

impl Rule {
    fn draw(d: &mut Draw) -> Rule {
        let said = match d.below(5) {
            0 | 1 => Said::Truth(d.truth(3)),
            _ => Said::Stated(kinds::draw(d)),
        };
        let under = match d.below(4) {
            0 | 1 => Under::Always,
            2 => Under::HalfReified(d.truth(1)),
            _ => Under::Iff(d.truth(1)),
        };
        Rule { said, under, level: d.below(3) }
    }

    /// Whether the rule holds. It does not hold if its condition is undefined; an undefined argument makes the
    /// constraint false.
    pub fn holds(&self, x: &[i32]) -> bool {
        let holds = || match &self.said {
            Said::Truth(truth) => truth.is_true(x),
            Said::Stated(stated) => stated.holds(x),
        };
        match &self.under {
            Under::Always => holds(),
            Under::HalfReified(b) => b.value(x).is_some_and(|b| b == 0 || holds()),
            Under::Iff(b) => b.value(x).is_some_and(|b| (b == 1) == holds()),
        }
    }

    fn post(&self, m: &mut Model, x: &[IntVar]) -> ConstraintId {
        let condition = match &self.under {
            Under::Always => Condition::Always,
            Under::HalfReified(b) => Condition::HalfReified(b.expr(x)),
            Under::Iff(b) => Condition::Iff(b.expr(x)),
        };
        match &self.said {
            Said::Truth(truth) => condition.on(m.post(truth.expr(x))),
            Said::Stated(stated) => stated.post(m, x, &condition),
        }
    }
}

impl Display for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match &self.said {
            Said::Truth(truth) => write!(f, "{truth}")?,
            Said::Stated(Stated { name, parameters, arguments, .. }) => {
                write!(f, "{name} {parameters} of ({})", term::list(arguments))?;
            }
        }
        match &self.under {
            Under::Always => Ok(()),
            Under::HalfReified(b) => write!(f, "  only if {b}"),
            Under::Iff(b) => write!(f, "  iff {b}"),
        }
    }
}

/// A random model.
#[derive(Clone)]
pub struct Case {
    /// The seed.
    pub seed: u64,
    /// The variables.
    pub variables: Vec<Variable>,
    /// The constraints, except those that restrict wide variables.
    pub rules: Vec<Rule>,
    /// The objective, which is both minimised and maximised.
    pub objective: Term,
    /// The layout of all domains.
    pub layout: Layout,
}

/// A model built for the solver.
pub struct Built {
    /// The model.
    pub model: Model,
    /// The model variables.
    pub x: Vec<IntVar>,
    /// The constraints of the rules, which come after those that restrict wide variables.
    pub ids: Vec<ConstraintId>,
}

/// The maximum number of assignments in a case.
const ASSIGNMENTS: usize = 400;

impl Case {
    /// Generates the case with this seed.
    pub fn random(seed: u64) -> Case {
        let mut d = Draw::new(seed);
        let mut assignments = 1;
        for _ in 0..1 + d.below(4) {
            let mut variable = d.variable();
            variable.values.truncate((ASSIGNMENTS / assignments).max(1));
            assignments *= variable.values.len();
            d.variables.push(variable);
        }
        let objective = d.term(2);
        let layout = d.pick(&[Layout::Auto, Layout::Auto, Layout::Wide, Layout::Span]);
        let mut case = Case { seed, variables: d.variables.clone(), rules: Vec::new(), objective, layout };
        for _ in 0..1 + d.below(4) {
            case.rules.push(Rule::draw(&mut d));
            // Three quarters of the models must have a solution.
            if !seed.is_multiple_of(4) && case.solutions(|_| true).is_empty() {
                case.rules.pop();
            }
        }
        case
    }

    /// Generates one constraint over three or four small variables; successive seeds cycle through all kinds and forms.
    pub fn alone(seed: u64) -> Case {
        let kinds = names().count();
        let (kind, form) = (seed as usize % kinds, seed as usize / kinds % 3);
        let mut d = Draw::new(seed);
        let variable = |d: &mut Draw| {
            let low = d.between(-2, 1);
            Variable { values: (low..=low + d.between(1, 4)).collect(), wide: None }
        };
        d.variables = (0..3 + d.below(2)).map(|_| variable(&mut d)).collect();
        let truth = d.truth(0);
        let under = match form {
            0 => Under::Always,
            1 => Under::HalfReified(truth),
            _ => Under::Iff(truth),
        };
        let rule = Rule { said: Said::Stated(kinds::draw_kind(&mut d, kind)), under, level: d.below(3) };
        let (variables, objective) = (d.variables.clone(), d.plain());
        Case { seed, variables, rules: vec![rule], objective, layout: Layout::Auto }
    }

    /// Generates the case with this seed, and adds constraints until there is no solution or there are twelve
    /// constraints. A constraint is rarely unsatisfiable by itself, so cores have several members.
    pub fn random_clash(seed: u64) -> Case {
        let mut case = Case::random(seed);
        let mut d = Draw::new(!seed);
        d.variables.clone_from(&case.variables);
        let is_possible = |case: &Case, c: usize| !case.solutions(|other| other == c).is_empty();
        while case.rules.len() < 12 && !case.solutions(|_| true).is_empty() {
            case.rules.push(Rule::draw(&mut d));
            if !d.one_in(20) && !is_possible(&case, case.rules.len() - 1) {
                case.rules.pop();
            }
        }
        case
    }

    /// Generates a case over three small variables that contains functions undefined for some values, in `!`, `<->` and
    /// `->`.
    pub fn random_partial(seed: u64) -> Case {
        let mut d = Draw::new(seed ^ 0xdef);
        d.variables = vec![Variable { values: vec![-1, 0, 1, 2], wide: None }; 3];
        let mut case = Case {
            seed,
            variables: d.variables.clone(),
            rules: Vec::new(),
            objective: d.plain(),
            layout: Layout::Auto,
        };
        for _ in 0..1 + d.below(2) {
            let under = match d.below(3) {
                0 => Under::Always,
                1 => Under::HalfReified(d.truth_of_partial(1)),
                _ => Under::Iff(d.truth_of_partial(1)),
            };
            let depth = d.below(4);
            case.rules.push(Rule { said: Said::Truth(d.truth_of_partial(depth)), under, level: 0 });
        }
        case
    }

    /// Builds the model for the solver.
    ///
    /// # Errors
    /// [`ModelError`] if a variable cannot be declared.
    pub fn build(&self) -> Result<Built, ModelError> {
        let mut model = Model::new();
        let mut x = Vec::new();
        for (i, variable) in self.variables.iter().enumerate() {
            let domain = match variable.wide {
                Some((low, high)) => ValueSet::range(low, high),
                None => ValueSet::from_values(variable.values.iter().copied()),
            };
            x.push(model.int(format!("x{i}"), domain)?);
        }
        for (x, variable) in x.iter().zip(&self.variables).filter(|(_, variable)| variable.wide.is_some()) {
            // Posts the bounds first; otherwise, two constraints could remove 2³⁰ values one by one, which takes
            // minutes.
            model.post(x.at_least(variable.values[0])).named("pin");
            model.post(x.at_most(variable.values[variable.values.len() - 1])).named("pin");
            model.table([x], &pin(&variable.values)).named("pin");
        }
        let mut ids: Vec<ConstraintId> = self.rules.iter().map(|rule| rule.post(&mut model, &x)).collect();
        for (id, rule) in ids.iter_mut().zip(&self.rules) {
            let levels = model.levels(*id)?;
            if let Some(&level) = levels.get(rule.level) {
                model = model.at_level(*id, level)?;
            }
        }
        model.force_layout(self.layout);
        Ok(Built { model, x, ids })
    }

    /// Lists all assignments, and which constraints hold under each.
    pub fn table(&self) -> Vec<(Vec<i32>, Vec<bool>)> {
        let mut all = vec![vec![]];
        for Variable { values, .. } in &self.variables {
            all =
                all.into_iter().flat_map(|x: Vec<i32>| values.iter().map(move |&v| [&x[..], &[v]].concat())).collect();
        }
        let holds = |x: Vec<i32>| {
            let holds = self.rules.iter().map(|rule| rule.holds(&x)).collect();
            (x, holds)
        };
        all.into_iter().map(holds).collect()
    }

    /// Lists the solutions of the constraints whose indices satisfy `keep`, in lexicographic order.
    pub fn solutions(&self, keep: impl Fn(usize) -> bool) -> Vec<Vec<i32>> {
        let satisfies = |holds: &[bool]| holds.iter().enumerate().all(|(c, &holds)| holds || !keep(c));
        self.table().into_iter().filter(|(_, holds)| satisfies(holds)).map(|(x, _)| x).collect()
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        for (i, variable) in self.variables.iter().enumerate() {
            writeln!(f, "    x{i} in {variable}")?;
        }
        for rule in &self.rules {
            writeln!(f, "    {rule}")?;
        }
        writeln!(f, "    objective {}, layout {:?}, level {:?}", self.objective, self.layout, self.levels())
    }
}

/// Creates a table with one column.
fn pin(values: &[i32]) -> Table {
    Table::new(1, values.iter().map(|&v| [v])).expect("one column")
}

impl Case {
    fn levels(&self) -> Vec<usize> {
        self.rules.iter().map(|rule| rule.level).collect()
    }
}
