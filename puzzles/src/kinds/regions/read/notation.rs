//! Reads Star Battle Notation: `551W7kxqe40`.
//!
//! The notation consists of the size, written twice as a digit in base 36; the number of stars; `W`, or `e` if a
//! player's marks follow; and the borders as bits, six per character. The borders between horizontal neighbours come
//! first, row by row, followed by those between vertical neighbours, column by column. The bits of the first character
//! are padded with zeros. Marks and everything after `~` are ignored.

use super::Table;
use crate::kinds::prelude::*;
use crate::puzzlink::united;

/// The digits of the six-bit encoding, in ascending order.
const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/// The supported sizes.
const SIZES: std::ops::RangeInclusive<usize> = 5..=25;

/// Checks whether a line begins like this notation.
pub(crate) fn is_notation(line: &str) -> bool {
    matches!(line.as_bytes(), [one, other, b'1'..=b'9', b'W' | b'e', ..] if one == other && size(*one).is_some())
}

fn size(c: u8) -> Option<usize> {
    DIGITS[..36].iter().position(|digit| *digit == c).filter(|size| SIZES.contains(size))
}

pub(super) fn read(line: &str, start: Position) -> Read<Table> {
    let (board, _) = line.split_once('~').unwrap_or((line, ""));
    let size = board.bytes().next().and_then(size).unwrap_or(*SIZES.start());
    let stars = usize::from(board.as_bytes()[2] - b'0');
    let borders = 2 * size * (size - 1);
    let length = borders.div_ceil(6);
    let found = board.chars().count() - 4;
    if found < length || found > length && board.as_bytes()[3] == b'W' {
        let what = format!(
            "Star Battle Notation of a {size}x{size} board has {} after its first four",
            count(length, "character")
        );
        return Err(start.right(4 + found.min(length)).error(format!("{what}, not {found}")));
    }
    let mut bits = Vec::new();
    for (i, c) in board.chars().enumerate().skip(4) {
        let digit = DIGITS.iter().position(|digit| char::from(*digit) == c);
        let digit = digit.ok_or_else(|| {
            start.right(i).error(format!("`{c}` in Star Battle Notation: expected a letter, a digit, `-` or `_`"))
        })?;
        if i < 4 + length {
            bits.extend((0..6).rev().map(|bit| digit >> bit & 1 == 1));
        }
    }
    let bits = bits.split_off(6 * length - borders);
    let (right, below) = bits.split_at(borders / 2);
    let below: Vec<bool> = (0..borders / 2).map(|i| below[i % size * (size - 1) + i / size]).collect();
    Ok(Table::numbered(&united(size, right, &below), size, start.right(4), (stars, start.right(2))))
}
