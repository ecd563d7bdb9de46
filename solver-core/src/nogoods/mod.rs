//! Nogoods: clauses over atoms, and their propagation. Most nogoods are learned; the first ones are model clauses,
//! which are never deleted.
//!
//! A nogood is a set of atoms that cannot all hold. It is stored as the clause of their negations. There is a single
//! arena of atoms, without literal numbers or a second store for Booleans, because a Boolean is a variable over {0, 1}.
//! A nogood of n atoms takes 24 + 8n bytes, plus 12 for each watch (M. Moskewicz et al., *Chaff: Engineering an
//! Efficient SAT Solver*, DAC 2001).
//!
//! | file | contains |
//! |---|---|
//! | [`arena`] | the literals of all nogoods |
//! | [`watches`] | which nogoods to visit when an atom becomes false |
//! | [`drain`] | unit propagation, driven by the atom trail |
//! | [`forget`] | deletion of rarely used nogoods |

mod arena;
mod drain;
mod forget;
mod watches;

use crate::atom::Atom;
use crate::domain::Domains;
use crate::reason::{CheckContext, Premises, Rule};
use arena::Arena;
use watches::{Watch, Watches};

pub(crate) static LEARNED: Rule =
    Rule::new("nogood.learned", "{premises}, and a learned nogood excludes the contrary, so {fact}");

/// In a search without restarts, a nogood with more literals than this has two watches, because it stays long enough
/// for the second to pay off.
const LONG: usize = 64;

/// A stored nogood; it takes 16 bytes.
#[derive(Clone, Copy)]
struct Header {
    /// The literals are `start..start + len` in the arena.
    start: u32,
    /// 0 if the header is free.
    len: u32,
    activity: f32,
    /// Literal block distance: the number of levels among the nogood's literals when it was learned (G. Audemard, L.
    /// Simon, *Predicting learnt clauses quality in modern SAT solvers*, IJCAI 2009).
    lbd: u16,
    /// The number of further reductions that the nogood survives because it was used.
    used: u16,
}

impl Header {
    fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

/// All nogoods of a search.
#[derive(Clone)]
pub(crate) struct NogoodStore {
    /// The propagator to which inferences by learned nogoods are attributed.
    pub(crate) propagator: u32,
    /// For each model clause (these come first), the propagator to which its inferences are attributed, and the rule.
    of_model: Vec<(u32, &'static Rule)>,
    arena: Arena,
    headers: Vec<Header>,
    /// The indices of free headers.
    free: Vec<u32>,
    watches: Watches,
    /// The activity added by a use. It grows over time, so that older uses lose weight.
    bump: f32,
    /// Whether long nogoods have two watches.
    watches_both: bool,
    /// For deletion: the nogoods that are currently reasons, and the candidates for deletion.
    locked: fixedbitset::FixedBitSet,
    candidates: Vec<u32>,
    #[cfg(any(test, feature = "harness"))]
    pub(crate) stale: bool,
}

impl NogoodStore {
    /// Creates an empty store. With `watches_both`, long nogoods get two watches.
    pub(crate) fn new(propagator: u32, domains: &Domains, watches_both: bool) -> NogoodStore {
        NogoodStore {
            propagator,
            of_model: Vec::new(),
            arena: Arena::default(),
            headers: Vec::new(),
            free: Vec::new(),
            watches: Watches::new(domains),
            bump: 1.0,
            watches_both,
            locked: fixedbitset::FixedBitSet::new(),
            candidates: Vec::new(),
            #[cfg(any(test, feature = "harness"))]
            stale: false,
        }
    }

    /// The number of learned nogoods stored.
    pub(crate) fn len(&self) -> usize {
        self.headers.len() - self.of_model.len() - self.free.len()
    }

    /// Whether a nogood was learned.
    pub(crate) fn is_learned(&self, nogood: u32) -> bool {
        nogood as usize >= self.of_model.len()
    }

    /// The propagator to which a nogood's inferences are attributed, and the rule.
    pub(crate) fn source(&self, nogood: u32) -> (u32, &'static Rule) {
        self.of_model.get(nogood as usize).copied().unwrap_or((self.propagator, &LEARNED))
    }

    /// Stores a model clause, before any nogood is learned. Its first two literals must be open.
    pub(crate) fn add_of_model(&mut self, domains: &Domains, clause: &[Atom], source: (u32, &'static Rule)) {
        debug_assert_eq!(self.headers.len(), self.of_model.len(), "nothing is learned yet");
        self.of_model.push(source);
        self.add(domains, clause, 0);
    }

    /// The literals of a nogood as a clause.
    pub(crate) fn clause(&self, nogood: u32) -> &[Atom] {
        self.arena.literals(self.headers[nogood as usize].range())
    }

    /// Stores a clause and returns its index. Its first literal must be open and is asserted next; the others must be
    /// false, and the second must have become false last.
    ///
    /// Unless the clause is binary, belongs to the model, or is long in a search that watches both literals, only the
    /// second literal is watched. Until the search backtracks beyond the level that made the second literal false, the
    /// first literal is true; afterwards the nogood is visited when the second literal becomes false again. Propagation
    /// at a leaf finds inferences missed until then.
    pub(crate) fn add(&mut self, domains: &Domains, clause: &[Atom], lbd: u32) -> u32 {
        let header = Header {
            start: 0,
            len: clause.len() as u32,
            activity: self.bump,
            lbd: u16::try_from(lbd).unwrap_or(u16::MAX),
            used: 2,
        };
        let nogood = match self.free.pop() {
            Some(nogood) => {
                self.headers[nogood as usize] = header;
                nogood
            }
            None => {
                self.headers.push(header);
                self.headers.len() as u32 - 1
            }
        };
        self.headers[nogood as usize].start = self.arena.push(nogood, clause);
        self.watch(domains, nogood);
        nogood
    }

    /// Adds the watches of a nogood.
    fn watch(&mut self, domains: &Domains, nogood: u32) {
        let header = self.headers[nogood as usize];
        let [first, second, ..] = *self.arena.literals(header.range()) else { return };
        let is_binary = header.len == 2;
        let watch = |other: Atom| match is_binary {
            true => Watch::new_binary(nogood, other),
            false => Watch::new(header.start, other),
        };
        self.watches.put(domains, second, watch(first));
        // A model clause is not asserting when stored.
        if is_binary || !self.is_learned(nogood) || self.watches_both && header.len as usize > LONG {
            self.watches.put(domains, first, watch(second));
        }
    }

    /// Adds the premises of a nogood's inference: all literals but the inferred one are false. Without a fact, adds the
    /// premises of its conflict.
    pub(crate) fn premises(&self, nogood: u32, fact: Option<Atom>, premises: &mut Premises) {
        premises.extend(self.clause(nogood).iter().filter(|&&literal| Some(literal) != fact).map(|&literal| !literal));
    }

    /// Records that a conflict depends on this nogood.
    pub(crate) fn used(&mut self, nogood: u32) {
        let header = &mut self.headers[nogood as usize];
        header.used = 2;
        header.activity += self.bump;
    }

    /// Called after learning from a conflict: slightly reduces the weight of earlier uses.
    pub(crate) fn decay(&mut self) {
        self.bump *= 1.001;
        if self.bump > 1e18 {
            for header in &mut self.headers {
                header.activity *= 1e-18;
            }
            self.bump *= 1e-18;
        }
    }

    /// Returns a nogood whose second literal is false although no other literal is true. The watches should prevent
    /// this.
    #[cfg(any(test, feature = "harness"))]
    pub(crate) fn missed(&self, store: &crate::store::Store) -> Option<Vec<Atom>> {
        use crate::store::LiteralState;
        let is_missed = |header: &&Header| {
            let clause = self.arena.literals(header.range());
            clause.get(1).is_some_and(|&second| store.literal_state(second) == LiteralState::False)
                && clause.iter().all(|&literal| store.literal_state(literal) != LiteralState::True)
        };
        self.headers.iter().find(is_missed).map(|header| self.arena.literals(header.range()).to_vec())
    }

    /// Whether one of the learned nogoods excludes `case`.
    pub(crate) fn excludes(&self, case: &CheckContext<'_>) -> bool {
        let is_excluded = |header: &Header| {
            let clause = self.arena.literals(header.range());
            header.len > 0 && clause.iter().all(|&literal| case.excludes(literal))
        };
        self.headers[self.of_model.len()..].iter().any(is_excluded)
    }

    /// The allocated memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.arena.bytes()
            + self.headers.capacity() * size_of::<Header>()
            + self.free.capacity() * 4
            + self.of_model.capacity() * size_of::<(u32, &Rule)>()
            + self.watches.bytes()
    }
}
