//! Objects: the document, variables, arrays, constraints, the solve item.

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::values::{Annotations, Number, Ranges, Role, TermIn, Terms};
use super::{Name, State, Text, unexpected};
use crate::error::Fault;
use crate::instance::builder::{NONE, float_domain, int_domain, wrong};
use crate::instance::goal::RawGoal;
use crate::instance::term::{Kind, Span};
use crate::instance::variable::{ArrayData, RawDomain, VariableData};
use crate::instance::{Place, Symbol, Term, Type, names};

/// An object whose fields are known: what each is good for.
pub(super) trait Object<'t> {
    /// Of what: for messages.
    const WHAT: &'static str;
    /// The fields of the schema; an object without any takes names as fields.
    const FIELDS: &'static [&'static str];

    /// Takes the value of the field `key`; false if there is no such field.
    fn field<A: MapAccess<'t>>(&mut self, state: &mut State<'t>, key: &str, map: &mut A) -> Result<bool, A::Error>;
}

/// Reads an object field by field.
pub(super) struct Fields<'s, 't, O> {
    pub(super) state: &'s mut State<'t>,
    pub(super) object: &'s mut O,
}

impl<'t, O: Object<'t>> DeserializeSeed<'t> for Fields<'_, 't, O> {
    type Value = ();

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'t, O: Object<'t>> Visitor<'t> for Fields<'_, 't, O> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: an object", O::WHAT)
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key_seed(Text(self.state))? {
            if !self.object.field(self.state, &key, &mut map)? {
                return Err(A::Error::unknown_field(&key, O::FIELDS));
            }
        }
        Ok(())
    }
}

/// A list of which each element is read by a function of its own.
struct Each<'s, 't, E>(&'s mut State<'t>, E);

/// How [`Each`] reads one.
trait Element<'t>: Copy {
    const WHAT: &'static str;
    /// Reads the next; false at the end.
    fn next<A: SeqAccess<'t>>(self, state: &mut State<'t>, list: &mut A) -> Result<bool, A::Error>;
}

impl<'t, E: Element<'t>> DeserializeSeed<'t> for Each<'_, 't, E> {
    type Value = ();

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'t, E: Element<'t>> Visitor<'t> for Each<'_, 't, E> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a list of {}", E::WHAT)
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut list: A) -> Result<(), A::Error> {
        while self.1.next(self.0, &mut list)? {}
        Ok(())
    }
}

/// The whole file.
pub(super) struct Document;

impl<'t> Object<'t> for Document {
    const WHAT: &'static str = "a FlatZinc file";
    const FIELDS: &'static [&'static str] = &["variables", "arrays", "constraints", "output", "solve", "version"];

    fn field<A: MapAccess<'t>>(&mut self, state: &mut State<'t>, key: &str, map: &mut A) -> Result<bool, A::Error> {
        match key {
            "variables" => map.next_value_seed(Fields { state, object: &mut Variables })?,
            "arrays" => map.next_value_seed(Fields { state, object: &mut Arrays })?,
            "constraints" => map.next_value_seed(Each(state, Constraints))?,
            "output" => map.next_value_seed(Each(state, Outputs))?,
            "solve" => {
                let mut solve = Solve::default();
                let (place, from) = (state.last, state.builder.open.len());
                map.next_value_seed(Fields { state, object: &mut solve })?;
                solve.finish(state, place, from)?;
            }
            _ => drop(map.next_value::<IgnoredAny>()?),
        }
        Ok(true)
    }
}

struct Variables;

impl<'t> Object<'t> for Variables {
    const WHAT: &'static str = "the variables";
    const FIELDS: &'static [&'static str] = &[];

    fn field<A: MapAccess<'t>>(&mut self, state: &mut State<'t>, key: &str, map: &mut A) -> Result<bool, A::Error> {
        let (name, place, from) = (state.intern(key), state.last, state.builder.open.len());
        let mut variable = Variable::default();
        map.next_value_seed(Fields { state, object: &mut variable })?;
        variable.finish(state, name, place, from)?;
        Ok(true)
    }
}

#[derive(Default)]
struct Variable {
    ty: Option<Type>,
    rhs: Option<Term>,
    has_domain: bool,
    introduced: bool,
    defined: bool,
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
                map.next_value_seed(Ranges(state))?;
            }
            // The ranges of a set would lie where those of the domain wait.
            "rhs" => {
                let domain = std::mem::take(&mut state.domain);
                self.rhs = Some(map.next_value_seed(TermIn { state, role: Role::Element })?);
                state.domain = domain;
            }
            "introduced" => self.introduced = map.next_value()?,
            "defined" => self.defined = map.next_value()?,
            "ann" => map.next_value_seed(Annotations(state))?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl Variable {
    fn finish<E: Error>(self, state: &mut State<'_>, name: Symbol, place: Place, from: usize) -> Result<(), E> {
        let Some(ty) = self.ty else { return Err(state.fail(unexpected(place, "a field \"type\"", "none"))) };
        let marks = state.builder.close_marks(from).map_err(|fault| state.fail(fault))?;
        let domain = if self.has_domain { domain(state, ty, place)? } else { RawDomain::Unbounded };
        let rhs = self.rhs.map_or(NONE, |term| state.builder.store(term));
        let data = VariableData {
            name,
            place,
            domain,
            annotations: marks.rest,
            rhs,
            ty,
            output: false,
            defined: self.defined || marks.defined,
            introduced: self.introduced || marks.introduced,
        };
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
            // What serde_json gives for digits that do not fit.
            let fault = if float.fract() == 0.0 && float.abs() >= 9e18 {
                Fault::IntegerTooLarge(format!("{float:.0}"))
            } else {
                Fault::expected("ranges of integers", format!("{float:?}"))
            };
            Err(state.fail(wrong(place, fault)))
        }
    }
}

struct Arrays;

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
        let marks = state.builder.close_marks(from).map_err(|fault| state.fail(fault))?;
        let data = ArrayData {
            name,
            place,
            elements,
            annotations: marks.rest,
            declared: None,
            introduced: array.introduced || marks.introduced,
            defined: array.defined || marks.defined,
        };
        state.builder.array(data, None).map_err(|fault| state.fail(fault))?;
        Ok(true)
    }
}

#[derive(Default)]
struct Array {
    elements: Option<Span>,
    introduced: bool,
    defined: bool,
}

impl<'t> Object<'t> for Array {
    const WHAT: &'static str = "an array";
    const FIELDS: &'static [&'static str] = &["a", "introduced", "defined", "ann"];

    fn field<A: MapAccess<'t>>(&mut self, state: &mut State<'t>, key: &str, map: &mut A) -> Result<bool, A::Error> {
        match key {
            "a" => self.elements = Some(map.next_value_seed(Terms { state, role: Role::Element })?),
            "introduced" => self.introduced = map.next_value()?,
            "defined" => self.defined = map.next_value()?,
            "ann" => map.next_value_seed(Annotations(state))?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

#[derive(Clone, Copy)]
struct Constraints;

impl<'t> Element<'t> for Constraints {
    const WHAT: &'static str = "constraints";

    fn next<A: SeqAccess<'t>>(self, state: &mut State<'t>, list: &mut A) -> Result<bool, A::Error> {
        let from = state.builder.open.len();
        let mut constraint = Constraint::default();
        if list.next_element_seed(Fields { state, object: &mut constraint })?.is_none() {
            return Ok(false);
        }
        let Some((name, place)) = constraint.id else { return Err(A::Error::missing_field("id")) };
        let Some(arguments) = constraint.arguments else {
            return Err(state.fail(unexpected(place, "a field \"args\" with the arguments", "none")));
        };
        if let Some((defined, place)) = constraint.defines {
            let at = state.builder.store(Term::symbol(Kind::Open, defined, place));
            let call = state.builder.call(names::DEFINES_VAR, Span { start: at, len: 1 }, place);
            state.builder.open.push(call);
        }
        let annotations = state.builder.close(from);
        state.builder.constraint(name, arguments, annotations, place);
        Ok(true)
    }
}

#[derive(Default)]
struct Constraint {
    id: Option<(Symbol, Place)>,
    arguments: Option<Span>,
    defines: Option<(Symbol, Place)>,
}

impl<'t> Object<'t> for Constraint {
    const WHAT: &'static str = "a constraint";
    const FIELDS: &'static [&'static str] = &["id", "args", "ann", "defines"];

    fn field<A: MapAccess<'t>>(&mut self, state: &mut State<'t>, key: &str, map: &mut A) -> Result<bool, A::Error> {
        match key {
            "id" => self.id = Some(map.next_value_seed(Name(state))?),
            "args" => self.arguments = Some(map.next_value_seed(Terms { state, role: Role::Argument })?),
            "defines" => self.defines = Some(map.next_value_seed(Name(state))?),
            "ann" => map.next_value_seed(Annotations(state))?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

#[derive(Clone, Copy)]
struct Outputs;

impl<'t> Element<'t> for Outputs {
    const WHAT: &'static str = "names";

    fn next<A: SeqAccess<'t>>(self, state: &mut State<'t>, list: &mut A) -> Result<bool, A::Error> {
        let name = list.next_element_seed(Name(state))?;
        state.output.extend(name);
        Ok(name.is_some())
    }
}

#[derive(Default)]
struct Solve {
    method: Option<(Method, Place)>,
    objective: Option<Term>,
}

#[derive(Clone, Copy)]
enum Method {
    Satisfy,
    Minimize,
    Maximize,
}

impl<'t> Object<'t> for Solve {
    const WHAT: &'static str = "the solve item";
    const FIELDS: &'static [&'static str] = &["method", "objective", "ann"];

    fn field<A: MapAccess<'t>>(&mut self, state: &mut State<'t>, key: &str, map: &mut A) -> Result<bool, A::Error> {
        match key {
            "method" => {
                let method = match &*map.next_value_seed(Text(state))? {
                    "satisfy" => Method::Satisfy,
                    "minimize" => Method::Minimize,
                    "maximize" => Method::Maximize,
                    other => return Err(A::Error::unknown_variant(other, &["satisfy", "minimize", "maximize"])),
                };
                self.method = Some((method, state.last));
            }
            "objective" => self.objective = Some(map.next_value_seed(TermIn { state, role: Role::Element })?),
            "ann" => map.next_value_seed(Annotations(state))?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl Solve {
    fn finish<E: Error>(self, state: &mut State<'_>, place: Place, from: usize) -> Result<(), E> {
        let annotations = state.builder.close(from);
        let Some((method, method_place)) = self.method else {
            return Err(state.fail(unexpected(place, "a field \"method\"", "none")));
        };
        let goal = match (method, self.objective) {
            (Method::Satisfy, _) => RawGoal::Satisfy,
            (Method::Minimize, Some(objective)) => RawGoal::Minimize(state.builder.store(objective)),
            (Method::Maximize, Some(objective)) => RawGoal::Maximize(state.builder.store(objective)),
            (_, None) => return Err(state.fail(unexpected(method_place, "a field \"objective\"", "none"))),
        };
        state.builder.solve(goal, annotations, place).map_err(|fault| state.fail(fault))
    }
}
