//! What a search for boards is asked, by whichever command, and the model that answers it.

use super::args::Format;
use super::changes::RulesSummary;
use crate::limit_args::LimitArgs;
use crate::run::prelude::*;
use crate::search_args::{Order, SearchArgs};
use anyhow::Context;
use queens::{Board, Changes, Formulation, QueensModel, Sorted};
use solver_core::prelude::*;

/// A question about boards, and how it is answered.
pub(crate) struct Question<'a> {
    /// The board, and what is changed in its rules.
    pub(crate) changes: Changes,
    /// The number of queens, if it is another one than that of columns.
    pub(crate) pieces: Option<u64>,
    pub(crate) formulation: Formulation,
    pub(crate) consistency: Option<Consistency>,
    /// Of solutions that are images of each other only one.
    pub(crate) distinct: bool,
    /// How to search, if that can be chosen.
    pub(crate) search: Option<&'a SearchArgs>,
    pub(crate) order: Option<Order>,
    pub(crate) sort: Option<Sorted>,
    /// The number of solutions to look for; `None` for all of them.
    pub(crate) wanted: Option<u64>,
    /// Only their number is printed.
    pub(crate) count: bool,
    pub(crate) unique: bool,
    pub(crate) format: Format,
    pub(crate) transpose: bool,
    pub(crate) attacked: bool,
    pub(crate) stats: bool,
    pub(crate) step: bool,
    pub(crate) check_inferences: bool,
    pub(crate) limits: &'a LimitArgs,
    /// What to try if nothing is found for long.
    pub(crate) advice: Option<&'static str>,
}

impl<'a> Question<'a> {
    /// All solutions on this board.
    pub(crate) fn new(changes: Changes, format: Format, limits: &'a LimitArgs) -> Question<'a> {
        Question {
            changes,
            pieces: None,
            formulation: Formulation::default(),
            consistency: None,
            distinct: false,
            search: None,
            order: None,
            sort: None,
            wanted: None,
            count: false,
            unique: false,
            format,
            transpose: false,
            attacked: false,
            stats: false,
            step: false,
            check_inferences: false,
            limits,
            advice: None,
        }
    }

    pub(crate) fn n(&self) -> u64 {
        self.changes.size() as u64
    }

    /// Refuses what the format cannot do: boards of another size, marks, one board after the other.
    pub(crate) fn check(&self) -> Result<(), BadInput> {
        let (format, n) = (self.format.name(), self.n());
        let only_size = match self.format {
            Format::Listing(notation) => notation.only_size(),
            _ => None,
        };
        if let Some(size) = only_size.filter(|&size| size as u64 != n && !self.count) {
            reject!("--format {format} is a notation of boards of {size}x{size} squares, not {n}x{n}");
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

    /// How strongly constraints propagate, where that can be chosen.
    pub(crate) fn level(&self) -> Option<&'static str> {
        (self.formulation == Formulation::AllDifferent).then(|| self.consistency.unwrap_or_default().name())
    }

    /// The question for programs.
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
            .some("order", self.order.map(Order::name))
            .and(search.unwrap_or_else(Fields::new))
            .some("sort", self.sort.map(Sorted::name))
            .some("transposed", self.transpose.then_some(true))
            .all_of(RulesSummary::new(&self.changes))
    }

    /// The model, with all solutions.
    pub(crate) fn model(&self) -> Result<QueensModel, BadInput> {
        let mut queens = QueensModel::new(self.changes.size(), self.formulation, self.consistency).map_err(bad)?;
        queens.change(&self.changes).map_err(bad)?;
        Ok(queens)
    }

    /// The model in which, if distinct solutions are asked for, one stands for all its images.
    pub(crate) fn broken(&self) -> Result<QueensModel, BadInput> {
        let mut queens = self.model()?;
        if self.distinct {
            queens.break_symmetries(&self.changes.symmetries());
        }
        Ok(queens)
    }

    /// The solution just found, checked.
    pub(crate) fn board(&self, run: &Run, queens: &QueensModel) -> anyhow::Result<Board> {
        let rows = queens.columns.iter().map(|&c| run.value(c)).collect::<Result<Vec<i32>, _>>()?;
        let rows = rows.into_iter().map(u32::try_from).collect::<Result<_, _>>()?;
        let board = Board::new(rows).context(WRONG)?;
        self.changes.check(&board).context(WRONG)?;
        let is_least = queens.symmetries.as_ref().is_none_or(|symmetries| symmetries.is_least(&board));
        anyhow::ensure!(is_least, "{WRONG}: an image of it comes first");
        Ok(board)
    }
}
