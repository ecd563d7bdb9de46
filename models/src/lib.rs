//! Classical models of constraint programming: one file for each, which reads like the question.
//!
//! Tests compare the numbers of their solutions with published ones, and `benches/classical`
//! their search trees with those of Gecode.

mod all_interval;
mod bibd;
mod car_sequencing;
pub mod catalogue;
mod costas_array;
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
mod tour;

pub use all_interval::all_interval;
pub use bibd::bibd;
pub use car_sequencing::{CarPlan, car_sequencing};
pub use costas_array::costas_array;
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
pub use nonogram::{Clues, nonogram};
pub use open_shop::{OpenShop, open_shop};
pub use packing::{packing, triplets};
pub use pentominoes::pentominoes;
pub use project::project;
pub use projects::{Project, Task};
pub use quasigroup::{Identity, quasigroup};
pub use quasigroup_completion::quasigroup_completion;
pub use social_golfers::social_golfers;
pub use tour::{Towns, tour};

use solver_core::prelude::*;

/// A model with the search that suits it.
#[derive(Debug)]
pub struct Classic {
    /// The question.
    pub model: Model,
    /// The variables to branch on; all others follow from them.
    pub decisions: Vec<IntVar>,
    /// Which of them first.
    pub order: VarSelect,
    /// Which of their values first.
    pub values: ValueSelect,
    /// What a reader wants to see of a solution.
    pub shown: Shown,
    /// What is to be small or large, if some solutions are better than others.
    pub objective: Option<(Goal, Expr)>,
}

/// What a reader wants to see of a solution.
#[derive(Clone, Debug)]
pub enum Shown {
    /// The values of the decisions.
    Decisions,
    /// The decisions, as numbers in a grid of this number of columns.
    Grid(usize),
    /// The same with a mark for 1 and none for 0.
    Marks(usize),
    /// These variables.
    Variables(Vec<IntVar>),
    /// Tasks as bars over time.
    Bars(Vec<Bar>),
}

/// A task in a picture of a schedule.
#[derive(Clone, Debug)]
pub struct Bar {
    /// The line that it is drawn on.
    pub line: String,
    /// What it is called.
    pub label: String,
    /// When it starts.
    pub start: IntVar,
    /// How long it takes.
    pub duration: i32,
}

impl Classic {
    /// A model to be searched over these variables, in their order, the smallest value first.
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

    /// The same with another order of the variables.
    fn order(self, order: VarSelect) -> Classic {
        Classic { order, ..self }
    }

    /// The same with another value first.
    fn values(self, values: ValueSelect) -> Classic {
        Classic { values, ..self }
    }

    /// The same, with something else to be seen of a solution.
    fn shown(self, shown: Shown) -> Classic {
        Classic { shown, ..self }
    }

    /// The same with an objective.
    fn best(self, goal: Goal, objective: impl Into<Expr>) -> Classic {
        Classic { objective: Some((goal, objective.into())), ..self }
    }

    /// The decisions, selected as suits the model.
    pub fn phase(&self) -> Phase {
        Phase::on(&self.decisions).order(self.order).values(self.values)
    }

    /// The search, ready for a question or for limits.
    pub fn search(&self) -> Search<'_> {
        self.model.search().seq([self.phase()])
    }

    /// Searches for all solutions.
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved as stated.
    pub fn run(&self) -> Result<Statistics, ModelError> {
        let mut run = self.search().start()?;
        while run.step() == Step::Solution {}
        Ok(run.statistics())
    }
}
