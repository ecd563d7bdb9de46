//! Searches for solutions: one by one, by learning.
//!
//! Nearly every puzzle has one solution, and to prove that is most of the work. So the first two solutions are searched for one at a time, the
//! second one apart from the first: then learning may restart and decide by activity. Only a puzzle that has a second solution is enumerated, without
//! those two; an enumeration with learning keeps to the stated order.

use super::AskError;
use crate::fact::Fact;
use crate::statement::Statement;
use solver_core::prelude::*;
use solver_core::search::Learning;
use std::ops::ControlFlow;
use std::time::Instant;

/// Takes a solution that a search has found.
type Receive<'r> = &'r mut dyn FnMut(&mut Run) -> Result<ControlFlow<()>, AskError>;

/// Solutions that are searched for one at a time.
const APART: u64 = 2;

/// What a search for all solutions did.
#[derive(Clone, Copy, Debug)]
pub(super) struct Searched {
    pub(super) solutions: u64,
    pub(super) nodes: u64,
    failures: u64,
    /// [`Step::Solution`] where no more of them were wanted.
    pub(super) end: Step,
}

impl Searched {
    /// What is left of the limits for the next search.
    fn leaves(&self, limits: &Limits, begun: Option<Instant>) -> Limits {
        let left = |limit: Option<u64>, done: u64| limit.map(|limit| limit.saturating_sub(done));
        let solutions = left(limits.solutions, self.solutions);
        Limits {
            time: limits.time.zip(begun).map(|(time, begun)| time.saturating_sub(begun.elapsed())),
            nodes: left(limits.nodes, self.nodes),
            failures: left(limits.failures, self.failures),
            solutions: if self.solutions < APART { Some(1) } else { solutions },
            ..limits.clone()
        }
    }
}

impl Statement {
    /// A search by learning on a model that [`with`](Statement::with) made: over the cells, each solution once.
    pub fn search<'m>(&self, model: &'m Model) -> Search<'m> {
        let cells: Vec<IntVar> = self.cells.iter().map(|cell| cell.variable).collect();
        let search = model.search().on(&cells).order(VarSelect::SmallestDomain).learn(Learning::Activity);
        if model.variables() > cells.len() { search.project_onto(&cells) } else { search }
    }

    /// Hands over each solution with these facts as it is found, up to the limit of solutions or until one is answered with a break.
    ///
    /// # Errors
    /// [`AskError::Model`] when the solver refuses the model, and what the receiver answers with.
    pub(super) fn each(&self, facts: &[Fact], limits: &Limits, receive: Receive<'_>) -> Result<Searched, AskError> {
        let begun = limits.time.map(|_| Instant::now());
        let mut model = self.needed_with(facts);
        let mut done = Searched { solutions: 0, nodes: 0, failures: 0, end: Step::Solution };
        if limits.solutions == Some(0) {
            return Ok(Searched { end: Step::Stopped(StopReason::Solutions), ..done });
        }
        loop {
            let is_apart = done.solutions < APART;
            let mut run = self.search(&model).limits(done.leaves(limits, begun)).start()?;
            let has_enough = loop {
                done.end = run.step();
                if done.end != Step::Solution {
                    break true;
                }
                done.solutions += 1;
                if receive(&mut run)?.is_break() || Some(done.solutions) == limits.solutions {
                    break true;
                }
                if is_apart {
                    break false;
                }
            };
            let statistics = run.statistics();
            done.nodes += statistics.nodes;
            done.failures += statistics.failures;
            if has_enough {
                return Ok(done);
            }
            // What needs no decision has no other solution.
            if statistics.nodes == 1 {
                return Ok(Searched { end: Step::Exhausted, ..done });
            }
            let differ =
                self.values(&run)?.into_iter().zip(&self.cells).map(|(value, cell)| cell.variable.differs(value));
            model.post(any_of(differ));
        }
    }

    /// What each cell holds in the solution that a search has just found.
    pub(super) fn values(&self, run: &Run) -> Result<Vec<i32>, ModelError> {
        self.cells.iter().map(|cell| run.value(cell.variable)).collect()
    }
}
