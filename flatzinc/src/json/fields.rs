//! Reads a JSON object field by field, and a list element by element.

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::{State, Text};

/// The reader of an object with known fields.
pub(super) trait Object<'t> {
    /// The name of this kind of object in messages.
    const WHAT: &'static str;
    /// The fields in the schema; empty for an object whose fields are arbitrary names.
    const FIELDS: &'static [&'static str];

    /// Reads the value of the field `key`; returns false if there is no such field.
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

/// Reads a list with a given reader.
pub(super) struct Each<'s, 't, L>(pub(super) &'s mut State<'t>, pub(super) L);

/// A list reader, for [`Each`].
pub(super) trait List<'t> {
    type Value;
    const WHAT: &'static str;

    fn read<A: SeqAccess<'t>>(self, state: &mut State<'t>, list: A) -> Result<Self::Value, A::Error>;
}

impl<'t, L: List<'t>> DeserializeSeed<'t> for Each<'_, 't, L> {
    type Value = L::Value;

    fn deserialize<D: Deserializer<'t>>(self, deserializer: D) -> Result<L::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'t, L: List<'t>> Visitor<'t> for Each<'_, 't, L> {
    type Value = L::Value;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(L::WHAT)
    }

    fn visit_seq<A: SeqAccess<'t>>(self, list: A) -> Result<L::Value, A::Error> {
        self.1.read(self.0, list)
    }
}
