//! A declaration with untyped parameters, so that the runner is compiled once rather than for each type.

use super::claim::Refutes;
use super::{Claim, Form, Rng, Way};
use crate::propagator::Propagator;
use crate::reason::Rule;
use crate::view::View;
use std::any::Any;
use std::fmt::Debug;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Parameters of a constraint.
pub(super) trait Parameters: Any + Debug + Send + Sync {}

impl<P: Any + Debug + Send + Sync> Parameters for P {}

/// The parameters with their type. The downcast succeeds because a declaration receives only parameters that it has
/// generated.
pub(super) fn typed<P: 'static>(parameters: &dyn Parameters) -> &P {
    let any: &dyn Any = parameters;
    any.downcast_ref().expect("the parameters are those that the declaration has drawn")
}

type Draw = Box<dyn Fn(&mut Rng, usize) -> Arc<dyn Parameters>>;
/// A view with its smallest and largest value at the root of the case.
pub(super) type Ranged = (View, RangeInclusive<i32>);
type Post = Box<dyn Fn(&dyn Parameters, &[Ranged]) -> Box<dyn Propagator>>;
pub(super) type Holds = Arc<dyn Fn(&dyn Parameters, &[i32]) -> bool + Send + Sync>;

/// The content of a [`Check`](super::Check).
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) arity: RangeInclusive<usize>,
    pub(super) values: RangeInclusive<i32>,
    /// The ranges of individual positions.
    pub(super) positions: Vec<(usize, RangeInclusive<i32>)>,
    pub(super) extremes: bool,
    pub(super) parameters: Draw,
    pub(super) post: Option<Post>,
    pub(super) holds: Option<Holds>,
    pub(super) claims: Vec<Claim<dyn Parameters>>,
    pub(super) refutes: Option<Refutes>,
    pub(super) rules: Vec<&'static Rule>,
    pub(super) cases: u64,
    /// The number of cases that suffices once each rule has been used.
    pub(super) enough: u64,
    pub(super) only: Option<u64>,
    pub(super) seed: u64,
    pub(super) forms: Vec<Form>,
    pub(super) ways: Vec<Way>,
    /// Whether wrong trailed integers have an effect.
    pub(super) state: bool,
    /// Whether ignoring some modified positions has an effect.
    pub(super) modified: bool,
    /// Whether the same decisions always lead to the same domains.
    pub(super) one_fixpoint: bool,
}

impl Declared {
    pub(super) fn new(name: &str) -> Declared {
        Declared {
            name: name.to_owned(),
            arity: 2..=2,
            values: -3..=3,
            positions: Vec::new(),
            extremes: true,
            parameters: Box::new(|_, _| Arc::new(())),
            post: None,
            holds: None,
            claims: Vec::new(),
            refutes: None,
            rules: Vec::new(),
            cases: 10_000,
            enough: 10_000,
            only: None,
            seed: 1,
            forms: Form::ALL.to_vec(),
            ways: Way::ALL.to_vec(),
            state: true,
            modified: true,
            one_fixpoint: true,
        }
    }
}
