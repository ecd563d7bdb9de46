//! Searches for solutions with clause learning.
//!
//! Nearly every puzzle has one solution, and most of the work is to prove uniqueness. Separate searches therefore find
//! the first two solutions, so that learning may restart and use activity-based selection; the second search excludes
//! the first solution. A third search, which enumerates the other solutions, runs only if there is a second one,
//! because an enumeration with learning must keep the given variable order.

use super::AskError;
use crate::fact::Fact;
use crate::statement::Statement;
use solver_core::prelude::*;
use solver_core::search::Learning;
use std::ops::ControlFlow;
use std::time::Instant;

/// A callback that receives a search solution.
type Receive<'r> = &'r mut dyn FnMut(&mut Run) -> Result<ControlFlow<()>, AskError>;

/// The number of solutions found by separate searches.
const APART: u64 = 2;

/// The result of a search for all solutions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Searched {
    pub(super) solutions: u64,
    pub(super) nodes: u64,
    failures: u64,
    /// The last step of the search; [`Step::Solution`] if the receiver stopped it.
    pub(super) end: Step,
}

impl Searched {
    /// Returns the limits that remain for the next search.
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
    /// Creates a learning search on the cells of a model made by [`with`](Statement::with). It finds each solution
    /// exactly once.
    pub fn search<'m>(&self, model: &'m Model) -> Search<'m> {
        let cells: Vec<IntVar> = self.cells.iter().map(|cell| cell.variable).collect();
        let search = model.search().on(&cells).order(VarSelect::SmallestDomain).learn(Learning::Activity);
        if model.variables() > cells.len() { search.project_onto(&cells) } else { search }
    }

    /// Passes each solution with these facts to the receiver, until the solution limit is reached or the receiver
    /// breaks.
    ///
    /// # Errors
    /// [`AskError::Model`] when the model is invalid, and the receiver's errors.
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
            // A search without decisions has shown that there is no other solution.
            if statistics.nodes == 1 {
                return Ok(Searched { end: Step::Exhausted, ..done });
            }
            let differ =
                self.values(&run)?.into_iter().zip(&self.cells).map(|(value, cell)| cell.variable.differs(value));
            model.post(any_of(differ));
        }
    }

    /// Returns the value of each cell in the solution that the search has just found.
    pub(super) fn values(&self, run: &Run) -> Result<Vec<i32>, ModelError> {
        self.cells.iter().map(|cell| run.value(cell.variable)).collect()
    }
}
