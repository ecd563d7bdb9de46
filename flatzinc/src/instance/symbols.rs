//! Interned names and strings: a [`Symbol`] is four bytes, and two symbols are equal if and only if their texts are.
//!
//! All texts are stored in one string, and the same file always yields the same symbols.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher as _;

/// An interned name or string of a file. [`Instance::text`](super::Instance::text) returns its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Symbol(pub(super) u32);

impl Symbol {
    /// The index in the text table, from 0; suitable as an array index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The text table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Symbols {
    texts: Texts,
    /// Maps texts to symbols.
    table: HashTable<Symbol>,
}

#[derive(Clone, Debug, Default)]
struct Texts {
    all: String,
    /// The end of each symbol's text, which starts at the end of the previous one.
    ends: Vec<u32>,
}

impl Texts {
    #[inline]
    fn range(&self, symbol: Symbol) -> std::ops::Range<usize> {
        let i = symbol.index();
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        start..self.ends[i] as usize
    }

    fn text(&self, symbol: Symbol) -> &str {
        &self.all[self.range(symbol)]
    }

    #[inline]
    fn bytes(&self, symbol: Symbol) -> &[u8] {
        &self.all.as_bytes()[self.range(symbol)]
    }
}

impl Symbols {
    /// Creates a table whose first symbols are the names in `known`.
    pub(crate) fn with(known: &[&str]) -> Symbols {
        let mut symbols = Symbols::default();
        for name in known {
            symbols.intern(name);
        }
        symbols
    }

    /// The memory used, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.texts.all.capacity() + 4 * self.texts.ends.capacity() + self.table.allocation_size()
    }

    pub(crate) fn len(&self) -> usize {
        self.texts.ends.len()
    }

    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        self.texts.text(symbol)
    }

    pub(crate) fn find(&self, text: &str) -> Option<Symbol> {
        self.found(text, hash(text))
    }

    #[inline]
    fn found(&self, text: &str, hash: u64) -> Option<Symbol> {
        self.table.find(hash, |known| self.texts.bytes(*known) == text.as_bytes()).copied()
    }

    /// Returns the symbol of `text`. Texts are parts of one file of less than 4 GiB, and each text is stored once.
    #[inline]
    pub(crate) fn intern(&mut self, text: &str) -> Symbol {
        let hash = hash(text);
        self.found(text, hash).unwrap_or_else(|| self.insert(text, hash))
    }

    #[cold]
    fn insert(&mut self, text: &str, hash: u64) -> Symbol {
        let Symbols { texts, table } = self;
        let symbol = Symbol(texts.ends.len() as u32);
        texts.all.push_str(text);
        texts.ends.push(texts.all.len() as u32);
        table.insert_unique(hash, symbol, |known| self::hash(texts.text(*known)));
        symbol
    }
}

#[inline]
fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_one_symbol_and_a_symbol_its_text() {
        let mut symbols = Symbols::with(&["a"]);
        let names: Vec<String> = (0..5000).map(|i| format!("X_INTRODUCED_{i}_")).collect();
        let ids: Vec<Symbol> = names.iter().map(|n| symbols.intern(n)).collect();
        for (name, &id) in names.iter().zip(&ids) {
            assert_eq!(symbols.intern(name), id);
            assert_eq!(symbols.find(name), Some(id));
            assert_eq!(symbols.text(id), name);
        }
        assert_eq!(symbols.len(), 5001);
        assert_eq!(symbols.find(""), None);
        let empty = symbols.intern("");
        assert_eq!((symbols.text(empty), symbols.find("")), ("", Some(empty)));
    }
}
