//! Posting constraints by their FlatZinc names, a file for each family.
//!
//! `name_reif` and `name_imp` are the reified and half-reified `name`, with the condition as the last argument; every
//! constraint of solver-core supports both. So a family lists its names once.

mod array;
mod boolean;
mod counting;
mod extensional;
mod graph;
mod integer;
mod linear;
mod ordering;
mod packing;
mod scheduling;
mod set;

use super::posting::{Done, Posting};

/// What posts a constraint of some name.
pub(crate) type Poster = fn(&mut Posting<'_, '_>) -> Done;

/// A name, the least and the largest number of its arguments, a condition not counted, and what posts it.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) arguments: (usize, usize),
    pub(crate) post: Poster,
}

const fn entry(name: &'static str, arguments: usize, post: Poster) -> Entry {
    Entry { name, arguments: (arguments, arguments), post }
}

const FAMILIES: &[&[Entry]] = &[
    integer::NAMES,
    linear::NAMES,
    boolean::NAMES,
    array::NAMES,
    set::NAMES,
    counting::NAMES,
    ordering::NAMES,
    graph::NAMES,
    scheduling::NAMES,
    packing::NAMES,
    extensional::NAMES,
];

/// All names without conditions.
pub(crate) fn names() -> impl Iterator<Item = &'static Entry> {
    FAMILIES.iter().flat_map(|family| family.iter())
}

/// What posts a constraint of this name, if there is such a one.
pub(crate) fn find(name: &str) -> Option<&'static Entry> {
    names().find(|entry| entry.name == name)
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_name_is_listed_twice() {
        let mut names: Vec<&str> = super::names().map(|entry| entry.name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
