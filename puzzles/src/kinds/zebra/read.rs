//! Reads zebra puzzles.

use super::Zebra;
use super::clue::{Clue, RELATIONS};
use crate::kinds::prelude::*;
use crate::read::words;

/// The maximum number of houses, and the maximum number of categories.
const MAX_HOUSES: usize = 12;
const MAX_KINDS: usize = 12;

/// Reads a zebra puzzle.
///
/// ```
/// let zebra = puzzles::kind("zebra").expect("it is listed");
/// assert!((zebra.read)("name: Ann Bob\ncolour: red blue\nAnn left of red\n").is_ok());
/// let error = (zebra.read)("name: Ann Bob\ncolour: red blue\nAnn = green\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 3, column 7: there is no `green`");
/// ```
pub(super) fn read(text: &str) -> Read<Box<dyn Puzzle>> {
    let mut zebra = Zebra { kinds: Vec::new(), clues: Vec::new() };
    for line in text_lines(text, Comments::Hash)? {
        let (line, start) = (line.text(), line.start());
        match line.split_once(':') {
            Some((name, things)) => kind(&mut zebra, name, things, start)?,
            None => {
                let clue = clue(&zebra, line, start)?;
                zebra.clues.push(clue);
            }
        }
    }
    end(text).require(!zebra.kinds.is_empty(), || "expected kinds of things, such as `colour: red green blue`")?;
    Ok(Box::new(zebra))
}

/// Parses a category, such as `colour: red green blue`.
fn kind(zebra: &mut Zebra, name: &str, things: &str, start: Position) -> Read<()> {
    let all = words(things, start.right(name.chars().count() + 1));
    let expected = if zebra.kinds.is_empty() { all.len() } else { zebra.houses() };
    if all.len() != expected || !(2..=MAX_HOUSES).contains(&expected) {
        let wanted = if zebra.kinds.is_empty() { format!("2 to {MAX_HOUSES}") } else { expected.to_string() };
        let at =
            all.get(expected).map_or(start.right(name.chars().count() + 1 + things.chars().count()), |word| word.1);
        return Err(at.error(format!("expected {wanted} things, one for each house, not {}", all.len())));
    }
    let has_room = zebra.kinds.len() < MAX_KINDS && zebra.clues.is_empty();
    start.require(has_room, || format!("expected at most {MAX_KINDS} kinds of things, before the clues"))?;
    let mut own: Vec<String> = Vec::new();
    for (word, at) in all {
        let is_new = zebra.things().chain(&own).all(|thing| thing != word);
        at.require(is_new, || format!("`{}` occurs twice", shortened(word)))?;
        own.push(word.to_owned());
    }
    zebra.kinds.push((name.trim().to_owned(), own));
    Ok(())
}

/// Parses a clue, such as `red next to tea`.
fn clue(zebra: &Zebra, line: &str, start: Position) -> Read<Clue> {
    let all = words(line, start);
    let thing = |&(word, at): &(&str, Position)| {
        let found = zebra.things().position(|thing| thing == word);
        found.ok_or_else(|| at.error(format!("there is no `{}`", shortened(word))))
    };
    let missing = || start.error("expected a clue, such as `red next to tea`");
    let (first, last) = all.first().zip(all.last()).ok_or_else(missing)?;
    let one = thing(first)?;
    let between: Vec<&str> = all.iter().skip(1).take(all.len().saturating_sub(2)).map(|word| word.0).collect();
    if between == ["at"] {
        return Ok(Clue::At(one, number(last.0, last.1, 1..=zebra.houses(), "the number of a house")?));
    }
    let relation = RELATIONS.iter().find(|relation| relation.words == between.join(" "));
    let at = all.get(1).map_or(start.right(line.chars().count()), |word| word.1);
    let wrong = || at.error("expected =, !=, at, next to, left of, right of, just left of or just right of");
    let relation = relation.ok_or_else(wrong)?;
    let other = thing(last)?;
    last.1.require(one != other, || "a clue needs two different things")?;
    Ok(Clue::Two(one, relation, other))
}
