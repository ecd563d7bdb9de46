//! Reasons for the inferences of `bin_packing`: as few facts as possible about which items are, or are not, in the bin.

use super::{BinPacking, KINDS, LEFT_OVER, LOAD, NEEDED, OVERFULL, PACKED, POSSIBLE, SUBSET, TOTAL};
use super::{GAP, GAP_ABOVE, GAP_BELOW, MISFIT, REQUIRED};
use crate::prelude_propagator::*;

pub(super) fn explain(
    p: &BinPacking,
    past: &DomainsAt<'_>,
    fact: Option<Atom>,
    hint: u32,
    why: &mut Premises,
) -> &'static Rule {
    let (number, kind) = ((hint / KINDS) as usize, hint % KINDS);
    if kind == GAP {
        whole_bin(p, past, number as i32, None, why);
        return &SUBSET;
    }
    let Some(fact) = fact else { return &LOAD };
    match kind {
        PACKED => {
            inside(p, past, number as i32, None, fact.bound(p.loads[number]), why);
        }
        POSSIBLE => {
            outside(p, past, number as i32, None, fact.bound(p.loads[number]), why);
        }
        OVERFULL | NEEDED => {
            let b = p.bins[number].value_of(fact.value());
            let (load, size) = (p.loads[b as usize], p.sizes[number]);
            if kind == OVERFULL {
                let spare = inside(p, past, b, Some(number), i64::from(past.max(load)) + 1 - size, why);
                why.push(Atom::at_most(load, i64::from(past.max(load)) + spare));
            } else {
                let spare = outside(p, past, b, Some(number), i64::from(past.min(load)) - 1, why);
                why.push(Atom::at_least(load, i64::from(past.min(load)) - spare));
            }
        }
        GAP_BELOW | GAP_ABOVE => {
            whole_bin(p, past, number as i32, None, why);
            return &SUBSET;
        }
        MISFIT | REQUIRED => {
            whole_bin(p, past, p.bins[number].value_of(fact.value()), Some(number), why);
            return &SUBSET;
        }
        _ => {
            let total: i64 = p.sizes.iter().sum();
            let others = p.loads.iter().enumerate().filter(|&(b, _)| b != number).map(|(_, &load)| load);
            // Just as a lower bound follows from the other loads' maxima, an upper bound follows from their minima;
            // mirroring the views turns one case into the other.
            let mirror = |view: View| if kind == LEFT_OVER { view } else { -view };
            let others = others.map(mirror);
            let most: i64 = others.clone().map(|load| i64::from(past.max(load))).sum();
            let parts = others.map(|load| (i64::from(past.root().max(load)) - i64::from(past.max(load)), load));
            let total = if kind == LEFT_OVER { total } else { -total };
            let surplus = total - most - fact.bound(mirror(p.loads[number]));
            weigh(parts, surplus, |load, spare| Atom::at_most(load, i64::from(past.max(load)) + spare), why);
            return &TOTAL;
        }
    }
    &LOAD
}

/// Adds all facts about a bin, except for those about one item.
fn whole_bin(p: &BinPacking, past: &DomainsAt<'_>, b: i32, but: Option<usize>, why: &mut Premises) {
    let load = p.loads[b as usize];
    let items = (0..p.bins.len()).filter(|&i| Some(i) != but && p.sizes[i] > 0);
    let known = items.filter_map(|i| {
        if !past.contains(p.bins[i], b) {
            Some(Atom::differs(p.bins[i], b))
        } else {
            (past.fixed(p.bins[i]) == Some(b)).then(|| Atom::equals(p.bins[i], b))
        }
    });
    why.extend(known);
    why.push(Atom::at_least(load, past.min(load)));
    why.push(Atom::at_most(load, past.max(load)));
}

/// Drops parts of the reason, cheapest first, while the surplus covers their costs; the remaining surplus weakens the
/// next part.
fn weigh(
    parts: impl Iterator<Item = (i64, View)>,
    mut surplus: i64,
    atom: impl Fn(View, i64) -> Atom,
    why: &mut Premises,
) {
    let mut parts: Vec<(i64, View)> = parts.collect();
    parts.sort_by_key(|part| part.0);
    for (cost, view) in parts {
        let spare = cost.min(surplus.max(0));
        surplus -= spare;
        why.extend((spare < cost).then(|| atom(view, spare)));
    }
}

/// Adds facts stating that items other than `but`, of total size at least `need`, are in a bin. Returns the excess.
fn inside(p: &BinPacking, past: &DomainsAt<'_>, b: i32, but: Option<usize>, need: i64, why: &mut Premises) -> i64 {
    let items = (0..p.bins.len()).filter(|&i| Some(i) != but && past.fixed(p.bins[i]) == Some(b));
    let total: i64 = items.clone().map(|i| p.sizes[i]).sum();
    let atoms = items.map(|i| (p.sizes[i], Atom::equals(p.bins[i], b)));
    drop_spare(past, atoms, total - need, why)
}

/// Adds facts stating that items other than `but` cannot be in a bin. All items but these and `but` have a total size
/// of at most `most`. Returns the excess.
fn outside(p: &BinPacking, past: &DomainsAt<'_>, b: i32, but: Option<usize>, most: i64, why: &mut Premises) -> i64 {
    let gone = |i: usize| Some(i) == but || !past.contains(p.bins[i], b);
    let left: i64 = (0..p.bins.len()).filter(|&i| !gone(i)).map(|i| p.sizes[i]).sum();
    let items = (0..p.bins.len()).filter(|&i| Some(i) != but && gone(i));
    let atoms = items.map(|i| (p.sizes[i], Atom::differs(p.bins[i], b)));
    drop_spare(past, atoms, most - left, why)
}

fn drop_spare(
    past: &DomainsAt<'_>,
    atoms: impl Iterator<Item = (i64, Atom)>,
    mut surplus: i64,
    why: &mut Premises,
) -> i64 {
    let mut atoms: Vec<(i64, Atom)> = atoms.filter(|&(_, atom)| !past.holds_at_root(atom)).collect();
    atoms.sort_by_key(|a| a.0);
    for (size, atom) in atoms {
        if size <= surplus {
            surplus -= size;
        } else {
            why.push(atom);
        }
    }
    surplus.max(0)
}
