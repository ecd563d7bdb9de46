//! Classical constraint programming models, one per file, written to read like the problem statement.
//!
//! Tests compare the numbers of solutions with published ones; `benches/classical` compares search trees with Gecode's.

mod all_interval;
mod bibd;
mod car_sequencing;
pub mod catalogue;
mod costas_array;
mod flexible_job_shop;
mod golomb_ruler;
mod instances;
mod job_shop;
mod job_shops;
mod knapsack;
mod knights_tour;
mod langford;
mod latin_square;
mod letters;
mod magic_sequence;
mod magic_square;
mod model_rb;
mod multi_mode_project;
mod nonogram;
mod open_shop;
pub mod orderings;
mod packing;
mod pentominoes;
mod project;
mod projects;
mod quasigroup;
mod quasigroup_completion;
mod social_golfers;
mod time_lag_project;
mod tour;

pub use all_interval::all_interval;
pub use bibd::bibd;
pub use car_sequencing::{CarPlan, car_sequencing};
pub use costas_array::costas_array;
pub use flexible_job_shop::{FlexibleJobShop, flexible_job_shop};
pub use golomb_ruler::{golomb_ruler, shortest_golomb_ruler};
pub use job_shop::{Machines, earliest_job_shop, job_shop};
pub use job_shops::JobShop;
pub use knapsack::{Luggage, knapsack};
pub use knights_tour::knights_tour;
pub use langford::langford;
pub use latin_square::latin_square;
pub use letters::{donald_gerald_robert, send_more_money};
pub use magic_sequence::magic_sequence;
pub use magic_square::magic_square;
pub use model_rb::{ModelRb, model_rb};
pub use multi_mode_project::{Activity, Mode, MultiModeProject, multi_mode_project};
pub use nonogram::{Clues, nonogram};
pub use open_shop::{OpenShop, open_shop};
pub use packing::{packing, triplets};
pub use pentominoes::pentominoes;
pub use project::project;
pub use projects::{Project, Task};
pub use quasigroup::{Identity, quasigroup};
pub use quasigroup_completion::quasigroup_completion;
pub use social_golfers::social_golfers;
pub use time_lag_project::{Lag, TimeLagProject, time_lag_project};
pub use tour::{Towns, tour};

use solver_core::prelude::*;

/// A model with a search strategy that suits it.
#[derive(Debug)]
pub struct Classic {
    /// The model.
    pub model: Model,
    /// The variables to branch on; all others follow from them.
    pub decisions: Vec<IntVar>,
    /// The variable selection.
    pub order: VarSelect,
    /// The value selection.
    pub values: ValueSelect,
    /// The way to display a solution.
    pub shown: Shown,
    /// The objective, for optimisation problems.
    pub objective: Option<(Goal, Expr)>,
}

/// The ways to display a solution.
#[derive(Clone, Debug)]
pub enum Shown {
    /// The values of the decisions.
    Decisions,
    /// The decisions as numbers in a grid with this number of columns.
    Grid(usize),
    /// The decisions in a grid with this number of columns, with a mark for each 1.
    Marks(usize),
    /// These variables.
    Variables(Vec<IntVar>),
    /// Tasks, as bars over time.
    Bars(Vec<Bar>),
}

/// A task of a schedule, drawn as a bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// The picture line on which the bar is drawn.
    pub line: String,
    /// The label of the bar.
    pub label: String,
    /// The task. The bar is drawn if the task is present.
    pub task: Interval,
}

impl Shown {
    /// Displays each task on a separate line.
    fn tasks(name: &str, tasks: &[Interval]) -> Shown {
        let bar = |(i, task): (usize, &Interval)| Bar {
            line: format!("{name} {i}"),
            label: i.to_string(),
            task: task.clone(),
        };
        Shown::Bars(tasks.iter().enumerate().map(bar).collect())
    }
}

impl Classic {
    /// Creates a model that branches on these variables in input order, smallest value first.
    fn new(model: Model, decisions: Vec<IntVar>) -> Classic {
        Classic {
            model,
            decisions,
            order: VarSelect::Input,
            values: ValueSelect::Min,
            shown: Shown::Decisions,
            objective: None,
        }
    }

    /// Sets the variable selection.
    fn order(self, order: VarSelect) -> Classic {
        Classic { order, ..self }
    }

    /// Sets the value selection.
    fn values(self, values: ValueSelect) -> Classic {
        Classic { values, ..self }
    }

    /// Sets the way to display a solution.
    fn shown(self, shown: Shown) -> Classic {
        Classic { shown, ..self }
    }

    /// Sets the objective.
    fn best(self, goal: Goal, objective: impl Into<Expr>) -> Classic {
        Classic { objective: Some((goal, objective.into())), ..self }
    }

    /// The search phase for the decisions.
    pub fn phase(&self) -> Phase {
        Phase::on(&self.decisions).order(self.order).values(self.values)
    }

    /// A search with this phase, to which limits can be added.
    pub fn search(&self) -> Search<'_> {
        self.model.search().seq([self.phase()])
    }

    /// Searches for all solutions.
    ///
    /// # Errors
    /// [`ModelError`] if the model is invalid.
    pub fn run(&self) -> Result<Statistics, ModelError> {
        let mut run = self.search().start()?;
        while run.step() == Step::Solution {}
        Ok(run.statistics())
    }
}
