//! Draws a sheet as text.

use super::lines::Lines;
use super::{Picture, content};
use crate::sheet::{Cage, Sheet, Sign};
use crate::squares::column_name;

/// Background colours from the terminal's 256 colours, easy to distinguish and light enough for black text.
const COLOURS: [u8; 13] = [217, 153, 157, 229, 183, 223, 159, 250, 210, 115, 186, 180, 147];

/// Non-ASCII characters in sheets, and the ASCII characters that replace them; corners become `+`.
const PLAIN: [&str; 2] = ["★♛·∧∨█●○×│─", "*Q.^v#*ox|-"];

/// The corner characters, indexed by a bit for each line: 1 up, 2 right, 4 down, 8 left.
const CORNERS: [char; 16] = ['·', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

struct Drawing<'a> {
    picture: Picture,
    sheet: &'a Sheet,
    lines: Lines<'a>,
    /// The content of each square.
    contents: Vec<Option<String>>,
    /// A square's width in characters, without the blanks on either side.
    width: usize,
    /// The width of the left margin in characters.
    margin: usize,
}

impl Picture {
    /// Draws a sheet as text, with its known cell values.
    pub fn draw(self, sheet: &Sheet, values: &[Option<i32>]) -> String {
        let contents: Vec<Option<String>> =
            (0..sheet.squares.len()).map(|square| content(sheet, square, values)).collect();
        let length = |text: &String| text.chars().count();
        let above = sheet.above.iter().chain(&sheet.below).flatten();
        let labels =
            sheet.cages.iter().filter(|cage| is_area(sheet, &cage.squares)).map(|cage| length(&cage.label) - 1);
        let widest = contents.iter().flatten().chain(above).map(length).chain(labels).max().unwrap_or(1).max(1);
        let left = |row: usize| sheet.left.get(row).map_or(0, |clues| length(&clues.join(" ")) + 1);
        let number = if sheet.coordinates { sheet.rows.to_string().len().max(2) + 1 } else { 0 };
        let margin = number + (0..sheet.rows).map(left).max().unwrap_or(0);
        let drawing =
            Drawing { picture: self, sheet, lines: Lines::new(sheet, values), contents, width: widest, margin };
        let text = drawing.whole();
        if self.ascii { text.chars().map(plain).collect() } else { text }
    }
}

fn plain(c: char) -> char {
    let known = PLAIN[0].chars().zip(PLAIN[1].chars()).find(|(beyond, _)| *beyond == c).map(|(_, plain)| plain);
    known.unwrap_or(if CORNERS.contains(&c) { '+' } else { c })
}

/// Checks whether squares form an area of the sheet.
fn is_area(sheet: &Sheet, squares: &[usize]) -> bool {
    let area = sheet.squares[squares[0]].area;
    let own = |square: usize| sheet.squares[square].area == area;
    area.is_some() && (0..sheet.squares.len()).all(|square| own(square) == squares.contains(&square))
}

impl Drawing<'_> {
    fn whole(&self) -> String {
        let sheet = self.sheet;
        let mut out = String::new();
        if sheet.coordinates {
            let names = (0..sheet.columns).map(column_name).collect::<Vec<_>>();
            out += &self.columns(|column| Some(names[column].as_str()));
        }
        let height = |sides: &[Vec<String>]| sides.iter().map(Vec::len).max().unwrap_or(0);
        let above = height(&sheet.above);
        for line in 0..above {
            out += &self.columns(|column| {
                let clues = &sheet.above[column];
                Some(clues.get((line + clues.len()).checked_sub(above)?)?.as_str())
            });
        }
        for row in 0..=sheet.rows {
            if row == 0 || row == sheet.rows || self.lines.any_above(row) {
                out += &self.border(row);
            }
            if row < sheet.rows {
                out += &self.row(row);
            }
        }
        for line in 0..height(&sheet.below) {
            out += &self.columns(|column| Some(sheet.below[column].get(line)?.as_str()));
        }
        sheet.notes.iter().for_each(|note| out += &format!("{note}\n"));
        for cage in sheet.cages.iter().filter(|cage| !is_area(sheet, &cage.squares)) {
            let names: Vec<String> = cage.squares.iter().map(|&square| sheet.square_name(square)).collect();
            out += &format!("{}: {}\n", cage.label, names.join(" "));
        }
        out
    }

    /// Formats a line with a text for each column.
    fn columns<'b>(&self, text: impl Fn(usize) -> Option<&'b str>) -> String {
        let mut line = " ".repeat(self.margin);
        for column in 0..self.sheet.columns {
            line += &format!("  {:^width$} ", text(column).unwrap_or_default(), width = self.width);
        }
        line.trim_end().to_owned() + "\n"
    }

    fn row(&self, row: usize) -> String {
        let sheet = self.sheet;
        let clues = sheet.left.get(row).map(|clues| clues.join(" ")).unwrap_or_default();
        let number = if sheet.coordinates { format!("{:>2} ", row + 1) } else { String::new() };
        let mut line = format!("{number}{clues:>width$}", width = self.margin.saturating_sub(number.len() + 1));
        line += &" ".repeat(self.margin.saturating_sub(line.chars().count()));
        for column in 0..sheet.columns {
            let square = row * sheet.columns + column;
            line += self.bar(row, column);
            line += &self.square(square);
        }
        line += self.bar(row, sheet.columns);
        if let Some(clues) = sheet.right.get(row).filter(|clues| !clues.is_empty()) {
            line += &format!(" {}", clues.join(" "));
        }
        line.trim_end().to_owned() + "\n"
    }

    fn square(&self, square: usize) -> String {
        let about = &self.sheet.squares[square];
        let padded = match &self.contents[square] {
            _ if about.black && about.text.is_empty() => "█".repeat(self.width + 2),
            Some(text) if about.black => format!("█{text:█^width$}█", width = self.width),
            Some(text) => format!(" {text:^width$} ", width = self.width),
            None => format!(" {:^width$} ", if about.cell.is_some() { "." } else { " " }, width = self.width),
        };
        match about.area.filter(|_| self.picture.colours) {
            Some(area) => format!("\u{1b}[30;48;5;{}m{padded}\u{1b}[0m", COLOURS[area % COLOURS.len()]),
            None => padded,
        }
    }

    /// Returns the separator to the left of a square.
    fn bar(&self, row: usize, column: usize) -> &str {
        let square = row * self.sheet.columns + column;
        let is_left = |sign: &&Sign| column > 0 && sign.second == square && sign.first + 1 == square;
        match self.sheet.signs.iter().find(is_left) {
            Some(sign) => &sign.text,
            None if self.lines.left(row, column) => "│",
            None => " ",
        }
    }

    /// Draws the line above a row: corners, borders, signs, and the labels of cages.
    fn border(&self, row: usize) -> String {
        let sheet = self.sheet;
        let mut line: Vec<char> = vec![' '; self.margin];
        for column in 0..=sheet.columns {
            line.push(self.corner(row, column));
            if column == sheet.columns {
                break;
            }
            let run = if self.lines.above(row, column) { '─' } else { ' ' };
            let start = line.len();
            line.extend(std::iter::repeat_n(run, self.width + 2));
            let square = row * sheet.columns + column;
            let over = |sign: &&Sign| sign.second == square && sign.first + sheet.columns == square;
            if let Some(sign) = sheet.signs.iter().find(over) {
                let middle = start + self.width.div_ceil(2);
                line.splice(middle..=middle, sign.text.chars().take(1));
            }
            let labelled = |cage: &&Cage| cage.squares[0] == square && is_area(sheet, &cage.squares);
            if let Some(cage) = sheet.cages.iter().find(labelled).filter(|_| row < sheet.rows) {
                let length = cage.label.chars().count();
                line.splice(start..start + length, cage.label.chars());
            }
        }
        line.into_iter().collect::<String>().trim_end().to_owned() + "\n"
    }

    fn corner(&self, row: usize, column: usize) -> char {
        let lines = self.lines.arms(row, column).into_iter().enumerate();
        match lines.map(|(i, is_drawn)| usize::from(is_drawn) << i).sum() {
            0 if self.sheet.edges.is_empty() => ' ',
            0 if self.picture.ascii => '+',
            corner => CORNERS[corner],
        }
    }
}
