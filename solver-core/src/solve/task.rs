//! Search tasks: one description that determines both the compilation and the option checks.

use super::search::Search;
use crate::compile::CompileOptions;
use crate::model::Expr;
use crate::search::{Learning, Relaxation, RootInference};
use fixedbitset::FixedBitSet;

/// The kind of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Mode {
    /// One search.
    #[default]
    Search,
    /// Several objectives, one search after another.
    Several,
    /// Searches in halves of the objective's range.
    Halving,
    /// Explanations, with searches for witnesses.
    Explaining,
    /// A search that writes a proof.
    Proving,
}

/// The task for which a search is prepared.
#[derive(Clone, Copy, Default)]
pub(crate) struct Task<'a> {
    pub(crate) mode: Mode,
    /// The objective, to be minimised.
    pub(crate) objective: Option<&'a Expr>,
    /// The constraints to use, by index; `None` means all.
    pub(crate) only: Option<&'a FixedBitSet>,
    /// Whether to record every inference with its reason, and keep the model's names.
    pub(crate) explain: bool,
}

impl Search<'_> {
    /// The compile options for a task.
    pub(super) fn compile_options<'a>(&self, task: &Task<'a>) -> CompileOptions<'a> {
        let &Task { mode, objective, only, explain } = task;
        let options = &self.options;
        let wants_cores = options.interleaves || options.learning == Some(Learning::Alternating);
        CompileOptions {
            explain: explain || matches!(mode, Mode::Explaining | Mode::Proving),
            only,
            objective,
            nogoods: mode != Mode::Explaining && options.restarts.is_some(),
            learns: mode != Mode::Explaining && options.learning.is_some(),
            cores: wants_cores && (mode == Mode::Proving || mode == Mode::Search && !explain),
            relaxation: match options.relaxation {
                // The explainer uses the relaxation where propagation leaves a query undecided.
                Relaxation::Auto if mode == Mode::Explaining => Relaxation::On,
                chosen if mode == Mode::Explaining => chosen,
                _ if !matches!(mode, Mode::Search | Mode::Proving) => Relaxation::Off,
                Relaxation::Auto if options.interleaves => Relaxation::On,
                Relaxation::Auto => Relaxation::Off,
                chosen => chosen,
            },
            probes: mode != Mode::Explaining && options.root != RootInference::None,
            proves: mode == Mode::Proving,
        }
    }
}
