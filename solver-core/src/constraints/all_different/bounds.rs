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
use crate::constraints::nearly_sorted::sort_nearly_sorted;
use crate::prelude_propagator::*;

/// See the [module page](super).
#[derive(Clone, Debug)]
pub struct AllDifferentBounds {
    values: AllDifferentValue,
    /// Positions by smallest and by largest value. A hint: sorted again, but usually sorted already.
    by_low: Box<[Place]>,
    by_high: Box<[Place]>,
    bounds: Box<[(i32, i32)]>,
    sweep: Sweep,
    counts: Box<[u32]>,
    /// Positions that may have become fixed: moved by the last pass, or fixed through another view of their variable.
    moved: Vec<u32>,
}

/// With at most this many unfixed views, Hall intervals are tested one by one before a pass.
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
        let by_low: Box<[Place]> = (0..n as u32).map(|position| Place { key: 0, position }).collect();
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

    /// Reads all bounds; returns whether a pass may find anything. Records newly fixed views.
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
        if m > SMALL {
            // Counting and comparing that many sizes takes half a pass, and rarely saves one.
            return true;
        }
        if i64::from(highest) - i64::from(lowest) >= 64 {
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

    /// One pass over the unfixed views; returns whether another one may find more.
    fn pass(&mut self, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        let views = self.values.views();
        let bounds = &self.bounds;
        sort(&mut self.by_low, |position| bounds[position as usize].0);
        sort(&mut self.by_high, |position| bounds[position as usize].1);
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
        scope
            .watch_all(self.values.views(), Wake::Bounds)
            .priority(4)
            .modified_positions()
            .trailed_integers(CELLS)
            .idempotent();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        let n = self.values.views().len();
        let mut fixed = self.values.eliminate(cx, modified)?;
        loop {
            if fixed + 1 >= n {
                return Ok(Status::Entailed);
            }
            let promising = self.read(cx, fixed);
            if !self.moved.is_empty() {
                // Fixed through another view of its variable: first remove the value from all others, else the axis
                // would be shorter than in an explanation.
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

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        match fact {
            Some(fact) if matches!(fact.relation(), Relation::Equal | Relation::NotEqual) => {
                self.values.explain(past, Some(fact), hint, why)
            }
            _ => hall_interval::explain(self.values.views(), past, fact, hint, why),
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
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

/// A position of the scope, where it stands in an order.
#[derive(Clone, Copy, Debug)]
struct Place {
    key: i32,
    position: u32,
}

fn sort(order: &mut [Place], key: impl Fn(u32) -> i32) {
    for place in order.iter_mut() {
        place.key = key(place.position);
    }
    sort_nearly_sorted(order, |place| place.key);
}

/// The sweep of the paper, on an axis without fixed values.
#[derive(Clone, Debug)]
struct Sweep {
    /// Unfixed positions by smallest, by largest value.
    by_low: Vec<u32>,
    by_high: Vec<Reach>,
    /// For each position the points where its interval begins, and ends (exclusive).
    spans: Box<[(u32, u32)]>,
    points: Vec<Point>,
    /// Positions and their new bounds.
    news: Vec<(u32, i32)>,
}

/// Where the interval of a position begins, and ends (exclusive).
#[derive(Clone, Copy, Debug)]
struct Reach {
    start: u32,
    end: u32,
    position: u32,
}

/// A point of the axis. What the paper calls `t`, the forest of critical capacities, `d`, the
/// differences of capacity, and `h`, the Hall intervals found so far, stands at it.
#[derive(Clone, Copy, Debug)]
struct Point {
    /// Its place on the shortened axis, and its value. There is one more at either end.
    axis: i64,
    d: i64,
    t: u32,
    h: u32,
    value: i32,
}

impl Sweep {
    fn new(n: usize) -> Sweep {
        Sweep {
            by_low: Vec::with_capacity(n),
            by_high: Vec::with_capacity(n),
            spans: vec![(0, 0); n].into(),
            points: Vec::with_capacity(2 * n + 2),
            news: Vec::with_capacity(n),
        }
    }

    /// Numbers the bounds of the unfixed views in ascending order. Values of fixed
    /// views are in no other view's domain and do not count.
    fn lay_out(&mut self, bounds: &[(i32, i32)], by_low: &[Place], by_high: &[Place]) {
        self.by_low.clear();
        self.by_high.clear();
        self.points.clear();
        let mut gone = 0;
        let mut lows = by_low.iter();
        let mut next = lows.next();
        for &Place { key: high, position } in by_high {
            if bounds[position as usize].0 == high {
                continue;
            }
            while let Some(&Place { key: low, position }) = next.filter(|place| place.key <= high) {
                if bounds[position as usize].1 == low {
                    gone += 1;
                } else {
                    self.spans[position as usize].0 = self.point(low, gone);
                    self.by_low.push(position);
                }
                next = lows.next();
            }
            let end = self.point(high + 1, gone);
            let span = &mut self.spans[position as usize];
            span.1 = end;
            self.by_high.push(Reach { start: span.0, end, position });
        }
        if let Some(&last) = self.points.last() {
            self.points.push(Point { axis: last.axis + 2, ..last });
        }
    }

    #[inline]
    fn point(&mut self, value: i32, gone: i64) -> u32 {
        let axis = i64::from(value) - gone;
        let point = Point { axis, d: 0, t: 0, h: 0, value };
        match self.points.last() {
            None => self.points.extend([Point { axis: axis - 2, value: value - 2, ..point }, point]),
            Some(last) if last.axis != axis => self.points.push(point),
            Some(_) => {}
        }
        self.points.len() as u32 - 1
    }

    /// Finds the new lower bounds; `None` when an interval has too many views. Returns whether there is a Hall
    /// interval.
    fn raise(&mut self) -> Option<bool> {
        let Sweep { by_high, points, news, .. } = self;
        let mut is_full = false;
        news.clear();
        let mut before = 0;
        for (i, point) in (0u32..).zip(points.iter_mut()) {
            (point.t, point.h) = (i.saturating_sub(1), i.saturating_sub(1));
            point.d = point.axis - before;
            before = point.axis;
        }
        for &Reach { start: x, end: y, position } in by_high.iter() {
            let mut z = path_max(points, t, x + 1);
            let j = points[z as usize].t;
            points[z as usize].d -= 1;
            if points[z as usize].d == 0 {
                points[z as usize].t = z + 1;
                z = path_max(points, t, z + 1);
                points[z as usize].t = j;
            }
            path_set(points, t_mut, x + 1, z, z);
            let Point { axis, d, .. } = points[z as usize];
            let room = axis - points[y as usize].axis;
            if d < room {
                return None;
            }
            let first = points[x as usize].h;
            if first > x {
                let w = path_max(points, h, first);
                news.push((position, points[w as usize].value));
                path_set(points, h_mut, x, w, w);
            }
            if d == room {
                let from = points[y as usize].h;
                path_set(points, h_mut, from, j - 1, y);
                points[y as usize].h = j - 1;
                is_full = true;
            }
        }
        Some(is_full)
    }

    /// Finds the new upper bounds; `None` when an interval has too many views.
    fn lower(&mut self) -> Option<()> {
        let Sweep { by_low, spans, points, news, .. } = self;
        news.clear();
        for i in 0..points.len() - 1 {
            let after = points[i + 1].axis;
            let point = &mut points[i];
            (point.t, point.h) = (i as u32 + 1, i as u32 + 1);
            point.d = after - point.axis;
        }
        for &position in by_low.iter().rev() {
            let (y, x) = spans[position as usize];
            let mut z = path_min(points, t, x - 1);
            let j = points[z as usize].t;
            points[z as usize].d -= 1;
            if points[z as usize].d == 0 {
                points[z as usize].t = z - 1;
                z = path_min(points, t, z - 1);
                points[z as usize].t = j;
            }
            path_set(points, t_mut, x - 1, z, z);
            let Point { axis, d, .. } = points[z as usize];
            let room = points[y as usize].axis - axis;
            if d < room {
                return None;
            }
            let first = points[x as usize].h;
            if first < x {
                let w = path_min(points, h, first);
                news.push((position, points[w as usize].value - 1));
                path_set(points, h_mut, x, w, w);
            }
            if d == room {
                let from = points[y as usize].h;
                path_set(points, h_mut, from, j + 1, y);
                points[y as usize].h = j + 1;
            }
        }
        Some(())
    }
}

/// The link of a point in the forest of critical capacities.
fn t(point: &Point) -> u32 {
    point.t
}

fn t_mut(point: &mut Point) -> &mut u32 {
    &mut point.t
}

/// The link of a point among the Hall intervals.
fn h(point: &Point) -> u32 {
    point.h
}

fn h_mut(point: &mut Point) -> &mut u32 {
    &mut point.h
}

/// Follows links while they go up.
#[inline]
fn path_max(points: &[Point], link: impl Fn(&Point) -> u32, mut i: u32) -> u32 {
    loop {
        let next = link(&points[i as usize]);
        if next <= i {
            return i;
        }
        i = next;
    }
}

/// Follows links while they go down.
#[inline]
fn path_min(points: &[Point], link: impl Fn(&Point) -> u32, mut i: u32) -> u32 {
    loop {
        let next = link(&points[i as usize]);
        if next >= i {
            return i;
        }
        i = next;
    }
}

/// Redirects all links of the path from `from` to `to` to `target`.
#[inline]
fn path_set(points: &mut [Point], link: impl Fn(&mut Point) -> &mut u32, from: u32, to: u32, target: u32) {
    let mut i = from;
    while i != to {
        i = std::mem::replace(link(&mut points[i as usize]), target);
    }
}
