//! Subscriptions: which propagators watch which variables; one flat array, built before the search.
//!
//! The subscribers of a variable are adjacent, sorted as Domain, Fixed, Min, Bounds, Max. In this order the subscribers
//! of any set of events are at most two ranges, found from six offsets.

use super::events::{DOM, Events, FIX, MAX, MIN, Wake};
use crate::var::Var;
use std::ops::Range;

/// A propagator, and the place that represents the watching position among all modified positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subscription {
    pub(crate) propagator: u32,
    pub(crate) place: u32,
}

/// The offsets of one variable.
#[derive(Clone, Copy, Default)]
struct Cuts {
    at: [u32; 6],
}

#[derive(Clone)]
pub(crate) struct Subscriptions {
    /// The events of each variable that have a subscriber.
    wanted: Vec<Events>,
    cuts: Vec<Cuts>,
    entries: Vec<Subscription>,
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

    /// All subscribers of the variable, for any event.
    pub(crate) fn all(&self, var: Var) -> &[Subscription] {
        let c = &self.cuts[var.index()].at;
        &self.entries[c[0] as usize..c[5] as usize]
    }
}

/// Collects subscriptions in any order and sorts them once, by counting.
pub(crate) struct SubscriptionsBuilder {
    variables: usize,
    wishes: Vec<(Var, u8, Subscription)>,
}

impl SubscriptionsBuilder {
    pub(crate) fn new(variables: usize) -> SubscriptionsBuilder {
        SubscriptionsBuilder { variables, wishes: Vec::new() }
    }

    pub(crate) fn add(&mut self, var: Var, wake: Wake, subscription: Subscription) {
        let class = match wake {
            Wake::Never => return,
            Wake::Domain => 0,
            Wake::Fixed => 1,
            Wake::Min => 2,
            Wake::Bounds => 3,
            Wake::Max => 4,
        };
        self.wishes.push((var, class, subscription));
    }

    pub(crate) fn build(self) -> Subscriptions {
        const WANTED: [Events; 5] = [DOM, FIX, MIN, MIN | MAX, MAX];
        let key = |var: Var, class: u8| var.index() * 5 + class as usize;
        let mut start = vec![0u32; self.variables * 5 + 1];
        for &(var, class, _) in &self.wishes {
            start[key(var, class) + 1] += 1;
        }
        for i in 1..start.len() {
            start[i] += start[i - 1];
        }
        let mut cuts = vec![Cuts::default(); self.variables];
        let mut wanted = vec![0; self.variables];
        for (v, c) in cuts.iter_mut().enumerate() {
            c.at.copy_from_slice(&start[v * 5..=v * 5 + 5]);
            for (class, events) in WANTED.into_iter().enumerate() {
                if c.at[class] < c.at[class + 1] {
                    wanted[v] |= events;
                }
            }
        }
        let mut entries = vec![Subscription { propagator: 0, place: 0 }; self.wishes.len()];
        for (var, class, subscription) in self.wishes {
            let next = &mut start[key(var, class)];
            entries[*next as usize] = subscription;
            *next += 1;
        }
        Subscriptions { wanted, cuts, entries }
    }
}
