//! Shared by the command-line tests: runs the command and formats the result as a terminal would show it.

#![allow(dead_code, reason = "no test file uses all of it")]

use insta_cmd::get_cargo_bin;
use std::process::Command;

/// All formulations of N queens.
pub(crate) const STATED: [&str; 6] = [
    "--model pairwise",
    "--model alldifferent --consistency value",
    "--model alldifferent --consistency bounds",
    "--model alldifferent --consistency domain",
    "--model dual",
    "--model queens-rule",
];

/// Returns the `ferz` command with arguments separated by spaces.
pub(crate) fn ferz(line: &str) -> Command {
    let mut command = Command::new(get_cargo_bin("ferz"));
    command.args(line.split_whitespace());
    // The user's settings must not affect the tests.
    for variable in ["COLUMNS", "LINES", "NO_COLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    command
}

/// Returns the command with a full disk: neither it nor its children can write to any file.
#[cfg(unix)]
pub(crate) fn on_a_full_disk(command: &Command) -> Command {
    let mut full = Command::new("sh");
    full.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"]);
    full.arg(command.get_program()).args(command.get_args());
    full
}

/// The exit code, standard output and standard error of one run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn run(line: &str) -> Ran {
    finish(ferz(line).output().expect("the command starts"))
}

pub(crate) fn finish(output: std::process::Output) -> Ran {
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Lists the commands on a documentation page, each with the output shown below it.
pub(crate) fn shown_on(page: &str) -> impl Iterator<Item = (&str, &str)> {
    let blocks = page.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(|block| block.split("$ ferz ").skip(1)).filter_map(|shown| shown.split_once('\n'))
}

/// Returns the number of cases in a test: `few` in an ordinary run, `full` with `FERZ_CASES=full`, and otherwise the
/// value of `FERZ_CASES`.
pub(crate) fn cases(few: u64, full: u64) -> u64 {
    match std::env::var("FERZ_CASES") {
        Err(_) => few,
        Ok(number) if number == "full" => full,
        Ok(number) => number.parse().expect("FERZ_CASES is a number of cases, or full"),
    }
}

/// Formats several consecutive runs as a terminal shows them.
pub(crate) fn transcript<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    lines.into_iter().map(|line| shown(line, &run(line))).collect()
}

/// Formats a run as a terminal shows it. Lines of standard error begin with `! `; an exit code other than 0 is shown.
pub(crate) fn shown(line: &str, Ran { code, out, err }: &Ran) -> String {
    let mut shown = format!("$ ferz {line}\n{out}");
    for complaint in err.lines() {
        shown += format!("! {complaint}").trim_end();
        shown += "\n";
    }
    match code {
        Some(0) => {}
        Some(code) => shown += &format!("(exit code {code})\n"),
        None => shown += "(ended by a signal)\n",
    }
    redacted(&(shown + "\n"))
}

/// Replaces times, which differ between runs, and the version.
pub(crate) fn redacted(text: &str) -> String {
    text.lines().map(|line| redacted_line(line) + "\n").collect()
}

fn redacted_line(line: &str) -> String {
    let (mark, said) = line.split_at(if line.starts_with("! ") { 2 } else { 0 });
    if said.starts_with("time ") && said.ends_with(" s") {
        return format!("{mark}time          [time]");
    }
    if let Some(version) = line.strip_prefix("ferz ")
        && version.starts_with(|c: char| c.is_ascii_digit())
    {
        return "ferz [version]".to_owned();
    }
    const SECONDS: &str = "\"seconds\":";
    match line.split_once(SECONDS) {
        Some((before, after)) => {
            let end = after.find(['}', ',']).unwrap_or(after.len());
            format!("{before}{SECONDS}[time]{}", &after[end..])
        }
        None => line.to_owned(),
    }
}

/// Queens that leave no square in the last of fifty columns. Finding the unsatisfiable core takes a long time in column
/// order, because leaving out any one of these queens frees a square in the last column.
pub(crate) const DEAD_COLUMN: &str = "11:6,21:3,31:21,32:30,33:24,35:34,37:33,38:38,39:36,\
    40:18,41:14,42:29,43:8,44:10,45:22,46:35,48:11,49:43";
