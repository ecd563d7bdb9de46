//! JSON: a table of regions, or a list of squares for each.
//!
//! Accepted are `{"stars": 1, "regions": [["A", "A", …], …]}`, with rows as arrays of names or numbers or as strings of
//! letters; `colorRegions` for `regions`; the table alone; and `{"regions": {"A": ["a1", "b1", …], …}}`. Other keys are
//! ignored. The parser is our own, because errors in a puzzle need their position in the text.

use super::Table;
use crate::read::{Position, ReadError, end};
use crate::regions::square::{Square, SquareError};

/// A value, with its place.
struct Json {
    at: Position,
    value: Value,
}

enum Value {
    Text(String),
    /// As it is written.
    Number(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
    /// `true`, `false`, `null`.
    Word(&'static str),
}

pub(super) fn read(text: &str) -> Result<Table, ReadError> {
    let end = end(text);
    let mut parser = Parser { rest: text, at: Position { line: 1, column: 1 }, end };
    let json = parser.value(0)?;
    parser.skip();
    if !parser.rest.is_empty() {
        return Err(parser.wrong("nothing after the puzzle"));
    }
    let Value::Object(entries) = json.value else { return Ok(Table { rows: rows(json)?, stars: None }) };
    let mut stars = None;
    let mut regions = None;
    for (key, value) in entries {
        match key.as_str() {
            "stars" => stars = Some(number(&value)?),
            "regions" | "colorRegions" if regions.is_some() => {
                return Err(value.at.error("the key \"regions\" comes twice"));
            }
            "regions" | "colorRegions" => regions = Some(value),
            _ => {}
        }
    }
    let missing = || unlike(json.at, "the key \"regions\"", "none");
    let regions = regions.ok_or_else(missing)?;
    let rows = if let Value::Object(lists) = regions.value { listed(lists, regions.at)? } else { rows(regions)? };
    Ok(Table { rows, stars })
}

fn number(json: &Json) -> Result<(usize, Position), ReadError> {
    let wrong = || unlike(json.at, "a number of stars", &json.value.describe());
    let Value::Number(digits) = &json.value else { return Err(wrong()) };
    Ok((digits.parse().map_err(|_| wrong())?, json.at))
}

type Row = Vec<(String, Position)>;

fn unlike(at: Position, expected: &str, found: &str) -> ReadError {
    at.error(format!("expected {expected}, found {found}"))
}

fn rows(json: Json) -> Result<Vec<Row>, ReadError> {
    match json.value {
        Value::List(rows) if rows.is_empty() => Err(json.at.error("there is no puzzle here: expected rows")),
        Value::List(rows) => rows.into_iter().map(row).collect(),
        other => Err(unlike(json.at, "a list of rows", &other.describe())),
    }
}

fn row(json: Json) -> Result<Row, ReadError> {
    let at = json.at;
    match json.value {
        Value::Text(letters) => {
            // The quotation mark comes first.
            let places = letters.chars().zip(1..).map(|(c, i)| (c, at.right(i)));
            places.map(|(c, at)| name(c.to_string(), at)).collect()
        }
        Value::List(names) => names
            .into_iter()
            .map(|json| match json.value {
                Value::Text(text) | Value::Number(text) => name(text, json.at),
                other => Err(unlike(json.at, "a region's name", &other.describe())),
            })
            .collect(),
        other => Err(unlike(at, "a row", &other.describe())),
    }
}

fn name(text: String, at: Position) -> Result<(String, Position), ReadError> {
    match text.chars().find(|c| c.is_control() || c.is_whitespace()) {
        Some(found) => Err(at.error(format!("`{}` in the name of a region", found.escape_debug()))),
        None if text.is_empty() => Err(unlike(at, "a region's name", "an empty text")),
        None => Ok((text, at)),
    }
}

/// A board from the squares of each region.
fn listed(lists: Vec<(String, Json)>, at: Position) -> Result<Vec<Row>, ReadError> {
    let size = lists.len();
    let mut board: Vec<Vec<Option<(String, Position)>>> = vec![vec![None; size]; size];
    for (region, list) in lists {
        let Value::List(squares) = list.value else {
            return Err(unlike(list.at, "a list of squares", &list.value.describe()));
        };
        let (region, _) = name(region, list.at)?;
        for json in squares {
            let Value::Text(given) = json.value else {
                return Err(unlike(json.at, "a square", &json.value.describe()));
            };
            let square = Square::read(&given).map_err(|e| json.at.error(e.to_string()))?;
            let place = board.get_mut(square.row).and_then(|row| row.get_mut(square.column));
            let Some(place) = place else {
                return Err(json.at.error(SquareError::OffBoard { given, size }.to_string()));
            };
            if place.replace((region.clone(), json.at)).is_some() {
                return Err(json.at.error(format!("{given} is listed twice")));
            }
        }
    }
    let whole = |(row, squares): (usize, Vec<Option<_>>)| {
        let place = |(column, square): (usize, Option<_>)| {
            let name = || Square { row, column }.on(size).to_string();
            square.ok_or_else(|| at.error(format!("{} is listed in no region", name())))
        };
        squares.into_iter().enumerate().map(place).collect()
    };
    board.into_iter().enumerate().map(whole).collect()
}

impl Value {
    fn describe(&self) -> String {
        match self {
            Value::Text(text) => format!("\"{text}\""),
            Value::Number(number) => number.clone(),
            Value::List(_) => "a list".to_owned(),
            Value::Object(_) => "an object".to_owned(),
            Value::Word(word) => (*word).to_owned(),
        }
    }
}

struct Parser<'a> {
    rest: &'a str,
    at: Position,
    /// Where the text ends, without the blanks and line breaks after it.
    end: Position,
}

/// Lists within lists, at most.
const DEPTH: usize = 64;

impl Parser<'_> {
    fn step(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.at = match c {
            '\n' => Position { line: self.at.line + 1, column: 1 },
            // A byte order mark is no column.
            '\u{feff}' => self.at,
            _ => Position { column: self.at.column + 1, ..self.at },
        };
        Some(c)
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn skip(&mut self) {
        let mut comment = false;
        while let Some(c) = self.peek() {
            // Comments are no JSON, but the other formats have them.
            comment = (comment || c == '#') && c != '\n';
            if !comment && !c.is_whitespace() && c != '\u{feff}' {
                return;
            }
            self.step();
        }
    }

    fn wrong(&self, expected: &'static str) -> ReadError {
        match self.peek() {
            Some(c) => unlike(self.at, expected, &format!("`{c}`")),
            None => unlike(self.end, expected, "the end"),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json, ReadError> {
        self.skip();
        let at = self.at;
        let value = match self.peek() {
            Some('[' | '{') if depth >= DEPTH => return Err(self.wrong("fewer brackets")),
            Some('[') => self.list(depth)?,
            Some('{') => self.object(depth)?,
            Some('"') => Value::Text(self.text()?),
            Some(c) if c == '-' || c.is_ascii_digit() => Value::Number(self.number()),
            _ => self.word()?,
        };
        Ok(Json { at, value })
    }

    /// After an item: whether another follows.
    fn goes_on(&mut self, end: char, expected: &'static str) -> Result<bool, ReadError> {
        self.skip();
        match self.peek() {
            Some(',') => {
                self.step();
                Ok(true)
            }
            Some(c) if c == end => {
                self.step();
                Ok(false)
            }
            _ => Err(self.wrong(expected)),
        }
    }

    /// After an opening bracket: whether it is closed at once.
    fn is_closed(&mut self, end: char) -> bool {
        self.step();
        self.skip();
        let closed = self.peek() == Some(end);
        if closed {
            self.step();
        }
        closed
    }

    fn list(&mut self, depth: usize) -> Result<Value, ReadError> {
        let mut items = Vec::new();
        if self.is_closed(']') {
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if !self.goes_on(']', "`,` or `]`")? {
                return Ok(Value::List(items));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Value, ReadError> {
        let mut entries: Vec<(String, Json)> = Vec::new();
        if self.is_closed('}') {
            return Ok(Value::Object(entries));
        }
        loop {
            self.skip();
            let at = self.at;
            let key = self.text()?;
            if entries.iter().any(|(known, _)| *known == key) {
                return Err(at.error(format!("the key \"{key}\" comes twice")));
            }
            self.skip();
            if self.peek() != Some(':') {
                return Err(self.wrong("`:`"));
            }
            self.step();
            entries.push((key, self.value(depth + 1)?));
            if !self.goes_on('}', "`,` or `}`")? {
                return Ok(Value::Object(entries));
            }
        }
    }

    fn text(&mut self) -> Result<String, ReadError> {
        if self.peek() != Some('"') {
            return Err(self.wrong("a text in quotation marks"));
        }
        self.step();
        let mut text = String::new();
        loop {
            match self.peek() {
                None | Some('\n') => return Err(self.wrong("`\"`")),
                Some('"') => {
                    self.step();
                    return Ok(text);
                }
                Some('\\') => {
                    self.step();
                    text.push(self.escaped()?);
                }
                Some(c) => {
                    self.step();
                    text.push(c);
                }
            }
        }
    }

    fn escaped(&mut self) -> Result<char, ReadError> {
        let wrong = self.wrong("one of the characters \" \\ / b f n r t u");
        Ok(match self.step() {
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => {
                let wrong = self.wrong("four hexadecimal digits of a character");
                let digits = self.rest.get(..4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
                let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).and_then(char::from_u32);
                (0..4).for_each(|_| {
                    self.step();
                });
                code.ok_or(wrong)?
            }
            _ => return Err(wrong),
        })
    }

    fn number(&mut self) -> String {
        let mut digits = String::new();
        while let Some(c) = self.peek().filter(|c| c.is_ascii_digit() || "-+.eE".contains(*c)) {
            digits.push(c);
            self.step();
        }
        digits
    }

    fn word(&mut self) -> Result<Value, ReadError> {
        for word in ["true", "false", "null"] {
            if self.rest.starts_with(word) {
                (0..word.len()).for_each(|_| {
                    self.step();
                });
                return Ok(Value::Word(word));
            }
        }
        Err(self.wrong("a value"))
    }
}
