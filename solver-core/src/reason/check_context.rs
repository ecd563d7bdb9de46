//! The check context: the domains on which a checker verifies an inference.

use crate::atom::{Atom, Relation};
use crate::value_set::ValueSet;
use crate::var::Var;
use crate::view::View;
use std::borrow::Cow;

/// The domains at the root, restricted by the premises of an inference and by the negation of its fact.
///
/// The inference is correct if the constraint has no solution within these domains:
/// [`Propagator::check`](crate::Propagator::check) decides whether a given rule shows this. All results are exact.
/// Domains are sorted ranges, so no method loops over the values of a large domain; a variable without a root domain
/// may take any value within ±2³⁰.
///
/// ```
/// # use solver_core::{Atom, ValueSet, engine::EngineBuilder, reason::CheckContext};
/// let roots = [ValueSet::range(0, 1_000_000_000)];
/// let x = EngineBuilder::new(roots.to_vec()).view(0);
/// let case = CheckContext::new(&roots, [Atom::at_least(x, 7), Atom::differs(x, 8), Atom::at_most(x, 9)]);
/// assert_eq!(case.values(-x).ranges(), [(-9, -9), (-7, -7)]);
/// assert!(case.contains(x, 9) && case.fixed(x).is_none() && !case.is_contradictory());
/// ```
#[derive(Clone, Debug)]
pub struct CheckContext<'a> {
    /// The root domains, indexed by engine variable.
    roots: &'a [ValueSet],
    /// The domains restricted by atoms, in the order of their variables.
    cut: Vec<(Var, ValueSet)>,
}

impl<'a> CheckContext<'a> {
    /// Creates a context with the domains `roots`, indexed by [`Var::index`](crate::Var::index), restricted by atoms.
    pub fn new(roots: &'a [ValueSet], atoms: impl IntoIterator<Item = Atom>) -> CheckContext<'a> {
        let mut atoms: Vec<Atom> = atoms.into_iter().collect();
        atoms.sort_unstable_by_key(|a| (a.var(), a.value()));
        let cut = atoms.chunk_by(|a, b| a.var() == b.var()).map(|about| {
            let var = about[0].var();
            (var, root(roots, var).intersection(&satisfying(about)))
        });
        CheckContext { roots, cut: cut.collect() }
    }

    fn domain(&self, var: Var) -> Cow<'_, ValueSet> {
        match self.cut.binary_search_by_key(&var, |c| c.0) {
            Ok(i) => Cow::Borrowed(&self.cut[i].1),
            Err(_) => root(self.roots, var),
        }
    }

    /// The smallest value; `None` if the domain is empty.
    pub fn min(&self, view: View) -> Option<i32> {
        self.bounds(view).map(|b| b.0)
    }

    /// The largest value; `None` if the domain is empty.
    pub fn max(&self, view: View) -> Option<i32> {
        self.bounds(view).map(|b| b.1)
    }

    /// The smallest and largest value; `None` if the domain is empty.
    pub fn bounds(&self, view: View) -> Option<(i32, i32)> {
        let domain = self.domain(view.var());
        Some(view.bounds_of((domain.min()?, domain.max()?)))
    }

    /// The value, if there is exactly one.
    pub fn fixed(&self, view: View) -> Option<i32> {
        self.bounds(view).filter(|b| b.0 == b.1).map(|b| b.0)
    }

    /// Whether the view may take the value `v`.
    pub fn contains(&self, view: View, v: i32) -> bool {
        self.domain(view.var()).contains(view.var_value(v))
    }

    /// The values of the view.
    pub fn values(&self, view: View) -> ValueSet {
        let domain = self.domain(view.var());
        ValueSet::from_ranges(domain.ranges().iter().map(|&range| view.bounds_of(range)))
    }

    /// The number of values of the view.
    pub fn size(&self, view: View) -> u64 {
        self.domain(view.var()).len()
    }

    /// Whether the view has no value.
    pub fn is_empty(&self, view: View) -> bool {
        self.domain(view.var()).is_empty()
    }

    /// Whether an atom is false for all values of its variable.
    pub(crate) fn excludes(&self, atom: Atom) -> bool {
        self.domain(atom.var()).intersection(&atom.values()).is_empty()
    }

    /// Whether the atoms leave some variable without a value, regardless of the constraint.
    pub fn is_contradictory(&self) -> bool {
        self.cut.iter().any(|(_, domain)| domain.is_empty())
    }
}

fn root(roots: &[ValueSet], var: Var) -> Cow<'_, ValueSet> {
    match roots.get(var.index()) {
        Some(set) => Cow::Borrowed(set),
        None => Cow::Owned(ValueSet::range(-View::LIMIT, View::LIMIT)),
    }
}

/// The values that satisfy all of these atoms, which must be about one variable and sorted by value.
fn satisfying(atoms: &[Atom]) -> ValueSet {
    let (mut low, mut high) = (i64::from(i32::MIN), i64::from(i32::MAX));
    for atom in atoms {
        let v = i64::from(atom.value());
        match atom.relation() {
            Relation::AtLeast => low = low.max(v),
            Relation::Less => high = high.min(v - 1),
            Relation::Equal => (low, high) = (low.max(v), high.min(v)),
            Relation::NotEqual => {}
        }
    }
    let mut ranges = Vec::new();
    let mut next = low;
    for hole in atoms.iter().filter(|a| a.relation() == Relation::NotEqual).map(|a| i64::from(a.value())) {
        if (next..=high).contains(&hole) {
            ranges.push((next, hole - 1));
            next = hole + 1;
        }
    }
    ranges.push((next, high));
    // A non-empty range lies within `low..=high`, and hence within `i32`.
    let fits = ranges.into_iter().filter(|r| r.0 <= r.1).map(|(l, h)| (l as i32, h as i32));
    ValueSet::from_ranges(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineBuilder;
    use crate::search::Rng;

    #[test]
    fn domains_are_those_of_the_values_that_satisfy_all_atoms() {
        let mut rng = Rng::new(7);
        for _ in 0..20_000 {
            let shift = [0, i32::MAX - 9, i32::MIN][rng.below(3) as usize];
            let roots = [ValueSet::from_values((0..1 + rng.below(9)).map(|_| shift + rng.below(10) as i32))];
            let x = EngineBuilder::new(roots.to_vec()).view(0);
            let atoms: Vec<Atom> = (0..rng.below(6))
                .map(|_| {
                    let v = shift + rng.below(10) as i32;
                    let atom = if rng.below(2) == 0 { Atom::equals(x, v) } else { Atom::at_least(x, v) };
                    if rng.below(4) == 0 { atom } else { !atom }
                })
                .collect();
            let case = CheckContext::new(&roots, atoms.iter().copied());
            let left = ValueSet::from_values(roots[0].iter().filter(|&v| atoms.iter().all(|a| a.holds_for(v))));
            assert_eq!(case.values(x), left, "{roots:?} {atoms:?}");
            assert_eq!((case.min(x), case.max(x), case.size(x)), (left.min(), left.max(), left.len()));
            assert_eq!(case.fixed(x), left.min().filter(|_| left.len() == 1));
            assert_eq!((case.is_empty(x), case.is_contradictory()), (left.is_empty(), left.is_empty()));
            if shift == 0 {
                let mirror = (-x).plus(3);
                assert_eq!(case.values(mirror), left.iter().map(|v| 3 - v).collect());
                assert!((-9..9).all(|v| case.contains(mirror, v) == left.contains(3 - v)));
            }
        }
    }

    #[test]
    fn a_variable_without_a_root_may_take_anything() {
        let x = EngineBuilder::new(vec![ValueSet::range(0, 1)]).view(0);
        let case = CheckContext::new(&[], [Atom::at_least(x, 5)]);
        assert_eq!(case.bounds(x), Some((5, View::LIMIT)));
    }
}
