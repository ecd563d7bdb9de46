//! The tokens of an instance's text, with their positions.

use super::error::{Fault, InstanceError};

/// A position in the text. Lines and columns are numbered from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    pub(super) fn fault(self, fault: Fault) -> InstanceError {
        InstanceError { line: self.line, column: self.column, fault }
    }

    pub(super) fn unexpected(self, found: &str, expected: &'static str) -> InstanceError {
        self.fault(Fault::Unexpected(found.to_owned(), expected))
    }
}

/// A name, a number or one of `[`, `]`, `,`, `=`, as a slice of the text.
pub(super) type Token<'a> = &'a str;

/// Splits the text into tokens with positions; also returns the end position. `$` and `#` start comments.
pub(super) fn tokens(text: &str) -> Result<(Vec<(Place, Token<'_>)>, Place), InstanceError> {
    let mut tokens = Vec::new();
    let mut end = Place { line: 1, column: 1 };
    for (number, line) in text.lines().enumerate() {
        let mut rest = line.char_indices().zip(1..).peekable();
        while let Some(((start, c), column)) = rest.next() {
            let place = Place { line: number + 1, column };
            if c == '$' || c == '#' {
                break;
            }
            if c.is_whitespace() || c == '\u{feff}' {
                continue;
            }
            if "[],=".contains(c) {
                tokens.push((place, &line[start..start + 1]));
                continue;
            }
            let belongs = |c: char| c.is_alphanumeric() || c == '_' || c == '\'' || c == '.';
            if !belongs(c) {
                return Err(place.unexpected(&c.to_string(), "a name, a number or one of `[],=`"));
            }
            let mut last = start + c.len_utf8();
            while let Some(((at, c), _)) = rest.next_if(|((_, c), _)| belongs(*c)) {
                last = at + c.len_utf8();
            }
            let word = &line[start..last];
            // All sizes and coordinates fit into 32 bits.
            if word.bytes().all(|b| b.is_ascii_digit()) && word.parse::<u32>().is_err() {
                return Err(place.fault(Fault::Number(word.to_owned())));
            }
            tokens.push((place, word));
        }
        end = Place { line: number + 1, column: line.chars().count() + 1 };
    }
    Ok((tokens, end))
}
