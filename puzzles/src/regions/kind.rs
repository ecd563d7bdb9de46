//! Region puzzles under the interface of all puzzles.

use super::area::Area;
use super::generate::compose;
use super::puzzle::Puzzle;
use super::reach::Reach;
use super::read::table;
use super::write::{Format, letters};
use crate::puzzle::{Kind, LEVELS, Puzzle as AnyPuzzle};
use crate::puzzlink;
use crate::read::ReadError;
use crate::sheet::{Sheet, column_name, square_name};
use crate::statement::Statement;
use crate::words::Words;
use solver_core::prelude::*;
use solver_core::search::Rng;
use std::sync::Arc;

const FORMATS: &[&str] = &[
    "a line of letters for each row, with blanks or commas between them or without: AABB; a line `stars 2` says how many",
    ".sbn: 4x1.AABBAABCDDCCDDCC; or Star Battle Notation: 551W7kxqe40",
    "a link: https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou",
    "JSON: {\"stars\":1,\"regions\":[[\"A\",\"A\",…],…]}, or {\"regions\":{\"A\":[\"a1\",\"b1\"],…}}",
];

/// One star in each row, column and region: the daily "Queens".
pub static QUEENS: Kind = Kind {
    name: "region-queens",
    title: "Region queens",
    rules: "Every row, every column and every region takes one star. No two stars touch, not even at a corner.",
    formats: FORMATS,
    writes: &["grid", "sbn", "json", puzzlink::NAME],
    example: "AAAAABBB\nAAAABBBB\nAAACBBDB\nAACCCBEB\nAACFFBEB\nAACFFFEE\nAGHFHHEE\nGGHHHHHE\n",
    sizes: [5, 8, 12],
    levels: LEVELS,
    read: boxed_queens,
    compose: one_star,
};

/// Two stars in each.
pub static STAR_BATTLE: Kind = Kind {
    name: "star-battle",
    title: "Star Battle",
    rules: "Every row, every column and every region takes two stars, or as many as the puzzle says. No two stars touch, not even at a corner.",
    formats: FORMATS,
    writes: &["grid", "sbn", "json", puzzlink::NAME],
    example: "stars 2\nAABBBBCCC\nAABBBBCCC\nADBEECCCC\nDDEEEECCF\nDDEEEGGCF\nDDHHHGGCF\nDDHHHGGGF\nHHHHHGGGF\nIIIIIIGFF\n",
    sizes: [8, 9, 10],
    levels: [5, 7],
    read: boxed_stars,
    compose: two_stars,
};

fn boxed_queens(text: &str) -> Result<Box<dyn AnyPuzzle>, ReadError> {
    let table = table(text)?;
    if let Some((stars, at)) = table.stars.filter(|(stars, _)| *stars != 1) {
        return Err(at.error(format!("{stars} stars in a row make a star battle; region queens take one")));
    }
    Ok(Box::new(table.puzzle(text, 1)?))
}

fn boxed_stars(text: &str) -> Result<Box<dyn AnyPuzzle>, ReadError> {
    Ok(Box::new(table(text)?.puzzle(text, 2)?))
}

fn one_star(size: usize, rng: &mut Rng) -> Option<Box<dyn AnyPuzzle>> {
    composed(size, 1, rng)
}

fn two_stars(size: usize, rng: &mut Rng) -> Option<Box<dyn AnyPuzzle>> {
    composed(size, 2, rng)
}

fn composed(size: usize, stars: usize, rng: &mut Rng) -> Option<Box<dyn AnyPuzzle>> {
    Some(Box::new(compose(size, stars, rng)?))
}

/// The level of the places that a unit's two stars leave each other.
const REACH: u8 = 3;

impl AnyPuzzle for Puzzle {
    fn statement(&self) -> Result<Statement, ModelError> {
        let (size, stars) = (self.size(), self.stars());
        let mut s = Statement::new(Words::Marks { one: "a star on {c}", many: "stars on {c}", none: "no star on {c}" });
        for square in 0..size * size {
            s.cell(square_name(square / size, square % size), 0..=1)?;
        }
        let names = letters(self);
        let row = |row: usize| (0..size).map(move |column| row * size + column).collect::<Vec<usize>>();
        let column = |column: usize| (0..size).map(move |row| row * size + column).collect::<Vec<usize>>();
        let mut units: Vec<(String, Vec<usize>)> = Vec::new();
        for (number, name) in names.iter().enumerate() {
            let cells = self.region(number).collect::<Vec<usize>>();
            let name = format!("region {name}");
            s.exactly("region", &name, &cells, stars);
            units.push((name, cells));
        }
        for number in 0..size {
            units.push((format!("row {}", number + 1), row(number)));
            s.exactly("row", &format!("row {}", number + 1), &row(number), stars);
        }
        for number in 0..size {
            let name = format!("column {}", column_name(number));
            s.exactly("column", &name, &column(number), stars);
            units.push((name, column(number)));
        }
        // Stars do not touch: of four squares that meet at a corner, one has a star at most.
        for corner in 0..(size - 1) * (size - 1) {
            let first = corner / (size - 1) * size + corner % (size - 1);
            let cells = [first, first + 1, first + size, first + size + 1];
            let name = format!("the squares {} to {}", s.cells[cells[0]].name, s.cells[cells[3]].name);
            s.at_most_one("", &name, &cells);
        }
        s.implied_from_here();
        if stars > 1 {
            let area = Arc::new(Area::new(self));
            let squares: Vec<IntVar> = s.cells.iter().map(|cell| cell.variable).collect();
            for (number, (name, cells)) in units.into_iter().enumerate() {
                let (area, name) = (area.clone(), format!("every way to fill {name}"));
                // The propagator counts rows first, then columns, then regions.
                let unit = (number + 2 * size) % (3 * size);
                let reach = s
                    .model
                    .propagator("reach", &squares, move |views| Box::new(Reach::new(area.clone(), unit, views.into())));
                let constraint = reach.named(&name).id();
                s.rule(constraint, &name, REACH);
                if let Some(rule) = s.rules.last_mut() {
                    rule.seat = cells;
                }
            }
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let size = self.size();
        let mut sheet = Sheet::grid(size, size);
        let names = letters(self);
        for (square, &region) in sheet.squares.iter_mut().zip(self.regions()) {
            square.area = Some(region);
            square.text.clone_from(&names[region]);
        }
        sheet.symbols = vec!["·".to_owned(), "★".to_owned()];
        sheet.tinted = true;
        sheet
    }

    fn write(&self) -> String {
        Format::Grid.write(self)
    }

    fn write_as(&self, format: &str) -> Option<String> {
        let format = Format::ALL.into_iter().find(|known| known.name() == format)?;
        // A link has borders, not names.
        (format != Format::Puzzlink || self.is_connected()).then(|| format.write(self))
    }

    fn keeping(&self, _: &[bool]) -> Box<dyn AnyPuzzle> {
        Box::new(self.clone())
    }
}
