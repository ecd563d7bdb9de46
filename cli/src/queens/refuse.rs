//! Incompatible options: reported like conflicts by clap, with the reason where it is not obvious.

use super::args::{Format, Method, Queens, Reported};
use crate::search_args::SearchArgs;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};

/// Refuses what clap's own rules let through, and chooses the method if none is named.
pub(crate) fn refuse(args: &mut Queens, given: &ArgMatches, command: &mut Command) -> Result<(), clap::Error> {
    let typed = |option: &Arg| given.value_source(option.get_id().as_str()) == Some(ValueSource::CommandLine);
    let typed: Vec<Arg> = command.get_arguments().filter(|option| typed(option)).cloned().collect();
    let named = args.method.is_some();
    args.method = Some(args.method.unwrap_or_else(|| args.natural_method(&typed)));
    let args = &*args;
    let complaint = reported(args, &typed).or_else(|| traced(args, &typed)).or_else(|| methods(args, &typed, named));
    let complaint = complaint.or_else(|| sorted(args, &typed)).or_else(|| stepped(args));
    match complaint.or_else(|| pieces(args)).or_else(|| attacked(args)) {
        Some(message) => Err(command.error(ErrorKind::ArgumentConflict, message)),
        None => Ok(()),
    }
}

fn reported(args: &Queens, typed: &[Arg]) -> Option<String> {
    let report = args.report?;
    let foreign = |option: &Arg| !report.knows(option.get_id().as_str());
    cannot(&format!("--report {}", report.name()), args, typed, foreign, report.writes(args.format), "json")
        .or_else(|| needs_of_report(report, args).map(|needed| format!("'--report {}' needs {needed}", report.name())))
}

fn traced(args: &Queens, typed: &[Arg]) -> Option<String> {
    let trace = args.trace?;
    let foreign = |option: &Arg| !trace.knows(option.get_id().as_str());
    cannot(&format!("--trace {}", trace.name()), args, typed, foreign, trace.writes(args.format), "json")
}

fn methods(args: &Queens, typed: &[Arg], named: bool) -> Option<String> {
    let method = args.method();
    let foreign = |option: &&Arg| !method.knows(option.get_id().as_str());
    if let Some(option) = typed.iter().find(foreign) {
        if !named {
            return Some(format!("'{option}' is for '--count' by bits or quadrants, without options of a model"));
        }
        return Some(format!("the argument '--method {}' cannot be used with '{option}'", method.name()));
    }
    if let Some(needed) = needs_of_method(method, args) {
        return Some(format!("'--method {}' needs {needed}", method.name()));
    }
    let n = args.n;
    let format = typed.iter().any(|option| option.get_id() == "format");
    (format && args.format.draws() && method.largest_picture().is_some_and(|largest| n > largest))
        .then(|| format!("a board of {n}x{n} squares is not drawn: type '--format rows' or leave '--format' out"))
}

/// The complaint about a foreign option or format.
fn cannot(
    what: &str,
    args: &Queens,
    typed: &[Arg],
    foreign: impl Fn(&Arg) -> bool,
    writes: bool,
    instead: &str,
) -> Option<String> {
    let format = typed.iter().any(|option| option.get_id() == "format") && !writes;
    let complaint = match typed.iter().find(|option| foreign(option)) {
        Some(option) => format!("'{option}'"),
        None if format => {
            format!("'--format {}': leave it out, or type '--format {instead}'", args.format.name())
        }
        None => return None,
    };
    Some(format!("the argument '{what}' cannot be used with {complaint}"))
}

/// A sorted list needs the columns in order, and the smallest row first.
fn sorted(args: &Queens, typed: &[Arg]) -> Option<String> {
    let sort = args.sort?;
    let keeps_order = |name: &str| name == "branching";
    let shapes = |name: &str| SearchArgs::NAMES.contains(&name) && !keeps_order(name);
    let shape = typed.iter().find(|option| shapes(option.get_id().as_str()))?;
    Some(format!(
        "the argument '--sort {}' cannot be used with '{shape}': \
         the sorted list is that of a search in fixed order, smallest row first",
        sort.name()
    ))
}

fn stepped(args: &Queens) -> Option<String> {
    let waits = args.step && args.trace.is_none();
    match args.format {
        Format::Json if waits => {
            Some("the argument '--step' cannot be used with '--format json', unless a trace is stepped".to_owned())
        }
        Format::Page(page) if waits => {
            let page = page.name();
            Some(format!("the argument '--step' cannot be used with '--format {page}', which shows all boards at once"))
        }
        _ => None,
    }
}

/// Without a queen in every column, its place in a list does not tell a queen's column.
fn pieces(args: &Queens) -> Option<String> {
    args.pieces?;
    args.format.needs_every_column().then(|| {
        let format = args.format.name();
        format!("the argument '--pieces' cannot be used with '--format {format}', which needs a queen in every column")
    })
}

/// Marks need a board that is drawn, and some square that is left free.
fn attacked(args: &Queens) -> Option<String> {
    if !args.attacked {
        return None;
    }
    if !args.format.marks() {
        let drawn: Vec<&str> = Format::ALL.iter().filter(|format| format.marks()).map(|format| format.name()).collect();
        let (format, drawn) = (args.format.name(), drawn.join(", "));
        return Some(format!(
            "the argument '--attacked' cannot be used with '--format {format}': squares are marked in {drawn}"
        ));
    }
    let changed = &args.changed;
    let some = args.pieces.is_some() || changed.given.is_some() || changed.instance.is_some();
    (!some).then(|| {
        "'--attacked' needs '--given <SQUARES>' or '--pieces <K>': N queens attack every square of the board that they leave free"
            .to_owned()
    })
}

/// The option that it cannot do without, if that is missing.
fn needs_of_report(report: Reported, args: &Queens) -> Option<&'static str> {
    (report == Reported::Safe && args.changed.given.is_none())
        .then_some("'--given <SQUARES>'; the last of them is looked at")
}

/// What must be asked for as well.
fn needs_of_method(method: Method, args: &Queens) -> Option<&'static str> {
    (method.kernel().is_some() && !args.count).then_some("'--count': it counts boards and shows none")
}
