//! How a JSON object is read field by field, and a list element by element.

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::{State, Text};

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
pub(super) struct Each<'s, 't, E>(pub(super) &'s mut State<'t>, pub(super) E);

/// How [`Each`] reads one.
pub(super) trait Element<'t>: Copy {
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
