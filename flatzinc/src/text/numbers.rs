//! Numbers, ranges and sets.

use super::cursor::{Parser, Result};
use crate::error::Fault;
use crate::instance::builder::{Number, wrong};
use crate::instance::{Place, Term};

/// The kind of set being read; the builder holds the ranges.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum SetOf {
    Ints,
    Floats,
}

impl Parser<'_> {
    #[inline]
    pub(super) fn starts_number(byte: u8) -> bool {
        byte.is_ascii_digit() || byte == b'-'
    }

    /// Reads `42`, `-7`, `0x2a`, `0o52`, `4.2` or `1e+30`. The caller has checked that a digit or `-` comes next.
    #[inline]
    pub(super) fn number(&mut self) -> Result<Number> {
        let start = self.at;
        let negative = self.peek() == b'-';
        self.at += usize::from(negative);
        let digits = self.at;
        let mut value = 0u64;
        let (mut at, mut after) = (digits, 0);
        while let Some(&byte) = self.bytes.get(at) {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                after = byte;
                break;
            }
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            at += 1;
        }
        self.at = at;
        match after {
            b'.' if self.byte_at(self.at + 1) != b'.' => return self.float(start),
            b'e' | b'E' => return self.float(start),
            b'x' | b'o' if self.at == digits + 1 && value == 0 => return self.radix(start, negative),
            _ => {}
        }
        match self.at - digits {
            0 => {
                self.at = start;
                Err(self.unexpected("a number"))
            }
            // Numbers below 10^18 fit with either sign.
            1..=18 => Ok(Number::Int(if negative { -(value as i64) } else { value as i64 })),
            _ => self.long(start),
        }
    }

    #[cold]
    fn long(&mut self, start: usize) -> Result<Number> {
        let literal = &self.text[start..self.at];
        literal.parse().map(Number::Int).map_err(|_| too_large(start, literal))
    }

    #[cold]
    fn radix(&mut self, start: usize, negative: bool) -> Result<Number> {
        let radix = if self.peek() == b'x' { 16 } else { 8 };
        self.at += 1;
        let digits = self.at;
        while self.peek().is_ascii_alphanumeric() {
            self.at += 1;
        }
        let digits = &self.text[digits..self.at];
        if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
            self.at = start;
            return Err(self.unexpected("a number"));
        }
        let sign = if negative { "-" } else { "" };
        let value = i64::from_str_radix(&format!("{sign}{digits}"), radix);
        value.map(Number::Int).map_err(|_| too_large(start, &self.text[start..self.at]))
    }

    fn float(&mut self, start: usize) -> Result<Number> {
        let digits = |parser: &mut Self| {
            let from = parser.at;
            while parser.peek().is_ascii_digit() {
                parser.at += 1;
            }
            parser.at > from
        };
        let mut good = true;
        if self.peek() == b'.' {
            self.at += 1;
            good &= digits(self);
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), b'+' | b'-'));
            good &= digits(self);
        }
        let literal = &self.text[start..self.at];
        match literal.parse::<f64>() {
            Ok(value) if good && value.is_finite() => Ok(Number::Float(value)),
            Ok(_) if good => Err(wrong(Place(start as u32), Fault::FloatTooLarge(shortened(literal)))),
            _ => {
                self.at = start;
                Err(self.unexpected("a number"))
            }
        }
    }

    /// Reads a number, or a range if `..` follows.
    #[inline]
    pub(super) fn number_or_range(&mut self) -> Result<Term> {
        let place = self.place();
        let low = self.number()?;
        // Usually, a comma or a bracket follows immediately.
        if !matches!(self.peek(), b',' | b']') && self.eat_pair(*b"..") {
            self.high_end(low)?;
            return Ok(self.builder.set(place));
        }
        Ok(match low {
            Number::Int(value) => Term::int(value, place),
            Number::Float(value) => Term::float(value, place),
        })
    }

    /// Reads the upper end of a range, after `lo..`, and adds the range to the builder.
    pub(super) fn high_end(&mut self, low: Number) -> Result<SetOf> {
        if !Self::starts_number(self.next()) {
            return Err(self.unexpected("a number, the upper end of the range"));
        }
        match (low, self.number()?) {
            (Number::Int(low), Number::Int(high)) => {
                self.builder.ints.push((low, high));
                Ok(SetOf::Ints)
            }
            (low, high) => {
                self.builder.floats.push((low.float(), high.float()));
                Ok(SetOf::Floats)
            }
        }
    }

    /// Reads a set such as `{1,3,5}`, starting at its brace, and adds the ranges to the builder.
    pub(super) fn braces(&mut self) -> Result<SetOf> {
        self.at += 1;
        if self.eat(b'}') {
            return Ok(SetOf::Ints);
        }
        loop {
            if !Self::starts_number(self.next()) {
                return Err(self.unexpected("a number"));
            }
            match self.number()? {
                Number::Int(value) => match self.builder.ints.last_mut() {
                    Some(last) if last.1.checked_add(1) == Some(value) => last.1 = value,
                    _ => self.builder.ints.push((value, value)),
                },
                Number::Float(value) => self.builder.floats.push((value, value)),
            }
            if !self.another(b'}', "`,` or `}`")? {
                break;
            }
        }
        if self.builder.floats.is_empty() {
            return Ok(SetOf::Ints);
        }
        let ints = std::mem::take(&mut self.builder.ints);
        self.builder.floats.extend(ints.iter().flat_map(|r| r.0..=r.1).map(|v| (v as f64, v as f64)));
        Ok(SetOf::Floats)
    }
}

fn too_large(start: usize, literal: &str) -> crate::instance::builder::Wrong {
    wrong(Place(start as u32), Fault::IntegerTooLarge(shortened(literal)))
}

fn shortened(literal: &str) -> String {
    if literal.len() > 40 { format!("{}…", &literal[..40]) } else { literal.to_owned() }
}
