//! The short help (`-h`) of commands with many options: the most common options and some examples. `--help` prints all.

use clap::Command;

/// The options that the short help of every command shows, if the command has them.
const COMMON: &str =
    "all count format generate given hint order output solve-by-hints stats time-limit trace unique why";

/// A command with more arguments than this has a short help.
const MANY: usize = 17;

/// The number of examples in a short help, and the smaller number if it lists subcommands.
const EXAMPLES: usize = 7;
const FEW: usize = 2;

/// Gives the commands with many options a short help.
pub(crate) fn with_short_help(mut command: Command) -> Command {
    let examples = if command.has_subcommands() { FEW } else { EXAMPLES };
    let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, with_short_help);
    }
    if command.get_arguments().count() <= MANY {
        return command;
    }
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut short: Vec<&str> = after.lines().take(1 + examples).collect();
    short.extend(["", "--help has all options and more examples."]);
    let is_common = |long: Option<&str>| long.is_none_or(|long| COMMON.split(' ').any(|common| common == long));
    command
        .mut_args(|arg| if is_common(arg.get_long()) { arg } else { arg.hide_short_help(true) })
        .after_help(short.join("\n"))
        .after_long_help(after)
}

#[cfg(test)]
mod tests {
    use super::{COMMON, with_short_help};
    use crate::command::Args;
    use clap::CommandFactory;

    #[test]
    fn every_short_help_fits_a_screen() {
        let mut command = with_short_help(Args::command().term_width(100));
        command.build();
        let mut open = vec![command];
        let mut seen = Vec::new();
        while let Some(mut command) = open.pop() {
            let lines = command.render_help().to_string().lines().count();
            assert!(lines <= 50, "{}: {lines} lines", command.get_name());
            seen.extend(command.get_arguments().filter_map(|option| option.get_long().map(str::to_owned)));
            open.extend(command.get_subcommands().cloned());
        }
        let strange: Vec<_> = COMMON.split(' ').filter(|name| !seen.iter().any(|long| long == name)).collect();
        assert!(strange.is_empty(), "no command has {strange:?}");
    }
}
