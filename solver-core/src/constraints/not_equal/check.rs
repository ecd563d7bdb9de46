//! The checker of `x != y`.

use super::{MIRROR, NotEqual, SAME, VALUE_TAKEN};
use crate::prelude_propagator::*;

/// See [`Propagator::check`].
pub(super) fn refuted(constraint: &NotEqual, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    let NotEqual { x, y } = *constraint;
    let one_variable = x.var() == y.var();
    if rule == &SAME {
        return x == y;
    }
    let right_rule = rule == if one_variable { &MIRROR } else { &VALUE_TAKEN };
    right_rule && case.fixed(x).is_some_and(|v| case.fixed(y) == Some(v))
}
