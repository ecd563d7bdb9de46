//! The ledger of a count: the result of each unit; the total exists when every unit has one.

use super::tally::Tally;

/// The results of the units, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ledger {
    results: Vec<Option<Tally>>,
    done: usize,
}

impl Ledger {
    pub(super) fn new(units: usize) -> Ledger {
        Ledger { results: vec![None; units], done: 0 }
    }

    /// Enters a result. A unit has one result: a second one is no news.
    pub(super) fn enter(&mut self, unit: usize, tally: Tally) {
        if let Some(result @ None) = self.results.get_mut(unit) {
            *result = Some(tally);
            self.done += 1;
        }
    }

    pub(super) fn units(&self) -> usize {
        self.results.len()
    }

    pub(super) fn done(&self) -> usize {
        self.done
    }

    pub(super) fn has(&self, unit: usize) -> bool {
        self.results.get(unit).is_some_and(Option::is_some)
    }

    /// The units with a result, ascending.
    pub(super) fn entries(&self) -> impl Iterator<Item = (usize, Tally)> {
        self.results.iter().enumerate().filter_map(|(unit, result)| result.map(|tally| (unit, tally)))
    }

    /// The sum over the units that are done.
    pub(super) fn so_far(&self) -> Tally {
        self.entries().fold(Tally::default(), |mut sum, (_, tally)| {
            sum.join(tally);
            sum
        })
    }

    /// The sum over all units, if all are done.
    pub(super) fn complete(&self) -> Option<Tally> {
        self.results.iter().all(Option::is_some).then(|| self.so_far())
    }
}
