//! Region queens and Star Battle: place stars in rows, columns and regions.
//!
//! The board is square and has as many regions as rows. Every row, column and region has the same number of stars: one
//! in region queens (the daily "Queens"), two in Star Battle. No two stars touch, not even at a corner.

mod area;
mod board;
mod generate;
mod reach;
mod read;

pub(crate) use read::{is_line, is_notation};

use crate::kinds::prelude::*;
use crate::statement::Unit;
use area::Area;
use board::Board;
use generate::compose;
use reach::Reach;
use read::table;
use solver_core::{Propagator, View};
use std::sync::Arc;

/// Region queens: one star in each row, column and region (the daily "Queens").
pub(crate) static QUEENS: Kind = Kind {
    name: "region-queens",
    title: "Region queens",
    rules: "LinkedIn's Queens: every row, every column and every region takes one queen. No two queens touch, not even at a corner.",
    formats: &[
        "a line of letters for each row, with or without blanks or commas between them: AABB; a line `stars 2` gives the number of stars",
        ".sbn: 4x1.AABBAABCDDCCDDCC; or Star Battle Notation: 551W7kxqe40",
        "a link: https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou",
        "JSON: {\"stars\":1,\"regions\":[[\"A\",\"A\",…],…]}, or {\"regions\":{\"A\":[\"a1\",\"b1\"],…}}",
    ],
    writes: &["grid", "sbn", "json", puzzlink::NAME],
    example: "AAAAABBB\nAAAABBBB\nAAACBBDB\nAACCCBEB\nAACFFBEB\nAACFFFEE\nAGHFHHEE\nGGHHHHHE\n",
    sizes: [5, 8, 12],
    levels: LEVELS,
    read: |text| {
        let table = table(text)?;
        match table.stars.filter(|(stars, _)| *stars != 1) {
            Some((stars, at)) => {
                Err(at.error(format!("region queens has one star per row; a puzzle with {stars} is a star battle")))
            }
            None => Ok(Box::new(table.board(text, 1)?)),
        }
    },
    compose: |size, rng| Some(Box::new(compose(size, 1, rng)?)),
};

/// Star Battle: two stars in each row, column and region.
pub(crate) static STAR_BATTLE: Kind = Kind {
    name: "star-battle",
    title: "Star Battle",
    rules: "Every row, every column and every region takes two stars, or as many as the puzzle says. No two stars touch, not even at a corner.",
    example: "stars 2\nAABBBBCCC\nAABBBBCCC\nADBEECCCC\nDDEEEECCF\nDDEEEGGCF\nDDHHHGGCF\nDDHHHGGGF\nHHHHHGGGF\nIIIIIIGFF\n",
    sizes: [8, 9, 10],
    levels: [5, 7],
    read: |text| Ok(Box::new(table(text)?.board(text, 2)?)),
    compose: |size, rng| Some(Box::new(compose(size, 2, rng)?)),
    ..QUEENS
};

/// The level of a deduction that considers all placements of a unit's two stars.
const REACH: u8 = 3;

impl Puzzle for Board {
    fn statement(&self) -> Result<Statement, ModelError> {
        let (size, stars) = (self.size, self.stars);
        let words = match self.usual {
            1 => Words::Marks { one: "a queen on {c}", many: "queens on {c}", none: "no queen on {c}" },
            _ => Words::Marks { one: "a star on {c}", many: "stars on {c}", none: "no star on {c}" },
        };
        let mut s = Statement::grid(words, size, size, 0..=1)?;
        for (number, letter) in self.letters().iter().enumerate() {
            s.exactly("region", &format!("region {letter}"), &self.region(number), stars);
        }
        lines(size, size).for_each(|line| s.exactly(line.kind, &line.name, &line.squares, stars));
        let units = s.units.clone();
        // Stars do not touch, so a 2×2 block has at most one star.
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
            for (number, Unit { name, cells, .. }) in units.into_iter().enumerate() {
                let area = area.clone();
                // The propagator numbers rows first, then columns, then regions.
                let unit = (number + 2 * size) % (3 * size);
                let make = move |views: &[View]| -> Box<dyn Propagator> {
                    Box::new(Reach::new(area.clone(), unit, views.into()))
                };
                s.rule(&format!("every way to fill {name}"), REACH, |model| model.propagator("reach", &squares, make));
                s.rules.last_mut().into_iter().for_each(|rule| rule.seat.clone_from(&cells));
            }
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::grid(self.size, self.size).marked("★");
        let letters = self.letters();
        for (square, &region) in sheet.squares.iter_mut().zip(&self.regions) {
            square.area = Some(region);
            square.text.clone_from(&letters[region]);
        }
        sheet.tinted = true;
        sheet
    }

    fn write(&self) -> String {
        // A single star is not written if it is the default.
        let is_plain = (self.stars, self.usual) == (1, 1);
        let head = if is_plain { String::new() } else { format!("stars {}\n", self.stars) };
        let letters = self.letters();
        head + &write(self.size, &self.regions, "", |&region| letters[region].as_str())
    }

    fn link(&self) -> Option<String> {
        // A link encodes borders and not names, so each region must be connected.
        let is_whole = |region| is_whole(self.size, self.size, |square| self.regions[square] == region);
        let borders = || format!("{}/{}", self.stars, puzzlink::write_regions(&self.regions, self.size));
        (0..self.names.len()).all(is_whole).then(|| puzzlink::written("starbattle", self.size, self.size, &borders()))
    }

    fn write_as(&self, format: &str) -> Option<String> {
        match format {
            "grid" => Some(self.write()),
            "sbn" => {
                let letters = self.letters();
                let letters: String = self.regions.iter().map(|&region| letters[region].as_str()).collect();
                Some(format!("{}x{}.{letters}\n", self.size, self.stars))
            }
            "json" => {
                let names: Vec<&str> = self.regions.iter().map(|&region| self.names[region].as_str()).collect();
                let rows = serde_json::json!(names.chunks(self.size).collect::<Vec<_>>());
                Some(format!("{{\"stars\":{},\"regions\":{rows}}}\n", self.stars))
            }
            puzzlink::NAME => self.link(),
            _ => None,
        }
    }
}
