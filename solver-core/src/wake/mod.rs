//! Waking: which propagators run next, and what they are told.
//!
//! A domain change yields [events](events); the [subscriptions](subscriptions) of
//! the variable say whom they concern; the engine notes in the propagator's inbox
//! which position of its scope changed, and puts it into the [queue](queue).
//! No propagator code runs on waking.

pub(crate) mod events;
pub(crate) mod queue;
pub(crate) mod subscriptions;

pub(crate) use events::Events;
pub use events::Wake;
pub(crate) use queue::Queue;
pub(crate) use subscriptions::{Subscription, Subscriptions, SubscriptionsBuilder};
