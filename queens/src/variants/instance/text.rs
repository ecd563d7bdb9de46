//! Words, numbers and signs of an instance's text, each with its position.

use super::error::{Fault, InstanceError};

/// A place in the text. Lines and columns count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Place {
    pub(super) fn fault(self, fault: Fault) -> InstanceError {
        InstanceError { line: self.line, column: self.column, fault }
    }
}

/// The smallest part of the text that means something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Word(String),
    Number(u64),
    /// One of `[`, `]`, `,`, `=`.
    Sign(char),
}

impl Token {
    /// As it stands in the text.
    pub(super) fn shown(&self) -> String {
        match self {
            Token::Word(word) => word.clone(),
            Token::Number(number) => number.to_string(),
            Token::Sign(sign) => sign.to_string(),
        }
    }
}

/// All tokens with their places, and the place of the end. `$` and `#` begin comments.
pub(super) fn tokens(text: &str) -> Result<(Vec<(Place, Token)>, Place), InstanceError> {
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
                tokens.push((place, Token::Sign(c)));
                continue;
            }
            let belongs = |c: char| c.is_alphanumeric() || c == '_' || c == '\'' || c == '.';
            if !belongs(c) {
                let found = c.to_string();
                return Err(place.fault(Fault::Unexpected { found, expected: "a name, a number or one of `[],=`" }));
            }
            let mut last = start + c.len_utf8();
            while let Some(((at, c), _)) = rest.next_if(|((_, c), _)| belongs(*c)) {
                last = at + c.len_utf8();
            }
            let word = &line[start..last];
            tokens.push((place, token(word).map_err(|fault| place.fault(fault))?));
        }
        end = Place { line: number + 1, column: line.chars().count() + 1 };
    }
    Ok((tokens, end))
}

/// A word or a number.
fn token(word: &str) -> Result<Token, Fault> {
    if !word.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(Token::Word(word.to_owned()));
    }
    // Sizes and coordinates fit 32 bits by far.
    let number = word.parse::<u32>().map_err(|_| Fault::Number(word.to_owned()))?;
    Ok(Token::Number(number.into()))
}
