//! Enums without fields whose variants have names.

/// Defines an enum with its variants and their names on the command line.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($visible:vis $type:ident { $($variant:ident = $name:literal),+ $(,)? }) => {
        impl $type {
            /// All variants.
            $visible const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// The variant's name on the command line.
            $visible const fn name(self) -> &'static str {
                match self { $($type::$variant => $name),+ }
            }
        }
    };
}
