//! The rules of puzzles with words, parsed from the text formats.

use crate::board::Board;

/// Parses a word sum into one cell for each letter, without carries.
pub(crate) fn word_sum(text: &str) -> Board {
    let mut lines = text.lines();
    let (terms, total) = lines.next().expect("a sum").split_once('=').expect("a total");
    let words: Vec<&str> = terms.split('+').chain([total]).collect();
    let mut board = Board::default();
    let mut weights: Vec<i64> = Vec::new();
    let mut letters: Vec<char> = Vec::new();
    for (number, word) in words.iter().enumerate() {
        let sign = if number + 1 == words.len() { -1 } else { 1 };
        for (place, letter) in word.chars().rev().enumerate() {
            let cell = letters.iter().position(|&known| known == letter).unwrap_or_else(|| {
                let leads = words.iter().any(|word| word.len() > 1 && word.starts_with(letter));
                letters.push(letter);
                weights.push(0);
                board.cell(letter.to_string(), i32::from(leads)..=9)
            });
            weights[cell] += sign * 10i64.pow(place as u32);
        }
    }
    for line in lines {
        let (letter, digit) = line.split_once(" = ").expect("a digit");
        let cell = board.find(letter);
        board.cells[cell].1 = vec![digit.parse().expect("a digit")];
    }
    let all: Vec<usize> = (0..letters.len()).collect();
    board.different(&all);
    board.rule(&all, move |digits| {
        let (mut least, mut most) = (0, 0);
        for (&weight, digit) in weights.iter().zip(digits) {
            let (low, high) = digit.map_or((0, 9), |digit| (i64::from(digit), i64::from(digit)));
            least += (weight * low).min(weight * high);
            most += (weight * low).max(weight * high);
        }
        least <= 0 && 0 <= most
    });
    board
}

/// Parses a zebra puzzle into one cell for each item, whose value is the item's house.
pub(crate) fn zebra(text: &str) -> Board {
    let mut board = Board::default();
    for line in text.lines() {
        if let Some((_, things)) = line.split_once(": ") {
            let things: Vec<&str> = things.split(' ').collect();
            let cells: Vec<usize> = things.iter().map(|&thing| board.cell(thing, 1..=things.len() as i32)).collect();
            board.different(&cells);
            continue;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let (one, last) = (board.find(words[0]), words[words.len() - 1]);
        let relation = words[1..words.len() - 1].join(" ");
        if relation == "at" {
            let house: i32 = last.parse().expect("a house");
            board.rule(&[one], move |houses| houses[0].is_none_or(|own| own == house));
            continue;
        }
        let holds: fn(i32, i32) -> bool = match relation.as_str() {
            "=" => |a, b| a == b,
            "!=" => |a, b| a != b,
            "next to" => |a, b| (a - b).abs() == 1,
            "left of" => |a, b| a < b,
            "right of" => |a, b| a > b,
            "just left of" => |a, b| a == b - 1,
            "just right of" => |a, b| a == b + 1,
            other => panic!("{other}"),
        };
        let cells = [one, board.find(last)];
        board.rule(&cells, move |houses| if let [Some(a), Some(b)] = *houses { holds(a, b) } else { true });
    }
    board
}
