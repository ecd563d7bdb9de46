//! JSON objects that declare variables and arrays.

use serde::de::{Error, MapAccess};

use super::fields::{Each, Fields, Object};
use super::ranges::Ranges;
use super::values::{Annotations, Role, TermIn, Terms};
use super::{State, Text, unexpected};
use crate::error::Fault;
use crate::instance::array::ArrayData;
use crate::instance::builder::{NONE, Number, float_domain, int_domain, wrong};
use crate::instance::declared::Declaration;
use crate::instance::term::Span;
use crate::instance::variable::{RawDomain, VariableData};
use crate::instance::{Place, Symbol, Term, Type};

/// Reads the object that has a field for each variable.
pub(super) struct Variables;

impl<'t> Object<'t> for Variables {
    const WHAT: &'static str = "the variables";
    const FIELDS: &'static [&'static str] = &[];

    fn field<A: MapAccess<'t>>(&mut self, state: &mut State<'t>, key: &str, map: &mut A) -> Result<bool, A::Error> {
        let (name, place, from) = (state.intern(key), state.last, state.builder.open.len());
        let mut variable = Variable::default();
        map.next_value_seed(Fields { state, object: &mut variable })?;
        variable.finish(state, (name, place), from)?;
        Ok(true)
    }
}

#[derive(Default)]
struct Variable {
    ty: Option<Type>,
    rhs: Option<Term>,
    has_domain: bool,
    marks: Given,
}

/// The fields of a declaration other than annotations.
#[derive(Default)]
struct Given {
    introduced: bool,
    defined: bool,
}

impl Given {
    /// Reads the value of a field that all declarations have; returns false for any other field.
    fn field<'t, A: MapAccess<'t>>(&mut self, state: &mut State<'t>, key: &str, map: &mut A) -> Result<bool, A::Error> {
        match key {
            "introduced" => self.introduced = map.next_value()?,
            "defined" => self.defined = map.next_value()?,
            "ann" => map.next_value_seed(Each(state, Annotations))?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Builds the declaration with the annotations that are still open.
    fn close<E: Error>(self, state: &mut State<'_>, named: (Symbol, Place), from: usize) -> Result<Declaration, E> {
        let marks = state.builder.close_marks(from, named).map_err(|fault| state.fail(fault))?;
        let Declaration { introduced, defined, .. } = marks.declaration;
        let (introduced, defined) = (introduced || self.introduced, defined || self.defined);
        Ok(Declaration { introduced, defined, ..marks.declaration })
    }
}

impl<'t> Object<'t> for Variable {
    const WHAT: &'static str = "a variable";
    const FIELDS: &'static [&'static str] = &["type", "domain", "rhs", "introduced", "defined", "ann"];

    fn field<A: MapAccess<'t>>(&mut self, state: &mut State<'t>, key: &str, map: &mut A) -> Result<bool, A::Error> {
        match key {
            "type" => {
                let name = map.next_value_seed(Text(state))?;
                self.ty = Some(match &*name {
                    "bool" => Type::Bool,
                    "int" => Type::Int,
                    "float" => Type::Float,
                    "set of int" => Type::SetOfInt,
                    other => return Err(A::Error::unknown_variant(other, &["bool", "int", "float", "set of int"])),
                });
            }
            "domain" => {
                self.has_domain = true;
                map.next_value_seed(Each(state, Ranges))?;
            }
            // Reading a set overwrites the buffer that contains the ranges of the domain.
            "rhs" => {
                let domain = std::mem::take(&mut state.domain);
                self.rhs = Some(map.next_value_seed(TermIn { state, role: Role::Element })?);
                state.domain = domain;
            }
            _ => return self.marks.field(state, key, map),
        }
        Ok(true)
    }
}

impl Variable {
    fn finish<E: Error>(self, state: &mut State<'_>, named: (Symbol, Place), from: usize) -> Result<(), E> {
        let place = named.1;
        let Some(ty) = self.ty else { return Err(state.fail(unexpected(place, "a field \"type\"", "none"))) };
        let declaration = self.marks.close(state, named, from)?;
        let domain = if self.has_domain { domain(state, ty, place)? } else { RawDomain::Unbounded };
        let rhs = self.rhs.map_or(NONE, |term| state.builder.store(term));
        let data = VariableData { declaration, domain, rhs, ty, output: false, scale: None };
        state.builder.variable(data).map_err(|fault| state.fail(fault))
    }
}

fn domain<E: Error>(state: &mut State<'_>, ty: Type, place: Place) -> Result<RawDomain, E> {
    match ty {
        Type::Bool => Err(state.fail(unexpected(place, "no domain for a bool variable", "one"))),
        Type::Float => {
            state.domain_to_floats();
            Ok(float_domain(&mut state.builder))
        }
        Type::Int | Type::SetOfInt if state.domain_to_ints() => Ok(int_domain(&mut state.builder)),
        Type::Int | Type::SetOfInt => {
            let floats = state.domain.iter().flat_map(|r| [r.0, r.1]).find_map(|number| match number {
                Number::Float(value) => Some(value),
                Number::Int(_) => None,
            });
            let float = floats.unwrap_or(0.0);
            // serde_json returns a float for an integer that is too long.
            let fault = if float.fract() == 0.0 && float.abs() >= 9e18 {
                Fault::IntegerTooLarge(format!("{float:.0}"))
            } else {
                Fault::expected("ranges of integers", format!("{float:?}"))
            };
            Err(state.fail(wrong(place, fault)))
        }
    }
}

/// Reads the object that has a field for each array.
pub(super) struct Arrays;

impl<'t> Object<'t> for Arrays {
    const WHAT: &'static str = "the arrays";
    const FIELDS: &'static [&'static str] = &[];

    fn field<A: MapAccess<'t>>(&mut self, state: &mut State<'t>, key: &str, map: &mut A) -> Result<bool, A::Error> {
        let (name, place, from) = (state.intern(key), state.last, state.builder.open.len());
        let mut array = Array::default();
        map.next_value_seed(Fields { state, object: &mut array })?;
        let Some(elements) = array.elements else {
            return Err(state.fail(unexpected(place, "a field \"a\" with the elements", "none")));
        };
        let declaration = array.marks.close(state, (name, place), from)?;
        state
            .builder
            .array(ArrayData { declaration, elements, declared: None }, None)
            .map_err(|fault| state.fail(fault))?;
        Ok(true)
    }
}

#[derive(Default)]
struct Array {
    elements: Option<Span>,
    marks: Given,
}

impl<'t> Object<'t> for Array {
    const WHAT: &'static str = "an array";
    const FIELDS: &'static [&'static str] = &["a", "introduced", "defined", "ann"];

    fn field<A: MapAccess<'t>>(&mut self, state: &mut State<'t>, key: &str, map: &mut A) -> Result<bool, A::Error> {
        match key {
            "a" => self.elements = Some(map.next_value_seed(Each(state, Terms(Role::Element)))?),
            _ => return self.marks.field(state, key, map),
        }
        Ok(true)
    }
}
