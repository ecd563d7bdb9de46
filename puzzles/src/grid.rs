//! Reads boards from text that contains rows of squares in any common layout.
//!
//! A square is a character, or a field between blanks, commas, semicolons, tabs or the bars of a frame. Blanks in the
//! same columns of all rows are separators. Any other blank is an empty square; then all rows must have the same
//! length. Lines of a frame (`+---+`) are skipped. A size given in the text (`5 5`, `size 5x5`, `width 5`) must match
//! the board.

use crate::read::{BARS, Line, Position, Read, count};
use std::ops::RangeInclusive;

/// A row: the text and position of each square. An empty square's text is a blank.
pub(crate) type Row<'t> = Vec<(&'t str, Position)>;

type Rows<'t> = Vec<Row<'t>>;

/// A board.
#[derive(Debug)]
pub(crate) struct Grid<'t> {
    pub(crate) columns: usize,
    /// The squares, row by row.
    pub(crate) squares: Row<'t>,
    /// The position of the first square.
    pub(crate) start: Position,
}

/// The maximum number of rows and columns for most kinds.
pub(crate) const MAX_SIZE: usize = 60;

/// The names of lines that give the board size.
const SIZES: [&str; 3] = ["size", "width", "height"];

/// Checks whether a square is empty.
pub(crate) fn is_empty(square: &str) -> bool {
    matches!(square, "." | " " | "_" | "?")
}

/// Returns the digit in a square if it is at most `most`.
pub(crate) fn digit(square: &str, most: usize) -> Option<usize> {
    square.parse().ok().filter(|digit| *digit <= most && square.len() == 1)
}

impl<'t> Grid<'t> {
    /// Parses the squares. An error message contains `expected`.
    pub(crate) fn map<T>(&self, expected: &str, value: impl Fn(&'t str) -> Option<T>) -> Read<Vec<T>> {
        let read = |&(square, at): &(&'t str, Position)| value(square).ok_or_else(|| at.expected(expected, square));
        self.squares.iter().map(read).collect()
    }

    /// Reads a board whose rows have the same length and whose squares are single characters.
    pub(crate) fn rectangle(lines: &[Line<'t>], end: Position) -> Read<Grid<'t>> {
        one_block(lines)?;
        let (rows, columns) = sized(lines, end, rows)?;
        let start = rows.first().and_then(|row| row.first()).map_or(end, |square| square.1);
        check_size(rows.len(), columns, start)?;
        Ok(Grid { columns, squares: rows.into_iter().flatten().collect(), start })
    }

    /// Reads a board that has as many rows as columns, or all of its squares in one line.
    pub(crate) fn square(lines: &[Line<'t>], end: Position, sizes: RangeInclusive<usize>) -> Read<Grid<'t>> {
        let (mut rows, mut columns) = sized(lines, end, square_rows)?;
        let start = rows.first().and_then(|row| row.first()).map_or(end, |square| square.1);
        let size = columns.isqrt().max(1);
        if rows.len() == 1 && size * size == columns {
            (columns, rows) = (size, rows[0].chunks(size).map(<[_]>::to_vec).collect());
        }
        let (least, most) = sizes.clone().into_inner();
        start.require(sizes.contains(&rows.len()), || {
            let one_line = if rows.len() == 1 { format!(" with {}", count(columns, "square")) } else { String::new() };
            format!("expected {least} to {most} rows, not {}{one_line}", rows.len())
        })?;
        let size = rows.len();
        start.require(size == columns, || format!("{size} rows need {size} squares each, not {columns}"))?;
        Ok(Grid { columns, squares: rows.into_iter().flatten().collect(), start })
    }
}

/// Writes rows of squares with a separator between the squares.
pub(crate) fn write<T, S: ToString>(
    columns: usize,
    squares: &[T],
    separator: &str,
    square: impl Fn(&T) -> S,
) -> String {
    let row = |row: &[T]| row.iter().map(|own| square(own).to_string()).collect::<Vec<_>>().join(separator) + "\n";
    squares.chunks(columns).map(row).collect()
}

/// Returns the index of an item in a list. An item that is not in the list is appended.
pub(crate) fn numbered<T: PartialEq>(seen: &mut Vec<T>, item: T) -> usize {
    seen.iter().position(|known| *known == item).unwrap_or_else(|| {
        seen.push(item);
        seen.len() - 1
    })
}

/// Returns the letter of the region with the given number: A to Z, then a to z.
pub(crate) fn letter(number: usize) -> String {
    let letters = (b'A'..=b'Z').chain(b'a'..=b'z').map(char::from);
    letters.skip(number).map(String::from).next().unwrap_or_else(|| (number + 1).to_string())
}

/// Checks that there is no blank line between rows, which would mean two boards.
pub(crate) fn one_block(lines: &[Line<'_>]) -> Read<()> {
    let begin = 1 + usize::from(lines.first().is_some_and(|line| head(line).is_some()));
    let wrong = "a blank line ends the board, but another row follows: give one board, and write `.` for empty squares";
    match lines.iter().skip(begin).find(|line| line.is_apart && !states_size(line)) {
        Some(line) => Err(line.start().error(wrong)),
        None => Ok(()),
    }
}

/// Checks that a board has at least one square and no more rows and columns than most kinds allow.
pub(crate) fn check_size(rows: usize, columns: usize, at: Position) -> Read<()> {
    match (1..=MAX_SIZE).contains(&rows) && (1..=MAX_SIZE).contains(&columns) {
        true => Ok(()),
        false => Err(at.error(format!("expected 1 to {MAX_SIZE} rows and columns, not {rows} and {columns}"))),
    }
}

/// Returns the common length of the rows.
pub(crate) fn width<T: AsRef<str>>(rows: &[Vec<(T, Position)>], end: Position, why: &str) -> Read<usize> {
    let expected = rows.first().map_or(0, Vec::len);
    let Some(number) = rows.iter().position(|row| row.len() != expected) else { return Ok(expected) };
    let row = &rows[number];
    let behind = row.last().map(|(square, at)| at.right(square.as_ref().trim().chars().count()));
    let at = row.get(expected).map(|square| square.1).or(behind).unwrap_or(end);
    let found = count(row.len(), "square");
    Err(at.error(format!("row {} has {found}, but row 1 has {expected}{why}", number + 1)))
}

/// Reads rows of the same length, and checks a size given in the text.
fn sized<'t>(lines: &[Line<'t>], end: Position, read: fn(&[Line<'t>]) -> Read<Rows<'t>>) -> Read<(Rows<'t>, usize)> {
    let (sizes, board): (Vec<Line<'t>>, Vec<Line<'t>>) = lines.iter().partition(|line| states_size(line));
    // If the first line has one or two numbers and the rest is a board of that size, the first line is the size.
    let rest = board.split_first().filter(|(first, rest)| {
        let Some(numbers) = head(first) else { return false };
        let found = read(rest).ok().map(|rows| (rows.len(), rows.first().map_or(0, Vec::len)));
        found.is_some_and(|(rows, columns)| columns > 2 && fits("size", &numbers, rows, columns))
    });
    if let Some((first, rest)) = rest
        && read(rest)?.iter().flatten().any(|(square, _)| *square == " ")
        && read(&board).is_ok_and(|rows| width(&rows, end, "").is_ok())
    {
        let text = first.text();
        return Err(first.start().error(format!(
            "`{text}` may be the board size or a row: write `size {text}` for the size, or `.` for empty squares"
        )));
    }
    let rows = read(rest.map_or(&board, |(_, rest)| rest))?;
    let columns = width(&rows, end, "")?;
    for line in sizes {
        let Some((name, values)) = line.setting(&SIZES) else { continue };
        let is_own = numbers(&values).is_some_and(|numbers| fits(name, &numbers, rows.len(), columns));
        let found = || format!("{} and {}", count(rows.len(), "row"), count(columns, "column"));
        line.start().require(is_own, || format!("`{}`, but the board has {}", line.text(), found()))?;
    }
    Ok((rows, columns))
}

/// Checks whether a line gives the board size.
pub(crate) fn states_size(line: &Line<'_>) -> bool {
    line.setting(&SIZES).is_some_and(|(_, values)| !values.is_empty())
}

/// Returns the numbers in a first line that may give the size.
fn head(line: &Line<'_>) -> Option<Vec<usize>> {
    let is_plain = line.text().chars().all(|c| c.is_ascii_digit() || " xX×".contains(c));
    numbers(&line.words()).filter(|_| is_plain)
}

/// Parses the one or two numbers of a size: `5`, `5 4`, `5x4`.
fn numbers(words: &[(&str, Position)]) -> Option<Vec<usize>> {
    let numbers = words.iter().flat_map(|(word, _)| word.split(['x', 'X', '×'])).map(|number| number.parse().ok());
    numbers.collect::<Option<Vec<usize>>>().filter(|numbers| (1..=2).contains(&numbers.len()))
}

/// Checks whether a board has this size. Two numbers may be in either order.
fn fits(name: &str, numbers: &[usize], rows: usize, columns: usize) -> bool {
    match (name, numbers) {
        ("width", &[width]) => width == columns,
        ("height", &[height]) => height == rows,
        ("size", &[size]) => (size, size) == (rows, columns),
        ("size", &[one, other]) => (one, other) == (rows, columns) || (other, one) == (rows, columns),
        _ => false,
    }
}

/// Checks whether a line belongs to a frame, such as `+---+---+`. In contrast, `- - -` is three squares.
fn is_frame(line: &str) -> bool {
    let drawn = |c: char| "-+=".contains(c) || c.is_whitespace() || BARS.contains(&c) || ('─'..='╿').contains(&c);
    line.chars().all(drawn) && (line.split_whitespace().count() < 2 || line.split_whitespace().any(|word| word != "-"))
}

/// Returns the lines that do not belong to a frame.
pub(crate) fn unframed<'t>(lines: &[Line<'t>]) -> Vec<Line<'t>> {
    // A line of bars without a corner or a dash is not part of a frame: its bars separate squares.
    let frame = |line: &&Line<'_>| {
        is_frame(line.text()) && line.text().contains(|c: char| !c.is_whitespace() && !BARS.contains(&c))
    };
    lines.iter().filter(|line| !frame(line)).copied().collect()
}

/// Reads like [`rows`], unless every line has as many words as there are lines. In that case, each word is a square,
/// which may hold a two-digit number.
fn square_rows<'t>(lines: &[Line<'t>]) -> Read<Rows<'t>> {
    let lines = unframed(lines);
    let split: Rows<'t> = lines.iter().map(|line| dashes(line.words())).collect();
    if lines.len() > 1 && split.iter().all(|row| row.len() == lines.len()) { Ok(split) } else { rows(&lines) }
}

/// Replaces `-` with an empty square in rows that have separators.
fn dashes(row: Row<'_>) -> Row<'_> {
    row.into_iter().map(|(square, at)| (if square == "-" { "." } else { square }, at)).collect()
}

/// Splits each line into the squares of a row.
fn rows<'t>(lines: &[Line<'t>]) -> Read<Rows<'t>> {
    let lines = unframed(lines);
    let has = |c: &char| lines.iter().any(|line| line.text().contains(*c));
    if let Some(separator) = [',', ';', '\t'].into_iter().find(has) {
        let split = |line: &Line<'t>| fields(line.raw.trim_matches(' '), line.number, line.raw, &[separator]);
        let rows: Rows<'t> = lines.iter().map(split).collect();
        return without_blank_edges(rows);
    }
    let between = |line: &Line<'t>| {
        let text = line.text();
        let text = text.strip_prefix(BARS).unwrap_or(text);
        text.strip_suffix(BARS).unwrap_or(text)
    };
    if BARS.iter().any(has) && lines.iter().all(|line| between(line).split(BARS).all(is_centred)) {
        return Ok(lines.iter().map(|line| fields(between(line), line.number, line.raw, &BARS)).collect());
    }
    by_character(&lines)
}

/// Checks whether a field between two bars is blank, except perhaps for the character in the middle.
fn is_centred(field: &str) -> bool {
    let length = field.chars().count();
    length % 2 == 1 && field.chars().enumerate().all(|(i, c)| c.is_whitespace() || 2 * i + 1 == length)
}

/// Returns the fields between separators in a part of a line.
fn fields<'t>(part: &'t str, number: usize, raw: &'t str, separators: &[char]) -> Row<'t> {
    let mut offset = part.as_ptr() as usize - raw.as_ptr() as usize;
    let split = part.split(separators).map(|field| {
        let begin = offset + field.len() - field.trim_start().len();
        let separator = raw[offset + field.len()..].chars().next().map_or(0, char::len_utf8);
        offset += field.len() + separator;
        let at = Position { line: number, column: 1 + raw[..begin.min(raw.len())].chars().count() };
        (if field.trim().is_empty() { " " } else { field.trim() }, at)
    });
    dashes(split.collect())
}

/// Reads each character as a square. Bars are ignored.
fn by_character<'t>(lines: &[Line<'t>]) -> Read<Rows<'t>> {
    let split = |line: &Line<'t>| -> Row<'t> {
        let start = Position { line: line.number, column: 1 };
        let raw = line.raw.trim_end_matches('\r');
        let characters =
            raw.char_indices().enumerate().map(|(i, (begin, c))| (&raw[begin..begin + c.len_utf8()], start.right(i)));
        characters.filter(|(c, _)| !c.starts_with(BARS)).collect()
    };
    let mut rows: Rows<'t> = lines.iter().map(split).collect();
    let is_blank = |square: Option<&(&str, Position)>| square.is_none_or(|(c, _)| c.trim().is_empty());
    let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let gaps: Vec<bool> = (0..longest).map(|column| rows.iter().all(|row| is_blank(row.get(column)))).collect();
    if rows.iter().all(|row| row.iter().zip(&gaps).all(|(square, gap)| *gap || !is_blank(Some(square)))) {
        rows.iter_mut().for_each(|row| row.retain(|square| !is_blank(Some(square))));
        let separate = lines.iter().all(|line| line.words().iter().all(|(word, _)| word.chars().count() == 1));
        return Ok(if separate { rows.into_iter().map(dashes).collect() } else { rows });
    }
    rows.iter_mut().flatten().filter(|(c, _)| c.trim().is_empty()).for_each(|square| square.0 = " ");
    let end = lines.last().map_or(Position { line: 1, column: 1 }, |line| line.end());
    width(&rows, end, ": blanks that differ from row to row are squares; write `.` for an empty square")?;
    without_blank_edges(rows)
}

/// Rejects a first or last column that is entirely blank, because it is unclear whether it is part of the board.
fn without_blank_edges(rows: Rows<'_>) -> Read<Rows<'_>> {
    let columns = rows.first().map_or(0, Vec::len);
    for column in [0, columns.saturating_sub(1)] {
        let is_blank = |row: &Row<'_>| row.get(column).is_some_and(|(square, _)| *square == " ");
        if let [first, _, ..] = &rows[..]
            && rows.iter().all(is_blank)
        {
            let wrong = "the first or last column is blank in every row: write `.` for each empty square";
            return Err(first[column].1.error(wrong));
        }
    }
    Ok(rows)
}
