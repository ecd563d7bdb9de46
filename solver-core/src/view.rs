//! Views: `x + c` and `-x + c` without a new variable.
//!
//! A view is eight bytes, `Copy`, and has no type parameter, so one propagator serves rows, both diagonals and mirrored
//! boards alike. A scaled variable is not a view: coefficients belong to `linear`, which handles the rounding.

use crate::var::Var;

const NEGATED: u32 = 1 << 31;

/// Set if the offset is 2³¹, which is stored as -2³¹ and occurs in the negation of `x - 2³¹`. The two offsets agree on
/// values (modulo 2³²), but not on bounds.
const FAR: u32 = 1 << 30;

/// The value of a variable, possibly negated, plus a constant.
///
/// The model checks when it is compiled that every value of a posted view lies in
/// `-2³⁰..=2³⁰`, so arithmetic on values of views fits in `i32` and differences in `i64`.
///
/// ```
/// # use solver_core::{View, engine::EngineBuilder, ValueSet};
/// let b = EngineBuilder::new(vec![ValueSet::range(1, 4)]);
/// let x = b.view(0);
/// let y = (-x).plus(10); // 10 - x
/// let e = b.build().unwrap();
/// assert_eq!((e.min(y), e.max(y)), (6, 9));
/// ```
#[doc(alias("offset view", "minus view", "affine view"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    var: u32,
    offset: i32,
}

impl View {
    /// The largest value of a posted view; the smallest one is its negation.
    pub const LIMIT: i32 = 1 << 30;

    /// This view plus `c`. The offset saturates at ±2³¹; a view beyond that has values beyond ±2³⁰ and is rejected when
    /// posted.
    #[inline]
    #[must_use]
    pub fn plus(self, c: i32) -> View {
        let offset = (self.offset() + i64::from(c)).clamp(-(1 << 31), 1 << 31);
        let far = if offset == 1 << 31 { FAR } else { 0 };
        View { var: self.var & !FAR | far, offset: offset as i32 }
    }

    /// The variable behind the view.
    #[inline]
    pub fn var(self) -> Var {
        Var(self.var & !(NEGATED | FAR))
    }

    /// Whether the view is `-x + c` rather than `x + c`.
    #[inline]
    pub fn is_negated(self) -> bool {
        self.var & NEGATED != 0
    }

    /// The constant `c`, within ±2³¹.
    #[inline]
    pub fn offset(self) -> i64 {
        i64::from(self.offset) + (i64::from(self.var & FAR) << 2)
    }

    /// The view's value when its variable has value `x`.
    #[inline]
    pub fn value_of(self, x: i32) -> i32 {
        if self.is_negated() { self.offset.wrapping_sub(x) } else { x.wrapping_add(self.offset) }
    }

    /// The view's smallest and largest value when its variable lies within `low..=high`.
    #[inline]
    pub(crate) fn bounds_of(self, (low, high): (i32, i32)) -> (i32, i32) {
        if self.is_negated() {
            (self.value_of(high), self.value_of(low))
        } else {
            (self.value_of(low), self.value_of(high))
        }
    }

    /// The variable's value when the view has value `v`: the inverse of [`value_of`](View::value_of).
    #[inline]
    pub fn var_value(self, v: i32) -> i32 {
        if self.is_negated() { self.offset.wrapping_sub(v) } else { v.wrapping_sub(self.offset) }
    }

    /// The counterpart of [`var_value`](View::var_value) for a bound that may lie far from the view's values. If the
    /// result leaves `i32`, it is the nearest `i32`, which lies beyond the variable's values on the same side.
    #[inline]
    pub(crate) fn var_bound(self, v: i64) -> i32 {
        let offset = self.offset();
        let x = if self.is_negated() { offset.saturating_sub(v) } else { v.saturating_sub(offset) };
        x.clamp(i32::MIN.into(), i32::MAX.into()) as i32
    }
}

impl std::ops::Neg for View {
    type Output = View;
    #[inline]
    fn neg(self) -> View {
        let far = if self.offset == i32::MIN { FAR } else { 0 };
        View { var: self.var ^ NEGATED ^ far, offset: self.offset.wrapping_neg() }
    }
}

impl From<Var> for View {
    /// The variable itself.
    #[inline]
    fn from(var: Var) -> View {
        View { var: var.0, offset: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::View;
    use crate::Var;
    use crate::constraints::{LinearAtMost, Term};
    use crate::engine::EngineBuilder;
    use crate::{Atom, ValueSet};

    /// The negation of -2³¹ is not an `i32`.
    #[test]
    fn the_farthest_offset_has_a_negation() {
        let x = View::from(Var(7));
        for view in [x.plus(i32::MIN), (-x).plus(i32::MIN)] {
            let mirror = -view;
            assert_eq!((view.offset(), mirror.offset(), -mirror), (-(1 << 31), 1 << 31, view));
            assert_eq!((mirror.var(), mirror.is_negated()), (Var(7), !view.is_negated()));
            assert_eq!(
                (mirror.plus(-1).offset(), mirror.plus(-1).plus(1), mirror.plus(5)),
                ((1 << 31) - 1, mirror, mirror)
            );
            // The only value of the variable for which the view is within its range.
            let x = if view.is_negated() { -View::LIMIT } else { View::LIMIT };
            let (low, high) = (view.value_of(x), mirror.value_of(x));
            assert_eq!((low, high), (-View::LIMIT, View::LIMIT));
            assert_eq!((view.var_bound(low.into()), mirror.var_bound(high.into())), (x, x));
            for (view, v) in [(view, low), (mirror, high)] {
                assert!(Atom::at_least(view, v).holds_for(x) && Atom::at_most(view, v).holds_for(x));
                assert!(!Atom::at_least(view, v + 1).holds_for(x) && !Atom::at_most(view, v - 1).holds_for(x));
                assert_eq!(Atom::at_least(view, v).bound(view), v.into());
            }
        }
    }

    /// `x` is as large and the view as small as possible, so a bound at the other end is more than 2³¹ away from the
    /// variable.
    #[test]
    fn bounds_far_from_a_view_do_not_wrap() {
        const LIMIT: i32 = View::LIMIT;
        for negated in [false, true] {
            let mut b = EngineBuilder::new(vec![ValueSet::range(LIMIT - 3, LIMIT), ValueSet::range(0, LIMIT)]);
            let (x, y) = (b.view(0), b.view(1));
            let least = -LIMIT;
            let far = x.plus(-LIMIT).plus(-LIMIT + 3);
            let far = if negated { -(-far) } else { far };
            // far <= y always holds: propagation must remove nothing.
            let term = |coefficient, view, range| (Term { coefficient, view }, range);
            let terms = [term(1, far, least..=least + 3), term(-1, y, 0..=LIMIT)];
            b.post(Box::new(LinearAtMost::new(terms, 0).expect("it fits")));
            let mut engine = b.build().expect("an engine");
            engine.propagate().expect("it holds");
            engine.assume(Atom::at_most(far, LIMIT)).expect("true of all values");
            assert_eq!((engine.size(x), engine.size(y)), (4, LIMIT as u32 + 1));
            assert!(engine.assume(Atom::at_least(far, LIMIT)).is_err(), "true of none");
        }
    }
}
