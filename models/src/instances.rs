//! Published instances, in files of numbers.

/// The non-empty rows of a file.
pub(crate) fn rows(text: &str) -> impl Iterator<Item = Vec<i32>> + '_ {
    let number = |word: &str| word.parse().expect("a file of numbers");
    text.lines().filter(|line| !line.trim().is_empty()).map(move |line| line.split_whitespace().map(number).collect())
}

/// Adds the published instances to a type. Each is parsed from the rows of a file in the given folder.
macro_rules! published {
    ($type:ident in $folder:literal by $read:path: $($name:literal),+) => {
        impl $type {
            /// The names of the published instances.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The published instance with the given name.
            pub fn named(name: &str) -> Option<$type> {
                let text = match name {
                    $($name => include_str!(concat!("../instances/", $folder, "/", $name, ".txt")),)+
                    _ => return None,
                };
                Some($read(&mut $crate::instances::rows(text)))
            }
        }
    };
}
pub(crate) use published;
