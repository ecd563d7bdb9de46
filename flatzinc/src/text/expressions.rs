//! Expressions in arguments, lists and annotations.

use super::MAX_DEPTH;
use super::cursor::{Parser, Result};
use crate::error::Fault;
use crate::instance::Term;
use crate::instance::builder::{Number, wrong};
use crate::instance::term::{Kind, Span};

impl Parser<'_> {
    /// Reads a constant or a name.
    #[inline]
    pub(super) fn basic(&mut self) -> Result<Term> {
        match self.next() {
            byte if Self::starts_name(byte) => self.name_or_bool(Kind::Name),
            byte if Self::starts_number(byte) => self.number_or_range(),
            b'{' => {
                let place = self.place();
                self.braces()?;
                Ok(self.builder.set(place))
            }
            b'"' => self.string(),
            _ => Err(self.unexpected("a value or a name")),
        }
    }

    /// Reads `x`, `x[3]`, `true` or `false`; `kind` is the kind of term for a name.
    #[inline]
    fn name_or_bool(&mut self, kind: Kind) -> Result<Term> {
        let place = self.place();
        match self.word() {
            "" => Err(self.unexpected("a value or a name")),
            "true" => Ok(Term::bool(true, place)),
            "false" => Ok(Term::bool(false, place)),
            word => {
                let symbol = self.builder.instance.symbols.intern(word);
                if self.next() == b'[' {
                    let index = self.index()?;
                    let element = if kind == Kind::Name { Kind::Element } else { Kind::OpenElement };
                    return Ok(Term::new(element, index << 32 | u64::from(symbol.index() as u32), place));
                }
                Ok(Term::symbol(kind, symbol, place))
            }
        }
    }

    /// Reads `[3]` after the name of an array.
    fn index(&mut self) -> Result<u64> {
        self.at += 1;
        self.next();
        let place = self.place();
        if !Self::starts_number(self.peek()) {
            return Err(self.unexpected("an index"));
        }
        match self.number()? {
            Number::Int(index) if u32::try_from(index).is_ok() => {
                self.expect(b']', "`]`")?;
                Ok(index as u64)
            }
            _ => Err(wrong(place, Fault::expected("an index from 1 to the length of the array", "another number"))),
        }
    }

    /// Reads a list of constants and names, starting at its bracket. The elements go directly into the pool.
    pub(super) fn list(&mut self) -> Result<Span> {
        let start = self.builder.instance.terms.len();
        self.at += 1;
        if !self.eat(b']') {
            loop {
                let term = self.basic()?;
                self.builder.instance.terms.push(term);
                if !self.another(b']', "`,` or `]`")? {
                    break;
                }
            }
        }
        Ok(Span { start: start as u32, len: (self.builder.instance.terms.len() - start) as u32 })
    }

    /// Reads the arguments of a constraint, starting at the parenthesis.
    pub(super) fn arguments(&mut self) -> Result<Span> {
        let from = self.builder.open.len();
        self.at += 1;
        if !self.eat(b')') {
            loop {
                let term = match self.next() {
                    b'[' => {
                        let place = self.place();
                        Term::span(Kind::List, self.list()?, place)
                    }
                    _ => self.basic()?,
                };
                self.builder.open.push(term);
                if !self.another(b')', "`,` or `)`")? {
                    break;
                }
            }
        }
        Ok(self.builder.close(from))
    }

    /// Reads all annotations at this position and leaves them open in the builder; returns the position of the first.
    #[inline]
    pub(super) fn annotations(&mut self) -> Result<usize> {
        let from = self.builder.open.len();
        while self.eat_pair(*b"::") {
            let term = match self.next() {
                b'"' => self.string()?,
                byte if Self::starts_name(byte) => self.name_or_call(Kind::Atom, 0)?,
                _ => return Err(self.unexpected("an annotation")),
            };
            self.builder.open.push(term);
        }
        Ok(from)
    }

    /// Reads an annotation, or a name in an annotation argument.
    fn name_or_call(&mut self, kind: Kind, depth: usize) -> Result<Term> {
        let term = self.name_or_bool(kind)?;
        if self.next() != b'(' || term.kind != kind {
            return Ok(term);
        }
        let from = self.builder.open.len();
        self.nested(b')', "`,` or `)`", depth)?;
        let arguments = self.builder.close(from);
        Ok(self.builder.call(term.as_symbol(), arguments, term.place))
    }

    /// Reads an annotation argument.
    fn annotation_expression(&mut self, depth: usize) -> Result<Term> {
        match self.next() {
            b'[' => {
                let (place, from) = (self.place(), self.builder.open.len());
                self.nested(b']', "`,` or `]`", depth)?;
                let elements = self.builder.close(from);
                Ok(Term::span(Kind::List, elements, place))
            }
            byte if Self::starts_name(byte) => self.name_or_call(Kind::Open, depth),
            _ => self.basic(),
        }
    }

    /// Reads the contents of a bracketed or parenthesised list in an annotation, and leaves the list open in the
    /// builder.
    fn nested(&mut self, close: u8, expected: &str, depth: usize) -> Result<()> {
        if depth == MAX_DEPTH {
            return Err(wrong(self.place(), Fault::TooDeep(MAX_DEPTH)));
        }
        self.at += 1;
        if self.eat(close) {
            return Ok(());
        }
        loop {
            let term = self.annotation_expression(depth + 1)?;
            self.builder.open.push(term);
            if !self.another(close, expected)? {
                return Ok(());
            }
        }
    }
}
