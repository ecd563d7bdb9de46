//! Activities of atoms: decisions prefer the atoms that occurred in recent conflicts.
//!
//! The score is VSIDS (M. Moskewicz et al., DAC 2001, with MiniSat's heap), for atoms instead of variables: the next
//! decision is on an atom from a recent conflict, such as a bound on a start time. An atom becomes a candidate at the
//! first conflict in which it occurs.

use crate::atom::{Atom, Relation};
use crate::engine::Engine;
use crate::search::Rng;
use crate::store::LiteralState;
use crate::view::View;
use rustc_hash::FxHashMap;

/// The factor by which all scores decay after each conflict.
const DECAY: f64 = 0.95;

/// The heap position of an atom that is not in the heap.
const OUT: u32 = u32::MAX;

/// The arity of the heap. Four entries lie in at most two cache lines, and the heap is half as deep as a binary one.
const BRANCHES: usize = 4;

/// An atom in the heap, identified by its index, with its score.
#[derive(Clone, Copy)]
struct Entry {
    score: f64,
    number: u32,
}

impl Entry {
    #[inline]
    fn is_before(self, other: Entry) -> bool {
        self.score > other.score || self.score == other.score && self.number < other.number
    }
}

/// The scores of atoms, and a heap of the atoms that may be open.
pub(crate) struct Activities {
    numbers: FxHashMap<Atom, u32>,
    atoms: Vec<Atom>,
    scores: Vec<f64>,
    /// The atom with the highest score comes first; ties go to the atom found first.
    heap: Vec<Entry>,
    /// The position of each atom in the heap.
    positions: Vec<u32>,
    /// Atoms removed from the heap, with the level at which each was decided.
    taken: Vec<(u32, u32)>,
    bump: f64,
    /// For each variable that has exactly two values at the root: the larger one.
    twins: Vec<Option<i32>>,
    rng: Option<Rng>,
}

impl Activities {
    /// Creates activities without candidates. `roots` contains the domain words of the Small variables at the root.
    pub(super) fn new(engine: &Engine, roots: &[u64], seed: u64) -> Activities {
        let greater = |(var, &word): (usize, &u64)| {
            let base = engine.store.domains.base(crate::Var(var as u32));
            (word.count_ones() == 2).then(|| base + 63 - word.leading_zeros() as i32)
        };
        Activities {
            numbers: FxHashMap::default(),
            atoms: Vec::new(),
            scores: Vec::new(),
            heap: Vec::new(),
            positions: Vec::new(),
            taken: Vec::new(),
            bump: 1.0,
            twins: roots.iter().enumerate().map(greater).collect(),
            rng: (seed != 0).then(|| Rng::new(seed)),
        }
    }

    /// Returns the canonical form of an atom: the atom itself or its negation.
    fn canonical(&self, atom: Atom) -> Atom {
        if let Some(Some(greater)) = self.twins.get(atom.var().index()) {
            return Atom::at_least(View::from(atom.var()), *greater);
        }
        match atom.relation() {
            Relation::AtLeast | Relation::Equal => atom,
            Relation::Less | Relation::NotEqual => !atom,
        }
    }

    /// Raises the score of an atom that occurs in a conflict.
    pub(super) fn bump(&mut self, atom: Atom) {
        let atom = self.canonical(atom);
        let next = self.atoms.len() as u32;
        let number = *self.numbers.entry(atom).or_insert(next);
        if number == next {
            self.atoms.push(atom);
            let random = self.rng.as_mut().map_or(0.0, |rng| rng.below(1 << 20) as f64 / f64::from(1 << 20));
            self.scores.push(random * self.bump);
            self.positions.push(OUT);
            self.insert(number);
        }
        self.scores[number as usize] += self.bump;
        if self.scores[number as usize] > 1e100 {
            self.scores.iter_mut().for_each(|score| *score *= 1e-100);
            self.heap.iter_mut().for_each(|entry| entry.score *= 1e-100);
            self.bump *= 1e-100;
        }
        if self.positions[number as usize] != OUT {
            let at = self.positions[number as usize] as usize;
            self.heap[at].score = self.scores[number as usize];
            self.sift_up(at);
        }
    }

    /// Decays all scores after a conflict.
    pub(super) fn decay(&mut self) {
        self.bump /= DECAY;
    }

    /// Backtracks to this level: atoms decided at deeper levels may be open again and return to the heap.
    pub(super) fn back_to(&mut self, level: usize) {
        while let Some(&(at, number)) = self.taken.last()
            && at as usize > level
        {
            self.taken.pop();
            if self.positions[number as usize] == OUT {
                self.insert(number);
            }
        }
    }

    /// Removes the open atom with the highest score from the heap and returns it. The atom counts as decided at the
    /// next level.
    pub(super) fn next(&mut self, engine: &Engine) -> Option<Atom> {
        let level = engine.level() as u32;
        loop {
            let number = self.heap.first()?.number;
            let atom = self.atoms[number as usize];
            self.remove_first();
            let is_open = engine.store.literal_state(atom) == LiteralState::Open;
            self.taken.push((level + u32::from(is_open), number));
            if is_open {
                return Some(atom);
            }
        }
    }

    /// Whether the atom, when true, fixes its variable.
    pub(super) fn is_assignment(&self, atom: Atom) -> bool {
        atom.relation() == Relation::Equal || matches!(self.twins.get(atom.var().index()), Some(Some(_)))
    }

    fn set(&mut self, at: usize, entry: Entry) {
        self.heap[at] = entry;
        self.positions[entry.number as usize] = at as u32;
    }

    fn insert(&mut self, number: u32) {
        self.heap.push(Entry { score: self.scores[number as usize], number });
        self.sift_up(self.heap.len() - 1);
    }

    fn sift_up(&mut self, mut at: usize) {
        let entry = self.heap[at];
        while at > 0 && entry.is_before(self.heap[(at - 1) / BRANCHES]) {
            self.set(at, self.heap[(at - 1) / BRANCHES]);
            at = (at - 1) / BRANCHES;
        }
        self.set(at, entry);
    }

    fn remove_first(&mut self) {
        let Some(entry) = self.heap.pop() else { return };
        let first = self.heap.first().copied().unwrap_or(entry);
        self.positions[first.number as usize] = OUT;
        if self.heap.is_empty() {
            return;
        }
        let mut at = 0;
        loop {
            let begin = BRANCHES * at + 1;
            let Some(children) = self.heap.get(begin..(begin + BRANCHES).min(self.heap.len())) else { break };
            let Some((&head, rest)) = children.split_first() else { break };
            let (mut child, mut best) = (begin, head);
            for (i, &other) in (begin + 1..).zip(rest) {
                if other.is_before(best) {
                    (child, best) = (i, other);
                }
            }
            if !best.is_before(entry) {
                break;
            }
            self.set(at, best);
            at = child;
        }
        self.set(at, entry);
    }

    /// The memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.atoms.capacity() * (size_of::<Atom>() + 8 + 4)
            + self.heap.capacity() * size_of::<Entry>()
            + self.taken.capacity() * 8
            + self.numbers.capacity() * 16
    }
}
