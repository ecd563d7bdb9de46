//! Preparation of a search: checks the options, adds assumptions, and compiles the model.

use super::interleaved::Interleaved;
use super::run::Run;
use super::search::Search;
use super::searches::Searches;
use super::split::Split;
use super::task::Task;
use crate::budget::{Budget, StopReason};
use crate::compile::Compiled;
use crate::model::{ModelError, Recheck};

/// A search with its model compiled for a task.
pub(crate) struct Prepared<'p> {
    pub(super) search: &'p Search<'p>,
    pub(super) task: &'p Task<'p>,
    pub(crate) compiled: Compiled,
    pub(crate) budget: Budget,
}

impl Search<'_> {
    /// Prepares the search for a task and calls `then`; if a limit is reached first, calls `stopped` instead.
    pub(crate) fn prepare<T, E: From<ModelError>>(
        &self,
        task: &Task<'_>,
        stopped: impl FnOnce(StopReason) -> Result<T, E>,
        then: impl FnOnce(Prepared<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.check(task)?;
        if let Some(model) = self.assumed() {
            return self.on_model(&model).prepare(task, stopped, then);
        }
        let mut budget = Budget::starting_now(&self.options.limits);
        match self.model.compile(&mut budget, self.compile_options(task))? {
            Some(compiled) => then(Prepared { search: self, task, compiled, budget }),
            None => stopped(budget.reason()),
        }
    }
}

impl Search<'_> {
    /// Returns the solution checker for a task, unless the search is unchecked.
    pub(super) fn recheck(&self, task: &Task<'_>) -> Option<Recheck> {
        (!self.options.unchecked).then(|| Recheck::new(self.model, task.only, task.objective))
    }
}

impl Prepared<'_> {
    /// The run, before its first step.
    pub(super) fn run(self) -> Result<Run, ModelError> {
        let Prepared { search, task, compiled: Compiled { engine, wiring, symbols, .. }, mut budget } = self;
        // The following steps traverse all variables several times.
        if !budget.check_now() {
            return Ok(Run::stopped(search.model, budget.reason()));
        }
        let options = &search.options;
        let tree = search.tree(engine, &wiring, options.limits.clone(), budget)?;
        let views = wiring.views;
        let searches: Box<dyn Searches> =
            if let Some([learning, plain]) = search.interleaved_with(task.objective.is_some()) {
                let interleaved_with =
                    [learning.selection(tree.engine(), &views)?, plain.selection(tree.engine(), &views)?];
                let uncounted = task.only.is_none().then(|| search.model.snapshot());
                Box::new(Interleaved::with(tree, interleaved_with, options.among.clone(), &options.limits, uncounted))
            } else if options.more_threads > 0 {
                let others = (0..options.more_threads).map(|_| search.selection(tree.engine(), &views));
                let others = others.collect::<Result<_, _>>()?;
                Box::new(Split::new(tree, others, &views, options.ordered))
            } else {
                Box::new(Interleaved::single(tree))
            };
        let symbols = task.explain.then_some(symbols);
        Ok(Run { owner: search.model.owner().clone(), views, symbols, searches, recheck: search.recheck(task) })
    }
}
