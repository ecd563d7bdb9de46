//! The parameters and the model of a search for boards, shared by several commands.

use super::args::{Format, Queens};
use super::changes::RulesSummary;
use crate::input::bound;
use crate::run::prelude::*;
use crate::thread_args::ThreadArgs;
use queens::{Changes, Formulation, QueensModel, Sorted};
use solver_core::SearchOrder;
use solver_core::prelude::*;

/// A search for boards: the puzzle, the search options, and the output.
#[derive(Default)]
pub(crate) struct Question<'a> {
    /// The board and the changes to its rules.
    pub(crate) changes: Changes,
    /// The number of queens, if it differs from the number of columns.
    pub(crate) pieces: Option<u64>,
    pub(crate) formulation: Formulation,
    pub(crate) consistency: Option<Consistency>,
    /// Whether to find only one solution of each symmetry orbit.
    pub(crate) distinct: bool,
    /// The search options, if the command has any.
    pub(crate) search: Option<&'a SearchArgs>,
    pub(crate) order: Option<SearchOrder>,
    pub(crate) threads: Option<&'a ThreadArgs>,
    pub(crate) sort: Option<Sorted>,
    /// The number of solutions to find; `None` for all of them.
    pub(crate) wanted: Option<u64>,
    /// Whether to print only the number of solutions.
    pub(crate) count: bool,
    pub(crate) unique: bool,
    pub(crate) format: Format,
    pub(crate) transpose: bool,
    pub(crate) attacked: bool,
    pub(crate) stats: bool,
    pub(crate) step: bool,
    pub(crate) check_inferences: bool,
    pub(crate) limits: LimitArgs,
    /// A hint to print if no solution is found for a while.
    pub(crate) advice: Option<&'static str>,
}

/// The largest size for which input order finds a solution in milliseconds.
const LISTED: u64 = 16;

const ADVICE: &str =
    "no solution yet: `--order auto` finds one for most boards at once, `--method local-search` for huge boards";

impl<'a> Question<'a> {
    /// Reads the question of `ferz queens N`. The search for one solution on a board larger than `LISTED` uses
    /// automatic variable selection by default. Small boards, listings, counts and traces use input order, whose first
    /// solution is the lexicographically smallest.
    pub(crate) fn from_args(args: &'a Queens) -> Result<Question<'a>, BadInput> {
        let changes = args.changed.changes(args.n, args.model, bound(args.limits.memory_limit))?;
        let wanted = args.which.wanted(args.step && !args.trace);
        let is_one = wanted == Some(1) && !args.trace && !args.check_inferences && changes.size() as u64 > LISTED;
        let order = match args.search.order {
            Some(order) => order,
            None if is_one && !args.search.is_chosen() => SearchOrder::Auto,
            None => SearchOrder::By(VarSelect::Input),
        };
        let is_drawn = matches!(order, SearchOrder::Auto | SearchOrder::By(VarSelect::Random | VarSelect::Activity));
        if args.search.seed != 0 && !is_drawn && !args.search.is_seeded() && args.threads.number() == 1 {
            complain("--seed has no effect here, because nothing is random: add --value-order random");
        }
        let is_static = order != SearchOrder::Auto && !args.which.count;
        Ok(Question {
            formulation: args.model,
            consistency: args.consistency,
            distinct: args.distinct,
            search: Some(&args.search),
            order: Some(order),
            threads: Some(&args.threads),
            wanted,
            count: args.which.count,
            unique: args.which.unique,
            attacked: args.attacked,
            stats: args.stats,
            step: args.step,
            check_inferences: args.check_inferences,
            advice: is_static.then_some(ADVICE),
            ..Question::new(changes, args.format, &args.limits)
        })
    }

    /// Creates the question for all solutions on this board.
    pub(crate) fn new(changes: Changes, format: Format, limits: &LimitArgs) -> Question<'a> {
        Question { changes, format, limits: limits.clone(), ..Question::default() }
    }

    pub(crate) fn n(&self) -> u64 {
        self.changes.size() as u64
    }

    /// Rejects options that the format does not support: other board sizes, marks, or boards printed one by one.
    pub(crate) fn check(&self) -> Result<(), BadInput> {
        let (format, n) = (self.format.name(), self.n());
        let only_size = match self.format {
            Format::Listing(notation) => notation.only_size(),
            _ => None,
        };
        if let Some(size) = only_size.filter(|&size| size as u64 != n && !self.count) {
            reject!("--format {format} is a notation for boards of {size}x{size} squares, not {n}x{n}");
        }
        if self.attacked && !self.format.marks() {
            let drawn = Format::all().filter(|format| format.marks()).map(Format::name);
            let drawn = drawn.collect::<Vec<_>>().join(", ");
            reject!("--attacked: squares are marked in {drawn}, not in {format}");
        }
        if self.step && matches!(self.format, Format::Json | Format::Page(_)) {
            reject!("--step: --format {format} shows all solutions at once");
        }
        Ok(())
    }

    /// The consistency level, if the formulation has several.
    pub(crate) fn level(&self) -> Option<&'static str> {
        (self.formulation == Formulation::AllDifferent).then(|| self.consistency.unwrap_or_default().name())
    }

    /// The question as JSON.
    pub(crate) fn fields(&self) -> Fields {
        let search = self.search.map(|args| {
            Fields::new()
                .with("tie_break", args.tie_break.unwrap_or_default().name())
                .with("value_order", args.value_order.unwrap_or_default().name())
                .with("branching", args.branching.unwrap_or_default().name())
                .with("seed", args.seed)
        });
        Fields::new()
            .with("n", self.n())
            .some("pieces", self.pieces)
            .some("symmetries", self.distinct.then(|| self.changes.symmetries().members().len()))
            .with("method", "model")
            .some("model", self.search.map(|_| self.formulation.name()))
            .some("consistency", self.search.and(self.level()))
            .some("order", self.order.map(SearchOrder::name))
            .and(search.unwrap_or_else(Fields::new))
            .some("sort", self.sort.map(Sorted::name))
            .some("transposed", self.transpose.then_some(true))
            .all_of(RulesSummary::new(&self.changes))
    }

    /// Builds the model without symmetry breaking.
    pub(crate) fn model(&self) -> Result<QueensModel, BadInput> {
        let mut queens = QueensModel::new(self.changes.size(), self.formulation, self.consistency).map_err(bad)?;
        queens.change(&self.changes).map_err(bad)?;
        Ok(queens)
    }

    /// Builds the model, with symmetry breaking if distinct solutions are requested.
    pub(crate) fn broken(&self) -> Result<QueensModel, BadInput> {
        let mut queens = self.model()?;
        if self.distinct {
            queens.break_symmetries(&self.changes.symmetries());
        }
        Ok(queens)
    }

    /// Creates the search, without limits.
    pub(crate) fn search<'m>(&self, queens: &'m QueensModel) -> Search<'m> {
        let is_auto = self.order == Some(SearchOrder::Auto);
        let phase = match self.sort {
            Some(sort) => sort.phase(queens.columns.iter().map(|&column| [column])),
            // On large boards, values from the middle outwards rarely lead to a failure.
            None if is_auto => Phase::on(&queens.columns).values(ValueSelect::MiddleOut),
            None => Phase::on(&queens.columns),
        };
        let search = queens.model.search().seq([phase]);
        let search = self.search.into_iter().fold(search, |search, args| args.refine(search));
        let search = if is_auto { search.auto() } else { search };
        self.threads.into_iter().fold(search, |search, threads| threads.apply(search))
    }
}
