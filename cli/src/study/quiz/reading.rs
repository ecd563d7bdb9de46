//! Parses the answers of a quiz.

use solver_core::{Atom, SymbolTable};
use strsim::osa_distance;
use study::facts::{self, listed};

/// A parsed answer.
pub(super) enum Answer {
    Deduction(Claim),
    Guess(Atom),
    /// Takes back a wrong guess: the latest one, or the latest of the named guesses.
    Back(Option<Vec<Atom>>),
    State,
    Hint,
    Show,
    Rest,
    Help,
    Quit,
}

/// A deduction with its justification.
pub(super) struct Claim {
    pub(super) fact: Atom,
    /// The name of the constraint.
    pub(super) by: Option<String>,
    /// The weakest level at which the constraint infers the fact: `value`, `bounds`, `domain` or `none`.
    pub(super) at: Option<&'static str>,
    /// The premises; `None` means all known facts.
    pub(super) because: Option<Vec<Atom>>,
}

/// The names that may follow `at`.
const WEAKEST: [&str; 4] = ["value", "bounds", "domain", "none"];

/// A hint for subjects with a board.
pub(super) const BOARD: &str = "With queens, squares are facts: `not b1`, `not b1 because a1`, `guess b4`.";

/// Converts the keywords of an answer to lower case and removes final punctuation. Variable names remain unchanged.
fn plain(line: &str) -> String {
    const WORDS: [&str; 12] =
        ["not", "no", "because", "guess", "back", "state", "hint", "show", "rest", "help", "quit", "q"];
    let line = line.trim().trim_end_matches(['.', '!']).trim_end();
    let word = |word: &str| {
        let lower = word.to_lowercase();
        if WORDS.contains(&lower.as_str()) { lower } else { word.to_owned() }
    };
    line.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Parses the user's input about a subject.
pub(super) struct Reader<'a> {
    pub(super) symbols: &'a SymbolTable,
    /// The names of the constraints.
    pub(super) constraints: &'a [String],
}

impl Reader<'_> {
    /// Parses an answer. A valid fact is a fact even if its variable has the name of a command.
    pub(super) fn answer(&self, line: &str) -> Result<Answer, String> {
        if let Ok(fact) = self.fact(line) {
            return Ok(Answer::Deduction(Claim { fact, by: None, at: None, because: None }));
        }
        let line = &plain(line);
        match line.as_str() {
            "state" => return Ok(Answer::State),
            "hint" => return Ok(Answer::Hint),
            "show" => return Ok(Answer::Show),
            "rest" => return Ok(Answer::Rest),
            "help" | "?" => return Ok(Answer::Help),
            "quit" | "q" => return Ok(Answer::Quit),
            "back" => return Ok(Answer::Back(None)),
            _ => {}
        }
        // A variable may be called `because`, so the word is a separator only if there are facts on both sides.
        let parts = || line.match_indices("because").map(|(at, word)| (line[..at].trim(), &line[at + word.len()..]));
        let deduced = |(fact, because): (&str, &str)| {
            let claim = self.claim(fact)?;
            Ok(Answer::Deduction(Claim { because: Some(self.facts(because)?), ..claim }))
        };
        if let Some(answer) = parts().map(deduced).find(Result::is_ok) {
            return answer;
        }
        if let Some(guess) = line.strip_prefix("guess ") {
            return Ok(Answer::Guess(self.fact(guess)?));
        }
        if let Some(("back", because)) = parts().next() {
            return Ok(Answer::Back(Some(self.facts(because)?)));
        }
        if let Some((_, because)) = parts().next()
            && because.trim().is_empty()
        {
            return Err("`because` needs facts after it, separated by commas".to_owned());
        }
        match parts().next() {
            Some(both) => deduced(both),
            None => Ok(Answer::Deduction(self.claim(line).map_err(|error| self.advised(line, error))?)),
        }
    }

    /// Parses a fact with an optional constraint after `by` and an optional level after `at`.
    fn claim(&self, text: &str) -> Result<Claim, String> {
        let of = |fact: &str| Ok(Claim { fact: self.fact(fact)?, by: None, at: None, because: None });
        let Some((fact, rest)) = text.split_once(" by ") else { return of(text) };
        let (by, at) = match rest.rsplit_once(" at ") {
            Some((by, level)) => (by, Some(level.trim().to_lowercase())),
            None => (rest, None),
        };
        let level = |typed: String| {
            let known = WEAKEST.into_iter().find(|&level| level == typed);
            known.ok_or_else(|| format!("`at {typed}` is not understood: after `at` comes {}", WEAKEST.join(", ")))
        };
        Ok(Claim { by: Some(self.constraint(by)?), at: at.map(level).transpose()?, ..of(fact)? })
    }

    /// Finds the constraint with this name, or the only one with this prefix, ignoring case.
    fn constraint(&self, typed: &str) -> Result<String, String> {
        let typed = typed.trim().trim_matches('`').to_lowercase();
        let named = |name: &&String| name.to_lowercase() == typed;
        let begins = || self.constraints.iter().filter(|name| name.to_lowercase().starts_with(&typed));
        let mut alike: Vec<&String> =
            self.constraints.iter().find(named).map_or_else(|| begins().collect(), |name| vec![name]);
        alike.sort();
        alike.dedup();
        match alike[..] {
            [name] => Ok(name.clone()),
            [] => Err(format!("no constraint is called `{typed}`: `help` lists them")),
            _ => Err(format!("several constraints begin with `{typed}`: `help` lists them")),
        }
    }

    /// Suggests what the user may have meant by an invalid fact.
    fn advised(&self, line: &str, error: String) -> String {
        let alike = |word: &&str| *word != "because" && osa_distance(word, "because") <= 2;
        if let Some(word) = line.split_whitespace().find(alike) {
            return format!("`{word}` is not understood; did you mean `because`?");
        }
        let parts = listed(line);
        if parts.len() > 1
            && parts.iter().all(|part| self.fact(part).is_ok() || self.fact(&format!("not {part}")).is_ok())
        {
            return "One fact at a time, please: only `because` takes several".to_owned();
        }
        error
    }

    fn facts(&self, texts: &str) -> Result<Vec<Atom>, String> {
        listed(texts).into_iter().map(|text| self.fact(text)).collect()
    }

    /// Parses a fact. For queens, a square means a queen on it, and `not` with a square means none.
    pub(super) fn fact(&self, text: &str) -> Result<Atom, String> {
        facts::read(text, self.symbols).map_err(|error| error.to_string())
    }
}
