//! Nogoods in the engine: a separate store, propagated before any propagator.

use super::{Engine, Halt};
use crate::atom::Atom;
use crate::atom_trail::PackedReason;
use crate::nogoods::NogoodStore;
use crate::propagator::Conflict;
use crate::store::{LiteralState, Store};

/// The literal block distance assigned to imported nogoods, which are therefore kept while used.
const KEPT_LBD: u32 = 3;

/// The number of budget units for each literal of a stored clause.
const STORING: usize = 10;

impl Engine {
    /// Starts to store learned nogoods and attributes their inferences to `propagator`. Requires explain mode.
    pub(crate) fn store_nogoods(&mut self, propagator: u32, watches_both: bool) {
        self.nogoods = Some(Box::new(NogoodStore::new(propagator, &self.store.domains, watches_both)));
    }

    /// At the root's fixpoint: moves propagators equivalent to clauses into the store as clauses, and retires them. In
    /// the store, a clause propagates without a virtual call, and its reasons take no memory. If a limit is reached,
    /// the remaining propagators stay.
    pub(crate) fn take_clauses(&mut self) {
        let Some(nogoods) = &mut self.nogoods else { return };
        #[cfg(any(test, feature = "harness"))]
        if nogoods.stale {
            return;
        }
        let store = &mut self.store;
        for (p, propagator) in (0..).zip(&self.propagators) {
            let Some((rule, clauses)) = propagator.clauses().filter(|_| store.is_active(p)) else { continue };
            if !store.budget.spend(clauses.iter().map(|clause| STORING * clause.len()).sum()) {
                break;
            }
            let Some(open) = clauses.into_iter().map(|clause| open_first(store, clause)).collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            for clause in open.iter().filter(|clause| !clause.is_empty()) {
                nogoods.add_of_model(&store.domains, clause, (p, rule));
            }
            store.retire(p);
        }
        let stays: Vec<bool> =
            (0..self.propagators.len()).map(|p| self.store.is_active(p as u32) || self.is_placeholder(p)).collect();
        self.store.retain_subscriptions(|p| stays[p as usize]);
    }

    /// The literals of the learned nogood with this index, as a clause: at least one is true in every solution that the
    /// search still looks for.
    pub fn nogood(&self, number: u32) -> &[Atom] {
        self.nogoods.as_ref().map_or(&[], |nogoods| nogoods.clause(number))
    }

    /// The number of learned nogoods currently stored.
    pub fn nogoods(&self) -> usize {
        self.nogoods.as_ref().map_or(0, |nogoods| nogoods.len())
    }

    /// Like [`propagate`](Engine::propagate), with learned nogoods, which reach their fixpoint before each run of a
    /// propagator.
    pub(crate) fn propagate_with_nogoods(&mut self) -> Result<(), Halt> {
        if let Some(halt) = self.halted {
            return Err(halt);
        }
        loop {
            self.drain()?;
            let next = self.store.next_to_run(&mut self.modified);
            match next.or_else(|| self.relaxation_due()) {
                Some(p) => self.run(p)?,
                None => return Ok(()),
            }
        }
    }

    /// Propagates only the nogoods.
    pub(super) fn drain(&mut self) -> Result<(), Halt> {
        let Some(nogoods) = &mut self.nogoods else { return Ok(()) };
        nogoods.drain(&mut self.store).map_err(|Conflict(())| self.nogood_failed())
    }

    #[cold]
    fn nogood_failed(&mut self) -> Halt {
        self.store.drop_queue();
        self.last_emptied = self.store.emptied.take();
        let halt = self.store.budget.stopped.map_or(Halt::Failed, Halt::Stopped);
        if halt == Halt::Failed
            && let Some(nogoods) = &self.nogoods
            && let Some((_, reason)) = self.store.conflict
            && let Some(nogood) = self.nogood_of(reason)
        {
            let (propagator, _) = nogoods.source(nogood);
            self.last_failed = Some(propagator);
            self.weights[propagator as usize] += u64::from(!nogoods.is_learned(nogood));
        }
        self.halted = Some(halt);
        halt
    }

    /// Stores a nogood and asserts its first literal, which must be open. All others must be false, and the second must
    /// have become false last. Returns the nogood's index.
    pub(crate) fn learn(&mut self, clause: &[Atom], lbd: u32) -> Option<u32> {
        let nogoods = self.nogoods.as_mut()?;
        let number = nogoods.add(&self.store.domains, clause, lbd);
        nogoods.decay();
        if let Some(&first) = clause.first()
            && let Err(Conflict(())) = self.store.infer(first, PackedReason::nogood(number))
        {
            self.nogood_failed();
        }
        Some(number)
    }

    /// Stores a clause that holds at the root: a nogood of another search of the same problem, or a core. The clause is
    /// kept while it is used.
    pub(crate) fn store_at_root(&mut self, clause: &[Atom]) {
        let state = |&literal: &Atom| self.store.literal_state(literal);
        if self.halted.is_some() || clause.iter().any(|literal| state(literal) == LiteralState::True) {
            return;
        }
        let open: Vec<Atom> = clause.iter().copied().filter(|literal| state(literal) == LiteralState::Open).collect();
        match (&open[..], clause) {
            // A single open literal is asserted. If no literal is open, asserting the first one fails.
            ([literal], _) | ([], [literal, ..]) => {
                self.learn(&[*literal], 1);
            }
            ([], []) => {}
            _ => {
                if let Some(nogoods) = &mut self.nogoods {
                    nogoods.add(&self.store.domains, &open, KEPT_LBD);
                }
            }
        }
    }

    /// Records that a conflict depends on this nogood.
    pub(crate) fn nogood_used(&mut self, number: u32) {
        if let Some(nogoods) = &mut self.nogoods {
            nogoods.used(number);
        }
    }

    /// Deletes nogoods that are rarely used. Propagation of nogoods must be at its fixpoint.
    pub(crate) fn forget_nogoods(&mut self, enumerates: bool) {
        if let (Some(nogoods), Some(atoms)) = (&mut self.nogoods, &self.store.atoms) {
            nogoods.forget(&self.store.domains, atoms, enumerates);
        }
    }

    /// For the audit: returns a nogood that propagation should have visited but did not.
    #[cfg(any(test, feature = "harness"))]
    pub(crate) fn missed_nogood(&self) -> Option<Vec<Atom>> {
        self.nogoods.as_ref()?.missed(&self.store)
    }

    /// Injects a bug for the audit.
    #[cfg(any(test, feature = "harness"))]
    pub(crate) fn let_watches_go_stale(&mut self) {
        if let Some(nogoods) = &mut self.nogoods {
            nogoods.stale = true;
        }
    }
}

/// Orders the literals of a clause, open ones before false ones; returns no literals if one is true. `None` if fewer
/// than two are open, because the clause's propagation is then not at its fixpoint.
fn open_first(store: &Store, mut clause: Vec<Atom>) -> Option<Vec<Atom>> {
    let mut open = 0;
    for i in 0..clause.len() {
        match store.literal_state(clause[i]) {
            LiteralState::True => return Some(Vec::new()),
            LiteralState::False => {}
            LiteralState::Open => {
                clause.swap(open, i);
                open += 1;
            }
        }
    }
    (open >= 2).then_some(clause)
}
