//! The short help (`-h`) of commands with many options: the most common options and some examples. `--help` prints all.

use clap::Command;

/// The options that every command's short help shows, if the command has them.
const COMMON: &str =
    "all count distinct format generate given hint order output solve-by-hints stats time-limit trace unique why";

/// The number of arguments above which a command has a short help.
const MANY: usize = 17;

/// The number of examples in a short help.
const EXAMPLES: usize = 6;

/// The commands in groups, as the help of `ferz` lists them.
const GROUPS: [(&str, &str); 4] = [
    ("Solve", "queens solve model domination armies pawns instance"),
    ("Play and understand", "puzzle play study audit proof new"),
    ("Distribute", "split work merge cluster"),
    ("Set up", "minizinc completions man"),
];

/// Lists the commands in groups.
pub(crate) fn in_groups(command: Command) -> Command {
    let (header, literal) = (*command.get_styles().get_header(), *command.get_styles().get_literal());
    let mut help = "{about}\n\n{usage-heading} {usage}\n".to_owned();
    for (title, names) in GROUPS {
        help += &format!("\n{header}{title}:{header:#}\n");
        for below in names.split(' ').filter_map(|name| command.find_subcommand(name)) {
            let about = below.get_about().map(ToString::to_string).unwrap_or_default();
            help += &format!("  {literal}{:11}{literal:#}  {about}\n", below.get_name());
        }
    }
    command.help_template(help + &format!("\n{header}Options:{header:#}\n{{options}}{{after-help}}"))
}

/// Adds a short help to the commands with many options.
pub(crate) fn with_short_help(mut command: Command) -> Command {
    let names: Vec<String> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    for name in names {
        command = command.mut_subcommand(name, with_short_help);
    }
    if command.get_arguments().count() <= MANY {
        return command;
    }
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut short: Vec<&str> = after.lines().take(1 + EXAMPLES).collect();
    short.extend(["", "Use --help for all options and more examples."]);
    let is_common = |long: Option<&str>| long.is_none_or(|long| COMMON.split(' ').any(|common| common == long));
    command
        .mut_args(|arg| if is_common(arg.get_long()) { arg } else { arg.hide_short_help(true) })
        .after_help(short.join("\n"))
        .after_long_help(after)
}

#[cfg(test)]
mod tests {
    use super::{COMMON, GROUPS, with_short_help};
    use crate::command::Args;
    use crate::output_option::with_output;
    use clap::CommandFactory;

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.split(' ')).collect();
        grouped.sort_unstable();
        let command = Args::command();
        let mut names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        names.sort_unstable();
        assert_eq!(grouped, names);
    }

    #[test]
    fn every_short_help_fits_a_screen() {
        let mut command = with_short_help(with_output(Args::command().term_width(100)));
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
