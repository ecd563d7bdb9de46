//! Numbers, and the ranges of domains and sets.

use serde::Deserialize;
use serde::de::{self, Deserializer, Error, SeqAccess, Visitor};

use super::State;
use super::fields::List;
use crate::instance::builder::Number;
use crate::instance::{Place, Term};

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        struct OneNumber;
        impl Visitor<'_> for OneNumber {
            type Value = Number;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "a number")
            }

            fn visit_i64<E>(self, value: i64) -> Result<Number, E> {
                Ok(Number::Int(value))
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Number, E> {
                fitting(value).map(Number::Int)
            }

            fn visit_f64<E>(self, value: f64) -> Result<Number, E> {
                Ok(Number::Float(value))
            }
        }
        deserializer.deserialize_any(OneNumber)
    }
}

/// Reads `[1,3]`.
struct Range(Number, Number);

impl<'de> Deserialize<'de> for Range {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Range, D::Error> {
        struct OneRange;
        impl<'de> Visitor<'de> for OneRange {
            type Value = Range;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "a range [lowest, highest]")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Range, A::Error> {
                let low = list.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                let high = list.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
                match list.next_element::<de::IgnoredAny>()? {
                    None => Ok(Range(low, high)),
                    Some(_) => Err(A::Error::invalid_length(3, &self)),
                }
            }
        }
        deserializer.deserialize_seq(OneRange)
    }
}

pub(super) fn fitting<E: Error>(value: u64) -> Result<i64, E> {
    i64::try_from(value).map_err(|_| E::custom(format_args!("the integer {value} does not fit into 64 bits")))
}

/// Reads `[[1,3],[7,7]]` into [`State::domain`].
pub(super) struct Ranges;

impl<'t> List<'t> for Ranges {
    type Value = ();
    const WHAT: &'static str = "a list of ranges [lowest, highest]";

    fn read<A: SeqAccess<'t>>(self, state: &mut State<'t>, mut list: A) -> Result<(), A::Error> {
        state.domain.clear();
        while let Some(Range(low, high)) = list.next_element()? {
            state.domain.push((low, high));
        }
        Ok(())
    }
}

impl State<'_> {
    /// Converts the ranges of the set that was just read to a term.
    pub(super) fn set(&mut self, place: Place) -> Term {
        if !self.domain_to_ints() {
            self.domain_to_floats();
        }
        self.builder.set(place)
    }

    /// Moves the ranges to the builder if all of them are integer ranges; returns whether they were moved.
    pub(super) fn domain_to_ints(&mut self) -> bool {
        let ints = self.domain.iter().map_while(|&range| match range {
            (Number::Int(low), Number::Int(high)) => Some((low, high)),
            _ => None,
        });
        self.builder.ints.clear();
        self.builder.ints.extend(ints);
        self.builder.ints.len() == self.domain.len()
    }

    /// Moves the ranges to the builder as floats.
    pub(super) fn domain_to_floats(&mut self) {
        self.builder.ints.clear();
        self.builder.floats.extend(self.domain.iter().map(|&(low, high)| (low.float(), high.float())));
    }
}
