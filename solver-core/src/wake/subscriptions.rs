//! Subscriptions: which propagators watch which variables, in one flat array that is built before the search.
//!
//! The subscribers of a variable are adjacent, sorted as Domain, Fixed, Min, Bounds, Max. In this order the
//! subscribers of any set of events are at most two ranges, found from six offsets. Subscriptions to literals come
//! after all others, sorted by variable and value: a bound that moves decides the literals of one range.

use super::events::{DOM, Events, FIX, LITERAL, MAX, MIN, Wake};
use crate::var::Var;
use std::ops::Range;

/// A propagator, and the slot that represents the watched position among all modified positions, if it requests them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subscription {
    pub(crate) propagator: u32,
    pub(crate) place: u32,
}

impl Subscription {
    /// The slot of a propagator that does not request modified positions.
    pub(crate) const NO_PLACE: u32 = u32::MAX;
}

/// The offsets of one variable.
#[derive(Clone, Copy, Default)]
struct Cuts {
    at: [u32; 6],
}

impl Cuts {
    /// The events that have a subscriber.
    fn wanted(&self) -> Events {
        const CLASSES: [Events; 5] = [DOM, FIX, MIN, MIN | MAX, MAX];
        let subscribed = (0..CLASSES.len()).filter(|&class| self.at[class] < self.at[class + 1]);
        subscribed.fold(0, |events, class| events | CLASSES[class])
    }
}

#[derive(Clone)]
pub(crate) struct Subscriptions {
    /// The events of each variable that have a subscriber.
    wanted: Vec<Events>,
    cuts: Vec<Cuts>,
    entries: Vec<Subscription>,
    /// By variable, the index of its first key; the last element is the total number of keys.
    literals: Vec<u32>,
    /// The keys of the subscriptions to literals, which are the last entries. See [`between`](Subscriptions::between).
    keys: Vec<i32>,
}

impl Subscriptions {
    /// The events of a variable that have a subscriber.
    #[inline]
    pub(crate) fn wanted(&self, var: Var) -> Events {
        self.wanted[var.index()]
    }

    /// The two ranges of entries that subscribe to a set of events of a variable.
    #[inline]
    pub(crate) fn ranges(&self, var: Var, events: Events) -> [Range<usize>; 2] {
        let c = &self.cuts[var.index()].at;
        let first = c[0] as usize..(if events & FIX != 0 { c[2] } else { c[1] }) as usize;
        let second = if events & (MIN | MAX) == 0 {
            0..0
        } else {
            let start = if events & MIN != 0 { c[2] } else { c[3] };
            let end = if events & MAX != 0 { c[5] } else { c[4] };
            start as usize..end as usize
        };
        [first, second]
    }

    #[inline]
    pub(crate) fn entries(&self, range: Range<usize>) -> &[Subscription] {
        &self.entries[range]
    }

    /// The entries of a variable's literals with a key from `low` to `high`. The key of `x = v` and `x <= v` is `v`:
    /// the literal is decided when `v` is removed, when the smallest value rises above `v`, or when the largest value
    /// falls to `v` or below.
    pub(crate) fn between(&self, var: Var, low: i32, high: i32) -> Range<usize> {
        let own = self.literals_of(var);
        let keys = &self.keys[own.clone()];
        let first = self.entries.len() - self.keys.len() + own.start;
        first + keys.partition_point(|&key| key < low)..first + keys.partition_point(|&key| key <= high)
    }

    /// Keeps only the subscriptions of some propagators.
    pub(crate) fn retain(&mut self, keeps: impl Fn(u32) -> bool) {
        // The number of entries kept before each entry, and before the end.
        let mut before = vec![0];
        before.extend(self.entries.iter().scan(0, |kept, entry| {
            *kept += u32::from(keeps(entry.propagator));
            Some(*kept)
        }));
        let first = self.entries.len() - self.keys.len();
        let mut kept = before.windows(2).map(|pair| pair[0] < pair[1]);
        self.entries.retain(|_| kept.next().unwrap_or(true));
        let mut kept = before[first..].windows(2).map(|pair| pair[0] < pair[1]);
        self.keys.retain(|_| kept.next().unwrap_or(true));
        for start in &mut self.literals {
            *start = before[first + *start as usize] - before[first];
        }
        for (var, cuts) in self.cuts.iter_mut().enumerate() {
            cuts.at = cuts.at.map(|at| before[at as usize]);
            let literals = if self.literals[var] < self.literals[var + 1] { LITERAL } else { 0 };
            self.wanted[var] = cuts.wanted() | literals;
        }
    }

    fn literals_of(&self, var: Var) -> Range<usize> {
        self.literals[var.index()] as usize..self.literals[var.index() + 1] as usize
    }

    /// All subscribers of the variable, for any event.
    pub(crate) fn all(&self, var: Var) -> impl Iterator<Item = &Subscription> {
        let (c, literals) = (&self.cuts[var.index()].at, self.literals_of(var));
        let of_literals = &self.entries[self.entries.len() - self.keys.len()..][literals];
        self.entries[c[0] as usize..c[5] as usize].iter().chain(of_literals)
    }
}

/// Collects subscriptions in any order and sorts them once, by counting.
pub(crate) struct SubscriptionsBuilder {
    variables: usize,
    requests: Vec<(Var, u8, Subscription)>,
    literals: Vec<(Var, i32, Subscription)>,
}

impl SubscriptionsBuilder {
    pub(crate) fn new(variables: usize) -> SubscriptionsBuilder {
        SubscriptionsBuilder { variables, requests: Vec::new(), literals: Vec::new() }
    }

    pub(crate) fn add(&mut self, var: Var, wake: Wake, subscription: Subscription) {
        let class = match wake {
            Wake::Never => return,
            Wake::Domain => 0,
            Wake::Fixed => 1,
            Wake::Min => 2,
            Wake::Bounds => 3,
            Wake::Max => 4,
            Wake::Literal(literal) => {
                // `x >= v` is decided together with `x <= v - 1`.
                let key = literal.value().saturating_sub(i32::from(!literal.is_about_value()));
                return self.literals.push((var, key, subscription));
            }
        };
        self.requests.push((var, class, subscription));
    }

    pub(crate) fn build(mut self) -> Subscriptions {
        let key = |var: Var, class: u8| var.index() * 5 + class as usize;
        let mut start = vec![0u32; self.variables * 5 + 1];
        for &(var, class, _) in &self.requests {
            start[key(var, class) + 1] += 1;
        }
        for i in 1..start.len() {
            start[i] += start[i - 1];
        }
        let mut cuts = vec![Cuts::default(); self.variables];
        let mut wanted = vec![0; self.variables];
        for (v, c) in cuts.iter_mut().enumerate() {
            c.at.copy_from_slice(&start[v * 5..=v * 5 + 5]);
            wanted[v] = c.wanted();
        }
        let mut entries = vec![Subscription { propagator: 0, place: 0 }; self.requests.len()];
        for (var, class, subscription) in self.requests {
            let next = &mut start[key(var, class)];
            entries[*next as usize] = subscription;
            *next += 1;
        }
        self.literals.sort_by_key(|&(var, key, _)| (var.index(), key));
        let mut literals = vec![0; self.variables + 1];
        for &(var, ..) in &self.literals {
            wanted[var.index()] |= LITERAL;
            literals[var.index() + 1] += 1;
        }
        for i in 1..literals.len() {
            literals[i] += literals[i - 1];
        }
        entries.extend(self.literals.iter().map(|&(_, _, subscription)| subscription));
        let keys = self.literals.into_iter().map(|(_, key, _)| key).collect();
        Subscriptions { wanted, cuts, entries, literals, keys }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atom::Atom;
    use crate::view::View;

    /// The subscribers of each variable, for each set of events and for each literal.
    fn subscribers(of: &Subscriptions, variables: u32) -> Vec<Vec<u32>> {
        let mut lists = Vec::new();
        for var in (0..variables).map(Var) {
            let mut list = |entries: &[Subscription]| lists.push(entries.iter().map(|s| s.propagator).collect());
            for events in [DOM, DOM | FIX, DOM | MIN, DOM | MAX, DOM | MIN | MAX | FIX] {
                of.ranges(var, events).into_iter().for_each(|range| list(of.entries(range)));
            }
            (-3..=3).for_each(|value| list(of.entries(of.between(var, value, value))));
            list(&of.all(var).copied().collect::<Vec<_>>());
            lists.push(vec![of.wanted(var).into()]);
        }
        lists
    }

    #[test]
    fn those_that_stay_are_as_if_the_others_had_never_subscribed() {
        let mut rng = crate::search::Rng::new(1);
        let mut below = |limit| rng.below(limit);
        for case in 0..500 {
            let variables = 1 + below(4) as u32;
            let requests: Vec<(Var, Wake, u32)> = (0..below(40))
                .map(|_| {
                    let var = Var(below(variables.into()) as u32);
                    let literal = Atom::equals(View::from(var), below(7) as i32 - 3);
                    let wakes = [Wake::Domain, Wake::Fixed, Wake::Min, Wake::Bounds, Wake::Max, Wake::Literal(literal)];
                    (var, wakes[below(6) as usize], below(6) as u32)
                })
                .collect();
            let built = |keeps: &dyn Fn(u32) -> bool| {
                let mut builder = SubscriptionsBuilder::new(variables as usize);
                for &(var, wake, propagator) in requests.iter().filter(|wish| keeps(wish.2)) {
                    builder.add(var, wake, Subscription { propagator, place: Subscription::NO_PLACE });
                }
                builder.build()
            };
            let gone = below(64);
            let keeps = |propagator: u32| gone >> propagator & 1 == 0;
            let mut all = built(&|_| true);
            all.retain(keeps);
            assert_eq!(
                subscribers(&all, variables),
                subscribers(&built(&keeps), variables),
                "{case}: {requests:?} without {gone:b}"
            );
        }
    }
}
