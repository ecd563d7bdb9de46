//! Terms: numbers, names, lists, sets, strings, calls.

use serde::de::{self, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::fields::{Each, List};
use super::ranges::{Ranges, fitting};
use super::{Name, State, Text};
use crate::instance::Term;
use crate::instance::term::{Kind, Span};

/// The context of a term, which determines what kinds of terms are allowed.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Role {
    /// A constraint argument, which may be a list.
    Argument,
    /// An element of a list or array, or a right-hand side. It must be a constant or a name.
    Element,
    /// An element of `ann`. It must be an atom or a call.
    Annotation,
    /// A part of an annotation, which may be of any kind.
    Inner,
}

const TWO: &str = "an object is a set, a string or a call, not two of these";

/// Reads one term.
pub(super) struct TermIn<'s, 't> {
    pub(super) state: &'s mut State<'t>,
    pub(super) role: Role,
}

impl<'t> DeserializeSeed<'t> for TermIn<'_, 't> {
    type Value = Term;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<Term, D::Error> {
        self.state.tick()?;
        deserializer.deserialize_any(self)
    }
}

impl<'t> TermIn<'_, 't> {
    /// Rejects numbers and truth values where an annotation is expected.
    fn constant<E: Error>(&self, unexpected: de::Unexpected<'_>) -> Result<(), E> {
        if self.role == Role::Annotation { Err(E::invalid_type(unexpected, self)) } else { Ok(()) }
    }

    fn name(self, text: &str) -> Term {
        let kind = match self.role {
            Role::Argument | Role::Element => Kind::Name,
            Role::Annotation => Kind::Atom,
            Role::Inner => Kind::Open,
        };
        Term::symbol(kind, self.state.intern(text), self.state.last)
    }
}

impl<'t> Visitor<'t> for TermIn<'_, 't> {
    type Value = Term;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self.role {
            Role::Argument => "a number, true, false, a name, a list, {\"set\": …} or {\"string\": …}",
            Role::Element => "a number, true, false, a name, {\"set\": …} or {\"string\": …}",
            Role::Annotation => "an annotation: its name, or {\"id\": …, \"args\": […]}",
            Role::Inner => {
                "a number, true, false, a name, a list, {\"set\": …}, {\"string\": …} or {\"id\": …, \"args\": […]}"
            }
        })
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Term, E> {
        self.constant(de::Unexpected::Bool(value))?;
        Ok(Term::bool(value, self.state.last))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Term, E> {
        self.constant(de::Unexpected::Signed(value))?;
        Ok(Term::int(value, self.state.last))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Term, E> {
        self.constant(de::Unexpected::Unsigned(value))?;
        Ok(Term::int(fitting(value)?, self.state.last))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Term, E> {
        self.constant(de::Unexpected::Float(value))?;
        Ok(Term::float(value, self.state.last))
    }

    fn visit_borrowed_str<E>(self, text: &'t str) -> Result<Term, E> {
        self.state.saw(text);
        Ok(self.name(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Term, E> {
        Ok(self.name(text))
    }

    fn visit_seq<A: SeqAccess<'t>>(self, list: A) -> Result<Term, A::Error> {
        let place = self.state.last;
        let span = match self.role {
            Role::Argument => Terms(Role::Element).read(self.state, list)?,
            Role::Inner => Terms(Role::Inner).read(self.state, list)?,
            Role::Element | Role::Annotation => return Err(A::Error::invalid_type(de::Unexpected::Seq, &self)),
        };
        Ok(Term::span(Kind::List, span, place))
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Term, A::Error> {
        let calls = matches!(self.role, Role::Annotation | Role::Inner);
        let state = self.state;
        let mut term = None;
        let (mut id, mut arguments) = (None, None);
        while let Some(key) = map.next_key_seed(Text(state))? {
            match &*key {
                "set" | "string" if term.is_some() => return Err(A::Error::custom(TWO)),
                "set" if self.role != Role::Annotation => {
                    let place = state.last;
                    map.next_value_seed(Each(state, Ranges))?;
                    term = Some(state.set(place));
                }
                "string" => {
                    let (symbol, place) = map.next_value_seed(Name(state))?;
                    term = Some(Term::symbol(Kind::String, symbol, place));
                }
                "id" if calls => id = Some(map.next_value_seed(Name(state))?),
                "args" if calls => arguments = Some(map.next_value_seed(Each(state, Terms(Role::Inner)))?),
                field if calls => return Err(A::Error::unknown_field(field, &["set", "string", "id", "args"])),
                field => return Err(A::Error::unknown_field(field, &["set", "string"])),
            }
        }
        match (term, id, arguments) {
            (Some(term), None, None) => Ok(term),
            (None, Some((name, place)), Some(arguments)) => Ok(state.builder.call(name, arguments, place)),
            (None, Some(_), None) => Err(A::Error::missing_field("args")),
            (None, None, Some(_)) => Err(A::Error::missing_field("id")),
            (None, None, None) => Err(A::Error::custom("an empty object is not a value")),
            _ => Err(A::Error::custom(TWO)),
        }
    }
}

/// Reads a list of terms as a span of the pool.
pub(super) struct Terms(pub(super) Role);

impl<'t> List<'t> for Terms {
    type Value = Span;
    const WHAT: &'static str = "a list";

    fn read<A: SeqAccess<'t>>(self, state: &mut State<'t>, mut list: A) -> Result<Span, A::Error> {
        if self.0 == Role::Element {
            return flat(state, &mut list);
        }
        let from = state.builder.open.len();
        each(state, self.0, &mut list)?;
        Ok(state.builder.close(from))
    }
}

/// Reads the annotations in `ann` and leaves them open in the builder, because `defines` may add one.
pub(super) struct Annotations;

impl<'t> List<'t> for Annotations {
    type Value = ();
    const WHAT: &'static str = "a list of annotations";

    fn read<A: SeqAccess<'t>>(self, state: &mut State<'t>, mut list: A) -> Result<(), A::Error> {
        each(state, Role::Annotation, &mut list)
    }
}

/// Reads terms without lists or calls directly into the pool.
fn flat<'t, A: SeqAccess<'t>>(state: &mut State<'t>, list: &mut A) -> Result<Span, A::Error> {
    let start = state.builder.instance.terms.len();
    while let Some(term) = list.next_element_seed(TermIn { state, role: Role::Element })? {
        state.builder.instance.terms.push(term);
    }
    Ok(Span { start: start as u32, len: (state.builder.instance.terms.len() - start) as u32 })
}

/// Reads terms and leaves them open in the builder.
fn each<'t, A: SeqAccess<'t>>(state: &mut State<'t>, role: Role, list: &mut A) -> Result<(), A::Error> {
    while let Some(term) = list.next_element_seed(TermIn { state, role })? {
        state.builder.open.push(term);
    }
    Ok(())
}
