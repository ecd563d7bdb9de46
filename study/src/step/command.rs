//! Parsing the commands of the stepper.

use strsim::osa_distance as distance;

/// What the commands are.
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

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// So many events forward.
    Next(u64),
    /// So many events back.
    Previous(u64),
    /// To the next inference.
    Prune,
    /// To the next failure.
    Fail,
    /// To the next solution.
    Solution,
    /// To the parent.
    Up,
    /// To a place.
    GoTo(Target),
    /// A bookmark here.
    Mark {
        /// What it is called.
        name: String,
        /// What is to be remembered; perhaps empty.
        note: String,
    },
    /// Takes a bookmark away.
    Unmark(String),
    /// All bookmarks.
    Marks,
    /// Where the search is.
    Where,
    /// The decisions that hold.
    Tree,
    /// The values that are left.
    Domains(Option<String>),
    /// The same as a picture.
    Grid,
    /// Why the last event happened.
    WhyEvent,
    /// The reasons of a fact, or what removed the values of a variable.
    Why(String),
    /// What stronger levels would remove.
    Level(Option<String>),
    /// What would follow if this were decided here, or searched on in another order, or with constraints at another level.
    If(String),
    /// Back from what was supposed.
    Leave,
    /// What the commands are.
    Help,
    /// The end.
    Quit,
}

/// Where to go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A node, from 1.
    Node(u64),
    /// After this many events.
    Event(u64),
    /// Before all events.
    Start,
    /// To the last solution: of an objective the best.
    Last,
    /// After all events.
    End,
    /// To a bookmark.
    Mark(String),
}

/// Why a line is not a valid command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// The first word names none.
    #[error("there is no command `{word}`: {}`help` lists all", .nearest.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default())]
    Unknown {
        /// The word.
        word: String,
        /// The command that it looks like.
        nearest: Option<&'static str>,
    },
    /// A number is wanted.
    #[error("`{command}` takes {wanted}, not `{found}`")]
    Argument {
        /// The command.
        command: &'static str,
        /// What is wanted.
        wanted: &'static str,
        /// What stands there.
        found: String,
    },
}

/// The commands, each with its other names.
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

/// Every name, with the command that it means.
fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    NAMES.iter().flat_map(|&(command, others)| {
        [command].into_iter().chain(others.iter().copied()).map(move |name| (name, command))
    })
}

impl Command {
    /// Reads a line. An empty one goes to the next event; what follows `#` at its beginning is a remark, `None`.
    ///
    /// ```
    /// use study::step::{Command, Target};
    /// assert_eq!(Command::read("n 3")?, Some(Command::Next(3)));
    /// assert_eq!(Command::read("goto event 12")?, Some(Command::GoTo(Target::Event(12))));
    /// assert_eq!(Command::read("why q[3]!=5")?, Some(Command::Why("q[3]!=5".to_owned())));
    /// assert_eq!(Command::read("# the first failure")?, None);
    /// assert!(Command::read("fial").unwrap_err().to_string().contains("did you mean `fail`?"));
    /// # Ok::<(), study::step::CommandError>(())
    /// ```
    ///
    /// # Errors
    /// [`CommandError`]: what is wrong, and what is wanted.
    pub fn read(line: &str) -> Result<Option<Command>, CommandError> {
        let line = line.trim();
        if line.starts_with('#') {
            return Ok(None);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if word.is_empty() {
            return Ok(Some(Command::Next(1)));
        }
        let Some((_, name)) = names().find(|(known, _)| *known == word) else {
            return Err(CommandError::Unknown { word: word.to_owned(), nearest: nearest(word) });
        };
        let alone = |command: Command| match rest {
            "" => Ok(command),
            _ => Err(CommandError::Argument { command: name, wanted: "nothing", found: rest.to_owned() }),
        };
        Ok(Some(match name {
            "n" => Command::Next(count(name, rest)?),
            "p" => Command::Previous(count(name, rest)?),
            "prune" => alone(Command::Prune)?,
            "fail" => alone(Command::Fail)?,
            "solution" => alone(Command::Solution)?,
            "up" => alone(Command::Up)?,
            "goto" => Command::GoTo(target(rest)?),
            "mark" => {
                let (name, note) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                Command::Mark { name: mark("mark", name)?, note: note.trim().to_owned() }
            }
            "unmark" => Command::Unmark(mark("unmark", rest)?),
            "marks" => alone(Command::Marks)?,
            "where" => alone(Command::Where)?,
            "tree" => alone(Command::Tree)?,
            "dom" => Command::Domains(Some(rest.to_owned()).filter(|rest| !rest.is_empty())),
            "grid" => alone(Command::Grid)?,
            "why" if rest.is_empty() => Command::WhyEvent,
            "why" => Command::Why(rest.to_owned()),
            "level" => Command::Level(Some(rest.to_owned()).filter(|rest| !rest.is_empty())),
            "if" if rest.is_empty() => {
                let wanted = "a fact, such as `q[3] = 5`";
                return Err(CommandError::Argument { command: "if", wanted, found: String::new() });
            }
            "if" => Command::If(rest.to_owned()),
            "leave" => alone(Command::Leave)?,
            "help" => Command::Help,
            _ => alone(Command::Quit)?,
        }))
    }
}

fn count(command: &'static str, text: &str) -> Result<u64, CommandError> {
    let found = || text.to_owned();
    match text {
        "" => Ok(1),
        _ => text.parse().map_err(|_| CommandError::Argument { command, wanted: "a number of events", found: found() }),
    }
}

/// The name of a bookmark: one word that begins with a letter, and means nothing else to `goto`.
fn mark(command: &'static str, text: &str) -> Result<String, CommandError> {
    let is_name = text.starts_with(char::is_alphabetic) && !text.contains(char::is_whitespace);
    if is_name && !["start", "last", "end", "event", "node"].contains(&text) {
        return Ok(text.to_owned());
    }
    let wanted = "a name that begins with a letter (not `start`, `last`, `end`, `event` or `node`)";
    Err(CommandError::Argument { command, wanted, found: text.to_owned() })
}

fn target(text: &str) -> Result<Target, CommandError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let found = match words[..] {
        ["start"] => Some(Target::Start),
        ["last"] => Some(Target::Last),
        ["end"] => Some(Target::End),
        ["event", n] => n.parse().ok().map(Target::Event),
        ["node", n] => n.parse().ok().map(Target::Node),
        [n] => n.parse().ok().map(Target::Node).or_else(|| mark("goto", n).ok().map(Target::Mark)),
        _ => None,
    };
    let wanted = "the number of a node, `event` and a number, `start`, `last`, `end` or a bookmark";
    found.ok_or_else(|| CommandError::Argument { command: "goto", wanted, found: text.to_owned() })
}

/// The command that looks most like a word, if one does.
fn nearest(word: &str) -> Option<&'static str> {
    let best = names().min_by_key(|(known, _)| distance(word, known));
    best.filter(|(known, _)| distance(word, known) * 2 <= known.len()).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_help_is_read() {
        for line in HELP.lines() {
            let shown = line.split("  ").next().unwrap_or_default().replace(['[', ']'], "");
            let shown = shown.replace('K', "3").replace('N', "2").replace('L', "domain");
            assert!(Command::read(&shown).is_ok_and(|command| command.is_some()), "{shown}");
        }
    }

    #[test]
    fn a_bookmark_has_a_name_that_means_nothing_else() {
        let read = |line: &str| Command::read(line).map_err(|error| error.to_string());
        assert_eq!(read("goto dead-end"), Ok(Some(Command::GoTo(Target::Mark("dead-end".to_owned())))));
        assert_eq!(read("goto 7"), Ok(Some(Command::GoTo(Target::Node(7)))));
        let mark = Command::Mark { name: "dead-end".to_owned(), note: "why  here?".to_owned() };
        assert_eq!(read("mark dead-end  why  here? "), Ok(Some(mark)));
        for line in ["mark", "mark 7", "mark end", "unmark", "unmark two words"] {
            assert!(read(line).unwrap_err().contains("takes a name that begins with a letter"), "{line}");
        }
    }

    #[test]
    fn letters_may_be_swapped() {
        assert_eq!((distance("fial", "fail"), distance("", "up"), distance("dom", "dom")), (1, 2, 0));
        assert_eq!((nearest("solutoin"), nearest("xyz")), (Some("solution"), None));
    }
}
