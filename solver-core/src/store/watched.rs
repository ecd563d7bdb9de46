//! Watched literals: notification of subscribers when a change decides a literal.

use super::{Step, Store};
use crate::domain::{Cut, Effect, small};
use crate::var::Var;
use crate::wake::events;

impl Store {
    /// Whether any propagator watches literals of the variable.
    #[inline]
    pub(super) fn watches_literals(&self, var: Var) -> bool {
        self.subscriptions.wanted(var) & events::LITERAL != 0
    }

    /// Schedules the subscribers of the literals that a change decides. The arguments are the bounds before the change,
    /// and the values that it may have removed between the current bounds: the value of bit 0, and the bits.
    #[inline(never)]
    fn wake_literals(&mut self, var: Var, (old_low, old_high): (i32, i32), (base, mut pierced): (i32, u64)) {
        let (low, high) = self.bounds(var);
        if low == high {
            return self.wake_range(self.subscriptions.between(var, old_low, old_high), !0);
        }
        if low > old_low {
            self.wake_range(self.subscriptions.between(var, old_low, low - 1), !0);
        }
        if high < old_high {
            self.wake_range(self.subscriptions.between(var, high, old_high), !0);
        }
        while pierced != 0 {
            let x = base.wrapping_add(pierced.trailing_zeros() as i32);
            pierced &= pierced - 1;
            if low < x && x < high {
                self.wake_range(self.subscriptions.between(var, x, x), !0);
            }
        }
    }

    /// Notifies subscribers after a change of a Small variable.
    #[inline(never)]
    pub(super) fn notify_small_of_literals(&mut self, var: Var, old: u64, new: u64) {
        self.notify(var, events::of_words(old, new), old & !new);
        let base = self.domains.base(var);
        self.wake_literals(var, small::bounds(old, base), (base, old & !new));
    }

    /// Cuts a domain that is not Small, and notifies subscribers.
    #[inline(never)]
    pub(super) fn cut_of_literals(&mut self, var: Var, cut: Cut) -> Step {
        let old = self.bounds(var);
        let effect = self.domains.cut(&mut self.slots, var, cut);
        self.after(var, effect)?;
        self.after_of_literals(var, effect, old, cut.pierces());
        Ok(())
    }

    /// Schedules the subscribers of literals after a change of a domain that is not Small. The arguments include the
    /// bounds before the change, and the values that may have been removed between the current bounds: the value of bit
    /// 0, and the bits.
    pub(super) fn after_of_literals(&mut self, var: Var, effect: Effect, old: (i32, i32), pierced: (i32, u64)) {
        if matches!(effect, Effect::Changed(_)) && self.watches_literals(var) {
            self.wake_literals(var, old, pierced);
        }
    }
}
