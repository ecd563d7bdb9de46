//! Circuits and inverse functions. The index of the first element is an argument, as FlatZinc's arrays have lost it.

use super::{Entry, entry};
use crate::lower::LowerError;
use crate::lower::site::Site;
use solver_core::Expr;

pub(super) const NAMES: &[Entry] = &[
    // Successors, the number of the first node.
    entry("ferz_circuit", 2, |site| {
        let next = nodes(site, 0, 1)?;
        site.rule.plain(site.model.circuit(next));
        Ok(())
    }),
    entry("ferz_subcircuit", 2, |site| {
        let next = nodes(site, 0, 1)?;
        site.rule.plain(site.model.subcircuit(next));
        Ok(())
    }),
    // A function and its inverse, each with its first index.
    entry("ferz_inverse", 4, |site| {
        let (f, g) = (nodes(site, 0, 3)?, nodes(site, 2, 1)?);
        site.rule.leveled(site.model.inverse(f, g, 0));
        Ok(())
    }),
];

/// A list of numbers that count from a number that is an argument, too, counted from 0.
fn nodes(site: &Site<'_, '_>, list: usize, base: usize) -> Result<Vec<Expr>, LowerError> {
    let base = site.number(base)?;
    Ok(site.ints(list)?.into_iter().map(|x| x - base).collect())
}
