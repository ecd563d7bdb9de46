//! Writing puzzles in formats that can be read back.

use super::puzzle::{Puzzle, letter};
use super::square::Square;
use crate::puzzlink;

/// How a puzzle is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Format {
    /// A line of letters for each row; before them `stars 2` unless the number is 1 and usual.
    #[default]
    Grid,
    /// One line: `8x1.AABB…`.
    Sbn,
    /// `{"stars":1,"regions":[["A","A",…],…]}` on one line.
    Json,
    /// `https://puzz.link/p?starbattle/…`: the borders between regions, which are in one piece and get letters.
    Puzzlink,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 4] = [Format::Grid, Format::Sbn, Format::Json, Format::Puzzlink];

    /// The name that the command line knows.
    pub fn name(self) -> &'static str {
        match self {
            Format::Grid => "grid",
            Format::Sbn => "sbn",
            Format::Json => "json",
            Format::Puzzlink => puzzlink::NAME,
        }
    }

    /// Writes a puzzle, with a line break at the end. Where the formats of letters have no room for
    /// the names of the regions, these get letters.
    ///
    /// ```
    /// use puzzles::regions::{Format, read};
    /// let puzzle = read("4x1.AABBAABCDDCCDDCC")?;
    /// assert_eq!(Format::Grid.write(&puzzle), "AABB\nAABC\nDDCC\nDDCC\n");
    /// assert_eq!(read(&Format::Json.write(&puzzle))?, puzzle);
    /// # Ok::<(), puzzles::ReadError>(())
    /// ```
    pub fn write(self, puzzle: &Puzzle) -> String {
        match self {
            Format::Grid => grid(puzzle),
            Format::Sbn => sbn(puzzle),
            Format::Json => json(puzzle),
            Format::Puzzlink => {
                let borders = puzzlink::write_regions(puzzle.regions(), puzzle.size());
                puzzlink::written("starbattle", puzzle.size(), puzzle.size(), &format!("{}/{borders}", puzzle.stars()))
            }
        }
    }
}

/// The regions' names as single letters, if they all are, or letters of our own.
pub(crate) fn letters(puzzle: &Puzzle) -> Vec<String> {
    let names = puzzle.names();
    let single = |name: &String| matches!(name.as_bytes(), [byte] if byte.is_ascii_alphanumeric());
    if names.iter().all(single) { names.to_vec() } else { (0..names.len()).map(letter).collect() }
}

fn rows<'a>(puzzle: &'a Puzzle, names: &'a [String]) -> impl Iterator<Item = Vec<&'a str>> + 'a {
    let size = puzzle.size();
    (0..size).map(move |row| (0..size).map(|column| names[puzzle.region_of(Square { row, column })].as_str()).collect())
}

fn grid(puzzle: &Puzzle) -> String {
    let head = if puzzle.states_stars() { format!("stars {}\n", puzzle.stars()) } else { String::new() };
    let names = letters(puzzle);
    rows(puzzle, &names).fold(head, |text, row| text + &row.concat() + "\n")
}

fn sbn(puzzle: &Puzzle) -> String {
    let names = letters(puzzle);
    let letters: String = rows(puzzle, &names).map(|row| row.concat()).collect();
    format!("{}x{}.{letters}\n", puzzle.size(), puzzle.stars())
}

fn json(puzzle: &Puzzle) -> String {
    let quoted: Vec<String> = puzzle.names().iter().map(|name| quote(name)).collect();
    let rows: Vec<String> = rows(puzzle, &quoted).map(|row| format!("[{}]", row.join(","))).collect();
    format!("{{\"stars\":{},\"regions\":[{}]}}\n", puzzle.stars(), rows.join(","))
}

fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => quoted += &format!("\\u{:04x}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
