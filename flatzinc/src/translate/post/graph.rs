//! Circuits and inverse functions. The index of the first element is an argument, as FlatZinc's arrays have lost it.

use super::{Entry, entry};
use crate::instance::Consistency as Level;
use crate::translate::TranslateError;
use crate::translate::posting::Posting;
use solver_core::Expr;
use solver_core::constraints::CircuitLevel;

pub(super) const NAMES: &[Entry] = &[
    // Successors, the number of the first node.
    entry("ferz_circuit", 2, |posting| {
        let next = nodes(posting, 0, 1)?;
        let posted = posting.model.circuit(next);
        posting.rule.plain(match posting.rule.level {
            Some(Level::Value) => posted.consistency(CircuitLevel::NoCycle),
            Some(Level::Domain) => posted.consistency(CircuitLevel::Different),
            Some(Level::Bounds) | None => posted,
        });
        Ok(())
    }),
    entry("ferz_subcircuit", 2, |posting| {
        let next = nodes(posting, 0, 1)?;
        posting.rule.plain(posting.model.subcircuit(next));
        Ok(())
    }),
    // A function and its inverse, each with its first index.
    entry("ferz_inverse", 4, |posting| {
        let (f, g) = (nodes(posting, 0, 3)?, nodes(posting, 2, 1)?);
        posting.rule.leveled(posting.model.inverse(f, g, 0));
        Ok(())
    }),
];

/// A list of numbers that count from a number that is an argument, too, counted from 0.
fn nodes(posting: &Posting<'_, '_>, list: usize, base: usize) -> Result<Vec<Expr>, TranslateError> {
    let base = posting.number(base)?;
    Ok(posting.ints(list)?.into_iter().map(|x| x - base).collect())
}
