//! `OneLoop`: the drawn lines form a single closed loop, given that each dot has either two of them or none.
//!
//! The propagator joins drawn lines to paths. It fails when a path is closed while another line is drawn elsewhere. It
//! excludes lines that would close a path while other lines are drawn elsewhere and, once the loop is closed, all other
//! lines.

use solver_core::prelude_propagator::*;
use std::sync::Arc;

/// The propagator described in the [module documentation](self).
#[derive(Clone, Debug)]
pub(super) struct OneLoop {
    views: Arc<[View]>,
    /// The two dots of each line.
    ends: Arc<[(usize, usize)]>,
    dots: usize,
}

static CLOSED: Rule =
    Rule::new("one_loop.closed", "{premises}: a loop would leave another line out ({constraint}), so {fact}");

/// The hint value for a failure. Other hints are the indices of lines.
const FAIL: u32 = u32::MAX;

impl OneLoop {
    pub(super) fn new(views: &[View], ends: Arc<[(usize, usize)]>) -> OneLoop {
        let dots = ends.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap_or(0);
        OneLoop { views: views.into(), ends, dots }
    }

    /// Joins drawn lines to paths. Returns the representative of each dot's path, and a line that closes a path, if
    /// any.
    fn paths(&self, drawn: impl IntoIterator<Item = usize>) -> (Vec<usize>, Option<usize>) {
        let mut joined: Vec<usize> = (0..self.dots).collect();
        let find = |joined: &mut [usize], mut dot: usize| {
            while joined[dot] != dot {
                joined[dot] = joined[joined[dot]];
                dot = joined[dot];
            }
            dot
        };
        let mut closing = None;
        for line in drawn {
            let (a, b) = (find(&mut joined, self.ends[line].0), find(&mut joined, self.ends[line].1));
            if a == b {
                closing.get_or_insert(line);
            }
            joined[a.max(b)] = a.min(b);
        }
        ((0..self.dots).map(|dot| find(&mut joined, dot)).collect(), closing)
    }

    /// Returns the lines of the path that a line closes or belongs to, and a drawn line that is not on this path.
    fn closing(&self, drawn: &[usize], line: usize) -> Option<(Vec<usize>, usize)> {
        let others = || drawn.iter().copied().filter(|other| *other != line);
        let (path, _) = self.paths(others());
        let (a, b) = self.ends[line];
        if path[a] != path[b] {
            return None;
        }
        let (own, others): (Vec<usize>, Vec<usize>) = others().partition(|&other| path[self.ends[other].0] == path[a]);
        others.first().map(|&elsewhere| (own, elsewhere))
    }
}

impl Propagator for OneLoop {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Domain).priority(5);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        cx.work(2 * self.views.len())?;
        let drawn: Vec<usize> = (0..self.views.len()).filter(|&line| cx.fixed(self.views[line]) == Some(1)).collect();
        let Some(&first) = drawn.first() else { return Ok(Status::Stable) };
        let (path, closing) = self.paths(drawn.iter().copied());
        let of = |line: usize| path[self.ends[line].0];
        let is_one = drawn.iter().all(|&line| of(line) == of(first));
        if closing.is_some() && !is_one {
            return cx.fail(|| Lazy(FAIL));
        }
        for line in (0..self.views.len()).filter(|line| drawn.binary_search(line).is_err()) {
            let (a, b) = self.ends[line];
            let closes = path[a] == path[b] && !(is_one && path[a] == of(first));
            if (closing.is_some() || closes) && cx.contains(self.views[line], 1) {
                cx.remove(self.views[line], 1, || Lazy(line as u32))?;
            }
        }
        Ok(Status::Stable)
    }

    fn explain(&self, past: &DomainsAt<'_>, _: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let drawn: Vec<usize> = (0..self.views.len()).filter(|&line| past.fixed(self.views[line]) == Some(1)).collect();
        let line = if hint == FAIL { self.paths(drawn.iter().copied()).1 } else { Some(hint as usize) };
        let found = line.and_then(|line| self.closing(&drawn, line));
        match (found, line) {
            (Some((path, elsewhere)), line) => {
                let own = line.filter(|_| hint == FAIL);
                why.extend(
                    path.into_iter().chain([elsewhere]).chain(own).map(|line| Atom::equals(self.views[line], 1)),
                );
            }
            // The loop is closed elsewhere, so its lines are the reason.
            (None, _) => why.extend(drawn.into_iter().map(|line| Atom::equals(self.views[line], 1))),
        }
        &CLOSED
    }

    /// Checks that the lines known to be drawn contain a loop and a line that is not on it.
    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let mut on_loop: Vec<usize> =
            (0..self.views.len()).filter(|&line| case.fixed(self.views[line]) == Some(1)).collect();
        let all = on_loop.len();
        // Lines with a loose end are not on a loop; the remaining lines form loops.
        loop {
            let meets =
                |dot: usize| on_loop.iter().filter(|&&l| self.ends[l].0 == dot || self.ends[l].1 == dot).count();
            let loose: Vec<usize> = on_loop
                .iter()
                .copied()
                .filter(|&line| meets(self.ends[line].0) == 1 || meets(self.ends[line].1) == 1)
                .collect();
            if loose.is_empty() {
                break;
            }
            on_loop.retain(|line| !loose.contains(line));
        }
        let (path, _) = self.paths(on_loop.iter().copied());
        let mut pieces: Vec<usize> = on_loop.iter().map(|&line| path[self.ends[line].0]).collect();
        pieces.sort_unstable();
        pieces.dedup();
        rule == &CLOSED && !on_loop.is_empty() && (on_loop.len() < all || pieces.len() > 1)
    }
}
