//! Reads items, which may come in any order: predicates, parameters, variables, arrays, constraints, the solve item.

use super::cursor::{Parser, Result};
use crate::error::Fault;
use crate::instance::array::ArrayData;
use crate::instance::builder::{NONE, Number, fits, wrong};
use crate::instance::marks::Marks;
use crate::instance::term::Span;
use crate::instance::variable::{RawDomain, VariableData};
use crate::instance::{Expected, Place};
use solver_core::Goal;

const ITEM: &str = "an item: `var`, `array`, `bool`, `int`, `float`, `set`, `predicate`, `constraint` or `solve`";

impl Parser<'_> {
    pub(super) fn items(&mut self) -> Result<()> {
        while self.next() != 0 || self.at < self.bytes.len() {
            let start = self.at;
            self.builder.tick(self.place())?;
            match self.word() {
                "constraint" => self.constraint()?,
                "var" => self.variable()?,
                "array" => self.array()?,
                "predicate" => self.predicate()?,
                "solve" => self.solve(Place(start as u32))?,
                "bool" | "int" | "float" | "set" => {
                    self.at = start;
                    self.parameter()?;
                }
                _ => {
                    self.at = start;
                    return Err(self.unexpected(ITEM));
                }
            }
            self.expect(b';', "`;`")?;
        }
        Ok(())
    }

    fn constraint(&mut self) -> Result<()> {
        let (name, place) = self.name("the name of a constraint")?;
        if self.next() != b'(' {
            return Err(self.unexpected("`(`"));
        }
        let arguments = self.arguments()?;
        let from = self.annotations()?;
        let annotations = self.builder.close(from);
        self.builder.constraint(name, arguments, annotations, place);
        Ok(())
    }

    fn variable(&mut self) -> Result<()> {
        let (ty, domain) = self.element_type()?;
        self.expect(b':', "`:`")?;
        let named = self.name("the name of a variable")?;
        let from = self.annotations()?;
        let Marks { declaration, output, .. } = self.builder.close_marks(from, named)?;
        let mut rhs = NONE;
        if self.eat(b'=') {
            let term = self.basic()?;
            rhs = self.builder.store(term);
        }
        self.builder.variable(VariableData { declaration, domain, rhs, ty, output, scale: None })
    }

    fn parameter(&mut self) -> Result<()> {
        let (ty, domain) = self.element_type()?;
        self.expect(b':', "`:`")?;
        let (name, place) = self.name("the name of a parameter")?;
        self.expect(b'=', "`=` and a value")?;
        self.next();
        let start = self.at;
        let term = self.basic()?;
        if !fits(&self.builder.instance, term, ty) || domain != RawDomain::Unbounded {
            self.at = start;
            return Err(self.unexpected(&Expected::Constant(ty).to_string()));
        }
        self.builder.parameter(name, term, place)
    }

    fn array(&mut self) -> Result<()> {
        self.expect(b'[', "`[`")?;
        let declared = self.index_range()?;
        self.expect(b']', "`]`")?;
        self.of_keyword()?;
        self.next();
        let start = self.at;
        let is_var = self.word() == "var";
        if !is_var {
            self.at = start;
        }
        let (ty, domain) = self.element_type()?;
        self.expect(b':', "`:`")?;
        let (name, place) = self.name("the name of an array")?;
        let from = self.annotations()?;
        let Marks { declaration, ranges, .. } = self.builder.close_marks(from, (name, place))?;
        self.expect(b'=', "`=` and the elements")?;
        let elements = self.array_elements()?;
        if let Some(declared) = declared
            && declared != i64::from(elements.len)
        {
            let name = self.builder.instance.text(name).to_owned();
            return Err(wrong(place, Fault::ArrayLength { name, declared, found: elements.len as usize }));
        }
        self.builder.array(ArrayData { declaration, elements, declared: Some((ty, is_var, domain)) }, ranges)
    }

    /// Reads the n in `1..n`; returns `None` for `int`.
    fn index_range(&mut self) -> Result<Option<i64>> {
        const EXPECTED: &str = "an index range `1..n`";
        self.next();
        let start = self.at;
        if Self::starts_name(self.peek()) {
            if self.word() == "int" {
                return Ok(None);
            }
        } else if Self::starts_number(self.peek())
            && self.number()? == Number::Int(1)
            && self.eat_pair(*b"..")
            && Self::starts_number(self.next())
            && let Number::Int(high) = self.number()?
        {
            return Ok(Some(high.max(0)));
        }
        self.at = start;
        Err(self.unexpected(EXPECTED))
    }

    fn array_elements(&mut self) -> Result<Span> {
        match self.next() {
            b'[' => self.list(),
            byte if Self::starts_name(byte) => {
                let (name, place) = self.name("a list")?;
                self.builder.elements_of(name).ok_or_else(|| {
                    let found = format!("`{}`", self.builder.instance.text(name));
                    wrong(place, Fault::expected("a list, or the name of an array declared before", found))
                })
            }
            _ => Err(self.unexpected("`[` and the elements")),
        }
    }

    fn solve(&mut self, place: Place) -> Result<()> {
        let from = self.annotations()?;
        let annotations = self.builder.close(from);
        let goal = self.known("`satisfy`, `minimize` or `maximize`", |word| match word {
            "satisfy" => Some(None),
            "minimize" => Some(Some(Goal::Minimize)),
            "maximize" => Some(Some(Goal::Maximize)),
            _ => None,
        })?;
        let goal = goal.map(|goal| Ok((goal, self.basic()?))).transpose()?;
        self.builder.solve(goal, annotations, place)
    }

    /// Reads a predicate declaration: keeps the number of parameters and their text, but skips their types.
    fn predicate(&mut self) -> Result<()> {
        let (name, place) = self.name("the name of a predicate")?;
        self.expect(b'(', "`(`")?;
        let (mut parameters, start) = (0, self.at);
        if !self.eat(b')') {
            loop {
                self.skip_parameter_type()?;
                self.name("the name of a parameter")?;
                parameters += 1;
                if !self.another(b')', "`,` or `)`")? {
                    break;
                }
            }
        }
        self.builder.predicate(name, parameters, &self.text[start..self.at - 1], place);
        Ok(())
    }

    /// Skips a type such as `array [int] of var set of {1,3}` and the `:` after it.
    fn skip_parameter_type(&mut self) -> Result<()> {
        let mut open = 0usize;
        let start = self.at;
        loop {
            match self.next() {
                b':' if open == 0 && self.at > start => {
                    self.at += 1;
                    return Ok(());
                }
                b'[' | b'{' => open += 1,
                b']' | b'}' if open > 0 => open -= 1,
                b',' if open > 0 => {}
                byte if byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'$' | b'+') => {}
                _ => return Err(self.unexpected("a parameter: its type, `:` and its name")),
            }
            self.at += 1;
        }
    }
}
