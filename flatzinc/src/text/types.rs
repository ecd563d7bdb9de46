//! Declared types.

use super::cursor::{Parser, Result};
use super::numbers::SetOf;
use crate::instance::Type;
use crate::instance::builder::{float_domain, int_domain};
use crate::instance::variable::RawDomain;

const EXPECTED: &str = "a type: `bool`, `int`, `float`, `set of int`, a range or a set of values";

impl Parser<'_> {
    /// Reads `bool`, `int`, `float`, `1..5`, `{1,3}`, `0.5..1.5`, or `set of` an integer type.
    pub(super) fn element_type(&mut self) -> Result<(Type, RawDomain)> {
        let byte = self.next();
        if !Self::starts_name(byte) {
            return self.values(EXPECTED).map(|(of, domain)| match of {
                SetOf::Ints => (Type::Int, domain),
                SetOf::Floats => (Type::Float, domain),
            });
        }
        let ty = self.known(EXPECTED, |word| match word {
            "bool" => Some(Type::Bool),
            "int" => Some(Type::Int),
            "float" => Some(Type::Float),
            "set" => Some(Type::SetOfInt),
            _ => None,
        })?;
        if ty != Type::SetOfInt {
            return Ok((ty, RawDomain::Unbounded));
        }
        self.of_keyword()?;
        Ok((ty, self.universe()?))
    }

    /// Reads the type after `set of`.
    fn universe(&mut self) -> Result<RawDomain> {
        const EXPECTED: &str = "`int`, a range or a set of integers";
        self.next();
        let start = self.at;
        if Self::starts_name(self.peek()) {
            if self.word() == "int" {
                return Ok(RawDomain::Unbounded);
            }
        } else if let (SetOf::Ints, domain) = self.values(EXPECTED)? {
            return Ok(domain);
        }
        self.at = start;
        Err(self.unexpected(EXPECTED))
    }

    /// Reads `1..5` or `{1,3}`, with integers or floats.
    fn values(&mut self, expected: &str) -> Result<(SetOf, RawDomain)> {
        match self.next() {
            byte if Self::starts_number(byte) => {
                let low = self.number()?;
                if !self.eat_pair(*b"..") {
                    return Err(self.unexpected("`..`"));
                }
                let of = self.high_end(low)?;
                Ok((of, self.domain(of)))
            }
            b'{' => {
                let of = self.braces()?;
                let domain = match of {
                    SetOf::Ints => RawDomain::Values(self.builder.close_ints()),
                    SetOf::Floats => RawDomain::FloatValues(self.builder.close_floats()),
                };
                Ok((of, domain))
            }
            _ => Err(self.unexpected(expected)),
        }
    }

    fn domain(&mut self, of: SetOf) -> RawDomain {
        match of {
            SetOf::Ints => int_domain(&mut self.builder),
            SetOf::Floats => float_domain(&mut self.builder),
        }
    }

    /// Reads the word `of`.
    pub(super) fn of_keyword(&mut self) -> Result<()> {
        self.known("`of`", |word| (word == "of").then_some(()))
    }
}
