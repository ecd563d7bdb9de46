//! The parser's cursor: position, lookahead, and errors.

use crate::error::Fault;
use crate::instance::builder::{Builder, Wrong, wrong};
use crate::instance::{Place, Symbol};

pub(super) type Result<T> = std::result::Result<T, Wrong>;

pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    pub(super) at: usize,
    pub(super) builder: Builder,
}

/// The bytes that a name may contain after its first byte.
const NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str, builder: Builder) -> Parser<'t> {
        // Skips a byte order mark.
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        Parser { text, bytes: text.as_bytes(), at, builder }
    }

    #[inline]
    pub(super) fn place(&self) -> Place {
        Place(self.at as u32)
    }

    /// The current byte; 0 at the end of the file.
    #[inline]
    pub(super) fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn byte_at(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// Skips blanks and comments, and returns the next byte; 0 at the end of the file.
    #[inline]
    pub(super) fn next(&mut self) -> u8 {
        let byte = self.peek();
        if byte > b'%' { byte } else { self.skip_blanks() }
    }

    #[inline(never)]
    fn skip_blanks(&mut self) -> u8 {
        loop {
            match self.peek() {
                b'\n' => {
                    self.at += 1;
                    self.builder.line_starts_at(self.at);
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'%' => {
                    let rest = &self.bytes[self.at..];
                    self.at += rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
                }
                byte => return byte,
            }
        }
    }

    /// Skips blanks and consumes `byte` if it comes next; returns whether it did.
    #[inline]
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        let found = self.next() == byte && self.at < self.bytes.len();
        self.at += usize::from(found);
        found
    }

    #[inline]
    pub(super) fn expect(&mut self, byte: u8, expected: &str) -> Result<()> {
        if self.eat(byte) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Skips blanks and consumes two adjacent bytes if they come next; returns whether it did.
    #[inline]
    pub(super) fn eat_pair(&mut self, pair: [u8; 2]) -> bool {
        let found = self.next() == pair[0] && self.byte_at(self.at + 1) == pair[1];
        self.at += 2 * usize::from(found);
        found
    }

    /// Moves past the separator after a list element, and returns whether another element follows. `close` is the
    /// byte that ends the list.
    #[inline]
    pub(super) fn another(&mut self, close: u8, expected: &str) -> Result<bool> {
        self.builder.tick(self.place())?;
        let byte = self.next();
        if byte == b',' || byte == close {
            self.at += 1;
            return Ok(byte == b',');
        }
        Err(self.unexpected(expected))
    }

    #[inline]
    pub(super) fn starts_name(byte: u8) -> bool {
        byte.is_ascii_alphabetic() || byte == b'_' || byte == b'\''
    }

    /// Reads the name or keyword at this position; returns an empty text if there is none. Includes the quotes of a
    /// quoted name.
    #[inline]
    pub(super) fn word(&mut self) -> &'t str {
        match self.next() {
            b'\'' => return self.quoted(),
            byte if Self::starts_name(byte) => {}
            _ => return "",
        }
        let start = self.at;
        self.at += self.bytes[start..].iter().position(|&b| !NAME[b as usize]).unwrap_or(self.bytes.len() - start);
        &self.text[start..self.at]
    }

    fn quoted(&mut self) -> &'t str {
        let rest = &self.bytes[self.at + 1..];
        match rest.iter().position(|&b| b == b'\'' || b == b'\n') {
            Some(length) if length > 0 && rest[length] == b'\'' => {
                let start = self.at;
                self.at += length + 2;
                &self.text[start..self.at]
            }
            _ => "",
        }
    }

    /// Converts the word at this position with `read`. If `read` does not recognise the word, consumes nothing and
    /// returns an error.
    #[inline]
    pub(super) fn known<T>(&mut self, expected: &str, read: impl FnOnce(&'t str) -> Option<T>) -> Result<T> {
        self.next();
        let start = self.at;
        read(self.word()).ok_or_else(|| {
            self.at = start;
            self.unexpected(expected)
        })
    }

    /// Reads a name that is declared or called. It must not be a literal.
    pub(super) fn name(&mut self, expected: &str) -> Result<(Symbol, Place)> {
        self.next();
        let place = self.place();
        let word = self.known(expected, |word| Some(word).filter(|word| !matches!(*word, "" | "true" | "false")))?;
        Ok((self.builder.instance.symbols.intern(word), place))
    }

    /// Builds the error for an unexpected token at this position.
    #[cold]
    pub(super) fn unexpected(&mut self, expected: &str) -> Wrong {
        self.next();
        wrong(self.place(), Fault::expected(expected, self.found()))
    }

    /// Describes the token at this position, for a message.
    fn found(&self) -> String {
        const LONGEST: usize = 40;
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return "the end of the file".into() };
        if first == '"' {
            return "a string".into();
        }
        let number = first.is_ascii_digit() || first == '-';
        let belongs = |c: char| c.is_ascii_alphanumeric() || c == '_' || (number && (c == '-' || c == '.'));
        let length = rest.chars().take_while(|&c| belongs(c)).count();
        match length {
            0 if rest.starts_with("::") => "`::`".into(),
            0 if first.is_control() => format!("the character U+{:04X}", first as u32),
            0 => format!("`{first}`"),
            _ if length > LONGEST => format!("`{}…`", &rest[..LONGEST]),
            _ => format!("`{}`", &rest[..length]),
        }
    }
}
