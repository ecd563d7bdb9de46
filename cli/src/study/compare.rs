//! `ferz study compare`: tabulates exact counts for a grid of searches.

use super::tables::{Output, faulty, stated};
use crate::exit::{BadInput, Ended};
use crate::input::bound;
use crate::interrupt;
use crate::parse::{duration, named, whole_number};
use crate::subject::Subject;
use clap::Args as ClapArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use queens::Formulation;
use solver_core::SearchOrder;
use solver_core::prelude::*;
use std::time::Duration;
use study::compare::{self, Dimension, Grid};

const COMPARED: &str = "What to compare, as comma-separated lists";
const SEARCH: &str = "How it is searched";

/// The arguments of the command.
#[derive(ClapArgs)]
pub(super) struct CompareArgs {
    /// What to search: see Subjects below; put `+` between several
    #[arg(value_name = "SUBJECT", required = true, num_args = 1.., allow_negative_numbers = true)]
    words: Vec<String>,

    /// Formulations of N queens
    #[arg(long, help_heading = COMPARED, value_name = "FORMULATIONS", value_delimiter = ',', value_parser = named(&Formulation::ALL, Formulation::name))]
    model: Vec<Formulation>,

    /// Consistency levels: each constraint gets its strongest level that is no stronger
    #[arg(long, help_heading = COMPARED, value_name = "LEVELS", value_delimiter = ',', value_parser = named(Consistency::ALL, Consistency::name))]
    consistency: Vec<Consistency>,

    /// Variable orders (default: as the model suggests)
    #[arg(long, help_heading = COMPARED, value_name = "ORDERS", value_delimiter = ',', value_parser = order())]
    order: Vec<SearchOrder>,

    /// Value orders (default: as the model suggests)
    #[arg(long, help_heading = COMPARED, value_name = "ORDERS", value_delimiter = ',', value_parser = named(ValueSelect::ALL, ValueSelect::name))]
    value_order: Vec<ValueSelect>,

    /// Two branches per node, or one per value
    #[arg(long, help_heading = COMPARED, value_name = "SCHEMES", value_delimiter = ',', default_value = "two-way", value_parser = named(Branching::ALL, Branching::name))]
    branching: Vec<Branching>,

    /// Inference at the root
    #[arg(long, help_heading = COMPARED, value_name = "HOW", value_delimiter = ',', default_value = "none", value_parser = named(RootInference::ALL, RootInference::name))]
    root: Vec<RootInference>,

    /// Seeds of all random choices
    #[arg(long, help_heading = COMPARED, value_name = "SEEDS", value_delimiter = ',', default_value = "0", value_parser = whole_number(0))]
    seed: Vec<u64>,

    /// How to choose among equally good variables
    #[arg(long, help_heading = SEARCH, value_name = "TIES", default_value = "first", value_parser = named(TieBreak::ALL, TieBreak::name))]
    tie_break: TieBreak,

    /// Stop each search after this many solutions (default: all; with an objective, the best one)
    #[arg(long, help_heading = SEARCH, value_name = "K", value_parser = whole_number(1))]
    limit: Option<u64>,

    /// Stop each search after this many nodes
    #[arg(long, help_heading = SEARCH, value_name = "NODES", value_parser = whole_number(1))]
    node_limit: Option<u64>,

    /// Stop each search after this time; counts then depend on the machine
    #[arg(long, help_heading = SEARCH, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,

    /// Show these columns, in this order, named as in the header
    #[arg(long, help_heading = "Output", value_name = "NAMES", value_delimiter = ',', hide_possible_values = true, value_parser = PossibleValuesParser::new(Grid::all_columns()))]
    columns: Vec<String>,

    #[command(flatten)]
    output: Output,
}

/// Accepts the name of a variable selection, or of the automatic search.
fn order() -> impl TypedValueParser<Value = SearchOrder> {
    let names = VarSelect::ALL.iter().map(|order| order.name());
    let names = [SearchOrder::Auto.name()].into_iter().chain(names);
    PossibleValuesParser::new(names).try_map(|order| order.parse::<SearchOrder>())
}

pub(super) fn run(args: &CompareArgs) -> anyhow::Result<Ended> {
    let mut grid = Grid::new(args.subjects()?);
    grid.columns = args.columns.clone();
    grid.levels = or_one(&args.consistency);
    grid.orders = or_one(&args.order);
    grid.values = or_one(&args.value_order);
    grid.branchings = args.branching.clone();
    grid.roots = args.root.clone();
    grid.seeds = args.seed.clone();
    grid.tie_break = args.tie_break;
    grid.first_only = args.limit == Some(1);
    grid.limits = Limits {
        nodes: args.node_limit,
        time: args.time_limit,
        solutions: args.limit,
        cancel: Some(interrupt::token()?),
        ..Limits::default()
    };
    let lists = [
        (args.consistency.len(), Dimension::Level),
        (args.order.len(), Dimension::Order),
        (args.value_order.len(), Dimension::Values),
        (args.model.len(), Dimension::Formulation),
    ];
    grid.shown = lists.into_iter().filter(|&(length, _)| length > 1).map(|(_, dimension)| dimension).collect();
    let table = grid.table(&args.output.means()).map_err(faulty)?;
    args.output.write(table)
}

impl CompareArgs {
    fn subjects(&self) -> anyhow::Result<Vec<compare::Subject>> {
        let mut subjects = Vec::new();
        for words in self.words.split(|word| word == "+") {
            let is_queens = words.first().is_some_and(|kind| kind == "queens");
            let formulations = match &self.model[..] {
                [] => vec![None],
                _ if is_queens => self.model.iter().copied().map(Some).collect(),
                _ => return Err(BadInput("--model applies only to `queens N`".to_owned()).into()),
            };
            for formulation in formulations {
                // The formulation has its own column.
                let subject = Subject::parse(words, formulation, None, bound(None))?;
                let plain = match formulation {
                    Some(_) => Subject::parse(words, Some(Formulation::default()), None, bound(None))?.title,
                    None => subject.title.clone(),
                };
                // The compared variable selections have their own column.
                let order = if self.order.is_empty() { None } else { Some("each order") };
                let plain = subject.described(&plain, order);
                subjects.push(stated(subject, plain, formulation.map_or("", Formulation::name)));
            }
        }
        Ok(subjects)
    }
}

/// Returns the entries of a list, or, if it is empty, a single `None` that represents the subject's default.
fn or_one<T: Copy>(list: &[T]) -> Vec<Option<T>> {
    if list.is_empty() { vec![None] } else { list.iter().copied().map(Some).collect() }
}
