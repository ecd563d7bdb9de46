//! Parsing answers in a quiz.

use super::super::subject::Subject;
use queens::Square;
use solver_core::{Atom, SymbolTable, View};
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
        match line {
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
        let deduced = |(fact, because)| Ok(Answer::Deduction(self.fact(fact)?, Some(self.facts(because)?)));
        if let Some(answer) = parts().map(deduced).find(Result::is_ok) {
            return answer;
        }
        if let Some(guess) = line.strip_prefix("guess ") {
            return Ok(Answer::Guess(self.fact(guess)?));
        }
        if let Some(("back", because)) = parts().next() {
            return Ok(Answer::Back(Some(self.facts(because)?)));
        }
        match parts().next() {
            Some(both) => deduced(both),
            None => Ok(Answer::Deduction(self.fact(line)?, None)),
        }
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
        let (word, stands) = match text.strip_prefix("not ") {
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
