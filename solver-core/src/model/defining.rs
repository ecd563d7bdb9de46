//! Everything needed to define a constraint, in one `use`.

pub(crate) use super::definition::{Certify, Decompose, Levels, Post, PostingContext, Semantics, TooLarge};
pub(crate) use super::expr::{exprs, exprs_after};
pub(crate) use super::lines::{Ended, Exclusion, Lines, PROVES};
pub(crate) use super::representations::{
    Decomposition, Named, Say, always_within, different, indices, is, joined, listed, quantities, reached, within,
};
pub(crate) use super::rows::{Literal, Rows, at_most_one_per_value, one_value_each};
pub(crate) use super::{
    BoundsOrDomain, Comparison, Compute, Consistency, Expr, Function, Indexed, IntVar, Interval, Logic, Model,
    Operation, Plain, Posted, Relates, all_of, any_of, maximum_of, minimum_of,
};
pub(crate) use crate::atom::Atom;
pub(crate) use crate::budget::Stopped;
pub(crate) use crate::propagator::Propagator;
pub(crate) use crate::value_set::ValueSet;
pub(crate) use crate::view::View;
pub(crate) use std::sync::Arc;
