//! Minesweeper: deduce from the numbers on uncovered squares which squares are mines and which are safe.

use crate::kinds::prelude::*;

/// The kind.
pub(crate) static KIND: Kind = Kind {
    name: "minesweeper",
    title: "Minesweeper",
    rules: "A number says how many of the squares around it, corners included, hold a mine. Find the mines; a square \
            where there is none in any solution is safe.",
    formats: &[
        "a line for each row: digits, . for a covered square, * for a known mine; a line `mines 10` gives their total number",
        "a link: https://puzz.link/p?mines/5/5/g2m13l13g0j",
    ],
    writes: TEXT,
    example: "0..3...1\n1224...2\n2.22..2.\n2.213331\n1.102.20\n11102.20\n2.1012.1\n.21001.1\nmines 15\n",
    sizes: [4, 8, 16],
    levels: LEVELS,
    read,
    compose,
};

const NOTATION: Notation = Notation {
    kind: "minesweeper",
    most: 8,
    unknown: Some("*"),
    expected: "a number up to 8, `.` for a covered square or `*` for a mine",
    link: |link| link.numbers16(link.columns * link.rows),
    expected_in_link: Some("expected a number up to 8, or a run of covered squares"),
};

/// A board.
#[derive(Clone, Debug)]
struct Minesweeper {
    /// The numbers. A square without a number is covered or known to be a mine.
    clues: Clues,
    /// The total number of mines, if it is known.
    mines: Option<usize>,
}

/// The name of the setting for the number of mines.
const MINES: [&str; 1] = ["mines"];

/// The level of the rules for a number and for the total number of mines.
const NUMBER: u8 = 1;
const ALL: u8 = 3;

fn read(text: &str) -> Read<Box<dyn Puzzle>> {
    if let Some(clues) = NOTATION.linked(text)? {
        return Ok(Box::new(Minesweeper { clues, mines: None }));
    }
    let (counts, board) = parted_lines(text, Comments::Hash, |line| line.setting(&MINES).is_some())?;
    let clues = NOTATION.read(&board, end(text))?;
    let mut mines = None;
    for line in counts {
        let words = line.setting(&MINES).map(|(_, words)| words).unwrap_or_default();
        let [(count, at)] = words[..] else {
            return Err(line.start().error("expected `mines` and the number of mines"));
        };
        let is_first = mines.replace(number(count, at, 0..=clues.squares.len(), "the number of mines")?).is_none();
        line.start().require(is_first, || "the number of mines is given twice")?;
    }
    Ok(Box::new(Minesweeper { clues, mines }))
}

/// Composes random mines and uncovers all other squares.
fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let is_mine: Vec<bool> = (0..size * size).map(|_| rng.below(100) < 20).collect();
    let mut clues = Clues { columns: size, squares: vec![Clue::None; size * size] };
    for square in (0..size * size).filter(|&square| !is_mine[square]) {
        clues.squares[square] = Clue::Number(around(square, size, size).filter(|&other| is_mine[other]).count());
    }
    let mines = is_mine.into_iter().filter(|mine| *mine).count();
    Some(Box::new(Minesweeper { clues, mines: Some(mines) }))
}

impl Minesweeper {
    /// Returns the squares that can hold a mine.
    fn cells(&self) -> Vec<usize> {
        self.clues.that(|clue| clue.number().is_none())
    }
}

impl Puzzle for Minesweeper {
    fn statement(&self) -> Result<Statement, ModelError> {
        let (columns, cells) = (self.clues.columns, self.cells());
        let words = Words::Marks { one: "a mine in {c}", many: "mines in {c}", none: "no mine in {c}" };
        let mut s = Statement::some(words, columns, 0..=1, &cells)?;
        for (cell, &square) in cells.iter().enumerate() {
            if self.clues.squares[square] == Clue::Unknown {
                s.give(cell, 1);
            }
        }
        for (square, count) in self.clues.numbers() {
            let near = around(square, self.clues.rows(), columns);
            let near: Vec<usize> = near.filter_map(|other| cells.binary_search(&other).ok()).collect();
            let rule = s.sum(&near).equals(count as i64);
            let name = format!("the {count} in {}", square_name(square / columns, square % columns));
            s.rule(&name, NUMBER, |model| model.post(rule));
        }
        if let Some(mines) = self.mines {
            let all: Vec<usize> = (0..cells.len()).collect();
            let rule = s.sum(&all).equals(mines as i64);
            s.rule(&format!("the number of mines, {mines}"), ALL, |model| model.post(rule));
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::partly(self.clues.rows(), self.clues.columns, &self.cells()).marked("●");
        for (square, clue) in sheet.squares.iter_mut().zip(&self.clues.squares) {
            square.text = match clue {
                Clue::None => String::new(),
                Clue::Unknown => "●".to_owned(),
                Clue::Number(count) => count.to_string(),
            };
        }
        sheet
    }

    fn write(&self) -> String {
        NOTATION.write(&self.clues) + &self.mines.map(|mines| format!("mines {mines}\n")).unwrap_or_default()
    }

    fn retain(&mut self, stays: &mut dyn FnMut() -> bool) {
        self.clues.retain(Clue::None, stays);
    }
}
