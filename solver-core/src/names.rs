//! Names of option values, as used on the command line and in option files.

use std::fmt::Display;
use std::ops::RangeBounds;
use std::str::FromStr;

/// The error for an unknown option or value name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown {what} `{given}`; one of: {known}")]
pub struct UnknownName {
    /// The kind of name, such as `consistency level`.
    pub what: &'static str,
    /// The name as given.
    pub given: String,
    /// The known names.
    pub known: String,
}

/// The error for an option's value that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// A name is unknown.
    #[error(transparent)]
    Name(#[from] UnknownName),
    /// The value has the wrong form.
    #[error("expected {0}")]
    Form(&'static str),
    /// A number in the value is invalid or out of range.
    #[error("`{given}`: expected {expected}")]
    Number {
        /// The number as given.
        given: String,
        /// The allowed numbers.
        expected: &'static str,
    },
}

impl OptionError {
    /// Parses a number in the given range.
    pub(crate) fn number<T: FromStr + PartialOrd>(
        given: &str,
        range: impl RangeBounds<T>,
        expected: &'static str,
    ) -> Result<T, OptionError> {
        let number = given.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| OptionError::Number { given: given.to_owned(), expected })
    }
}

/// The value of a search option, which can be printed and parsed.
pub(crate) trait OptionValue: Copy + Display + FromStr<Err: Into<OptionError>> {
    /// The names of all values; empty if values have parameters.
    fn names() -> Vec<&'static str> {
        Vec::new()
    }
}

/// Defines `ALL`, `name` and `Display` of a fieldless enum from its variants' names, for the crates of this workspace.
#[doc(hidden)]
#[macro_export]
macro_rules! named_variants {
    ($visible:vis $type:ident { $($variant:ident = $name:literal),+ $(,)? }) => {
        impl $type {
            /// All variants.
            $visible const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// The variant's name on the command line and in sentences.
            $visible const fn name(self) -> &'static str {
                match self { $($type::$variant => $name),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

/// Defines the names of a fieldless enum: `ALL`, `name`, `Display` and `FromStr`.
macro_rules! named {
    ($type:ident, $what:literal, $($variant:ident = $name:literal),+ $(,)?) => {
        impl $type {
            /// Every choice, in the order in which the documentation lists them.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];

            /// The name that the command line and `FromStr` accept.
            pub fn name(self) -> &'static str {
                match self { $($type::$variant => $name),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl $crate::names::OptionValue for $type {
            fn names() -> Vec<&'static str> {
                $type::ALL.iter().map(|x| x.name()).collect()
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::names::UnknownName;

            fn from_str(given: &str) -> Result<$type, $crate::names::UnknownName> {
                $type::ALL.iter().copied().find(|x| x.name() == given).ok_or_else(|| {
                    let known = <$type as $crate::names::OptionValue>::names().join(", ");
                    $crate::names::UnknownName { what: $what, given: given.to_owned(), known }
                })
            }
        }
    };
}
pub(crate) use named;
