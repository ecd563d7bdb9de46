//! Suggests a replacement for an unknown word: the most similarly named option of the same command, or the most
//! similarly named command, if the names are similar enough.

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, Command};
use models::catalogue::CATALOGUE;
use std::ffi::OsString;

/// Options, and their names in other programs.
const ELSEWHERE: [(&str, &str); 10] = [
    ("--all", "a all-solutions"),
    ("--consistency", "level levels"),
    ("--distinct", "symmetry"),
    ("--limit", "num-solutions"),
    ("--order auto", "f free-search"),
    ("--output board.svg", "image png"),
    ("--stats", "s statistics verbose"),
    ("--threads", "p jobs parallel"),
    ("--time-limit", "t timeout"),
    ("--value-order random --seed 1", "random"),
];

/// Values of options, and their names in other programs, without hyphens and underscores.
const VALUES: [(&str, &str); 6] = [
    ("degree", "occurrence"),
    ("dom", "ff firstfail mrv"),
    ("input", "inputorder"),
    ("region-queens", "linkedin"),
    ("regret", "maxregret"),
    ("svg", "pdf png"),
];

/// Returns the equivalent of a name that other programs use.
fn here(table: &[(&'static str, &str)], typed: &str) -> Option<&'static str> {
    table.iter().find(|(_, names)| names.split(' ').any(|name| name == typed)).map(|(here, _)| *here)
}

/// Returns a name in lower case, without hyphens, underscores and slashes.
fn plain(name: &str) -> String {
    name.replace(['-', '_', '/'], "").to_lowercase()
}

/// Returns the name nearest to a typed word, if one is near enough.
pub(crate) fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = plain(typed);
    let distance = |name: &str| {
        let name = plain(name);
        let is_start = typed.len().min(name.len()) >= 3 && (name.starts_with(&typed) || typed.starts_with(&name));
        let edits = strsim::damerau_levenshtein(&typed, &name);
        let near = edits <= (typed.chars().count() / 4).max(1);
        (near || is_start).then_some(if is_start { edits.min(1) } else { edits })
    };
    let near = names.into_iter().filter_map(|name| Some((distance(name)?, name)));
    near.min_by_key(|&(distance, _)| distance).map(|(_, name)| name)
}

/// Replaces clap's suggestion, which may be a distant name or a name from another command, with the nearest name.
pub(crate) fn mend(mut error: Error, whole: &Command, typed: &[OsString]) -> Error {
    let mut command = whole;
    for word in typed {
        match command.find_subcommand(word) {
            Some(below) => command = below,
            None => break,
        }
    }
    if error.kind() == ErrorKind::ArgumentConflict
        && let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && command.find_subcommand(word).is_none()
    {
        // Clap treats a surplus word as a subcommand if the command has any.
        let word = word.clone();
        error = Error::new(ErrorKind::UnknownArgument).with_cmd(command);
        error.insert(ContextKind::InvalidArg, ContextValue::String(word));
    }
    match error.kind() {
        ErrorKind::UnknownArgument => option(&mut error, command),
        ErrorKind::InvalidSubcommand => subcommand(&mut error, command),
        ErrorKind::InvalidValue => value(&mut error),
        _ => {}
    }
    error
}

fn option(error: &mut Error, command: &Command) {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg).cloned() else { return };
    // Without this, clap would show the usage of its own suggestion.
    error.insert(ContextKind::Usage, ContextValue::StyledStr(command.clone().render_usage()));
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::Suggested] {
        error.remove(kind);
    }
    let long = || command.get_arguments().filter_map(|option| option.get_long());
    let (is_option, typed) = (typed.starts_with('-'), typed.trim_start_matches('-'));
    let is_format = |option: &Arg| {
        option.get_id() == "format" && option.get_possible_values().iter().any(|value| value.get_name() == typed)
    };
    let format = command.get_arguments().any(is_format).then(|| format!("--format {typed}"));
    let is_known = |here: &&str| {
        long().any(|name| here.split(' ').next().and_then(|first| first.strip_prefix("--")) == Some(name))
    };
    let elsewhere = format.or_else(|| here(&ELSEWHERE, typed).filter(is_known).map(str::to_owned));
    match (elsewhere, nearest(typed, long())) {
        (Some(here), _) if is_option => tip(error, &format!("here it is '{here}'")),
        (None, None) if matches!(typed, "o" | "output") => tip(error, "here the output goes to a file by '> FILE'"),
        (_, Some(name)) if is_option || name == typed => {
            error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{name}")));
        }
        _ => {}
    }
}

fn value(error: &mut Error) {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidValue) else { return };
    let Some(here) = here(&VALUES, &plain(typed)) else { return };
    if matches!(error.get(ContextKind::ValidValue), Some(ContextValue::Strings(all)) if all.iter().any(|v| v == here)) {
        error.remove(ContextKind::SuggestedValue);
        tip(error, &format!("here it is '{here}'"));
    }
}

fn subcommand(error: &mut Error, command: &Command) {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else { return };
    let typed = typed.clone();
    error.remove(ContextKind::SuggestedSubcommand);
    error.remove(ContextKind::Suggested);
    let below: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let is_top = below.contains(&"model");
    if is_top && plain(&typed) == "linkedin" {
        tip(error, "LinkedIn's Queens is 'ferz puzzle region-queens'");
    } else if is_top && (typed.ends_with(".mzn") || typed.ends_with(".fzn")) {
        tip(error, &format!("'ferz solve {typed}' solves a model"));
    } else if let Some(name) = nearest(&typed, below.iter().copied()) {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![name.to_owned()]));
    } else if is_top && let Some(name) = nearest(&typed, CATALOGUE.iter().map(|entry| entry.name)) {
        tip(error, &format!("a model has a similar name: 'ferz model {name}'"));
    }
}

fn tip(error: &mut Error, text: &str) {
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(text.to_owned())]));
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn only_what_is_near_is_meant() {
        let options = ["unique", "restarts", "stats", "time-limit", "phase-saving", "order", "value-order", "format"];
        for (typed, meant) in [
            ("quiet", None),
            ("color", None),
            ("restart", Some("restarts")),
            ("stast", Some("stats")),
            ("phase", Some("phase-saving")),
            ("timelimit", Some("time-limit")),
            ("valueorder", Some("value-order")),
            ("ordre", Some("order")),
            ("fromat", Some("format")),
            ("uniqe", Some("unique")),
            ("x", None),
        ] {
            assert_eq!(nearest(typed, options), meant, "{typed}");
        }
        assert_eq!(nearest("jobshop", ["golomb", "job-shop", "open-shop"]), Some("job-shop"));
    }
}
