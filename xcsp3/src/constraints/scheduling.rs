//! Tasks on machines and resources, and items in bins and knapsacks.

use super::Constraint;
use crate::condition::Condition;
use crate::error::Fault;
use crate::term::{Term, constants, value};
use crate::text::Text;
use roxmltree::Node;
use solver_core::prelude::*;

/// The maximum number of bins.
const MOST_BINS: i64 = 100_000;

/// `<noOverlap>`: tasks on a machine, or boxes, do not overlap.
pub(super) fn no_overlap(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let ignores_empty = c.node.attribute("zeroIgnored") != Some("false");
    let (origins, lengths) = (c.required("origins")?, c.required("lengths")?);
    let is_flat = |node: Node<'_, '_>| c.read(node, |text| Ok(!text.is_tuple()));
    if is_flat(origins)? && is_flat(lengths)? {
        let (starts, durations) = (c.exprs(origins)?, c.exprs(lengths)?);
        if starts.len() != durations.len() {
            return Err(Fault::Lengths { parts: "origins and lengths" });
        }
        let tasks = starts.into_iter().zip(durations);
        return match ignores_empty {
            true => c.state(|model| model.disjunctive(tasks)),
            false => c.state(|model| model.disjunctive_strict(tasks)),
        };
    }
    let (origins, lengths) = (c.matrix(origins)?, c.matrix(lengths)?);
    let dimensions = origins.first().map_or(0, Vec::len);
    let has_all = |rows: &[Vec<Expr>]| rows.iter().all(|row| row.len() == dimensions);
    if origins.len() != lengths.len() || !has_all(&origins) || !has_all(&lengths) {
        return Err(Fault::Lengths { parts: "origins and lengths" });
    }
    let boxes: Vec<(Vec<Expr>, Vec<Expr>)> = origins.into_iter().zip(lengths).collect();
    if dimensions == 2 {
        let rectangles = boxes.iter().map(|(o, l)| [o[0].clone(), o[1].clone(), l[0].clone(), l[1].clone()]);
        return match ignores_empty {
            true => c.state(|model| model.diffn_nonstrict(rectangles)),
            false => c.state(|model| model.diffn(rectangles)),
        };
    }
    for (i, one) in boxes.iter().enumerate() {
        for other in &boxes[i + 1..] {
            let is_before = |(a, length): &(Vec<Expr>, Vec<Expr>), (b, _): &(Vec<Expr>, Vec<Expr>), d: usize| {
                (a[d].clone() + length[d].clone()).at_most(&b[d])
            };
            let apart = (0..dimensions).flat_map(|d| [is_before(one, other, d), is_before(other, one, d)]);
            let empty = one.1.iter().chain(&other.1).filter(|_| ignores_empty).map(|length| length.equals(0));
            c.post(any_of(apart.chain(empty).collect::<Vec<_>>()))?;
        }
    }
    Ok(())
}

/// `<cumulative>`: tasks that run at the same time do not exceed the capacity of a resource.
pub(super) fn cumulative(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let (starts, lengths) = (c.exprs(c.required("origins")?)?, c.exprs(c.required("lengths")?)?);
    let (heights, condition) = (c.exprs(c.required("heights")?)?, c.condition()?);
    let ends = c.child("ends").map(|node| c.exprs(node)).transpose()?;
    let ends_fit = ends.as_ref().is_none_or(|ends| ends.len() == starts.len());
    if starts.len() != lengths.len() || starts.len() != heights.len() || !ends_fit {
        return Err(Fault::Lengths { parts: "origins, lengths and heights" });
    }
    for (i, end) in ends.into_iter().flatten().enumerate() {
        c.post((starts[i].clone() + lengths[i].clone()).equals(end))?;
    }
    let capacity = condition.at_most();
    let capacity = capacity.ok_or_else(|| Fault::unsupported("a cumulative constraint without an upper bound"))?;
    let tasks = starts.into_iter().zip(lengths).zip(heights).map(|((s, d), h)| (s, d, h));
    c.state(|model| model.cumulative(tasks, capacity))
}

/// `<binPacking>`: the bin loads are given, are limited, or satisfy a condition.
pub(super) fn bin_packing(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let node = c.list();
    let (list, first, sizes) = (c.listed()?, c.attribute(node, "startIndex")?, c.terms(c.required("sizes")?)?);
    if list.len() != sizes.len() {
        return Err(Fault::Lengths { parts: "list and sizes" });
    }
    let sizes = constants(&sizes)?.ok_or_else(|| Fault::unsupported("an item of variable size"))?;
    let total: i64 = sizes.iter().map(|&size| i64::from(size.max(0))).sum();
    let (first, loads) = if let Some(node) = c.child("loads") {
        (first, c.exprs(node)?)
    } else if let Some(node) = c.child("limits") {
        let limits = c.exprs(node)?;
        let loads =
            (0..limits.len()).map(|_| Ok(c.auxiliary(0, total)?.into())).collect::<Result<Vec<Expr>, Fault>>()?;
        for (load, limit) in loads.iter().zip(limits) {
            c.post(load.at_most(limit))?;
        }
        (first, loads)
    } else {
        let condition = c.condition()?;
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        for bin in &list {
            let (least, most) = c.model.bounds(bin)?;
            (low, high) = (low.min(least), high.max(most));
        }
        if high.saturating_sub(low) >= MOST_BINS {
            return Err(Fault::TooLarge("the number of bins"));
        }
        let mut loads = Vec::new();
        for _ in low..=high {
            let load = c.auxiliary(0, total)?;
            c.post(condition.clone().holds(load.into()))?;
            loads.push(load.into());
        }
        (value(low)?, loads)
    };
    if sizes.iter().any(|&size| size < 0) {
        return Err(Fault::unsupported("an item of negative size"));
    }
    let items = list.into_iter().map(|bin| bin - first).zip(sizes);
    c.state(|model| model.bin_packing(items, loads))
}

/// `<knapsack>`: the total weight and the total profit of the items each satisfy a condition.
pub(super) fn knapsack(c: &mut Constraint<'_, '_>) -> Result<(), Fault> {
    let list = c.listed()?;
    let conditions = c.children("condition");
    if conditions.len() != 2 {
        return Err(Fault::Missing("condition"));
    }
    let mut sums = ["weights", "profits"].into_iter().zip(conditions);
    sums.try_for_each(|(tag, condition)| {
        let coefficients: Vec<Term> = c.terms(c.required(tag)?)?;
        let condition: Condition = c.read(condition, |text: Text<'_>| Condition::read(text))?;
        c.post(condition.holds(super::sums::weighted(list.clone(), Some(coefficients))?))
    })
}
