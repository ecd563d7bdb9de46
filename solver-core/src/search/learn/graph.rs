//! Nodes of the implication graph, as conflict analysis visits them.
//!
//! A node is a fact that became true at a position of the atom trail. Most facts are the trail entry itself or a weaker
//! fact. A *derived* fact follows only from several entries together, the last of which is at its position: for
//! example, a lower bound passes an old hole, or all other values have been removed. Derived facts are separate nodes,
//! so a nogood can contain `x = 5` instead of the literals that exclude all other values.

use crate::atom::{Atom, Relation};
use crate::atom_trail::unpacked;
use crate::domain::small;
use crate::engine::Engine;
use crate::reason::Premises;
use crate::value_set::ValueSet;
use crate::var::Var;
use crate::view::View;

/// A node, represented by twice its position, plus one if the node is derived. Later nodes have greater numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Node(pub(super) u32);

impl Node {
    /// The node's position on the atom trail.
    #[inline]
    pub(super) fn position(self) -> usize {
        self.0 as usize / 2
    }

    #[inline]
    pub(super) fn is_derived(self) -> bool {
        self.0 & 1 == 1
    }

    /// The first node at a position.
    #[inline]
    pub(super) fn first_at(position: usize) -> Node {
        Node(2 * position as u32)
    }

    /// The position before which the node's premises were true.
    #[inline]
    pub(super) fn before(self) -> usize {
        self.position() + usize::from(self.is_derived())
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A nogood learned from a conflict.
#[derive(Default)]
pub(in crate::search) struct Learned {
    /// The level to which the search jumps back.
    pub(in crate::search) back: usize,
    /// The nogood as a clause. After the jump, the first literal is asserted; the second one became false at the level
    /// `back`.
    pub(in crate::search) clause: Vec<Atom>,
    /// Literal block distance.
    pub(in crate::search) lbd: u32,
}

/// Returns the node that made an atom true, which must have happened before the given position; `None` if the atom is
/// true at the root.
#[inline]
pub(super) fn node(engine: &Engine, atom: Atom, before: usize) -> Option<Node> {
    let atoms = engine.store.atoms.as_ref()?;
    let at = atoms.since(&engine.store.domains, atom, before)?;
    if at < atoms.level_start(1) {
        return None;
    }
    Some(Node(2 * at as u32 + u32::from(!atom.follows_from(atoms.fact(at).0))))
}

/// Returns a fact of this node that implies both atoms: the stronger of them, the entry, or the assignment.
pub(super) fn joined(engine: &Engine, node: Node, a: Atom, b: Atom) -> Atom {
    if a.follows_from(b) {
        return b;
    }
    if b.follows_from(a) {
        return a;
    }
    let position = node.position();
    let value = engine.past(position + 1).and_then(|after| after.fixed(View::from(a.var())));
    match (node.is_derived(), engine.fact(position), value) {
        (false, Some(entry), _) => entry,
        // Two derived facts, neither of which implies the other, fix the variable.
        (_, _, Some(value)) => Atom::equals(View::from(a.var()), value),
        _ => unreachable!("an entry moves one bound only"),
    }
}

/// Collects the entry of a derived node and the earlier facts that, together with it, make the fact true. `roots`
/// contains the domain words of the Small variables at the root.
pub(super) fn derived(engine: &Engine, roots: &[u64], node: Node, fact: Atom, premises: &mut Premises) {
    let Some(atoms) = engine.store.atoms.as_ref() else { return };
    let (entry, old) = (atoms.fact(node.position()).0, atoms.old(node.position()));
    let var = fact.var();
    match roots.get(var.index()) {
        Some(&root) => derived_small(engine, root, entry, old, fact, premises),
        None => derived_large(var, &atoms.roots()[var.index()], entry, unpacked(old), fact, premises),
    }
}

/// Implements `derived` for a variable whose domain is one word. `root` is the word at the root: values missing from it
/// need no reason.
fn derived_small(engine: &Engine, root: u64, entry: Atom, old: u64, fact: Atom, premises: &mut Premises) {
    let x = View::from(fact.var());
    let base = engine.store.domains.base(fact.var());
    let mask = |atom: Atom| small::mask(base, atom);
    premises.push(entry);
    // The values that the fact excludes but the entry does not; all of them were removed earlier.
    let mut missing = root & !mask(fact) & mask(entry);
    let (low, high) = small::bounds(old, base);
    let below = missing & !small::mask_at_least(base, low);
    if below != 0 {
        premises.push(Atom::at_least(x, base + 64 - below.leading_zeros() as i32));
        missing &= !below;
    }
    let above = missing & !small::mask_at_most(base, high);
    if above != 0 {
        premises.push(Atom::at_most(x, base + above.trailing_zeros() as i32 - 1));
        missing &= !above;
    }
    while missing != 0 {
        premises.push(Atom::differs(x, base + missing.trailing_zeros() as i32));
        missing &= missing - 1;
    }
}

fn derived_large(var: Var, root: &ValueSet, entry: Atom, old: (i32, i32), fact: Atom, premises: &mut Premises) {
    let x = View::from(var);
    let v = fact.value();
    let (lower, upper) = match fact.relation() {
        Relation::AtLeast => (Some(v), None),
        Relation::Less => (None, Some(v - 1)),
        Relation::Equal => (Some(v), Some(v)),
        Relation::NotEqual => unreachable!("a value is removed by one entry"),
    };
    // Removing a value moves a bound only if the bound was at that value.
    let is_hole = entry.relation() == Relation::NotEqual;
    let mut holes = |from: i32, to: i32| {
        let within = root.ranges().iter().flat_map(|&(low, high)| low.max(from)..=high.min(to));
        premises.extend(within.filter(|&u| entry.holds_for(u)).map(|u| Atom::differs(x, u)));
    };
    let mut uses_entry = false;
    let mut bounds = [None; 2];
    if let Some(v) = lower {
        if old.0 >= v {
            bounds[0] = Some(Atom::at_least(x, v));
        } else {
            uses_entry = true;
            bounds[0] = is_hole.then(|| Atom::at_least(x, old.0));
            if !Atom::at_least(x, v).follows_from(entry) {
                holes(old.0, v - 1);
            }
        }
    }
    if let Some(v) = upper {
        if old.1 <= v {
            bounds[1] = Some(Atom::at_most(x, v));
        } else {
            uses_entry = true;
            bounds[1] = is_hole.then(|| Atom::at_most(x, old.1));
            if !Atom::at_most(x, v).follows_from(entry) {
                holes(v + 1, old.1);
            }
        }
    }
    premises.extend(bounds.into_iter().flatten());
    if uses_entry {
        premises.push(entry);
    }
}
