//! Parses the commands of the stepper.

use strsim::osa_distance as distance;

/// The help text of the commands.
pub const HELP: &str = "\
n [K]         the next event, or the next K; Enter alone does the same
p [K]         back one event, or K
prune         on to the next inference
fail          on to the next failure
solution      on to the next solution
up            back to where this node's parent was before it branched
goto N        to node N; `goto event N` after event N; `goto start`, `goto last` (solution), `goto end`
goto M        to the bookmark M
mark M [TEXT] a bookmark here, called M, with a note: shown whenever the session comes by
unmark M      takes it away
marks         all of them, as commands that put them there again
where         where the search is
tree          the decisions from the root to here
dom [X]       the values that are left: of X, of the array X, or of all that are not fixed
grid          the same as a picture: which constraint removed which value
why           why the last event happened
why X         what removed each value of X
why X != 5    the reasons of a fact (=, !=, <=, >=, <, >; on a board `d4`, `not d4`), down to decisions
level         what stronger propagation would remove here, by levels
level L       the values that go: forward-checking, value, bounds, domain, singleton or search
if X = 5      what if this were decided here: what follows, and the search below it
if order O    the same without a decision: the search below it by another order (dom, dom/wdeg, …)
if level L    the same with constraints at another level: value, bounds or domain
leave         back from there to the search itself
help          these lines
q             the end";

/// The commands that take no argument.
const ALONE: [&str; 10] = ["prune", "fail", "solution", "up", "marks", "where", "tree", "grid", "leave", "q"];

/// The commands, each with its aliases.
const NAMES: [(&str, &[&str]); 20] = [
    ("n", &["next"]),
    ("p", &["previous", "prev", "back"]),
    ("prune", &[]),
    ("fail", &[]),
    ("solution", &["sol"]),
    ("up", &[]),
    ("goto", &[]),
    ("mark", &["bookmark"]),
    ("unmark", &[]),
    ("marks", &["bookmarks"]),
    ("where", &[]),
    ("tree", &["path"]),
    ("dom", &["domain", "domains"]),
    ("grid", &["board"]),
    ("why", &[]),
    ("level", &["levels"]),
    ("if", &["suppose", "try"]),
    ("leave", &[]),
    ("help", &["?"]),
    ("q", &["quit", "exit"]),
];

/// Iterates over all names and aliases, each with its command.
fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    NAMES.iter().flat_map(|&(command, others)| {
        [command].into_iter().chain(others.iter().copied()).map(move |name| (name, command))
    })
}

/// Parses a line into the main name of a command and its argument. An empty line moves to the next event. Returns
/// `None` for a comment, which is a line that starts with `#`.
pub(super) fn read(line: &str) -> Result<Option<(&'static str, &str)>, String> {
    let line = line.trim();
    if line.starts_with('#') {
        return Ok(None);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let named = names().find(|(known, _)| *known == if word.is_empty() { "n" } else { word });
    let Some((_, command)) = named else {
        let near = nearest(word).map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
        return Err(format!("there is no command `{word}`: {near}`help` lists all"));
    };
    match rest.is_empty() || !ALONE.contains(&command) {
        true => Ok(Some((command, rest))),
        false => Err(takes(command, "nothing", rest)),
    }
}

/// Formats an error message about a wrong argument.
pub(super) fn takes(command: &str, wanted: &str, found: &str) -> String {
    format!("`{command}` takes {wanted}, not `{found}`")
}

pub(super) fn count(command: &str, text: &str) -> Result<u64, String> {
    match text {
        "" => Ok(1),
        _ => text.parse().map_err(|_| takes(command, "a number of events", text)),
    }
}

/// Checks whether the text can name a bookmark: it is one word, starts with a letter, and does not mean anything else
/// to `goto`.
pub(super) fn is_mark(text: &str) -> bool {
    let is_name = text.starts_with(char::is_alphabetic) && !text.contains(char::is_whitespace);
    is_name && !["start", "last", "end", "event", "node"].contains(&text)
}

/// Validates the name of a bookmark.
pub(super) fn mark<'t>(command: &str, text: &'t str) -> Result<&'t str, String> {
    let wanted = "a name that begins with a letter (not `start`, `last`, `end`, `event` or `node`)";
    if is_mark(text) { Ok(text) } else { Err(takes(command, wanted, text)) }
}

/// Finds the command that most resembles a word, if any is similar enough.
fn nearest(word: &str) -> Option<&'static str> {
    let best = names().min_by_key(|(known, _)| distance(word, known));
    best.filter(|(known, _)| distance(word, known) * 2 <= known.len()).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::super::{Session, Trust};
    use super::*;
    use crate::recording::Recorder;
    use solver_core::prelude::*;

    #[test]
    fn every_command_of_the_help_is_read() {
        let mut m = Model::new();
        m.ints("X", 2, 0..=1).expect("variables");
        let mut recorder = Recorder::new(100);
        m.search().observe(&mut recorder).expect("a search");
        let recording = recorder.finish();
        let mut session = Session::new(&recording, Trust::Unchecked);
        for line in HELP.lines() {
            let shown = line.split("  ").next().unwrap_or_default().replace(['[', ']'], "");
            let shown = shown.replace('K', "3").replace('N', "2").replace('L', "domain");
            let said = session.answer(&shown).lines.join(" ");
            assert!(!said.starts_with("there is no command") && !said.contains("` takes "), "{shown}: {said}");
        }
    }

    #[test]
    fn what_stands_behind_a_command() {
        assert_eq!(read("n 3"), Ok(Some(("n", "3"))));
        assert_eq!(read(""), Ok(Some(("n", ""))));
        assert_eq!(read("goto event 12"), Ok(Some(("goto", "event 12"))));
        assert_eq!(read("mark dead-end  why  here? "), Ok(Some(("mark", "dead-end  why  here?"))));
        assert_eq!(read("# the first failure"), Ok(None));
        assert!(read("fial").is_err_and(|why| why.contains("did you mean `fail`?")));
        assert_eq!(read("up 3"), Err("`up` takes nothing, not `3`".to_owned()));
        assert_eq!(mark("mark", "dead-end"), Ok("dead-end"));
        for name in ["", "7", "end", "two words"] {
            assert!(mark("unmark", name).is_err_and(|why| why.contains("takes a name that begins with a letter")));
        }
    }

    #[test]
    fn letters_may_be_swapped() {
        assert_eq!((distance("fial", "fail"), distance("", "up"), distance("dom", "dom")), (1, 2, 0));
        assert_eq!((nearest("solutoin"), nearest("xyz")), (Some("solution"), None));
    }
}
