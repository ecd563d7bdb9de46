//! Interned names and strings: a [`Symbol`] is four bytes, and two are equal exactly when their texts are.
//!
//! All texts lie in one string. An open-addressing table of symbols finds them again; the hash is fixed, so that
//! the same file always gives the same symbols.

/// A name or a string of a file, interned. Its text: [`Instance::text`](super::Instance::text).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub(super) u32);

impl Symbol {
    /// Position in the table of texts, from 0: to index arrays of one's own.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The table of texts.
#[derive(Clone, Debug)]
pub(crate) struct Symbols {
    texts: String,
    /// Where the text of each symbol ends; it starts where the one before it ends.
    ends: Vec<u32>,
    /// The upper halves of the hashes, so that most comparisons are of four bytes.
    hashes: Vec<u32>,
    /// A power of two; symbol + 1, or 0 for a free slot; at most half full.
    slots: Vec<u32>,
}

impl Symbols {
    /// The table with the names in `known` as its first symbols.
    pub(crate) fn with(known: &[&str]) -> Symbols {
        let mut symbols = Symbols { texts: String::new(), ends: Vec::new(), hashes: Vec::new(), slots: vec![0; 512] };
        for name in known {
            symbols.intern(name);
        }
        symbols
    }

    /// The memory that it holds.
    pub(crate) fn bytes(&self) -> usize {
        self.texts.capacity() + 4 * (self.ends.capacity() + self.hashes.capacity() + self.slots.capacity())
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn text(&self, symbol: Symbol) -> &str {
        &self.texts[self.range(symbol)]
    }

    #[inline]
    fn range(&self, symbol: Symbol) -> std::ops::Range<usize> {
        let i = symbol.index();
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        start..self.ends[i] as usize
    }

    pub(crate) fn find(&self, text: &str) -> Option<Symbol> {
        self.slot_of(text, hash(text.as_bytes())).ok()
    }

    /// The symbol of `text`. Texts are parts of one file of less than 4 GiB, and each is stored once.
    #[inline]
    pub(crate) fn intern(&mut self, text: &str) -> Symbol {
        let hash = hash(text.as_bytes());
        match self.slot_of(text, hash) {
            Ok(symbol) => symbol,
            Err(slot) => self.insert(text, hash, slot),
        }
    }

    /// The symbol of `text`, or the free slot where it belongs.
    #[inline]
    fn slot_of(&self, text: &str, hash: u64) -> Result<Symbol, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return Err(slot),
                taken => {
                    let symbol = Symbol(taken - 1);
                    if self.hashes[symbol.index()] == (hash >> 32) as u32
                        && &self.texts.as_bytes()[self.range(symbol)] == text.as_bytes()
                    {
                        return Ok(symbol);
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn insert(&mut self, text: &str, hash: u64, slot: usize) -> Symbol {
        let symbol = Symbol(self.ends.len() as u32);
        self.texts.push_str(text);
        self.ends.push(self.texts.len() as u32);
        self.hashes.push((hash >> 32) as u32);
        self.slots[slot] = symbol.0 + 1;
        if self.ends.len() * 2 > self.slots.len() {
            self.grow();
        }
        symbol
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        self.slots = vec![0; mask + 1];
        for i in 0..self.ends.len() {
            let mut slot = hash(self.text(Symbol(i as u32)).as_bytes()) as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = i as u32 + 1;
        }
    }
}

/// Eight bytes at a time, each step a 64 × 64 → 128 bit product folded: every bit of the input reaches every bit of the
/// result.
#[inline]
fn hash(bytes: &[u8]) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let mut state = K ^ bytes.len() as u64;
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        let word = u64::from_le_bytes(word.try_into().unwrap_or([0; 8]));
        state = fold(state ^ word, 0xa076_1d64_78bd_642f);
    }
    let mut last = [0; 8];
    let rest = words.remainder();
    last[..rest.len()].copy_from_slice(rest);
    fold(state ^ u64::from_le_bytes(last), 0xe703_7ed1_a0b4_28db)
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

    #[test]
    fn no_crowd_in_the_table() {
        let mut symbols = Symbols::with(&[]);
        for i in 0..4000 {
            symbols.intern(&format!("q{i}"));
        }
        let mask = symbols.slots.len() - 1;
        let steps: usize = (0..symbols.len())
            .map(|i| {
                let home = hash(symbols.text(Symbol(i as u32)).as_bytes()) as usize & mask;
                let at = symbols.slots.iter().position(|&s| s == i as u32 + 1).unwrap();
                (at + mask + 1 - home) & mask
            })
            .step_by(10)
            .sum();
        assert!(steps < 400, "{steps} steps for 400 names in a table that is at most half full");
    }
}
