//! Rejects options that do not apply to a method, with the error that clap reports for conflicts.

use super::args::{Format, Method, Queens};
use crate::exit::complain;
use crate::output_option;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use queens::count;
use std::io::{self, IsTerminal};

/// Rejects conflicts that clap's own rules do not cover, and chooses the method if none is named.
pub(crate) fn refuse(args: &mut Queens, given: &ArgMatches, command: &mut Command) -> Result<(), clap::Error> {
    let typed = |option: &Arg| given.value_source(option.get_id().as_str()) == Some(ValueSource::CommandLine);
    let typed: Vec<Arg> = command.get_arguments().filter(|option| typed(option)).cloned().collect();
    let named = args.method.is_some();
    args.method = Some(args.method.unwrap_or_else(|| natural_method(args, &typed)));
    let drawn = ["format", "attacked", "trace", "why", "proof", "count", output_option::NAME];
    if !typed.iter().any(|option| drawn.contains(&option.get_id().as_str())) && is_too_wide(args.queens()) {
        args.format = Format::Text(queens::Format::Rows);
        complain(
            "the board is wider than the terminal, so only the row of each queen is printed; '--format board' draws it",
        );
    }
    match methods(args, &typed, named) {
        Some(message) => Err(command.error(ErrorKind::ArgumentConflict, message)),
        None => Ok(()),
    }
}

/// Chooses the default method: the fastest kernel for a count without model options, and the model in all other cases.
fn natural_method(args: &Queens, typed: &[Arg]) -> Method {
    let fastest = u32::try_from(args.queens()).map(count::Method::fastest).ok();
    let fastest = fastest.filter(|kernel| args.queens() <= kernel.largest().into()).map(Method::Count);
    let knows = |kernel: &Method| typed.iter().all(|option| kernel.knows(option.get_id().as_str()));
    fastest.filter(knows).filter(|_| args.which.count).unwrap_or(Method::Model)
}

fn methods(args: &Queens, typed: &[Arg], named: bool) -> Option<String> {
    let method = args.method();
    let foreign = |option: &&Arg| !method.knows(option.get_id().as_str());
    if let Some(option) = typed.iter().find(foreign) {
        if !named {
            return Some(format!("'{option}' needs '--count' by bits or quadrants, without model options"));
        }
        return Some(format!("the argument '--method {}' cannot be used with '{option}'", method.name()));
    }
    if matches!(method, Method::Count(_)) && !args.which.count {
        return Some(format!("'--method {}' needs '--count': it counts boards and shows none", method.name()));
    }
    let n = args.queens();
    let format = typed.iter().any(|option| option.get_id() == "format");
    (format && args.format.draws() && method.largest_picture().is_some_and(|largest| n > largest)).then(|| {
        format!("a board of {n}x{n} squares is too large to draw: type '--format rows' or leave '--format' out")
    })
}

/// Whether standard output is a terminal on which a board of this size does not fit.
fn is_too_wide(n: u64) -> bool {
    io::stdout().is_terminal() && crossterm::terminal::size().is_ok_and(|(columns, _)| 2 * n > u64::from(columns) + 1)
}
