//! Warnings about requests that are not followed exactly.

use super::flags::{Flags, MOST_THREADS};
use crate::instance::Instance;
use crate::naming;
use crate::plan::Warning;
use crate::translate::{ON_RESTART, Translated};

/// Collects all warnings about flags and domains.
pub(super) fn warnings<'a>(
    instance: &'a Instance,
    translated: &'a Translated,
    flags: &'a Flags,
) -> impl Iterator<Item = Warning> + 'a {
    let said = |message| Warning { location: None, message };
    let threads = cap(flags).into_iter().chain(alone(instance, flags)).map(said);
    cut(instance, translated).into_iter().chain(threads)
}

/// Warns that the number of threads is limited.
fn cap(flags: &Flags) -> Option<String> {
    (flags.threads > MOST_THREADS)
        .then(|| format!("{} threads: at most {MOST_THREADS} searches run side by side", flags.threads))
}

/// Warns that fewer threads are used than requested.
fn alone(instance: &Instance, flags: &Flags) -> Option<String> {
    let satisfies = instance.solve().goal.is_none();
    if instance.constraints().any(|constraint| constraint.name().starts_with(ON_RESTART)) {
        let several = flags.threads > 1 || satisfies && flags.wanted() > 1;
        return several
            .then(|| "one search finds one solution, because the model controls restarts (on_restart)".to_owned());
    }
    let why = match flags.profiler {
        _ if flags.threads <= 1 => return None,
        Some(_) => "only one search can be sent to CP-Profiler",
        None if satisfies && flags.wanted() > 1 && flags.learning.is_some() => {
            "because several solutions are requested, only one search learns"
        }
        None => return None,
    };
    Some(why.to_owned())
}

/// Warns that values are omitted.
fn cut(instance: &Instance, translated: &Translated) -> Option<Warning> {
    let first = instance.variable(*translated.clamped.first()?);
    let name = naming::shown(instance, first.id());
    let others = match translated.clamped.len() {
        1 => String::new(),
        n => format!(" and {} more", n - 1),
    };
    let (low, high) = translated.vars.reach(first.id());
    Some(Warning {
        location: Some(instance.location(first.place())),
        message: format!(
            "{name}{others}: only values within {low}..={high} are tried, so neither completeness nor optimality is \
             claimed: give bounds"
        ),
    })
}
