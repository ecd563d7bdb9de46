//! Strings with C escapes.

use std::borrow::Cow;

use super::cursor::{Parser, Result};
use crate::error::Fault;
use crate::instance::builder::wrong;
use crate::instance::term::Kind;
use crate::instance::{Place, Term};

impl<'t> Parser<'t> {
    /// Reads a string, starting at its opening quote.
    pub(super) fn string(&mut self) -> Result<Term> {
        let place = self.place();
        let text = self.string_text()?;
        let symbol = self.builder.instance.symbols.intern(&text);
        Ok(Term::symbol(Kind::String, symbol, place))
    }

    fn string_text(&mut self) -> Result<Cow<'t, str>> {
        let start = self.at;
        self.at += 1;
        let mut piece = self.at;
        let mut text = String::new();
        loop {
            match self.byte_at(self.at) {
                b'"' if piece == start + 1 => {
                    self.at += 1;
                    return Ok(Cow::Borrowed(&self.text[piece..self.at - 1]));
                }
                b'"' => {
                    text.push_str(&self.text[piece..self.at]);
                    self.at += 1;
                    return Ok(Cow::Owned(text));
                }
                b'\\' => {
                    text.push_str(&self.text[piece..self.at]);
                    text.push(self.escape(start)?);
                    piece = self.at;
                }
                b'\n' | b'\r' => return Err(wrong(Place(start as u32), Fault::UnterminatedString)),
                0 if self.at >= self.bytes.len() => return Err(wrong(Place(start as u32), Fault::UnterminatedString)),
                _ => self.at += 1,
            }
        }
    }

    /// Reads an escape, starting at its backslash, in the string that starts at `start`.
    fn escape(&mut self, start: usize) -> Result<char> {
        let place = self.place();
        self.at += 1;
        let Some(letter) = self.text[self.at..].chars().next().filter(|&c| c != '\n' && c != '\r') else {
            return Err(wrong(Place(start as u32), Fault::UnterminatedString));
        };
        let value = match letter {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'a' => '\x07',
            'b' => '\x08',
            'f' => '\x0c',
            'v' => '\x0b',
            '"' | '\'' | '\\' => letter,
            '0'..='7' => return Ok(self.code(8, 3)),
            'x' if self.byte_at(self.at + 1).is_ascii_hexdigit() => {
                self.at += 1;
                return Ok(self.code(16, 2));
            }
            _ => return Err(wrong(place, Fault::UnknownEscape(letter))),
        };
        self.at += 1;
        Ok(value)
    }

    /// Reads a character code of at most `length` digits; the character is below U+0200.
    fn code(&mut self, radix: u32, length: usize) -> char {
        let mut value = 0;
        for _ in 0..length {
            match char::from(self.peek()).to_digit(radix) {
                Some(digit) => value = value * radix + digit,
                None => break,
            }
            self.at += 1;
        }
        char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}
