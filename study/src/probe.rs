//! Probes on an engine: they assume facts, propagate, possibly search, and undo everything.
//!
//! A recording shows what a search did. A probe determines what else it could have inferred at one of its nodes. The
//! probe uses a separate engine and restores it afterwards. Probes and search nodes are charged to an effort budget, so
//! every query terminates.

use solver_core::engine::{Engine, Halt};
use solver_core::prelude::*;
use solver_core::{Atom, SymbolTable, ValueSet, Var, View};

/// The work that a query may still do, in probes and search nodes; 0 after a cancellation.
#[derive(Clone, Debug)]
pub(crate) struct Effort {
    left: u64,
    cancel: CancelToken,
}

impl Effort {
    pub(crate) fn new(left: u64, cancel: CancelToken) -> Effort {
        Effort { left, cancel }
    }

    /// Checks whether at least this many units are left.
    fn covers(&self, units: u64) -> bool {
        units <= self.left && !self.cancel.is_cancelled()
    }

    /// Spends one unit; `None` if none is left.
    fn spend(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1).filter(|_| !self.cancel.is_cancelled())?;
        Some(())
    }
}

/// Creates the engine of a model, with explanations, at the root before propagation; also returns the symbol table.
pub(crate) fn root(model: &Model) -> Result<(Engine, SymbolTable), ModelError> {
    let run = model.search().explaining().start()?;
    match (run.engine(), run.symbols()) {
        (Some(engine), Some(symbols)) => Ok((engine.clone(), symbols.clone())),
        _ => unreachable!("a run without limits that explains has an engine and names"),
    }
}

/// Assumes some decisions, calls a function, and undoes the decisions.
pub(crate) fn within<T>(
    engine: &mut Engine,
    decisions: &[Atom],
    work: impl FnOnce(&mut Engine) -> Result<T, Halt>,
) -> Result<T, Halt> {
    engine.push_level();
    let done = decisions.iter().try_for_each(|&decision| engine.assume(decision)).and_then(|()| work(engine));
    engine.pop_level();
    done
}

pub(crate) fn domains(engine: &Engine) -> Vec<ValueSet> {
    engine.vars().map(|var| domain(engine, var)).collect()
}

fn domain(engine: &Engine, var: Var) -> ValueSet {
    let view = View::from(var);
    let (low, high) = (engine.min(view), engine.max(view));
    let all = (i64::from(high) - i64::from(low) + 1) as u64;
    if all == u64::from(engine.size(view)) {
        return ValueSet::range(low, high);
    }
    ValueSet::from_values(engine.values(view))
}

/// Removes values whose assignment fails, until no such value remains; returns `false` when the effort is exhausted.
pub(crate) fn singleton(engine: &mut Engine, effort: &mut Effort) -> Result<bool, Halt> {
    loop {
        let mut removed = false;
        for var in engine.vars() {
            let view = View::from(var);
            if engine.fixed(view).is_some() {
                continue;
            }
            if !effort.covers(engine.size(view).into()) {
                return Ok(false);
            }
            for value in engine.values(view) {
                if effort.spend().is_none() {
                    return Ok(false);
                }
                if !engine.contains(view, value) {
                    continue;
                }
                let fails = within(engine, &[Atom::equals(view, value)], Engine::propagate).is_err();
                if fails {
                    engine.assume(Atom::differs(view, value))?;
                    engine.propagate()?;
                    removed = true;
                }
            }
        }
        if !removed {
            return Ok(true);
        }
    }
}

/// Returns, for each variable, the values that occur in a solution, or `None` when the effort is exhausted.
pub(crate) fn solvable(engine: &mut Engine, effort: &mut Effort) -> Option<Vec<ValueSet>> {
    let mut found: Vec<Vec<i32>> = engine.vars().map(|_| Vec::new()).collect();
    for var in engine.vars() {
        let view = View::from(var);
        for value in engine.values(view) {
            effort.spend()?;
            if found[var.index()].contains(&value) {
                continue;
            }
            engine.push_level();
            let solved = match engine.assume(Atom::equals(view, value)).and_then(|()| engine.propagate()) {
                Ok(()) => solve(engine, effort),
                Err(_) => Some(None),
            };
            engine.pop_level();
            for (values, value) in found.iter_mut().zip(solved?.into_iter().flatten()) {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
    }
    Some(found.into_iter().map(ValueSet::from_values).collect())
}

/// Searches for a solution. The inner `None` means that there is none, the outer one that the effort is exhausted.
/// Negated decisions stay on the initial level, which the caller must pop.
pub(crate) fn solve(engine: &mut Engine, effort: &mut Effort) -> Option<Option<Vec<i32>>> {
    let base = engine.level();
    let mut decisions: Vec<Atom> = Vec::new();
    let solved = 'search: loop {
        let open = engine.vars().map(View::from).filter(|&view| engine.fixed(view).is_none());
        let Some(view) = open.min_by_key(|&view| engine.size(view)) else {
            break Some(Some(engine.vars().map(|var| engine.min(View::from(var))).collect()));
        };
        if effort.spend().is_none() {
            break None;
        }
        let mut next = Atom::equals(view, engine.min(view));
        engine.push_level();
        decisions.push(next);
        while engine.assume(next).and_then(|()| engine.propagate()).is_err() {
            // A failure with no open decision refutes the entire tree.
            let Some(last) = decisions.pop() else { break 'search Some(None) };
            engine.pop_level();
            next = !last;
        }
    };
    while engine.level() > base {
        engine.pop_level();
    }
    solved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_for_solvable_values_is_paid_for_by_value() -> Result<(), ModelError> {
        let mut m = Model::new();
        m.int("x", 0..=99)?;
        let (mut engine, _) = root(&m)?;
        let effort = |units| Effort::new(units, CancelToken::new());
        assert_eq!(solvable(&mut engine, &mut effort(99)), None);
        let mut enough = effort(100);
        assert_eq!(solvable(&mut engine, &mut enough), Some(vec![ValueSet::range(0, 99)]));
        assert!(!enough.covers(1));
        Ok(())
    }

    #[test]
    fn after_a_cancellation_nothing_more_is_tried() -> Result<(), ModelError> {
        let mut m = Model::new();
        m.int("x", 0..=99)?;
        let (mut engine, _) = root(&m)?;
        let cancel = CancelToken::new();
        let mut effort = Effort::new(1000, cancel.clone());
        assert_eq!(singleton(&mut engine, &mut effort), Ok(true));
        cancel.cancel();
        assert_eq!(singleton(&mut engine, &mut effort), Ok(false));
        assert_eq!(solvable(&mut engine, &mut effort), None);
        assert_eq!(solve(&mut engine, &mut effort), None);
        Ok(())
    }
}
