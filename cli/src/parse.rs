//! Parsers of option values: names, whole numbers, and durations.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::num::IntErrorKind::PosOverflow;
use std::num::NonZero;
use std::time::Duration;

/// Accepts a name from a list of choices, and lists them in help and errors.
pub(crate) fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let names: Vec<&'static str> = all.iter().map(|&x| name(x)).collect();
    PossibleValuesParser::new(names).try_map(move |given| {
        all.iter().copied().find(|&x| name(x) == given).ok_or_else(|| format!("`{given}` is not known"))
    })
}

pub(crate) fn threads(given: &str) -> Result<NonZero<usize>, String> {
    given.parse().map_err(|_| "expected a number of threads, 1 or more".to_owned())
}

/// Accepts whole numbers that are at least `least`. The argument may have a sign, so that this parser can explain the
/// error.
pub(crate) fn whole_number(least: u64) -> impl TypedValueParser<Value = u64> {
    clap::builder::StringValueParser::new().try_map(move |given| match given.parse::<u64>() {
        Ok(number) if number >= least => Ok(number),
        Err(e) if *e.kind() == PosOverflow => Err(format!("the largest number is {}", u64::MAX)),
        _ => Err(format!("expected a whole number, {least} or more")),
    })
}

pub(crate) fn duration(given: &str) -> Result<Duration, String> {
    let split = given.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(given.len());
    let (number, unit) = given.split_at(split);
    let factor = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit `{unit}`; use ms, s, m or h")),
    };
    let expected = || "expected a time, such as 10s, 500ms or 2m".to_owned();
    let seconds = number.parse::<f64>().map_err(|_| expected())? * factor;
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}
