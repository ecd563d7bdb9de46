//! Reads JSON: a table of regions, or a list of squares for each region.
//!
//! The accepted forms are `{"stars": 1, "regions": [["A", "A", …], …]}`, where rows are arrays of names or numbers, or
//! strings of letters; the same with `colorRegions` instead of `regions`; just the table; and
//! `{"regions": {"A": ["a1", "b1", …], …}}`. Other keys are ignored. Values remain slices of the text until they are
//! needed, so that errors in a puzzle have a position.

use super::Table;
use crate::kinds::prelude::*;
use crate::kinds::regions::board::MAX_SIZE;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;

/// The keys and values of an object, in order.
struct Entries<'t>(Vec<(&'t RawValue, &'t RawValue)>);

impl<'t> Deserialize<'t> for Entries<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Entries<'t>, D::Error> {
        struct All;
        impl<'t> Visitor<'t> for All {
            type Value = Entries<'t>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Entries<'t>, A::Error> {
                let entries = std::iter::from_fn(|| map.next_entry().transpose());
                Ok(Entries(entries.collect::<Result<_, A::Error>>()?))
            }
        }
        deserializer.deserialize_map(All)
    }
}

/// The text with its comments blanked out, and the last offset that was converted to a position.
struct Source<'t> {
    given: &'t str,
    plain: String,
    last: Cell<(usize, Position)>,
}

type Row = Vec<(String, Position)>;

pub(super) fn read(text: &str) -> Read<Table> {
    let source = Source { given: text, plain: blanked(text), last: Cell::new((0, START)) };
    let whole: &RawValue = serde_json::from_str(&source.plain).map_err(|error| source.wrong(&error))?;
    if !whole.get().starts_with('{') {
        return Ok(Table { rows: source.rows(whole)?, stars: None });
    }
    let (mut stars, mut regions) = (None, None);
    for (key, value) in source.entries(whole)? {
        match key.as_str() {
            "stars" => {
                let number = value.get().parse().map_err(|_| source.unlike(value, "a number of stars"))?;
                stars = Some((number, source.at(value)));
            }
            "regions" | "colorRegions" if regions.replace(value).is_some() => {
                return Err(source.at(value).error("the key \"regions\" is given twice"));
            }
            _ => {}
        }
    }
    let regions = regions.ok_or_else(|| unlike(source.at(whole), "the key \"regions\"", "none"))?;
    let is_listed = regions.get().starts_with('{');
    Ok(Table { rows: if is_listed { source.listed(regions)? } else { source.rows(regions)? }, stars })
}

const START: Position = Position { line: 1, column: 1 };

/// Blanks out comments, which the other formats allow, and, outside strings, a byte order mark and non-ASCII blanks,
/// which JSON does not allow.
fn blanked(text: &str) -> String {
    let (mut in_text, mut in_comment, mut is_escaped) = (false, false, false);
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        in_comment = c != '\n' && (in_comment || !in_text && c == '#');
        if in_comment || !in_text && (c.is_whitespace() && c != '\n' || c == '\u{feff}') {
            plain.extend(std::iter::repeat_n(' ', c.len_utf8()));
            continue;
        }
        plain.push(c);
        // A string ends at the end of its line.
        in_text = c != '\n' && in_text != (c == '"' && !is_escaped);
        is_escaped = in_text && c == '\\' && !is_escaped;
    }
    plain
}

fn unlike(at: Position, expected: &str, found: &str) -> ReadError {
    at.error(format!("expected {expected}, found {found}"))
}

fn name(text: String, at: Position) -> Read<(String, Position)> {
    match text.chars().find(|c| c.is_control() || c.is_whitespace()) {
        Some(found) => Err(at.error(format!("`{}` in the name of a region", found.escape_debug()))),
        None if text.is_empty() => Err(unlike(at, "a region's name", "an empty text")),
        None => Ok((text, at)),
    }
}

impl Source<'_> {
    /// Returns the position of a value.
    fn at(&self, value: &RawValue) -> Position {
        self.position(value.get().as_ptr() as usize - self.plain.as_ptr() as usize)
    }

    /// Returns the position of a byte offset, counting from the previous position if possible. A byte order mark does
    /// not count as a column.
    fn position(&self, offset: usize) -> Position {
        let (from, mut at) = Some(self.last.get()).filter(|last| last.0 <= offset).unwrap_or((0, START));
        for c in self.given[from..offset].chars().filter(|&c| c != '\u{feff}') {
            at = if c == '\n' { Position { line: at.line + 1, column: 1 } } else { at.right(1) };
        }
        self.last.set((offset, at));
        at
    }

    /// Builds a syntax error that states what was expected and what was found.
    fn wrong(&self, error: &serde_json::Error) -> ReadError {
        let message = error.to_string();
        let begin: usize = self.plain.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
        // For a control character, the reported column is the previous character's.
        let behind = usize::from(!message.starts_with("control character"));
        let bytes = if error.is_eof() { usize::MAX } else { begin + error.column().saturating_sub(behind) };
        let is_boundary = |offset: &usize| self.plain.is_char_boundary(*offset);
        let offset = (0..=bytes.min(self.plain.len())).rev().find(is_boundary).unwrap_or(0);
        let before = self.plain[..offset].trim_end();
        let expected = match message.split(" at line ").next().unwrap_or_default() {
            "EOF while parsing a list" if before.ends_with('[') => "a value",
            "EOF while parsing a list" | "expected `,` or `]`" => "`,` or `]`",
            "EOF while parsing an object" if before.ends_with(['{', ',']) => "a text in quotation marks",
            "EOF while parsing an object" if before.ends_with('"') => "`:`, `,` or `}`",
            "EOF while parsing an object" | "expected `,` or `}`" => "`,` or `}`",
            "key must be a string" => "a text in quotation marks",
            "expected `:`" => "`:`",
            "trailing characters" => "nothing after the puzzle",
            "invalid escape" => "one of the characters \" \\ / b f n r t u",
            text if text.contains("string") => "`\"`",
            _ => "a value",
        };
        match self.given[offset..].chars().next() {
            Some(c) if !error.is_eof() => unlike(self.position(offset), expected, &format!("`{c}`")),
            _ => unlike(end(self.given), expected, "the end"),
        }
    }

    fn unlike(&self, raw: &RawValue, expected: &str) -> ReadError {
        let found = match raw.get().as_bytes()[0] {
            b'[' => "a list",
            b'{' => "an object",
            _ => raw.get(),
        };
        unlike(self.at(raw), expected, found)
    }

    /// Parses a value that begins with the given character; otherwise returns an error that contains `expected`.
    fn value<'v, T: Deserialize<'v>>(&self, raw: &'v RawValue, begin: char, expected: &str) -> Read<T> {
        let json = Some(raw.get()).filter(|json| json.starts_with(begin));
        json.and_then(|json| serde_json::from_str(json).ok()).ok_or_else(|| self.unlike(raw, expected))
    }

    fn entries<'v>(&self, raw: &'v RawValue) -> Read<Vec<(String, &'v RawValue)>> {
        let Entries(all) = self.value(raw, '{', "an object")?;
        let (mut entries, mut known) = (Vec::new(), BTreeSet::new());
        for (raw, value) in all {
            let key: String = self.value(raw, '"', "a key")?;
            self.at(raw).require(known.insert(key.clone()), || format!("the key \"{key}\" is given twice"))?;
            entries.push((key, value));
        }
        Ok(entries)
    }

    fn rows(&self, raw: &RawValue) -> Read<Vec<Row>> {
        match self.value::<Vec<&RawValue>>(raw, '[', "a list of rows")? {
            rows if rows.is_empty() => Err(self.at(raw).error("there is no puzzle here: expected rows")),
            rows => rows.into_iter().map(|row| self.row(row)).collect(),
        }
    }

    fn row(&self, raw: &RawValue) -> Read<Row> {
        if raw.get().starts_with('"') {
            let (letters, at): (String, Position) = (self.value(raw, '"', "a row")?, self.at(raw));
            // The first character is a quotation mark.
            return letters.chars().zip(1..).map(|(c, i)| name(c.to_string(), at.right(i))).collect();
        }
        let name = |raw: &RawValue| match raw.get() {
            number if number.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                name(number.to_owned(), self.at(raw))
            }
            _ => name(self.value(raw, '"', "a region's name")?, self.at(raw)),
        };
        self.value::<Vec<&RawValue>>(raw, '[', "a row")?.into_iter().map(name).collect()
    }

    /// Reads a board given by the squares of each region.
    fn listed(&self, raw: &RawValue) -> Read<Vec<Row>> {
        let lists = self.entries(raw)?;
        let size = lists.len();
        self.at(raw).require(size <= MAX_SIZE, || format!("a board has 1 to {MAX_SIZE} rows, not {size}"))?;
        let mut board: Vec<Option<(String, Position)>> = vec![None; size * size];
        for (region, list) in lists {
            let squares: Vec<&RawValue> = self.value(list, '[', "a list of squares")?;
            let (region, _) = name(region, self.at(list))?;
            for raw in squares {
                let given: String = self.value(raw, '"', "a square")?;
                let at = self.at(raw);
                let square = square(&given, size).map_err(|message| at.error(message))?;
                let is_first = board[square].replace((region.clone(), at)).is_none();
                at.require(is_first, || format!("{given} is listed twice"))?;
            }
        }
        if let Some(square) = board.iter().position(Option::is_none) {
            return Err(self.at(raw).error(format!("{} is not listed in any region", square_of(square, size))));
        }
        let squares: Row = board.into_iter().flatten().collect();
        Ok(squares.chunks(size.max(1)).map(<[_]>::to_vec).collect())
    }
}

/// Returns the index of a square given as `d1`, `D1` or `4:1`.
fn square(given: &str, size: usize) -> Result<usize, String> {
    let number = |digits: &str| {
        let is_plain = digits.bytes().all(|b| b.is_ascii_digit());
        digits.parse::<usize>().ok().filter(|_| is_plain)?.checked_sub(1)
    };
    let letter = |letter: &str| letter.bytes().next().map(|b| usize::from(b.to_ascii_lowercase() - b'a'));
    let read = match given.split_once(':') {
        Some((column, row)) => number(row).zip(number(column)),
        None if given.starts_with(|c: char| c.is_ascii_alphabetic()) => number(&given[1..]).zip(letter(given)),
        None => None,
    };
    match read {
        Some((row, column)) if row < size && column < size => Ok(row * size + column),
        Some(_) => {
            let last = square_of(size * size - 1, size);
            Err(format!("`{given}` is off the {size}x{size} board, which ends at {last}"))
        }
        None => Err(format!("`{given}` is not a square: type a column and a row, such as d1 or, in numbers, 4:1")),
    }
}

/// Returns the name of a square, which is numeric if there are more columns than letters.
fn square_of(square: usize, size: usize) -> String {
    let (row, column) = (square / size, square % size);
    if size <= 26 { square_name(row, column) } else { format!("{}:{}", column + 1, row + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_squares_are_read_back() {
        for size in [1, 8, 26, 27, 52] {
            for number in 0..size * size {
                assert_eq!(square(&square_of(number, size), size), Ok(number));
            }
        }
    }

    #[test]
    fn other_texts_are_no_squares() {
        for text in ["", "d", "4", "d0", "0:1", "d+1", "d1x", ":", "4:", "ä1", "d99999999999999999999"] {
            let error = square(text, 8).expect_err(text);
            assert!(error.starts_with(&format!("`{text}` is not a square")), "{error}");
        }
    }
}
