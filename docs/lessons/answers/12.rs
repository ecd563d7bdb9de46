//! The constraint: what it means, and what it removes.

use crate::Both;
use solver_core::prelude_propagator::*;

pub const NAME: &str = "close";

/// Close: they differ by two at most.
pub fn holds(x: i32, y: i32) -> bool {
    x.abs_diff(y) <= 2
}

pub static RULE: Rule = Rule::new("close.none", "{premises}, and the two must be close, so {fact}");

impl Both {
    /// `own` loses each value with nothing close to it in `other`.
    pub(crate) fn prune(&self, cx: &mut Context<'_>, own: View, other: View) -> Result<(), Conflict> {
        let values: Vec<i32> = cx.values(own).collect();
        for v in values {
            let close = v - 2..=v + 2;
            if close.clone().all(|w| !cx.contains(other, w)) {
                cx.remove(own, v, || RULE.because(close.clone().map(|w| Atom::differs(other, w))))?;
            }
        }
        Ok(())
    }
}
