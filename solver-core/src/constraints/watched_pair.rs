//! Two watched positions of a scope: changes elsewhere rarely or never schedule the propagator (M. Moskewicz
//! et al., *Chaff: Engineering an Efficient SAT Solver*, DAC 2001). Backtracking has nothing to restore.

use crate::context::Context;

/// Two watched positions among interchangeable ones.
#[derive(Clone, Debug)]
pub(super) struct WatchedPair {
    /// Hints: the positions found by the last scan.
    pub(super) at: [usize; 2],
    /// The positions that schedule the propagator. `None` stands for all positions, until the first call of
    /// [`subscribe`](WatchedPair::subscribe).
    subscribed: Option<[usize; 2]>,
}

impl WatchedPair {
    /// Watches the first two positions; until `subscribe` is called, every position schedules the propagator.
    pub(super) fn new() -> WatchedPair {
        WatchedPair { at: [0, 1], subscribed: None }
    }

    /// Lets all changes at the two watched positions schedule the propagator from now on; `ignore` restricts the
    /// changes at other positions that still schedule it. Index 0 is at position `first` of the scope. Must be called
    /// before the run changes anything.
    pub(super) fn subscribe(
        &mut self,
        cx: &mut Context<'_>,
        (first, places): (usize, usize),
        ignore: impl Fn(&mut Context<'_>, u32, usize),
    ) {
        let now = self.at;
        let before = self.subscribed.replace(now);
        let position = |place: usize| (first + place) as u32;
        match before {
            Some(before) => {
                before
                    .iter()
                    .filter(|place| !now.contains(place))
                    .for_each(|&place| ignore(cx, position(place), place));
            }
            None => (0..places).for_each(|place| ignore(cx, position(place), place)),
        }
        let is_new = |place: &&usize| !before.is_some_and(|before| before.contains(place));
        now.iter().filter(is_new).for_each(|&place| cx.watch_all_values(position(place)));
    }
}
