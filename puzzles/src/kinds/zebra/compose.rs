//! Random zebra puzzles, with items in random houses and clues that are true for these items.

use super::Zebra;
use super::clue::{Clue, RELATIONS};
use crate::kinds::prelude::*;

/// The categories of items. Each has enough items for the largest size.
const KINDS: [(&str, [&str; 5]); 5] = [
    ("name", ["Ann", "Bob", "Cid", "Dora", "Eve"]),
    ("colour", ["red", "green", "blue", "white", "yellow"]),
    ("drink", ["tea", "milk", "juice", "water", "coffee"]),
    ("pet", ["dog", "cat", "fox", "horse", "zebra"]),
    ("game", ["chess", "go", "bridge", "poker", "darts"]),
];

/// The initial number of clues per item.
const CLUES: usize = 4;

pub(super) fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let kinds: Vec<(String, Vec<String>)> = KINDS[..size]
        .iter()
        .map(|(name, things)| ((*name).to_owned(), things[..size].iter().map(|&thing| thing.to_owned()).collect()))
        .collect();
    let house: Vec<usize> = (0..size).flat_map(|_| shuffled(1..=size, rng)).collect();
    let mut clues = Vec::new();
    for one in 0..house.len() {
        // Clues that name a house are rare, because they reveal too much.
        if rng.below(6) == 0 {
            clues.push(Clue::At(one, house[one]));
        }
        for other in (0..house.len()).filter(|&other| other / size != one / size) {
            let relations = RELATIONS.iter().filter(|relation| (relation.holds)(house[one], house[other]));
            clues.extend(relations.map(|relation| Clue::Two(one, relation, other)));
        }
    }
    rng.shuffle(&mut clues);
    clues.truncate(CLUES * house.len());
    Some(Box::new(Zebra { kinds, clues }))
}
