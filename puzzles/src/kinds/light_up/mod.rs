//! Light Up (Akari): place lamps that light every square but do not light each other.

use crate::kinds::prelude::*;

/// The kind.
pub(crate) static KIND: Kind = Kind {
    name: "light-up",
    title: "Light Up",
    rules: "Place lamps on white squares so that each of them is lit: a lamp lights its row and column up to the next \
            black square. No lamp lights another. A number says how many lamps share a side with its square.",
    formats: &[
        "a line for each row: . for a white square, # for a black one, a digit for a black one with a number",
        "a link: https://puzz.link/p?akari/6/6/nekcakbl",
    ],
    writes: TEXT_AND_LINK,
    example: ".1.....\n..3....\n12.....\n1..10.#\n##.....\n..1....\n..0...2\n",
    sizes: [5, 7, 10],
    levels: LEVELS,
    read: |text| Ok(Box::new(LightUp(NOTATION.whole(text, Comments::Slashes)?))),
    compose,
};

const NOTATION: Notation = Notation {
    kind: "light-up",
    most: 4,
    unknown: Some("#"),
    expected: "`.` for a white square, `#` for a black one, or 0 to 4",
    link: |link| link.numbers4(),
    expected_in_link: None,
};

/// A board. Squares without a clue are white.
#[derive(Clone, Debug)]
struct LightUp(Clues);

/// The level of the rule that every square is lit.
const LIT: u8 = 1;

/// Composes random black squares and a random solution, with all numbers given.
fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let squares = (0..size * size).map(|_| if rng.below(100) < 22 { Clue::Unknown } else { Clue::None }).collect();
    let mut board = LightUp(Clues { columns: size, squares });
    let cells = board.cells();
    let values = random_solution(&board.statement().ok()?, rng)?;
    let is_lamp = |square: &usize| cells.binary_search(square).is_ok_and(|cell| values[cell] == 1);
    for square in board.0.that(|clue| clue == Clue::Unknown) {
        board.0.squares[square] = Clue::Number(beside(square, size, size).filter(is_lamp).count());
    }
    Some(Box::new(board))
}

impl LightUp {
    /// Returns the white squares.
    fn cells(&self) -> Vec<usize> {
        self.0.that(|clue| clue == Clue::None)
    }

    /// Returns the runs of white squares: those in rows, then those in columns.
    fn runs(&self) -> Vec<(&'static str, Vec<usize>)> {
        let mut runs = Vec::new();
        for line in lines(self.0.rows(), self.0.columns) {
            let kind = if line.kind == "row" { "run across" } else { "run down" };
            let own = line.squares.split(|&square| self.0.squares[square] != Clue::None);
            runs.extend(own.filter(|run| !run.is_empty()).map(|run| (kind, run.to_vec())));
        }
        runs
    }
}

impl Puzzle for LightUp {
    fn statement(&self) -> Result<Statement, ModelError> {
        let (rows, columns, cells) = (self.0.rows(), self.0.columns, self.cells());
        let words = Words::Marks { one: "a lamp on {c}", many: "lamps on {c}", none: "no lamp on {c}" };
        let mut s = Statement::some(words, columns, 0..=1, &cells)?;
        let name = |square: usize| square_name(square / columns, square % columns);
        let numbers =
            |squares: &[usize]| squares.iter().filter_map(|s| cells.binary_search(s).ok()).collect::<Vec<usize>>();
        let runs = self.runs();
        for (kind, run) in runs.iter().filter(|(_, run)| run.len() > 1) {
            s.at_most_one(kind, &format!("the line {}-{}", name(run[0]), name(run[run.len() - 1])), &numbers(run));
        }
        for (square, count) in self.0.numbers() {
            let near: Vec<usize> = beside(square, rows, columns).collect();
            s.exactly("", &format!("the {count} in {}", name(square)), &numbers(&near), count);
        }
        for square in &cells {
            let seen = runs.iter().filter(|(_, run)| run.contains(square)).flat_map(|(_, run)| run.iter().copied());
            let lit = s.sum(&numbers(&distinct(seen))).at_least(1);
            s.rule(&format!("the light in {}", name(*square)), LIT, |model| model.post(lit));
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::partly(self.0.rows(), self.0.columns, &self.cells()).marked("○");
        sheet.squares.iter_mut().for_each(|square| square.black = square.cell.is_none());
        self.0.numbers().for_each(|(square, count)| sheet.squares[square].text = count.to_string());
        sheet
    }

    fn write(&self) -> String {
        NOTATION.write(&self.0)
    }

    fn link(&self) -> Option<String> {
        Some(puzzlink::written("akari", self.0.columns, self.0.rows(), &puzzlink::write4(&self.0.squares)))
    }

    fn retain(&mut self, stays: &mut dyn FnMut() -> bool) {
        self.0.retain(Clue::Unknown, stays);
    }
}
