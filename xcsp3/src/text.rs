//! Reads the text of an element: numbers, ranges, variables, slices of arrays, arguments of a group, and functions.

use crate::error::Fault;
use crate::functions::{Depth, apply};
use crate::names::{Index, Names, Slice};
use crate::term::{Term, set, value};
use solver_core::prelude::*;

/// The maximum number of terms to which one text may expand.
const MOST: usize = 1 << 24;

/// The arguments of one instance of a group or a slide, `%0`, `%1`, …
#[derive(Default)]
pub(crate) struct Scope {
    pub(crate) arguments: Vec<Term>,
    /// The number of arguments to which the template refers by index; `%...` stands for the others.
    pub(crate) numbered: usize,
}

/// A text being read, with the names and arguments that may occur in it.
#[derive(Clone, Copy)]
pub(crate) struct Text<'a> {
    rest: &'a str,
    names: &'a Names<'a>,
    scope: &'a Scope,
}

impl<'a> Text<'a> {
    pub(crate) fn new(text: &'a str, names: &'a Names<'a>, scope: &'a Scope) -> Text<'a> {
        Text { rest: text.trim(), names, scope }
    }

    /// Skips this token if it comes next; returns whether it did.
    pub(crate) fn skips(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    pub(crate) fn expect(&mut self, token: &'static str) -> Result<(), Fault> {
        if self.skips(token) { Ok(()) } else { Err(Fault::expected(token, self.rest)) }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.rest.trim_start().is_empty()
    }

    /// Whether a tuple comes next.
    pub(crate) fn is_tuple(&self) -> bool {
        self.rest.trim_start().starts_with('(')
    }

    /// Creates the fault for a missing `what` at this position.
    pub(crate) fn expected(&self, what: &'static str) -> Fault {
        Fault::expected(what, self.rest)
    }

    pub(crate) fn finish(&self) -> Result<(), Fault> {
        if self.is_over() { Ok(()) } else { Err(Fault::expected("the end of the text", self.rest)) }
    }

    /// Reads all terms, up to the end.
    pub(crate) fn terms(mut self) -> Result<Vec<Term>, Fault> {
        let mut terms = Vec::new();
        while !self.is_over() {
            self.term(&mut terms, Depth::default())?;
        }
        Ok(terms)
    }

    /// Reads the variables of names and slices, up to the end.
    pub(crate) fn variables(mut self) -> Result<Vec<IntVar>, Fault> {
        let mut variables = Vec::new();
        while !self.is_over() {
            let word = self.word().ok_or_else(|| self.expected("a variable"))?;
            variables.extend(self.slice(word)?.cells.into_iter().flatten());
        }
        Ok(variables)
    }

    /// Reads one expression, up to the end.
    pub(crate) fn expr(mut self) -> Result<Expr, Fault> {
        let expr = self.operand()?.expr()?;
        self.finish().map(|()| expr)
    }

    /// Reads one term.
    pub(crate) fn operand(&mut self) -> Result<Term, Fault> {
        let (text, mut terms) = (self.rest, Vec::new());
        self.term(&mut terms, Depth::default())?;
        match terms.len() {
            1 => Ok(terms.remove(0)),
            _ => Err(Fault::expected("one variable or number", text)),
        }
    }

    /// Reads the rows of a matrix: tuples, or a slice of an array.
    pub(crate) fn rows(mut self) -> Result<Vec<Vec<Term>>, Fault> {
        let mut rows = Vec::new();
        while !self.is_over() {
            if self.is_tuple() {
                rows.push(self.tuple(Depth::default())?);
                continue;
            }
            let slice = match self.word() {
                Some(word) => self.slice(word)?,
                None => return Err(Fault::expected("the rows of a matrix", self.rest)),
            };
            let terms = |row: &[Option<IntVar>]| row.iter().flatten().map(|&x| Term::Expr(x.into())).collect();
            rows.extend(slice.cells.chunks(slice.columns.max(1)).map(terms));
        }
        Ok(rows)
    }

    /// Reads the terms of a tuple, such as `(a,b,c)`.
    fn tuple(&mut self, depth: Depth) -> Result<Vec<Term>, Fault> {
        self.expect("(")?;
        let mut terms = Vec::new();
        loop {
            self.term(&mut terms, depth)?;
            if self.skips(")") {
                return Ok(terms);
            }
            self.expect(",")?;
        }
    }

    /// Reads a tuple of plain words, such as the transition `(q0,1,q1)`.
    pub(crate) fn words(&mut self) -> Result<Vec<&'a str>, Fault> {
        self.expect("(")?;
        let end = self.rest.find(')').ok_or_else(|| Fault::expected(")", self.rest))?;
        let inner = &self.rest[..end];
        self.rest = &self.rest[end + 1..];
        Ok(inner.split(',').map(str::trim).collect())
    }

    /// Reads the next item: one term, or the terms that a slice or `%...` stands for.
    fn term(&mut self, terms: &mut Vec<Term>, depth: Depth) -> Result<(), Fault> {
        self.rest = self.rest.trim_start();
        if self.skips("%...") {
            terms.extend_from_slice(self.scope.arguments.get(self.scope.numbered..).unwrap_or_default());
            return Ok(());
        }
        let text = self.rest;
        if self.skips("%") {
            let number = self.number().and_then(|n| usize::try_from(n).ok());
            let argument = number.and_then(|n| self.scope.arguments.get(n));
            terms.push(argument.ok_or_else(|| Fault::expected("an argument of the group", text))?.clone());
        } else if self.skips("*") {
            terms.push(Term::Any);
        } else if self.skips("{") {
            terms.push(Term::Set(self.set()?));
        } else if let Some(number) = self.number() {
            self.numeral(number, terms)?;
        } else if let Some(word) = self.word() {
            if self.rest.starts_with('(') {
                let arguments = self.tuple(depth.deeper()?)?;
                terms.push(apply(word, arguments)?);
            } else if let Some(symbol) = self.names.symbol(word) {
                terms.push(Term::Number(symbol.into()));
            } else {
                let slice = self.slice(word)?;
                terms.extend(slice.cells.into_iter().flatten().map(|x| Term::Expr(x.into())));
            }
        } else {
            return Err(Fault::expected("a number, a variable or a function", self.rest));
        }
        if terms.len() > MOST { Err(Fault::TooLarge("a list")) } else { Ok(()) }
    }

    /// Reads the values of a set after its opening brace.
    fn set(&mut self) -> Result<ValueSet, Fault> {
        let mut values = Vec::new();
        while !self.skips("}") {
            values.push(self.operand()?);
            self.skips(",");
        }
        set(&values)
    }

    /// Reads an item that begins with a number: the number, a range, or repetitions such as `0x5`.
    fn numeral(&mut self, number: i64, terms: &mut Vec<Term>) -> Result<(), Fault> {
        let text = self.rest;
        if let Some(rest) = self.rest.strip_prefix("..") {
            self.rest = rest;
            let high = self.number().ok_or_else(|| Fault::expected("a finite range", text))?;
            terms.push(Term::Set(ValueSet::range(value(number)?, value(high)?)));
        } else if let Some(rest) = self.rest.strip_prefix('x') {
            self.rest = rest;
            let times = self.number().and_then(|n| usize::try_from(n).ok());
            let times = times.ok_or_else(|| Fault::expected("a repetition count", text))?;
            if times > MOST {
                return Err(Fault::TooLarge("a list"));
            }
            terms.extend(std::iter::repeat_n(Term::Number(number), times));
        } else {
            terms.push(Term::Number(number));
        }
        Ok(())
    }

    /// Reads the number that comes next, if there is one.
    fn number(&mut self) -> Option<i64> {
        let is_digit = |c: char| c.is_ascii_digit();
        let unsigned = self.rest.strip_prefix(['+', '-']).unwrap_or(self.rest);
        let digits = unsigned.len() - unsigned.trim_start_matches(is_digit).len();
        let end = self.rest.len() - unsigned.len() + digits;
        let number = self.rest[..end].parse().ok()?;
        self.rest = &self.rest[end..];
        Some(number)
    }

    /// Reads the identifier that comes next, if there is one.
    pub(crate) fn word(&mut self) -> Option<&'a str> {
        self.rest = self.rest.trim_start();
        // Symbols may have hyphens.
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        let is_name = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if is_name {
            self.rest = rest;
        }
        is_name.then_some(word)
    }

    /// Reads the indices that follow a name.
    pub(crate) fn indices(&mut self) -> Result<Vec<Index>, Fault> {
        let mut indices = Vec::new();
        while self.rest.starts_with('[') {
            self.rest = &self.rest[1..];
            let text = self.rest;
            indices.push(match self.number() {
                None => Index::All,
                Some(low) if self.skips("..") => {
                    let high = self.number().ok_or_else(|| Fault::expected("the last index", text))?;
                    Index::Range(low, high)
                }
                Some(index) => Index::Range(index, index),
            });
            self.expect("]")?;
        }
        Ok(indices)
    }

    fn slice(&mut self, word: &str) -> Result<Slice, Fault> {
        let begun = self.rest;
        let indices = self.indices()?;
        let text = || format!("{word}{}", &begun[..begun.len() - self.rest.len()]);
        self.names.slice(word, &indices).ok_or_else(|| Fault::UnknownVariable(text()))
    }
}
