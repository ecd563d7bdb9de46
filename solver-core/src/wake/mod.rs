//! Subscriptions and scheduling: which propagators run next, and with which modified positions.
//!
//! A domain change produces [events](events); the variable's [subscriptions](subscriptions) determine the affected
//! propagators; the engine adds the changed position to the propagator's modified positions and the propagator to the
//! [queue](queue). No propagator code runs at notification.

pub(crate) mod events;
pub(crate) mod queue;
pub(crate) mod subscriptions;

pub(crate) use events::Events;
pub use events::Wake;
pub(crate) use queue::Queue;
pub(crate) use subscriptions::{Subscription, Subscriptions, SubscriptionsBuilder};
