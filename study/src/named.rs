//! Enums without fields whose variants have names.

/// All variants of an enum, and the name of each, as the command line knows it.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($visible:vis $type:ident { $($variant:ident = $name:literal),+ $(,)? }) => {
        impl $type {
            /// All of them.
            $visible const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// The name, as it is typed.
            $visible const fn name(self) -> &'static str {
                match self { $($type::$variant => $name),+ }
            }
        }
    };
}
