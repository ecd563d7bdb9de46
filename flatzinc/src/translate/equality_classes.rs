//! Equality classes: union-find over `x = ±y + c`.
//!
//! The *roots* remain as variables. All other variables are views of the roots, which cost nothing in the engine.

use super::ranges::{INFINITE, Ranges};
use crate::instance::VariableId;
use solver_core::View;

/// A link `±variable + offset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    pub(crate) to: u32,
    pub(crate) negated: bool,
    pub(crate) offset: i128,
}

impl Link {
    /// The composition of this link with the next one.
    fn then(self, next: Link) -> Link {
        let offset = if self.negated { self.offset - next.offset } else { self.offset + next.offset };
        Link { to: next.to, negated: self.negated != next.negated, offset }
    }

    /// The bounds of this variable, given the bounds of the root.
    pub(crate) fn hull(self, (low, high): (i128, i128)) -> (i128, i128) {
        let is_infinite = |v: i128| v.abs() >= INFINITE;
        let at = |v: i128| if is_infinite(v) { if self.negated { -v } else { v } } else { self.value(v) };
        if self.negated { (at(high), at(low)) } else { (at(low), at(high)) }
    }

    /// The value of this variable, given the value of the root.
    pub(crate) fn value(self, root: i128) -> i128 {
        if self.negated { self.offset - root } else { root + self.offset }
    }
}

/// Variables, their links, and the domains of the roots.
#[derive(Clone, Debug)]
pub(crate) struct EqualityClasses {
    links: Vec<Link>,
    domains: Vec<Ranges>,
    /// Increases with every change.
    changes: u64,
}

/// The error returned when there is no solution because this variable has no value left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Empty(pub(crate) VariableId);

impl EqualityClasses {
    pub(crate) fn new(domains: Vec<Ranges>) -> EqualityClasses {
        let links = (0..domains.len() as u32).map(|to| Link { to, negated: false, offset: 0 }).collect();
        EqualityClasses { links, domains, changes: 0 }
    }

    /// The number of changes so far.
    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// Compresses all paths to the roots. A root precedes all variables linked to it.
    pub(crate) fn shorten(&mut self) {
        for x in 0..self.links.len() {
            let link = self.links[x];
            if link.to as usize != x {
                self.links[x] = link.then(self.links[link.to as usize]);
            }
        }
    }

    /// The link from a variable to its root.
    pub(crate) fn link(&self, x: VariableId) -> Link {
        let mut link = Link { to: x.index() as u32, negated: false, offset: 0 };
        loop {
            let next = self.links[link.to as usize];
            if next.to == link.to {
                return link;
            }
            link = link.then(next);
        }
    }

    /// The values of a root.
    pub(crate) fn root_domain(&self, root: u32) -> &Ranges {
        &self.domains[root as usize]
    }

    /// The bounds of a variable.
    pub(crate) fn bounds(&self, x: VariableId) -> Option<(i128, i128)> {
        let link = self.link(x);
        Some(link.hull(self.domains[link.to as usize].bounds()?))
    }

    /// Whether a variable may have values that the engine cannot represent.
    pub(crate) fn is_open(&self, x: VariableId) -> bool {
        let limit = i128::from(View::LIMIT);
        self.bounds(x).is_some_and(|(low, high)| low < -limit || high > limit)
    }

    /// The value of a variable, if it is fixed and its value fits into 64 bits.
    pub(crate) fn fixed(&self, x: VariableId) -> Option<i64> {
        self.bounds(x).and_then(|(low, high)| if low == high { i64::try_from(low).ok() } else { None })
    }

    /// Restricts a variable to these values. If its domain contains none of them, the domain remains unchanged.
    pub(crate) fn keep(&mut self, x: VariableId, values: &Ranges) -> Result<(), Empty> {
        let Link { to, negated, offset } = self.link(x);
        let domain = &mut self.domains[to as usize];
        let met = domain.meet(&values.of_variable(negated, offset));
        if met.is_empty() {
            return Err(Empty(x));
        }
        if met != *domain {
            self.changes += 1;
            *domain = met;
        }
        Ok(())
    }

    /// Merges the classes of `x` and `y` by the equation `x = ±y + offset`.
    pub(crate) fn tie(&mut self, x: VariableId, y: VariableId, negated: bool, offset: i128) -> Result<(), Empty> {
        let a = self.link(x);
        let b = Link { to: y.index() as u32, negated, offset }.then(self.link(y));
        if a.to == b.to {
            return self.tie_to_itself(x, a, b);
        }
        self.changes += 1;
        // a.sign·r + a.offset = b.sign·s + b.offset. The variable that was declared first stays a root.
        let (root, child, link) = if b.to < a.to { (b.to, a.to, solved(a, b)) } else { (a.to, b.to, solved(b, a)) };
        self.links[child as usize] = link;
        let values = self.domains[child as usize].of_variable(link.negated, link.offset);
        let met = self.domains[root as usize].meet(&values);
        self.domains[root as usize] = met;
        if self.domains[root as usize].is_empty() { Err(Empty(x)) } else { Ok(()) }
    }

    /// Handles `±r + c = ±r + d`, an equation between two views of one root.
    fn tie_to_itself(&mut self, x: VariableId, a: Link, b: Link) -> Result<(), Empty> {
        if a.negated == b.negated {
            return if a.offset == b.offset { Ok(()) } else { Err(Empty(x)) };
        }
        // 2r is the difference of the offsets.
        let twice = if a.negated { a.offset - b.offset } else { b.offset - a.offset };
        if twice % 2 != 0 {
            return Err(Empty(x));
        }
        let value = a.value(twice / 2);
        self.keep(x, &Ranges::between(value, value))
    }
}

/// Expresses the root of `from` in terms of the root of `to`, given that the two variables are equal.
fn solved(from: Link, to: Link) -> Link {
    // ±r + c = ±s + d  =>  r = ±(±s + d - c)
    let difference = to.offset - from.offset;
    let offset = if from.negated { -difference } else { difference };
    Link { to: to.to, negated: from.negated != to.negated, offset }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(i: u32) -> VariableId {
        VariableId(i)
    }

    #[test]
    fn chains_of_ties_are_followed() {
        let mut classes = EqualityClasses::new(vec![Ranges::between(0, 9), Ranges::all(), Ranges::between(-100, 2)]);
        classes.tie(id(1), id(0), true, 10).unwrap(); // b = 10 - a
        classes.tie(id(2), id(1), true, 3).unwrap(); // c = 3 - b = a - 7
        assert_eq!(classes.link(id(2)), Link { to: 0, negated: false, offset: -7 });
        assert_eq!(classes.bounds(id(0)), Some((0, 9)));
        assert_eq!(classes.bounds(id(1)), Some((1, 10)));
        assert_eq!(classes.bounds(id(2)), Some((-7, 2)));
        // a + b = 10 again, and a - b = 4, so a = 7.
        classes.tie(id(0), id(1), true, 10).unwrap();
        classes.tie(id(0), id(1), false, 4).unwrap();
        assert_eq!(classes.fixed(id(0)), Some(7));
        assert_eq!(classes.tie(id(0), id(1), false, 3), Err(Empty(id(0))));
    }
}
