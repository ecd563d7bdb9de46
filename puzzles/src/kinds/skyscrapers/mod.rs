//! Skyscrapers: a Latin square of heights, with clues that count the buildings visible from the outside.

use crate::kinds::prelude::*;
use crate::read::Words;

/// The kind.
pub(crate) static KIND: Kind = Kind {
    name: "skyscrapers",
    title: "Skyscrapers",
    rules: "Every row and every column holds each height once. A number outside says how many buildings are seen from \
            there: a taller one hides those behind it.",
    formats: &[
        "a grid with a frame of clues, all separated by blanks, and . for none; the corners are omitted or empty",
        "a link: https://puzz.link/p?skyscrapers/4/4/k13h4j3g",
    ],
    writes: TEXT_AND_LINK,
    example: ". . . 3 .\n. . . . . 5 .\n. 1 . . 4 2 3\n. . . . . 4 2\n2 . . . . 3 3\n. . 2 . 5 1 .\n2 . . . .\n",
    sizes: [4, 5, 7],
    levels: LEVELS,
    read,
    compose,
};

/// A puzzle.
#[derive(Clone, Debug)]
struct Skyscrapers {
    size: usize,
    /// The given height of each square, or 0 if there is none.
    givens: Vec<usize>,
    /// The numbers of buildings visible from above, from below, from the left and from the right; 0 means no clue.
    seen: [Vec<usize>; 4],
}

/// The supported sizes.
const SIZES: std::ops::RangeInclusive<usize> = 2..=9;

/// The level of a clue, which involves an entire line.
const CLUE: u8 = 2;

/// The sides on which clues can be, as named in texts.
const SIDES: [&str; 4] = ["above", "below", "left of", "right of"];

fn read(text: &str) -> Read<Box<dyn Puzzle>> {
    if let Some(link) = puzzlink::link(text, KIND.name)? {
        return Ok(Box::new(linked(link)?));
    }
    let lines = unframed(&text_lines(text, Comments::Hash)?);
    let mut rows: Vec<Words<'_>> = lines.into_iter().map(Line::words).filter(|row| !row.is_empty()).collect();
    let missing = || end(text).error("expected a line of clues above the columns, with . for none");
    let start = rows.first().ok_or_else(missing)?[0].1;
    // The corners may be present, but they must be empty.
    let last = rows.len() - 1;
    let is_corner =
        |row: &Words<'_>| row.first().is_some_and(|c| is_none(c.0)) && row.last().is_some_and(|c| is_none(c.0));
    if last > 2 && rows.iter().all(|row| row.len() == last + 1) && is_corner(&rows[0]) && is_corner(&rows[last]) {
        [0, last].into_iter().for_each(|frame| rows[frame] = rows[frame][1..last].to_vec());
    }
    let size = rows[0].len();
    start.require(SIZES.contains(&size), || format!("expected 2 to 9 clues above the columns, not {size}"))?;
    let (needed, found) = (size + 2, rows.len());
    let at = rows.get(needed).map_or(end(text), |row| row[0].1);
    at.require(found == needed, || format!("{size} columns need {needed} lines, not {found}"))?;
    let mut numbers: Vec<Vec<usize>> = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let expected = if (1..=size).contains(&i) { size + 2 } else { size };
        let (found, (last, at)) = (row.len(), row[row.len() - 1]);
        let at = row.get(expected).map_or(at.right(last.chars().count()), |word| word.1);
        at.require(found == expected, || format!("expected {expected} numbers or points here, not {found}"))?;
        let number = |&(word, at): &(&str, Position)| match word {
            _ if is_none(word) => Ok(0),
            _ => crate::read::number(word, at, 1..=size, "a number"),
        };
        numbers.push(row.iter().map(number).collect::<Read<_>>()?);
    }
    let inner = &numbers[1..=size];
    let givens = inner.iter().flat_map(|row| row[1..=size].iter().copied()).collect();
    let side = |column: usize| inner.iter().map(|row| row[column]).collect();
    let seen = [numbers[0].clone(), numbers[size + 1].clone(), side(0), side(size + 1)];
    Ok(Box::new(Skyscrapers { size, givens, seen }))
}

/// Checks whether a word means "no clue".
fn is_none(word: &str) -> bool {
    is_empty(word) || word == "0" || word == "-"
}

/// Parses a link: the clues of the four sides, followed by optional givens.
fn linked(mut link: Link<'_>) -> Read<Skyscrapers> {
    let size = link.size(SIZES)?;
    let mut clues = link.numbers16(4 * size)?;
    clues.extend(if link.rest.is_empty() { Vec::new() } else { link.numbers16(size * size)? });
    link.end()?;
    let number = |(clue, at): (Clue, Position)| {
        let number = clue.number().unwrap_or(0);
        at.require(number <= size, || format!("expected a number, 1 to {size}, not `{number}`")).map(|()| number)
    };
    let mut numbers = clues.into_iter().map(number).collect::<Read<Vec<usize>>>()?;
    let mut givens = numbers.split_off(4 * size);
    givens.resize(size * size, 0);
    let seen = [0, 1, 2, 3].map(|side| numbers[side * size..(side + 1) * size].to_vec());
    Ok(Skyscrapers { size, givens, seen })
}

/// Iterates over the lines as seen from one of the four sides, each with the name of the view.
fn views(size: usize, side: usize) -> impl Iterator<Item = (String, Vec<usize>)> {
    lines(size, size).skip(if side < 2 { size } else { 0 }).take(size).map(move |mut line| {
        if side % 2 == 1 {
            line.squares.reverse();
        }
        (line.name, line.squares)
    })
}

fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let givens = latin::random(size, rng);
    let count = |view: Vec<usize>| {
        let heights = view.iter().map(|&square| givens[square]);
        heights.fold((0, 0), |(tallest, seen), height| (tallest.max(height), seen + usize::from(height > tallest))).1
    };
    let seen = [0, 1, 2, 3].map(|side| views(size, side).map(|(_, view)| count(view)).collect());
    Some(Box::new(Skyscrapers { size, givens, seen }))
}

/// Creates an automaton for lines with `count` visible buildings. The state consists of the height of the tallest
/// building so far and the number of buildings seen.
fn seeing(size: usize, count: usize) -> Automaton {
    let state = |tallest: usize, seen: usize| tallest * (count + 1) + seen;
    let mut transitions = Vec::new();
    for tallest in 0..=size {
        for seen in 0..=count {
            for height in 1..=size {
                let next = if height > tallest { (height, seen + 1) } else { (tallest, seen) };
                if next.1 <= count {
                    transitions.push((state(tallest, seen), height as i32, state(next.0, next.1)));
                }
            }
        }
    }
    let states = (size + 1) * (count + 1);
    Automaton::new(states, 0, [state(size, count)], transitions).expect("one transition for each state and height")
}

impl Puzzle for Skyscrapers {
    fn statement(&self) -> Result<Statement, ModelError> {
        let mut s = latin::state(self.size, &self.givens)?;
        for (side, seen) in self.seen.iter().enumerate() {
            for ((line, view), &count) in views(self.size, side).zip(seen).filter(|(_, count)| **count > 0) {
                let cells = s.variables(&view);
                let name = format!("the {count} {} {line}", SIDES[side]);
                s.rule(&name, CLUE, |model| model.regular(cells, &seeing(self.size, count)));
            }
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::numbers(self.size, self.size, &self.givens);
        let clues = |side: usize| {
            let clue = |&count: &usize| if count == 0 { Vec::new() } else { vec![count.to_string()] };
            self.seen[side].iter().map(clue).collect::<Vec<Vec<String>>>()
        };
        (sheet.above, sheet.below, sheet.left, sheet.right) = (clues(0), clues(1), clues(2), clues(3));
        sheet
    }

    fn write(&self) -> String {
        let frame = |seen: &[usize]| latin::write(self.size + 2, seen, " ");
        let row = |(row, givens): (usize, &[usize])| {
            let ends = [self.seen[2][row], self.seen[3][row]];
            frame(&[&ends[..1], givens, &ends[1..]].concat())
        };
        let rows: String = self.givens.chunks(self.size).enumerate().map(row).collect();
        frame(&self.seen[0]) + &rows + &frame(&self.seen[1])
    }

    fn link(&self) -> Option<String> {
        let numbers = |numbers: &[usize]| puzzlink::write16(numbers.iter().map(|&n| (n > 0).then_some(n)));
        let is_empty = self.givens.iter().all(|&given| given == 0);
        let givens = if is_empty { String::new() } else { numbers(&self.givens) };
        let clues = numbers(&self.seen.concat()) + &givens;
        Some(puzzlink::written("skyscrapers", self.size, self.size, &clues))
    }

    fn retain(&mut self, stays: &mut dyn FnMut() -> bool) {
        [&mut self.givens].into_iter().chain(&mut self.seen).for_each(|numbers| latin::retain(numbers, stays));
    }
}
