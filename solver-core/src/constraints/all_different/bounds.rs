//! `all_different`, bounds(Z) consistent: Hall intervals.
//!
//! When `k` views lie within an interval of `k` values, no other view may have a
//! bound there. After López-Ortiz, Quimper, Tromp, van Beek, *A fast and simple
//! algorithm for bounds consistency of the alldifferent constraint* (IJCAI 2003):
//! sweep the views by their upper bounds, keep the room that is left in a forest
//! with path compression, and raise lower bounds out of full intervals; then the
//! mirror image. A pass is linear but for sorting and path compression.
//!
//! Values of fixed views are removed everywhere first, as
//! [`AllDifferentValue`] does, and then cut out of the axis, so that only unfixed
//! views are swept. Weaker than [`AllDifferentDomain`](super::AllDifferentDomain),
//! which also finds Hall sets with gaps.

use super::hall_interval::{self, HALL_INTERVAL};
use super::value::{AllDifferentValue, CELLS, VALUE_TAKEN};
use super::{check, hall};
use crate::prelude_propagator::*;

/// See the [module page](super).
#[derive(Clone, Debug)]
pub struct AllDifferentBounds {
    values: AllDifferentValue,
    /// Positions by smallest and by largest value. A hint: sorted anew, but mostly sorted already.
    by_low: Box<[u32]>,
    by_high: Box<[u32]>,
    bounds: Box<[(i32, i32)]>,
    sweep: Sweep,
    counts: Box<[u32]>,
    /// Positions that may have got a value: those that the last pass has moved, or that another view of their variable has fixed.
    moved: Vec<u32>,
}

/// So many unfixed views are tested for Hall intervals one by one before a pass.
const SMALL: usize = 15;

impl AllDifferentBounds {
    /// All of `views` take different values.
    ///
    /// ```
    /// use solver_core::{ValueSet, constraints::AllDifferentBounds, engine::EngineBuilder};
    /// let mut b = EngineBuilder::new(vec![ValueSet::range(1, 2), ValueSet::range(1, 2), ValueSet::range(1, 4)]);
    /// let views = [b.view(0), b.view(1), b.view(2)];
    /// b.post(Box::new(AllDifferentBounds::new(views)));
    /// let mut e = b.build()?;
    /// e.propagate().unwrap();
    /// assert_eq!(e.values(views[2]), [3, 4]);
    /// # Ok::<(), solver_core::engine::BuildError>(())
    /// ```
    pub fn new(views: impl IntoIterator<Item = View>) -> AllDifferentBounds {
        let values = AllDifferentValue::new(views);
        let n = values.views().len();
        let by_low: Box<[u32]> = (0..n as u32).collect();
        AllDifferentBounds {
            by_high: by_low.clone(),
            by_low,
            bounds: vec![(0, 0); n].into(),
            sweep: Sweep::new(n),
            counts: vec![0; n + 1].into(),
            moved: Vec::with_capacity(2 * n),
            values,
        }
    }

    /// Reads all bounds, and says whether a pass may find anything. Notes the views that have a value and are not known to.
    fn read(&mut self, cx: &Context<'_>, fixed: usize) -> bool {
        let (bounds, values) = (&mut self.bounds, &self.values);
        let (mut lowest, mut highest) = (i32::MAX, i32::MIN);
        self.moved.clear();
        for (view, position) in values.unfixed(fixed) {
            let (low, high) = cx.bounds(view);
            bounds[position] = (low, high);
            if low == high {
                self.moved.push(position as u32);
            }
            lowest = lowest.min(low);
            highest = highest.max(high);
        }
        // The values that no fixed view has, as bits from the lowest on.
        let mut free = !0u64;
        for (view, position) in values.fixed(fixed) {
            let v = cx.min(view);
            bounds[position] = (v, v);
            let d = v.wrapping_sub(lowest) as u32;
            free &= !u64::from(d < 64).wrapping_shl(d);
        }
        let m = bounds.len() - fixed;
        if i64::from(highest) - i64::from(lowest) >= 64 || m > SMALL {
            return hall::possible(m, values.unfixed(fixed).map(|(view, _)| cx.size(view)), &mut self.counts);
        }
        // Intervals on the shortened axis.
        let mut small = [(0, 0); SMALL];
        for ((_, position), small) in values.unfixed(fixed).zip(&mut small) {
            let (low, high) = bounds[position];
            let below = (free & !(!0 << low.wrapping_sub(lowest))).count_ones();
            let upto = (free & !(!1 << high.wrapping_sub(lowest))).count_ones();
            *small = (below, upto);
        }
        let small = &mut small[..m];
        hall::possible(m, small.iter().map(|(start, end)| end - start), &mut self.counts) && has_hall_interval(small)
    }

    /// One pass over the unfixed views; says whether another one may find more.
    fn pass(&mut self, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        let views = self.values.views();
        let bounds = &self.bounds;
        insertion_sort(&mut self.by_low, |p| bounds[p as usize].0);
        insertion_sort(&mut self.by_high, |p| bounds[p as usize].1);
        self.sweep.lay_out(bounds, &self.by_low, &self.by_high);
        let mut again = false;
        match self.sweep.raise() {
            None => return cx.fail(|| Lazy(0)),
            // Without a Hall interval there is nothing to find from the other side either.
            Some(false) => return Ok(false),
            Some(true) => {}
        }
        for i in 0..self.sweep.news.len() {
            let (position, value) = self.sweep.news[i];
            let view = views[position as usize];
            cx.at_least(view, value, || Lazy(position))?;
            let (low, high) = cx.bounds(view);
            again |= low != value || low == high;
            self.moved.push(position);
        }
        if self.sweep.lower().is_none() {
            return cx.fail(|| Lazy(0));
        }
        for i in 0..self.sweep.news.len() {
            let (position, value) = self.sweep.news[i];
            let view = views[position as usize];
            cx.at_most(view, value, || Lazy(position))?;
            let (low, high) = cx.bounds(view);
            again |= high != value || low == high;
            self.moved.push(position);
        }
        Ok(again)
    }
}

impl Propagator for AllDifferentBounds {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(self.values.views(), Wake::Bounds).priority(4).inbox().cells(CELLS);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, woken: &[u32]) -> Result<Status, Conflict> {
        let n = self.values.views().len();
        let mut fixed = self.values.eliminate(cx, woken)?;
        loop {
            if fixed + 1 >= n {
                return Ok(Status::Entailed);
            }
            let promising = self.read(cx, fixed);
            if !self.moved.is_empty() {
                // Fixed through another view of its variable: first the value goes from all others, else the axis would be
                // shorter than what an explanation sees.
                fixed = self.values.eliminate(cx, &self.moved)?;
                continue;
            }
            if !promising {
                return Ok(Status::Stable);
            }
            cx.work(4 * n)?;
            if !self.pass(cx)? {
                return Ok(Status::Stable);
            }
            fixed = self.values.eliminate(cx, &self.moved)?;
        }
    }

    fn explain(&self, past: &Past<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        match fact {
            Some(fact) if matches!(fact.relation(), Relation::Equal | Relation::NotEqual) => {
                self.values.explain(past, Some(fact), hint, why)
            }
            _ => hall_interval::explain(self.values.views(), past, fact, hint, why),
        }
    }

    fn check(&self, rule: &'static Rule, case: &Assumed<'_>) -> bool {
        if rule == &VALUE_TAKEN {
            check::has_clash(self.values.views(), case)
        } else {
            rule == &HALL_INTERVAL && check::has_overfull_interval(self.values.views(), case)
        }
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}

/// Whether some but not all of the intervals (ends exclusive) fill one, or any
/// are too many for it. Sorts them by their ends. Quadratic.
fn has_hall_interval(intervals: &mut [(u32, u32)]) -> bool {
    for i in 1..intervals.len() {
        let mut at = i;
        while at > 0 && intervals[at - 1].1 > intervals[at].1 {
            intervals.swap(at - 1, at);
            at -= 1;
        }
    }
    let m = intervals.len() as u32;
    intervals.iter().any(|&(start, _)| {
        let mut count = 0;
        intervals.iter().any(|&(low, end)| {
            count += u32::from(low >= start);
            low >= start && count >= end - start && (count < m || count > end - start)
        })
    })
}

/// Sorts by a key, in linear time when little has changed. Much has at the root, where
/// shifted views may stand in descending order: on 50,000 of them the insertions alone
/// would take a second, deaf to any limit, so a general sort takes over.
fn insertion_sort(order: &mut [u32], key: impl Fn(u32) -> i32) {
    let mut patience = 16 * order.len();
    for i in 1..order.len() {
        let p = order[i];
        let k = key(p);
        let mut j = i;
        while j > 0 && key(order[j - 1]) > k {
            order[j] = order[j - 1];
            j -= 1;
        }
        order[j] = p;
        patience = match patience.checked_sub(i - j) {
            Some(left) => left,
            None => return order.sort_unstable_by_key(|&p| (key(p), p)),
        };
    }
}

/// The sweep of the paper, in an axis from which fixed values have been cut.
///
/// The names of the paper: `t` is the forest of critical capacities, `d` the
/// differences of capacity, `h` the Hall intervals found so far.
#[derive(Clone, Debug)]
struct Sweep {
    /// Unfixed positions by smallest, by largest value.
    by_low: Vec<u32>,
    by_high: Vec<u32>,
    /// For each position the points where its interval begins, and ends (exclusive).
    spans: Box<[(u32, u32)]>,
    /// The points: places on the shortened axis, with one more at either end.
    axis: Vec<i64>,
    /// The value of each point.
    value: Vec<i32>,
    t: Box<[u32]>,
    d: Box<[i64]>,
    h: Box<[u32]>,
    /// Positions and their new bounds.
    news: Vec<(u32, i32)>,
}

impl Sweep {
    fn new(n: usize) -> Sweep {
        let points = 2 * n + 2;
        Sweep {
            by_low: Vec::with_capacity(n),
            by_high: Vec::with_capacity(n),
            spans: vec![(0, 0); n].into(),
            axis: Vec::with_capacity(points),
            value: Vec::with_capacity(points),
            t: vec![0; points].into(),
            d: vec![0; points].into(),
            h: vec![0; points].into(),
            news: Vec::with_capacity(n),
        }
    }

    /// Numbers the bounds of the unfixed views in ascending order. Values of fixed
    /// views are in no other view's domain and do not count.
    fn lay_out(&mut self, bounds: &[(i32, i32)], by_low: &[u32], by_high: &[u32]) {
        self.by_low.clear();
        self.by_high.clear();
        self.axis.clear();
        self.value.clear();
        let mut gone = 0;
        let mut lows = by_low.iter().peekable();
        for &p in by_high {
            let (low, high) = bounds[p as usize];
            if low == high {
                continue;
            }
            while let Some(&q) = lows.next_if(|&&q| bounds[q as usize].0 <= high) {
                let (low, high) = bounds[q as usize];
                if low == high {
                    gone += 1;
                } else {
                    self.spans[q as usize].0 = self.point(low, gone);
                    self.by_low.push(q);
                }
            }
            self.spans[p as usize].1 = self.point(high + 1, gone);
            self.by_high.push(p);
        }
        if let Some(&last) = self.axis.last() {
            self.axis.push(last + 2);
        }
    }

    fn point(&mut self, value: i32, gone: i64) -> u32 {
        let place = i64::from(value) - gone;
        if self.axis.is_empty() {
            self.axis.push(place - 2);
            self.value.push(value - 2);
        }
        if self.axis[self.axis.len() - 1] != place {
            self.axis.push(place);
            self.value.push(value);
        }
        self.axis.len() as u32 - 1
    }

    /// Finds the new lower bounds; `None` when an interval has too many views. Tells whether there is a Hall interval.
    fn raise(&mut self) -> Option<bool> {
        let Sweep { by_high, spans, axis, value, t, d, h, news, .. } = self;
        let mut is_full = false;
        news.clear();
        for i in 1..axis.len() {
            t[i] = i as u32 - 1;
            h[i] = i as u32 - 1;
            d[i] = axis[i] - axis[i - 1];
        }
        for &p in by_high.iter() {
            let (x, y) = spans[p as usize];
            let mut z = path_max(t, x + 1);
            let j = t[z as usize];
            d[z as usize] -= 1;
            if d[z as usize] == 0 {
                t[z as usize] = z + 1;
                z = path_max(t, z + 1);
                t[z as usize] = j;
            }
            path_set(t, x + 1, z, z);
            let room = axis[z as usize] - axis[y as usize];
            if d[z as usize] < room {
                return None;
            }
            if h[x as usize] > x {
                let w = path_max(h, h[x as usize]);
                news.push((p, value[w as usize]));
                path_set(h, x, w, w);
            }
            if d[z as usize] == room {
                path_set(h, h[y as usize], j - 1, y);
                h[y as usize] = j - 1;
                is_full = true;
            }
        }
        Some(is_full)
    }

    /// Finds the new upper bounds; `None` when an interval has too many views.
    fn lower(&mut self) -> Option<()> {
        let Sweep { by_low, spans, axis, value, t, d, h, news, .. } = self;
        news.clear();
        for i in 0..axis.len() - 1 {
            t[i] = i as u32 + 1;
            h[i] = i as u32 + 1;
            d[i] = axis[i + 1] - axis[i];
        }
        for &p in by_low.iter().rev() {
            let (y, x) = spans[p as usize];
            let mut z = path_min(t, x - 1);
            let j = t[z as usize];
            d[z as usize] -= 1;
            if d[z as usize] == 0 {
                t[z as usize] = z - 1;
                z = path_min(t, z - 1);
                t[z as usize] = j;
            }
            path_set(t, x - 1, z, z);
            let room = axis[y as usize] - axis[z as usize];
            if d[z as usize] < room {
                return None;
            }
            if h[x as usize] < x {
                let w = path_min(h, h[x as usize]);
                news.push((p, value[w as usize] - 1));
                path_set(h, x, w, w);
            }
            if d[z as usize] == room {
                path_set(h, h[y as usize], j + 1, y);
                h[y as usize] = j + 1;
            }
        }
        Some(())
    }
}

/// Follows links while they go up.
#[inline]
fn path_max(links: &[u32], mut i: u32) -> u32 {
    while links[i as usize] > i {
        i = links[i as usize];
    }
    i
}

/// Follows links while they go down.
#[inline]
fn path_min(links: &[u32], mut i: u32) -> u32 {
    while links[i as usize] < i {
        i = links[i as usize];
    }
    i
}

/// Lets all links of the path from `from` to `to` point to `target`.
#[inline]
fn path_set(links: &mut [u32], from: u32, to: u32, target: u32) {
    let mut i = from;
    while i != to {
        i = std::mem::replace(&mut links[i as usize], target);
    }
}
