//! `OneLoop`: the lines that are drawn form a single closed loop, given that two or none meet at each dot.
//!
//! Joins drawn lines to paths. Fails when a path has closed and another line lies elsewhere; leaves out a line that would
//! close a path while another lies elsewhere; leaves out all other lines once the loop has closed.

use solver_core::prelude_propagator::*;
use std::sync::Arc;

/// See the [module page](self).
#[derive(Clone, Debug)]
pub(super) struct OneLoop {
    views: Arc<[View]>,
    /// The two dots of each line.
    ends: Arc<[(usize, usize)]>,
    dots: usize,
}

static CLOSED: Rule = Rule {
    name: "one_loop.closed",
    text: "{premises}: a loop would leave another line out ({constraint}), so {fact}",
    justification: Justification::UnitPropagation,
};

/// What a hint says when it is no line.
const FAIL: u32 = u32::MAX;

impl OneLoop {
    pub(super) fn new(views: &[View], ends: Arc<[(usize, usize)]>) -> OneLoop {
        let dots = ends.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap_or(0);
        OneLoop { views: views.into(), ends, dots }
    }

    /// For each dot the smallest dot that drawn lines join it to.
    fn paths(&self, is_drawn: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut path: Vec<usize> = (0..self.dots).collect();
        for line in (0..self.ends.len()).filter(|&line| is_drawn(line)) {
            let (a, b) = (path[self.ends[line].0], path[self.ends[line].1]);
            if a != b {
                path.iter_mut().filter(|dot| **dot == a.max(b)).for_each(|dot| *dot = a.min(b));
            }
        }
        path
    }

    /// The lines of a path that a line closes or lies in, and a drawn line elsewhere.
    fn closing(&self, drawn: &[usize], line: usize) -> Option<(Vec<usize>, usize)> {
        let path = self.paths(|other| other != line && drawn.contains(&other));
        let (a, b) = self.ends[line];
        if path[a] != path[b] {
            return None;
        }
        let inside = |other: &usize| path[self.ends[*other].0] == path[a];
        let elsewhere = drawn.iter().copied().find(|other| *other != line && !inside(other))?;
        Some((drawn.iter().copied().filter(|other| *other != line && inside(other)).collect(), elsewhere))
    }

    /// A line whose path has closed.
    fn closed(&self, drawn: &[usize]) -> Option<usize> {
        drawn.iter().copied().find(|&line| {
            let path = self.paths(|other| other != line && drawn.contains(&other));
            path[self.ends[line].0] == path[self.ends[line].1]
        })
    }
}

impl Propagator for OneLoop {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Domain).priority(5);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        cx.work(8 * self.views.len())?;
        let drawn: Vec<usize> = (0..self.views.len()).filter(|&line| cx.fixed(self.views[line]) == Some(1)).collect();
        let path = self.paths(|line| drawn.binary_search(&line).is_ok());
        // As many lines as dots less one join a path; one more closes it.
        let lines = |dot: usize| drawn.iter().filter(|&&line| path[self.ends[line].0] == dot).count();
        let dots = |dot: usize| path.iter().filter(|&&other| other == dot).count();
        let is_closed = drawn.iter().map(|&line| path[self.ends[line].0]).find(|&dot| lines(dot) >= dots(dot));
        if let Some(loops) = is_closed {
            if drawn.iter().any(|&line| path[self.ends[line].0] != loops) {
                return cx.fail(|| Lazy(FAIL));
            }
            for line in (0..self.views.len()).filter(|line| drawn.binary_search(line).is_err()) {
                cx.remove(self.views[line], 1, || Lazy(line as u32))?;
            }
            return Ok(Status::Stable);
        }
        for line in (0..self.views.len()).filter(|line| drawn.binary_search(line).is_err()) {
            let (a, b) = self.ends[line];
            let elsewhere = || drawn.iter().any(|&other| path[self.ends[other].0] != path[a]);
            if path[a] == path[b] && elsewhere() && cx.contains(self.views[line], 1) {
                cx.remove(self.views[line], 1, || Lazy(line as u32))?;
            }
        }
        Ok(Status::Stable)
    }

    fn explain(&self, past: &DomainsAt<'_>, _: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let drawn: Vec<usize> = (0..self.views.len()).filter(|&line| past.fixed(self.views[line]) == Some(1)).collect();
        let line = if hint == FAIL { self.closed(&drawn) } else { Some(hint as usize) };
        let found = line.and_then(|line| self.closing(&drawn, line));
        match (found, line) {
            (Some((path, elsewhere)), line) => {
                let own = line.filter(|_| hint == FAIL);
                why.extend(
                    path.into_iter().chain([elsewhere]).chain(own).map(|line| Atom::equals(self.views[line], 1)),
                );
            }
            // The loop has closed elsewhere: its lines say so.
            (None, _) => why.extend(drawn.into_iter().map(|line| Atom::equals(self.views[line], 1))),
        }
        &CLOSED
    }

    /// Lines that are drawn for sure hold a loop, and one that is not on it.
    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let mut on_loop: Vec<usize> =
            (0..self.views.len()).filter(|&line| case.fixed(self.views[line]) == Some(1)).collect();
        let all = on_loop.len();
        // Lines with an end of their own are on no loop; what remains is loops.
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
        let path = self.paths(|line| on_loop.contains(&line));
        let mut pieces: Vec<usize> = on_loop.iter().map(|&line| path[self.ends[line].0]).collect();
        pieces.sort_unstable();
        pieces.dedup();
        rule == &CLOSED && !on_loop.is_empty() && (on_loop.len() < all || pieces.len() > 1)
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}
