//! `-o FILE`, an option of the commands that can draw SVG. The file extension selects the format unless `--format` is
//! given.

use clap::builder::ValueParser;
use clap::error::{Error, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use std::path::{Path, PathBuf};

/// The option's name in clap. It is not `output`, because some commands have their own `output`.
pub(crate) const NAME: &str = "output_file";

/// File extensions and the formats that they select; an empty name means the default format.
const ENDINGS: [(&str, &str); 7] =
    [("svg", "svg"), ("html", "html"), ("tex", "latex"), ("json", "json"), ("csv", "csv"), ("md", "md"), ("txt", "")];

/// Returns the names of the formats that a command supports.
fn formats(command: &Command) -> Vec<String> {
    let format = command.get_arguments().find(|option| option.get_id() == "format");
    let values = format.map(Arg::get_possible_values).unwrap_or_default();
    values.iter().map(|value| value.get_name().to_owned()).collect()
}

/// Lists the file extensions that select a format of the command.
fn endings(command: &Command) -> String {
    let formats = formats(command);
    let known = ENDINGS.iter().filter(|(_, format)| formats.iter().any(|own| own == format) || format.is_empty());
    known.map(|(ending, _)| format!(".{ending}")).collect::<Vec<_>>().join(", ")
}

/// Adds the option to the commands that draw pictures.
pub(crate) fn with_output(mut command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, with_output);
    }
    if !formats(&command).iter().any(|format| format == "svg") {
        return command;
    }
    let option = Arg::new(NAME).short('o').long("output").value_name("FILE").help_heading("Output");
    let option = option.value_parser(ValueParser::path_buf());
    let help = format!("Output file; its extension sets the format: {}", endings(&command));
    command.arg(option.help(help))
}

/// The file given with the option, if any.
pub(crate) fn file(given: &ArgMatches) -> Option<&Path> {
    match given.subcommand() {
        Some((_, below)) => file(below),
        None => given.try_get_one::<PathBuf>(NAME).ok().flatten().map(PathBuf::as_path),
    }
}

/// Returns the `--format` option that the file extension implies, and the position in the arguments at which to insert
/// it.
///
/// # Errors
/// The command has no format with this file extension.
pub(crate) fn format(mut command: &Command, mut given: &ArgMatches) -> Result<Option<(usize, String)>, Error> {
    let Some(file) = file(given) else { return Ok(None) };
    let mut depth = 0;
    while let Some((name, below)) = given.subcommand()
        && let Some(named) = command.find_subcommand(name)
    {
        (command, given, depth) = (named, below, depth + 1);
    }
    if given.value_source("format") == Some(ValueSource::CommandLine) {
        return Ok(None);
    }
    let ending = file.extension().map_or_else(String::new, |ending| ending.to_string_lossy().to_lowercase());
    let known = ENDINGS.iter().find(|(name, _)| *name == ending).map(|(_, format)| *format);
    match known {
        Some("") => Ok(None),
        Some(format) if formats(command).iter().any(|own| own == format) => {
            Ok(Some((depth, format!("--format={format}"))))
        }
        _ => {
            let message = format!(
                "'--output {}': the extension names no format here; use one of {}, or '--format'. \
                 For PNG or PDF, convert an SVG file",
                file.display(),
                endings(command)
            );
            Err(command.clone().error(ErrorKind::InvalidValue, message))
        }
    }
}
