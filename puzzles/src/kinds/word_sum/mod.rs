//! Word sums (cryptarithms): assign digits to letters such that the addition is correct.

mod compose;

use crate::kinds::prelude::*;

/// The kind.
pub(crate) static KIND: Kind = Kind {
    name: "word-sum",
    title: "Word sum",
    rules: "Each letter stands for a digit, different letters for different digits, and the sum is right. No number begins \
            with 0.",
    formats: &[
        "SEND+MORE=MONEY or ==, with two or more words on the left, on one line or several; then, each on its own line, letters whose digits are known: M = 1",
    ],
    writes: TEXT,
    example: "SEND+MORE=MONEY\n",
    sizes: [3, 4, 6],
    levels: LEVELS,
    read,
    compose: compose::compose,
};

/// A sum of words.
#[derive(Clone, Debug)]
struct WordSum {
    terms: Vec<Vec<char>>,
    total: Vec<char>,
    /// The letters whose digits are given.
    givens: Vec<(char, usize)>,
}

/// The maximum length of a word.
const MAX_LENGTH: usize = 12;

/// The maximum number of terms.
const MAX_TERMS: usize = 20;

/// The level of the rule for a column.
const COLUMN: u8 = 1;

fn read(text: &str) -> Read<Box<dyn Puzzle>> {
    let lines = text_lines(text, Comments::Hash)?;
    let missing = || end(text).error("expected a sum such as SEND+MORE=MONEY");
    let start = lines.first().ok_or_else(missing)?.start();
    let mut terms: Vec<Vec<char>> = vec![Vec::new()];
    let mut is_total = false;
    // A sum may span several lines and may have a drawn line instead of `=`. It ends with the total's line.
    let mut used = 0;
    for line in &lines {
        if is_total && terms.last().is_some_and(|total| !total.is_empty()) {
            break;
        }
        used += 1;
        let is_stroke = line.text().chars().all(|c| "-—_=".contains(c));
        let equals = line.text().find("==").filter(|_| !is_stroke).map(|at| at + 1);
        let mut is_apart = true;
        for (i, (begin, c)) in line.text().char_indices().enumerate() {
            let at = line.start().right(i);
            let is_empty = terms.last().is_some_and(Vec::is_empty);
            let after_gap = std::mem::replace(&mut is_apart, c.is_whitespace());
            match if is_stroke { '=' } else { c } {
                'A'..='Z' | 'a'..='z' if after_gap && !is_empty => {
                    return Err(at.error("expected `+` or `=` between two words"));
                }
                'A'..='Z' | 'a'..='z' => {
                    terms.last_mut().into_iter().for_each(|word| word.push(c.to_ascii_uppercase()))
                }
                '=' if is_stroke && begin > 0 || Some(begin) == equals => {}
                '+' | '=' if is_empty => return Err(at.error(format!("expected a word before `{c}`"))),
                '+' if !is_total => terms.push(Vec::new()),
                '=' if !is_total && terms.len() > 1 => {
                    is_total = true;
                    terms.push(Vec::new());
                }
                '=' if !is_total => return Err(at.error("expected two or more words before `=`")),
                '+' | '=' => return Err(at.error(format!("expected the end after the total, not `{c}`"))),
                c if c.is_whitespace() => {}
                _ => return Err(at.error(format!("expected a letter, `+` or `=`, not `{c}`"))),
            }
        }
    }
    let total = terms.pop().filter(|total| is_total && !total.is_empty());
    let total = total.ok_or_else(|| lines[used - 1].end().error("expected `=` and the total"))?;
    let mut sum = WordSum { terms, total, givens: Vec::new() };
    let fits = sum.terms.len() <= MAX_TERMS && sum.words().all(|word| word.len() <= MAX_LENGTH);
    start.require(fits, || format!("expected at most {MAX_TERMS} words of at most {MAX_LENGTH} letters"))?;
    start.require(sum.letters().len() <= 10, || {
        format!("{} letters, but there are only 10 digits", sum.letters().len())
    })?;
    for line in &lines[used..] {
        sum.givens.push(given(&sum, line.text(), line.start())?);
    }
    Ok(Box::new(sum))
}

/// Parses a given, such as `M = 1`.
fn given(sum: &WordSum, line: &str, at: Position) -> Read<(char, usize)> {
    let wrong = || at.expected("a letter and its digit, M = 1", line);
    let (letter, digit) = line.split_once('=').ok_or_else(wrong)?;
    let place = at.right(letter.chars().count() + 1 + digit.chars().take_while(|c| c.is_whitespace()).count());
    let known = sum.letters().into_iter().find(|known| letter.trim().eq_ignore_ascii_case(&known.to_string()));
    let known = known.ok_or_else(|| at.error(format!("there is no letter `{}`", shortened(letter.trim()))))?;
    let least = usize::from(sum.leads(known));
    let digit = number(digit.trim(), place, least..=9, "a digit")?;
    let is_new = sum.givens.iter().all(|&(other, value)| other != known && value != digit);
    at.require(is_new, || "this letter or this digit is given twice")?;
    Ok((known, digit))
}

impl WordSum {
    /// Checks whether the letter is the first letter of a word.
    fn leads(&self, letter: char) -> bool {
        self.words().any(|word| word.len() > 1 && word.first() == Some(&letter))
    }

    fn words(&self) -> impl Iterator<Item = &Vec<char>> {
        self.terms.iter().chain([&self.total])
    }

    /// Returns the letters in order of first appearance.
    fn letters(&self) -> Vec<char> {
        let mut letters: Vec<char> = Vec::new();
        for &letter in self.words().flatten() {
            numbered(&mut letters, letter);
        }
        letters
    }

    fn longest(&self) -> usize {
        self.words().map(Vec::len).max().unwrap_or(0)
    }
}

impl Puzzle for WordSum {
    fn statement(&self) -> Result<Statement, ModelError> {
        let mut s = Statement::new(Words::Values { is: "{c} = {v}", not: "{c} is not {v}" });
        let letters = self.letters();
        for letter in &letters {
            s.cell(letter.to_string(), i32::from(self.leads(*letter))..=9)?;
        }
        let all: Vec<usize> = (0..letters.len()).collect();
        s.all_different("", "different digits", &all);
        // The carries between columns. There is no carry into the first column or out of the last.
        let columns = self.longest();
        let most = self.terms.len() as i32 - 1;
        let mut carries: Vec<Option<usize>> = vec![None];
        for column in 1..columns {
            carries.push(Some(s.cell(format!("carry {column}"), 0..=most)?));
        }
        carries.push(None);
        for column in 0..columns {
            let digit = |word: &Vec<char>| {
                let letter = word.len().checked_sub(column + 1).map(|place| word[place]);
                letter.and_then(|letter| letters.iter().position(|&known| known == letter))
            };
            let given: Vec<usize> = self.terms.iter().filter_map(digit).chain(carries[column]).collect();
            let mut sum = s.sum(&given);
            if let Some(cell) = digit(&self.total) {
                sum -= s.cells[cell].variable;
            }
            if let Some(cell) = carries[column + 1] {
                sum -= Expr::from(s.cells[cell].variable) * 10;
            }
            s.rule(&format!("column {} from the right", column + 1), COLUMN, |model| model.post(sum.equals(0)));
        }
        for &(letter, digit) in &self.givens {
            letters.iter().position(|&known| known == letter).into_iter().for_each(|cell| s.give(cell, digit as i32));
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let (letters, columns) = (self.letters(), self.longest());
        let mut sheet = Sheet { rows: self.terms.len() + 1, columns: columns + 1, ..Sheet::default() };
        let signs = [""].into_iter().chain(std::iter::repeat_n("+", self.terms.len() - 1)).chain(["="]);
        for (sign, word) in signs.zip(self.words()) {
            sheet.squares.push(Square { text: sign.to_owned(), ..Square::default() });
            for place in 0..columns {
                let letter = (place + word.len()).checked_sub(columns).map(|place| word[place]);
                let cell = letter.and_then(|letter| letters.iter().position(|&known| known == letter));
                let text = letter.map(String::from).unwrap_or_default();
                sheet.squares.push(Square { cell, text, ..Square::default() });
            }
        }
        sheet
    }

    fn write(&self) -> String {
        let terms: Vec<String> = self.terms.iter().map(|term| term.iter().collect()).collect();
        let sum = format!("{}={}\n", terms.join("+"), self.total.iter().collect::<String>());
        self.givens.iter().fold(sum, |text, (letter, digit)| text + &format!("{letter} = {digit}\n"))
    }

    fn retain(&mut self, stays: &mut dyn FnMut() -> bool) {
        self.givens.retain(|_| stays());
    }
}
