//! Networks of binary relations, propagated by the classical arc consistency algorithms, for study.
//!
//! | name | search for a support | stores | worst-case checks |
//! |---|---|---|---|
//! | `ac3` | from the first value | nothing | `O(e·d³)` |
//! | `ac4` | counts all supports once | a counter for each arc and value | `O(e·d²)`, usually close to that |
//! | `ac6` | from the last support, when removed | a list of supported values for each arc and value | `O(e·d²)` |
//! | `ac2001` | from the last support | a support for each arc and value | `O(e·d²)` |
//! | `ac3rm` | the last support, otherwise from the first value | a residue, which is not undone | `O(e·d³)` |
//! | `ac3bit` | 64 values at once | the relation as bits | none, but operations on words |
//!
//! All of them remove the same values: those without a support in some relation. One propagator contains the entire
//! network and its own queue, so the counts do not depend on the engine's scheduling. `docs/binary-ac.md` lists the
//! counts. In models, use [`Model::table`](solver_core::Model::table).
//!
//! Each inference removes a value that has no support in one relation. The premises exclude all possible supports.

mod coarse;
mod fine;
#[cfg(test)]
mod harness_tests;
mod network;
mod relation;
#[cfg(test)]
mod tests;
mod work;

pub use network::NetworkError;
pub use relation::Relation;
pub use work::Checks;

use coarse::ArcQueue;
use fine::{Cells, Gone};
use network::Network;
use solver_core::prelude_propagator::*;
use work::Work;

/// The arc consistency algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArcConsistency {
    /// AC-3, Mackworth 1977.
    Ac3,
    /// AC-4, Mohr and Henderson 1986.
    Ac4,
    /// AC-6, Bessière 1994.
    Ac6,
    /// AC-2001, Bessière and Régin 2001, and AC-3.1, Zhang and Yap 2001.
    Ac2001,
    /// AC-3 with multi-directional residues, Lecoutre and Hemery 2007.
    Ac3Residues,
    /// AC-3 on words of bits, Lecoutre and Vion 2008.
    Ac3Bit,
}

solver_core::named_variants!(pub ArcConsistency {
    Ac3 = "ac3", Ac4 = "ac4", Ac6 = "ac6", Ac2001 = "ac2001", Ac3Residues = "ac3rm", Ac3Bit = "ac3bit",
});

/// A binary network that is kept arc consistent: each value has a support in each relation on its variable.
///
/// ```
/// use solver_core::{ValueSet, engine::EngineBuilder};
/// use study::textbook::{ArcConsistency, BinaryNetwork, Relation};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(1, 3); 3]);
/// let views = [b.view(0), b.view(1), b.view(2)];
/// let less = Relation::new((3, 3), |a, b| a < b);
/// let variables = views.map(|view| (view, vec![1, 2, 3]));
/// let network = BinaryNetwork::new(variables, [(0, 1, less.clone()), (1, 2, less)], ArcConsistency::Ac2001)?;
/// let checks = network.counts().clone();
/// b.post(Box::new(network));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!(views.map(|view| e.fixed(view)), [Some(1), Some(2), Some(3)]);
/// assert!(checks.checks() > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BinaryNetwork {
    net: std::sync::Arc<Network>,
    algorithm: ArcConsistency,
    counts: Checks,
    /// Scratch space: the current values of the variables, as bits.
    now: Box<[u64]>,
    queue: ArcQueue,
    gone: Gone,
    /// AC-3 with residues: the last support for each arc and value.
    residues: Box<[u32]>,
}

static RULE: Rule =
    Rule::new("binary.support", "{premises}: one relation of {constraint} allows no pair otherwise, so {fact}");

/// The index of the trailed integer that the first run sets to 1.
const STARTED: usize = 0;
/// The index of the first trailed integer that stores the domains after the previous run. The algorithm's own trailed
/// integers follow the domains.
const DOMAINS: usize = 1;

impl BinaryNetwork {
    /// Creates a network from variables with their values in ascending order, and from constraints between pairs of
    /// variables, given by index. Values that are not listed are removed.
    ///
    /// # Errors
    /// [`NetworkError`] when a constraint names a variable that does not exist, or has a relation whose size does not
    /// match the numbers of values.
    pub fn new(
        variables: impl IntoIterator<Item = (View, Vec<i32>)>,
        constraints: impl IntoIterator<Item = (usize, usize, Relation)>,
        algorithm: ArcConsistency,
    ) -> Result<BinaryNetwork, NetworkError> {
        let net = Network::new(variables, constraints)?;
        let residues = if algorithm == ArcConsistency::Ac3Residues { net.own_values() } else { 0 };
        Ok(BinaryNetwork {
            now: vec![0; net.words()].into(),
            queue: ArcQueue::default(),
            gone: Gone::new(),
            residues: vec![coarse::NONE; residues].into(),
            counts: Checks::default(),
            net: std::sync::Arc::new(net),
            algorithm,
        })
    }

    /// Uses the given counters from now on, and resets them to zero.
    #[must_use]
    pub fn counting(self, counts: Checks) -> BinaryNetwork {
        counts.restart();
        BinaryNetwork { counts, ..self }
    }

    /// Returns the counters, which may be read during and after a search.
    pub fn counts(&self) -> &Checks {
        &self.counts
    }

    fn first_cell(&self) -> usize {
        DOMAINS + self.net.words()
    }

    fn trailed(&self) -> Cells {
        Cells { own: self.first_cell(), other: self.first_cell() + self.net.own_values() }
    }

    fn cells(&self) -> usize {
        self.first_cell()
            + match self.algorithm {
                ArcConsistency::Ac4 | ArcConsistency::Ac6 => self.net.own_values() + self.net.other_values(),
                ArcConsistency::Ac2001 => self.net.own_values(),
                ArcConsistency::Ac3 | ArcConsistency::Ac3Residues | ArcConsistency::Ac3Bit => 0,
            }
    }

    /// Restricts the variables to their listed values.
    fn start(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        cx.set_trailed(STARTED, 1);
        for (i, (&view, list)) in self.net.views.iter().zip(&self.net.values).enumerate() {
            keep_only(cx, view, list, Lazy((self.net.arcs.len() + i) as u32))?;
        }
        Ok(())
    }
}

/// The maximum number of values removed between two listed values, because huge domains would take too long.
const MOST_BETWEEN: usize = 1 << 16;

/// Removes all values except the listed ones, which are in ascending order.
fn keep_only(cx: &mut Context<'_>, view: View, list: &[i32], why: Lazy) -> Result<(), Conflict> {
    let (Some(&first), Some(&last)) = (list.first(), list.last()) else { return cx.fail(|| why) };
    cx.at_least(view, first, || why)?;
    cx.at_most(view, last, || why)?;
    let mut allowance = MOST_BETWEEN;
    for pair in list.windows(2) {
        let (min, max) = cx.bounds(view);
        let from = min.max(pair[0].saturating_add(1));
        let mut next = if from < pair[1] && from <= max { cx.next(view, from) } else { None };
        while let Some(v) = next.filter(|&v| v < pair[1] && allowance > 0) {
            allowance -= 1;
            cx.work(10)?;
            cx.remove(view, v, || why)?;
            next = cx.next(view, v + 1);
        }
    }
    Ok(())
}

/// Adds the values of a variable that were removed since the previous run to `gone`.
fn differences(work: &Work<'_, '_>, variable: usize, gone: &mut Gone) {
    for (k, word) in work.domain(variable as u32).enumerate() {
        let mut lost = work.cx.trailed(DOMAINS + word) as u64 & !work.now[word];
        while lost != 0 {
            gone.push_back((variable as u32, 64 * k as u32 + lost.trailing_zeros()));
            lost &= lost - 1;
        }
    }
}

impl Propagator for BinaryNetwork {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.net.views, Wake::Domain).modified_positions().priority(3).trailed_integers(self.cells());
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        let is_first = cx.trailed(STARTED) == 0;
        if is_first {
            self.start(cx)?;
        }
        let cells = self.trailed();
        let BinaryNetwork { net, algorithm, counts, now, queue, gone, residues } = self;
        queue.clear(net.arcs.len());
        gone.clear();
        let mut work = Work { cx, net, now, checks: 0, words: 0 };
        for variable in 0..net.views.len() {
            work.read(variable)?;
            // The domain may contain only unlisted values, because those in a large gap are not removed at the start.
            if work.next(variable as u32, 0).is_none() {
                return work.cx.fail(|| Lazy((work.net.arcs.len() + variable) as u32));
            }
        }
        if is_first {
            (0..net.arcs.len() as u32).for_each(|arc| queue.push(arc));
        } else {
            for &variable in modified {
                net.into[variable as usize].iter().for_each(|&arc| queue.push(arc));
                differences(&work, variable as usize, gone);
            }
        }
        let result = match algorithm {
            ArcConsistency::Ac3 => coarse::run(&mut work, queue, coarse::ac3),
            ArcConsistency::Ac2001 => {
                coarse::run(&mut work, queue, |work, arc, a| coarse::ac2001(work, cells.own, arc, a))
            }
            ArcConsistency::Ac3Residues => {
                coarse::run(&mut work, queue, |work, arc, a| coarse::ac3_residues(work, residues, arc, a))
            }
            ArcConsistency::Ac3Bit => coarse::run(&mut work, queue, coarse::ac3_bit),
            ArcConsistency::Ac4 => {
                let started = if is_first { fine::ac4_start(&mut work, cells, gone) } else { Ok(()) };
                started.and_then(|()| fine::ac4(&mut work, cells, gone))
            }
            ArcConsistency::Ac6 => {
                let started = if is_first { fine::ac6_start(&mut work, cells, gone) } else { Ok(()) };
                started.and_then(|()| fine::ac6(&mut work, cells, gone))
            }
        };
        for (cell, &word) in (DOMAINS..).zip(work.now.iter()) {
            if work.cx.trailed(cell) != word as i64 {
                work.cx.set_trailed(cell, word as i64);
            }
        }
        work.report(counts);
        result.map(|()| Status::Stable)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let Network { views, values, arcs, .. } = &*self.net;
        match (arcs.get(hint as usize), fact) {
            (Some(arc), Some(fact)) => {
                let (own, other) = (arc.own as usize, arc.other as usize);
                if let Ok(a) = values[own].binary_search(&views[own].value_of(fact.value())) {
                    let list = &values[other];
                    let supports = (0..list.len()).filter(|&b| arc.relation.seen_from(arc.side, a, b));
                    past.none_of(views[other], supports.map(|b| list[b]), why);
                }
            }
            // A variable has no listed value left. Unlisted values are removed without premises.
            (None, None) => {
                let variable = hint as usize - arcs.len();
                past.none_of(views[variable], values[variable].iter().copied(), why);
            }
            _ => {}
        }
        &RULE
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &RULE && self.is_without_pair(case)
    }
}

impl BinaryNetwork {
    /// Checks whether, in the domains of `case`, a variable has no listed value or a relation has no allowed pair.
    fn is_without_pair(&self, case: &CheckContext<'_>) -> bool {
        let left: Vec<Vec<usize>> = (0..self.net.views.len())
            .map(|i| {
                let (domain, list) = (case.values(self.net.views[i]), &self.net.values[i]);
                (0..list.len()).filter(|&a| domain.contains(list[a])).collect()
            })
            .collect();
        let has_pair = |constraint: &[network::Arc]| {
            let (own, other) = (constraint[0].own as usize, constraint[0].other as usize);
            left[own].iter().any(|&a| left[other].iter().any(|&b| constraint[0].relation.allows(a, b)))
        };
        left.iter().any(Vec::is_empty) || !self.net.arcs.chunks(2).all(has_pair)
    }
}
