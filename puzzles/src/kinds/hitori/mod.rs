//! Hitori: shade numbers such that no unshaded number repeats in a row or column.

use crate::grid::Row;
use crate::kinds::prelude::*;
use crate::kinds::shading::shaded;

/// The kind.
pub(crate) static KIND: Kind = Kind {
    name: "hitori",
    title: "Hitori",
    rules: "Shade squares so that no number repeats in a row or column. Shaded squares do not share a side. All other \
            squares are in one piece.",
    formats: &[
        "a line of digits for each row, with letters for larger numbers (a is 10); or numbers with blanks between them",
        "a link: https://puzz.link/p?hitori/4/4/1114142333214213",
    ],
    writes: TEXT_AND_LINK,
    example: "543344\n165432\n556224\n241336\n132414\n314266\n",
    sizes: [4, 6, 9],
    levels: [3, 6],
    read,
    compose,
};

/// A puzzle.
#[derive(Clone, Debug)]
struct Hitori {
    size: usize,
    numbers: Vec<usize>,
}

/// The supported sizes.
const SIZES: std::ops::RangeInclusive<usize> = 2..=35;

fn read(text: &str) -> Read<Box<dyn Puzzle>> {
    let squares = match puzzlink::link(text, KIND.name)? {
        Some(link) => linked(link)?,
        None => Grid::square(&text_lines(text, Comments::Hash)?, end(text), SIZES)?.squares,
    };
    let (size, start) = (squares.len().isqrt(), squares[0].1);
    // A square is a digit or a letter or, in rows with separators, a number.
    let value = |square: &str| match square.len() {
        1 => square.chars().next().and_then(|c| c.to_digit(36)).map(|digit| digit as usize),
        _ => square.parse().ok(),
    };
    let numbers = Grid { columns: size, squares, start }.map("a positive number, or a letter (a is 10)", |square| {
        value(square).filter(|number| (1..36).contains(number))
    })?;
    Ok(Box::new(Hitori { size, numbers }))
}

/// Reads the squares of a link.
fn linked(mut link: Link<'_>) -> Read<Row<'_>> {
    let size = link.size(SIZES)?;
    let squares: Row<'_> = std::iter::from_fn(|| link.next_text()).take(size * size).collect();
    let (needed, found) = (size * size, squares.len());
    link.at.require(found == needed, || format!("expected {needed} squares, but the link has {found}"))?;
    link.end()?;
    Ok(squares)
}

/// Composes a Latin square, then lets each shaded square repeat a different number from its row or column.
fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let mut numbers = latin::random(size, rng);
    let mut shading = shaded(size, size).ok()?;
    let all: Vec<usize> = (0..size * size).collect();
    shading.model.post(shading.sum(&all).at_least((size * size / 4) as i64));
    let values = random_solution(&shading, rng)?;
    for square in (0..size * size).filter(|&square| values[square] == 1) {
        let across = rng.below(2) == 0;
        let line = lines(size, size).nth(if across { square / size } else { size + square % size })?;
        let white: Vec<usize> = line.squares.into_iter().filter(|&other| values[other] == 0).collect();
        numbers[square] = numbers[pick(&white, rng)?];
    }
    Some(Box::new(Hitori { size, numbers }))
}

impl Puzzle for Hitori {
    fn statement(&self) -> Result<Statement, ModelError> {
        let mut s = shaded(self.size, self.size)?;
        for line in lines(self.size, self.size) {
            for value in distinct(line.squares.iter().map(|&square| self.numbers[square])) {
                let same: Vec<usize> =
                    line.squares.iter().copied().filter(|&square| self.numbers[square] == value).collect();
                if same.len() > 1 {
                    s.at_most_one_unmarked("", &format!("the {value}s of {}", line.name), &same);
                }
            }
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::numbers(self.size, self.size, &self.numbers);
        sheet.shaded = true;
        sheet
    }

    fn write(&self) -> String {
        write(self.size, &self.numbers, "", |&number| char::from_digit(number as u32, 36).unwrap_or('?'))
    }

    fn link(&self) -> Option<String> {
        let squares: String = self.write().split_whitespace().collect();
        Some(puzzlink::written("hitori", self.size, self.size, &squares))
    }
}
