//! Other representations of a catalogue constraint: its text, its decomposition into comparisons, and XCSP3.

use super::comparison::{Comparison, Relates};
use super::expr::Expr;
use super::logic::any_of;
use crate::budget::Stopped;
use crate::value_set::ValueSet;

/// Prints a list of expressions with their variables' names.
pub(crate) type Say<'a> = &'a dyn Fn(&[Expr]) -> String;

/// Receives the comparisons of a decomposition one after another, and may stop the writer.
pub(crate) trait Decomposition {
    /// Adds an auxiliary variable equal to an expression, so that later comparisons stay short. The constraint does not
    /// hold if the expression is undefined.
    fn variable(&mut self, expr: Expr) -> Result<Expr, Stopped>;

    /// Requires a comparison that the constraint implies. All comparisons of a decomposition together imply the
    /// constraint.
    fn require(&mut self, comparison: Comparison) -> Result<(), Stopped>;
}

impl dyn Decomposition + '_ {
    /// Requires several comparisons.
    pub(crate) fn require_all(&mut self, all: impl IntoIterator<Item = Comparison>) -> Result<(), Stopped> {
        all.into_iter().try_for_each(|comparison| self.require(comparison))
    }
}

/// An argument of an XCSP3 constraint: a variable.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) name: String,
    /// The variable's smallest and largest value.
    pub(crate) bounds: (i32, i32),
}

/// The 0/1 expression for `x = v`.
pub(crate) fn is(x: &Expr, v: i32) -> Expr {
    x.clone().equals(v).into()
}

/// Requires an argument to be in a set.
pub(crate) fn within(x: &Expr, set: &ValueSet) -> Comparison {
    match set.ranges() {
        &[(low, high)] if low == high => x.clone().equals(low),
        ranges => any_of(ranges.iter().map(|&(low, high)| -> Comparison {
            if low == high {
                x.clone().equals(low)
            } else {
                super::all_of([Expr::from(x.clone().at_least(low)), x.clone().at_most(high).into()])
            }
        })),
    }
}

/// Requires all arguments to be at least 0 and less than `count`.
pub(crate) fn indices(xs: &[Expr], count: usize) -> impl Iterator<Item = Comparison> + '_ {
    let count = i32::try_from(count).unwrap_or(i32::MAX);
    xs.iter().flat_map(move |x| [x.clone().at_least(0), x.clone().less_than(count)])
}

/// Requires the arguments to be pairwise different.
pub(crate) fn different(xs: &[Expr]) -> impl Iterator<Item = Comparison> + '_ {
    (0..xs.len()).flat_map(move |j| (0..j).map(move |i| xs[i].clone().differs(&xs[j])))
}

/// Joins texts with a separator.
pub(crate) fn joined<T: ToString>(all: impl IntoIterator<Item = T>, separator: &str) -> String {
    let all: Vec<String> = all.into_iter().map(|v| v.to_string()).collect();
    all.join(separator)
}

/// Lists names, separated by spaces.
pub(crate) fn listed(all: &[Named]) -> String {
    joined(all.iter().map(|x| &x.name), " ")
}

/// Whether an index always lies within an array of this length, as XCSP3 solvers require.
pub(crate) fn always_within(index: &Named, length: usize) -> bool {
    index.bounds.0 >= 0 && (index.bounds.1 as usize) < length
}

/// Returns the values if all are fixed, the names if all are distinct variables, and otherwise `None`.
pub(crate) fn quantities(all: &[&Named]) -> Option<Vec<String>> {
    let fixed = all.iter().filter(|x| x.bounds.0 == x.bounds.1).count();
    if fixed == all.len() {
        return Some(all.iter().map(|x| x.bounds.0.to_string()).collect());
    }
    let names: std::collections::BTreeSet<&str> = all.iter().map(|x| &x.name[..]).collect();
    (fixed == 0 && names.len() == all.len()).then(|| all.iter().map(|x| x.name.clone()).collect())
}

/// Encodes the nodes of a layered graph that the word `x` can reach.
///
/// Each arc of a layer consists of a node, values, and the next node. Returns a 0/1 expression for every node that can
/// be reached after the last layer.
pub(crate) fn reached(
    x: &[Expr],
    arcs: impl Fn(usize) -> Vec<(usize, ValueSet, usize)>,
    first: usize,
    into: &mut dyn Decomposition,
) -> Result<std::collections::BTreeMap<usize, Expr>, Stopped> {
    let mut here = std::collections::BTreeMap::from([(first, Expr::from(1))]);
    for (layer, x) in x.iter().enumerate() {
        let mut next: std::collections::BTreeMap<usize, Vec<Comparison>> = std::collections::BTreeMap::new();
        for (from, values, to) in arcs(layer) {
            if let Some(from) = here.get(&from) {
                next.entry(to).or_default().push(super::all_of([from.clone(), within(x, &values).into()]));
            }
        }
        let reached = |(node, ways)| Ok((node, into.variable(any_of::<Comparison>(ways).into())?));
        here = next.into_iter().map(reached).collect::<Result<_, Stopped>>()?;
    }
    Ok(here)
}
