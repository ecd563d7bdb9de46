//! n-queens completion: add queens to a board until every row has one queen and no queen attacks another.

use crate::kinds::prelude::*;

/// The kind.
pub(crate) static KIND: Kind = Kind {
    name: "queens",
    title: "Queens",
    rules: "Place a queen in every row and every column so that none attacks another, not even along a diagonal.",
    formats: &["a line for each row, with Q for a queen and . for an empty square"],
    writes: TEXT,
    example: "........\n.Q......\n........\n........\n.......Q\n........\n........\n......Q.\n",
    sizes: [5, 8, 12],
    levels: LEVELS,
    read,
    compose,
};

/// A board with given queens.
#[derive(Clone, Debug)]
struct Queens {
    size: usize,
    /// For each square, whether it has a given queen.
    given: Vec<bool>,
}

fn read(text: &str) -> Read<Box<dyn Puzzle>> {
    let grid = Grid::square(&text_lines(text, Comments::Hash)?, end(text), 1..=20)?;
    let given = grid.map("Q for a queen, or `.` for an empty square", |square| match square {
        "Q" | "q" | "♛" | "♕" => Some(true),
        _ => is_empty(square).then_some(false),
    })?;
    Ok(Box::new(Queens { size: grid.columns, given }))
}

fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let empty = Queens { size, given: vec![false; size * size] };
    let values = random_solution(&empty.statement().ok()?, rng)?;
    Some(Box::new(Queens { size, given: values.into_iter().map(|value| value == 1).collect() }))
}

impl Puzzle for Queens {
    fn statement(&self) -> Result<Statement, ModelError> {
        let size = self.size;
        let words = Words::Marks { one: "a queen on {c}", many: "queens on {c}", none: "no queen on {c}" };
        let mut s = Statement::grid(words, size, size, 0..=1)?;
        lines(size, size).for_each(|line| s.exactly(line.kind, &line.name, &line.squares, 1));
        for kind in ["falling", "rising"] {
            for number in 1..2 * size - 2 {
                let on = |&square: &usize| {
                    let (row, column) = (square / size, square % size);
                    number == row + if kind == "falling" { size - 1 - column } else { column }
                };
                let cells: Vec<usize> = (0..size * size).filter(on).collect();
                let (first, last) = (&s.cells[cells[0]].name, &s.cells[cells[cells.len() - 1]].name);
                s.at_most_one(kind, &format!("the diagonal {first}-{last}"), &cells);
            }
        }
        s.give_all(&self.given.iter().map(|&given| usize::from(given)).collect::<Vec<usize>>());
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::grid(self.size, self.size).marked("♛");
        let given = sheet.squares.iter_mut().zip(&self.given).filter(|(_, given)| **given);
        given.for_each(|(square, _)| square.text = "♛".to_owned());
        sheet
    }

    fn write(&self) -> String {
        write(self.size, &self.given, "", |&given| if given { 'Q' } else { '.' })
    }

    fn retain(&mut self, stays: &mut dyn FnMut() -> bool) {
        self.given.iter_mut().filter(|given| **given && !stays()).for_each(|given| *given = false);
    }
}
