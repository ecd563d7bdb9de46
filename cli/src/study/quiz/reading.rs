//! Parsing answers in a quiz.

use super::super::subject::Subject;
use queens::Square;
use solver_core::{Atom, SymbolTable, View};
use strsim::osa_distance;
use study::facts::{self, listed};

/// What was typed.
pub(super) enum Answer {
    /// It follows, from all that is known or from what is named.
    Deduction(Atom, Option<Vec<Atom>>),
    Guess(Atom),
    /// The last guess was wrong, or the last of those that are named.
    Back(Option<Vec<Atom>>),
    State,
    Hint,
    Show,
    Rest,
    Help,
    Quit,
}

/// Said where facts are read.
pub(super) const BOARD: &str = "With queens, squares are facts: `not b1`, `not b1 because a1`, `guess b4`.";

/// The words of an answer in small letters, and no full stop at its end. Names of variables stay as they are.
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

/// Reads what people type about a subject.
pub(super) struct Reader<'a> {
    pub(super) subject: &'a Subject,
    pub(super) symbols: &'a SymbolTable,
}

impl Reader<'_> {
    /// Reads an answer. What can be read as a fact is one, whatever its variable is called.
    pub(super) fn answer(&self, line: &str) -> Result<Answer, String> {
        if let Ok(fact) = self.fact(line) {
            return Ok(Answer::Deduction(fact, None));
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
        // A variable may be called `because`: the word parts the line where there are facts on both sides.
        let parts = || line.match_indices("because").map(|(at, word)| (line[..at].trim(), &line[at + word.len()..]));
        let deduced =
            |(fact, because): (&str, &str)| Ok(Answer::Deduction(self.fact(fact)?, Some(self.facts(because)?)));
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
            return Err("`because` needs facts behind it, with commas between them".to_owned());
        }
        match parts().next() {
            Some(both) => deduced(both),
            None => Ok(Answer::Deduction(self.fact(line).map_err(|error| self.advised(line, error))?, None)),
        }
    }

    /// What was perhaps meant by a line that is no fact.
    fn advised(&self, line: &str, error: String) -> String {
        let alike = |word: &&str| *word != "because" && osa_distance(word, "because") <= 2;
        if let Some(word) = line.split_whitespace().find(alike) {
            return format!("`{word}` is not understood; did you mean `because`?");
        }
        let parts = listed(line);
        if parts.len() > 1
            && parts.iter().all(|part| self.fact(part).is_ok() || self.fact(&format!("not {part}")).is_ok())
        {
            return "One fact at a time, please: several can stand behind `because`".to_owned();
        }
        error
    }

    fn facts(&self, texts: &str) -> Result<Vec<Atom>, String> {
        listed(texts).into_iter().map(|text| self.fact(text)).collect()
    }

    /// Reads a fact; with queens a square is a queen on it, and `not` a square none.
    pub(super) fn fact(&self, text: &str) -> Result<Atom, String> {
        let text = text.trim();
        let symbols = self.symbols;
        let Some(queens) = &self.subject.queens else {
            return facts::read(text, symbols).map_err(|error| error.to_string());
        };
        let lower = text.to_lowercase();
        let text = if facts::read(text, symbols).is_ok() { text } else { lower.as_str() };
        let (word, stands) =
            match text.strip_prefix("not ").or_else(|| text.strip_prefix("no ")).or_else(|| text.strip_prefix('!')) {
                Some(square) => (square.trim(), false),
                None => (text, true),
            };
        let Ok(square) = word.parse::<Square>() else {
            return facts::read(text, symbols).map_err(|error| format!("{error}. {BOARD}"));
        };
        let n = queens.columns.len();
        let column = queens.columns.get(square.column as usize).filter(|_| (square.row as usize) < n);
        let column = column.ok_or_else(|| format!("there is no square `{word}` on this board"))?;
        let view = View::of(symbols.var(*column).map_err(|error| error.to_string())?);
        let row = square.row as i32;
        Ok(if stands { Atom::equals(view, row) } else { Atom::differs(view, row) })
    }
}
