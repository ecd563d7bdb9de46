//! Limits on a search: options shared by all commands with a search tree.

use crate::interrupt::{Stop, bytes};
use crate::parse::{duration, whole_number};
use clap::Args as ClapArgs;
use solver_core::search::{Limits, Statistics};
use std::time::Duration;

const LIMITS: &str = "Limits";

#[derive(ClapArgs, Clone, Default)]
pub(crate) struct LimitArgs {
    /// Stop after this time: 10s, 500ms, 2m, or a number of seconds
    #[arg(long, help_heading = LIMITS, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    pub(crate) time_limit: Option<Duration>,

    /// Stop after this many nodes of the search tree (in each search, if there are several)
    #[arg(long, help_heading = LIMITS, value_name = "NODES", value_parser = whole_number(1), allow_hyphen_values = true)]
    pub(crate) node_limit: Option<u64>,

    /// Stop after this many failures (in each search, if there are several)
    #[arg(long, help_heading = LIMITS, value_name = "FAILURES", value_parser = whole_number(1), allow_hyphen_values = true)]
    pub(crate) failure_limit: Option<u64>,

    /// Stop when the process uses more than this many megabytes (or the engine does, if the system does not report it)
    #[arg(long, help_heading = LIMITS, value_name = "MB", value_parser = whole_number(1), allow_hyphen_values = true)]
    pub(crate) memory_limit: Option<u64>,
}

impl LimitArgs {
    /// Whether any limit is given.
    pub(crate) fn is_any(&self) -> bool {
        let LimitArgs { time_limit, node_limit, failure_limit, memory_limit } = self;
        time_limit.is_some() || [node_limit, failure_limit, memory_limit].into_iter().any(Option::is_some)
    }

    /// Returns the limits that remain for a search after earlier searches, whose statistics are `spent`.
    pub(crate) fn after(&self, spent: &Statistics, stop: &Stop) -> Limits {
        let less = |limit: Option<u64>, spent: u64| limit.map(|limit| limit.saturating_sub(spent));
        Limits {
            time: stop.left(),
            nodes: less(self.node_limit, spent.nodes),
            failures: less(self.failure_limit, spent.failures),
            memory: self.memory_limit.map(bytes),
            cancel: Some(stop.token()),
            ..Limits::default()
        }
    }

    /// The limits of the first search of a command.
    pub(crate) fn all(&self, stop: &Stop) -> Limits {
        self.after(&Statistics::default(), stop)
    }
}
