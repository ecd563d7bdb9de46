//! A ledger: statistics per constraint, including useless propagations.
//!
//! For each constraint, a ledger counts the calls of its propagators, prunings (inferred facts), values removed by
//! prunings, failures, and useless calls, which neither infer anything nor fail. The counts are exact and reproducible.
//! Time is measured only on request.

mod accounts;

pub use accounts::Account;
pub(crate) use accounts::Accounts;

use solver_core::SymbolTable;
use solver_core::View;
use solver_core::engine::Engine;
use solver_core::observe::{Event, Observer};
use std::ops::ControlFlow;

/// The account of one constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The constraint's index in the model. Propagators that belong to no constraint, such as an objective's, come
    /// after all constraints.
    pub constraint: usize,
    /// The constraint's name.
    pub name: String,
    /// The statistics.
    pub account: Account,
}

/// Counts the work of each constraint in a search that records reasons.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let q = m.ints("q", 6, 0..=5)?;
/// m.all_different(&q).named("rows");
/// m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i)).named("down diagonals");
/// m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i)).named("up diagonals");
/// let mut ledger = study::Ledger::new();
/// let run = m.search().observe(&mut ledger)?;
/// let entries = ledger.entries();
/// assert_eq!(entries.len(), 3);
/// assert!(entries.iter().all(|e| e.account.prunings > 0 && e.account.useless < e.account.calls));
/// assert_eq!(ledger.total().calls, run.statistics().propagations);
/// assert_eq!(ledger.total().failures, run.statistics().failures);
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Debug, Default)]
pub struct Ledger {
    symbols: Option<SymbolTable>,
    accounts: Accounts,
    sizes: Sizes,
}

impl Ledger {
    /// Creates an empty ledger.
    pub fn new() -> Ledger {
        Ledger::default()
    }

    /// Creates a ledger that also measures the time of each propagator run, which slows the search down.
    pub fn timed() -> Ledger {
        Ledger { accounts: Accounts::default().timed(), ..Ledger::default() }
    }

    /// Returns the accounts of all constraints that have propagators, in model order. If the search does not record
    /// reasons, the names are unknown, and each propagator has its own entry.
    pub fn entries(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        for (propagator, account) in self.accounts.all().iter().enumerate() {
            let (constraint, name) = match &self.symbols {
                Some(symbols) => {
                    let constraint = symbols.constraint_of(propagator);
                    (constraint, symbols.constraint(constraint).to_owned())
                }
                None => (propagator, format!("propagator number {}", propagator + 1)),
            };
            match entries.iter_mut().find(|entry| entry.constraint == constraint) {
                Some(entry) => entry.account += *account,
                None => entries.push(Entry { constraint, name, account: *account }),
            }
        }
        entries.sort_by_key(|entry| entry.constraint);
        entries
    }

    /// Returns the sum of all accounts.
    pub fn total(&self) -> Account {
        let mut total = Account::default();
        self.accounts.all().iter().for_each(|account| total += *account);
        total
    }
}

impl Observer for Ledger {
    fn start(&mut self, symbols: Option<&SymbolTable>, engine: &Engine) -> ControlFlow<()> {
        self.symbols = symbols.cloned();
        self.accounts.begin(engine.propagators());
        self.sizes = Sizes::new(engine);
        ControlFlow::Continue(())
    }

    fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
        match *event {
            Event::Propagate { propagator } => self.accounts.runs(propagator),
            Event::Prune { atom, .. } => {
                let removed = self.sizes.changed(engine, atom.var());
                self.accounts.inferred(removed);
            }
            Event::Fail { .. } => self.accounts.failed(),
            Event::Decide { depth, atom, .. } => {
                self.accounts.settle();
                self.sizes.leave(depth.saturating_sub(1));
                self.sizes.changed(engine, atom.var());
            }
            Event::Backtrack { depth } => {
                self.accounts.settle();
                self.sizes.back(depth);
            }
            Event::Restart { .. } => {
                self.accounts.settle();
                // Root inferences are never undone.
                self.sizes = Sizes::new(engine);
            }
            // No other event changes domains.
            _ => self.accounts.settle(),
        }
        ControlFlow::Continue(())
    }
}

/// The domain sizes of all variables, kept up to date during the search.
#[derive(Debug, Default)]
struct Sizes {
    now: Vec<u32>,
    /// The trail of overwritten sizes: each entry is a variable and its previous size.
    trail: Vec<(usize, u32)>,
    /// For each depth on the current branch, the length of the trail when the search descended from the node at that
    /// depth.
    left: Vec<usize>,
}

impl Sizes {
    fn new(engine: &Engine) -> Sizes {
        let now = engine.vars().map(|var| engine.size(View::from(var))).collect();
        Sizes { now, ..Sizes::default() }
    }

    /// Updates the size of a variable and returns the number of values that it has lost.
    fn changed(&mut self, engine: &Engine, var: solver_core::Var) -> u64 {
        let Some(before) = self.now.get_mut(var.index()) else { return 0 };
        let size = engine.size(View::from(var));
        let lost = before.saturating_sub(size);
        if lost > 0 {
            self.trail.push((var.index(), *before));
            *before = size;
        }
        lost.into()
    }

    /// Records that the search descends from the node at the given depth.
    fn leave(&mut self, depth: u64) {
        self.left.truncate(depth as usize);
        self.left.resize(depth as usize + 1, self.trail.len());
    }

    /// Restores the sizes when the search returns to the node at the given depth.
    fn back(&mut self, depth: u64) {
        let keep = self.left.get(depth as usize).copied().unwrap_or(0);
        for (var, size) in self.trail.drain(keep.min(self.trail.len())..).rev() {
            self.now[var] = size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver_core::prelude::*;
    use std::time::Duration;

    /// At every event, the tracked sizes match those of the engine.
    #[test]
    fn sizes_follow_the_search() -> Result<(), ModelError> {
        struct Same(Ledger);
        impl Observer for Same {
            fn start(&mut self, symbols: Option<&SymbolTable>, engine: &Engine) -> ControlFlow<()> {
                self.0.start(symbols, engine)
            }

            fn see(&mut self, event: &Event, engine: &Engine) -> ControlFlow<()> {
                let flow = self.0.see(event, engine);
                // During a propagation the engine is ahead of the reported events, and at a failure it may be in an
                // intermediate state.
                if matches!(event, Event::Decide { .. } | Event::Backtrack { .. } | Event::Solution { .. }) {
                    let sizes: Vec<u32> = engine.vars().map(|var| engine.size(View::from(var))).collect();
                    assert_eq!(self.0.sizes.now, sizes, "{event:?}");
                }
                flow
            }
        }
        let mut m = Model::new();
        let q = m.ints("q", 6, 0..=5)?;
        m.all_different(&q).consistency(Consistency::Domain);
        m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i)).consistency(Consistency::Bounds);
        m.post((q[0] + q[5]).differs(q[2] + 3));
        for branching in Branching::ALL {
            for values in [ValueSelect::Min, ValueSelect::Split] {
                if *branching == Branching::DWay && values.takes_a_part() {
                    continue;
                }
                for order in [VarSelect::Input, VarSelect::DomWdeg] {
                    let search = m.search().branching(*branching).values(values).order(order);
                    search.observe(&mut Same(Ledger::new()))?;
                    let search = m.search().order(order).restarts(Restarts::Constant { failures: 3 });
                    search.node_limit(2_000).observe(&mut Same(Ledger::new()))?;
                }
            }
        }
        Ok(())
    }

    #[test]
    fn values_removed_are_counted_once() -> Result<(), ModelError> {
        let mut m = Model::new();
        let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
        m.post(constraint!(x + 4 <= y)).named("far");
        let mut ledger = Ledger::timed();
        m.search().node_limit(1).observe(&mut ledger)?;
        let entries = ledger.entries();
        let [Entry { name, account, .. }] = &entries[..] else { panic!("{entries:?}") };
        // The constraint infers x <= 5 and y >= 4, which remove four values each. Nothing else can be inferred.
        assert_eq!((name.as_str(), account.prunings, account.removed), ("far", 2, 8));
        assert_eq!(account.calls - account.useless, 1);
        assert!(account.time > Duration::ZERO);
        Ok(())
    }
}
