//! A macro for fieldless enums whose variants have names.

/// Defines `ALL`, `name` and `Display` for an enum from the names of its variants.
macro_rules! named {
    ($type:ident: $($variant:ident = $name:literal),+ $(,)?) => {
        impl $type {
            /// All variants.
            pub const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// Its name on the command line and in sentences.
            pub const fn name(self) -> &'static str {
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
pub(crate) use named;
