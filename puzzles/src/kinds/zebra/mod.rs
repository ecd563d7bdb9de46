//! Zebra puzzles: find out who lives where. (The first one, with five houses, appeared in Life International in 1962.)

mod clue;
mod compose;
mod read;

use crate::kinds::prelude::*;
use clue::Clue;

/// The kind.
pub(crate) static KIND: Kind = Kind {
    name: "zebra",
    title: "Zebra puzzle",
    rules: "Houses stand in a row. Every house has one thing of each kind, and no two houses have the same. Use the clues to find out which.",
    formats: &[
        "a line for each kind of thing, `colour: red green blue`, as many as there are houses; then a clue in each line: \
                `red = Ann`, `red != Ann`, `Ann at 1`, `red next to tea`, `red left of blue`, `red right of blue`, \
                `red just left of blue`, `red just right of blue`",
    ],
    writes: TEXT,
    example: "name: Ann Bob Cid Dora\ncolour: red green blue white\ndrink: tea milk juice water\npet: dog cat fox horse\nBob = juice\ncat next to Cid\nwhite left of tea\nhorse right of red\ndog != green\nfox next to green\nred next to fox\ncat left of Dora\nCid right of milk\nhorse next to green\n",
    sizes: [3, 4, 5],
    levels: LEVELS,
    read: read::read,
    compose: compose::compose,
};

/// A puzzle.
#[derive(Clone, Debug)]
struct Zebra {
    /// The categories, each with a name and as many items as there are houses.
    kinds: Vec<(String, Vec<String>)>,
    clues: Vec<Clue>,
}

impl Zebra {
    fn houses(&self) -> usize {
        self.kinds.first().map_or(0, |(_, things)| things.len())
    }

    /// Iterates over all items, category by category.
    fn things(&self) -> impl Iterator<Item = &String> {
        self.kinds.iter().flat_map(|(_, things)| things)
    }

    /// Iterates over the clues as text.
    fn clue_texts(&self) -> impl Iterator<Item = String> {
        let name = |thing| self.things().nth(thing).cloned().unwrap_or_default();
        self.clues.iter().map(move |clue| clue.text(name))
    }
}

impl Puzzle for Zebra {
    fn statement(&self) -> Result<Statement, ModelError> {
        let mut s = Statement::new(Words::Values { is: "{c} in house {v}", not: "{c} not in house {v}" });
        let houses = self.houses();
        for thing in self.things() {
            s.cell(thing.clone(), 1..=houses as i32)?;
        }
        for (number, (name, _)) in self.kinds.iter().enumerate() {
            let cells: Vec<usize> = (number * houses..(number + 1) * houses).collect();
            s.all_different("kind", &format!("kind {name}"), &cells);
        }
        self.clues.iter().for_each(|clue| clue.state(&mut s));
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let houses = self.houses();
        let mut sheet = Sheet { rows: self.things().count(), columns: 1, ..Sheet::default() };
        for (cell, thing) in self.things().enumerate() {
            sheet.squares.push(Square { cell: Some(cell), area: Some(cell / houses), ..Square::default() });
            sheet.left.push(vec![thing.clone()]);
        }
        sheet.notes = self.clue_texts().collect();
        sheet
    }

    fn write(&self) -> String {
        let kinds = self.kinds.iter().map(|(name, things)| format!("{name}: {}\n", things.join(" ")));
        kinds.chain(self.clue_texts().map(|clue| clue + "\n")).collect()
    }

    fn retain(&mut self, stays: &mut dyn FnMut() -> bool) {
        self.clues.retain(|_| stays());
    }
}
