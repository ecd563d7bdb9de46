//! Circuits and inverse functions. The index of the first element is an argument, because FlatZinc arrays do not
//! preserve it.

use super::arguments::Arguments;
use super::posting::Posting;
use super::{Builtin, builtin};
use crate::translate::error::TranslateError;
use solver_core::constraints::CircuitLevel;
use solver_core::{Consistency, Expr};

pub(super) const TABLE: &[Builtin] = &[
    // Arguments: the successors, and the number of the first node.
    builtin("ferz_circuit", 2, |p| {
        let posted = p.model.circuit(nodes(p, 0, 1)?);
        p.rule.plain(match p.rule.level {
            Some(Consistency::Value) => posted.consistency(CircuitLevel::NoCycle),
            Some(Consistency::Domain) => posted.consistency(CircuitLevel::Different),
            Some(Consistency::Bounds) | None => posted,
        })
    })
    .bounds(|p| p.within(0, p.call.int(1)?, p.length(0)?))
    .unmoved(),
    builtin("ferz_subcircuit", 2, |p| p.rule.plain(p.model.subcircuit(nodes(p, 0, 1)?)))
        .bounds(|p| p.within(0, p.call.int(1)?, p.length(0)?))
        .unmoved(),
    // Arguments: a function and its inverse, each followed by its first index.
    builtin("ferz_inverse", 4, |p| p.rule.leveled(p.model.inverse(nodes(p, 0, 3)?, nodes(p, 2, 1)?, 0)))
        .bounds(|p| {
            p.within(0, p.call.int(3)?, p.length(2)?)?;
            p.within(2, p.call.int(1)?, p.length(0)?)
        })
        .unmoved(),
];

/// Converts a list of numbers, which count from a base given as an argument, to count from 0.
fn nodes(p: &Posting<'_, '_>, list: usize, base: usize) -> Result<Vec<Expr>, TranslateError> {
    let base = p.number(base)?;
    Ok(p.ints(list)?.into_iter().map(|x| x - base).collect())
}
