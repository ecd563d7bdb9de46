//! The sweep of López-Ortiz et al. ([bounds](super::bounds)), on an axis without the values of fixed views.
//!
//! A sweep visits the views in the order of one of their bounds. If the values lie close together, the values that are
//! bounds are marked instead of sorted, and views that share a bound form a linked list. Otherwise the bounds are
//! sorted, starting from the order of the last pass.

use crate::constraints::nearly_sorted::sort_nearly_sorted;

/// The end of a list.
const NONE: u32 = u32::MAX;

/// Buffers for the passes of one propagator.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    /// For each position, the points where its interval begins and (exclusively) ends.
    spans: Box<[(u32, u32)]>,
    points: Vec<Point>,
    /// `heads`: for each point, the first position whose interval begins or ends there. `next`: for each position, the
    /// next one in the same list.
    heads: Vec<u32>,
    next: Box<[u32]>,
    /// Positions and their new bounds.
    pub(super) news: Vec<(u32, i32)>,
    /// For each value, counted from the lowest: first whether it is a bound and whether it is removed; later its point.
    marks: Box<[u32]>,
    /// Both bounds of each position, in the order of the last pass that sorted them.
    ends: Box<[End]>,
}

/// Marks of a value: a bound of an unfixed view; the value of a fixed view.
const BOUND: u32 = 1;
const GONE: u32 = 2;

/// A bound of a position, exclusive if it is the upper one.
#[derive(Clone, Copy, Debug)]
struct End {
    key: i64,
    position: u32,
    is_upper: bool,
}

/// A point of the axis, with the paper's `t` (the forest of critical capacities), `d` (the differences of capacity) and
/// `h` (the Hall intervals found so far).
#[derive(Clone, Copy, Debug)]
struct Point {
    /// The coordinate on the shortened axis. There is an extra point before the first bound and after the last.
    axis: i64,
    d: i64,
    t: u32,
    h: u32,
    value: i32,
}

impl Sweep {
    pub(super) fn new(n: usize) -> Sweep {
        let end = |position, is_upper| End { key: 0, position, is_upper };
        Sweep {
            spans: vec![(0, 0); n].into(),
            points: Vec::with_capacity(2 * n + 2),
            heads: Vec::with_capacity(2 * n + 2),
            next: vec![NONE; n].into(),
            news: Vec::with_capacity(n),
            // Marking a value costs about an eighth as much as sorting a view.
            marks: vec![0; 8 * n + 64].into(),
            ends: (0..n as u32).flat_map(|position| [end(position, false), end(position, true)]).collect(),
        }
    }

    /// Numbers the bounds of the unfixed views, which lie within `hull`, in ascending order. The values of fixed views
    /// (`gone`) are in no other view's domain and are omitted from the axis.
    pub(super) fn lay_out(
        &mut self,
        bounds: &[(i32, i32)],
        hull @ (lowest, highest): (i32, i32),
        unfixed: impl Iterator<Item = usize> + Clone,
        gone: impl Iterator<Item = i32>,
    ) {
        self.points.clear();
        if i64::from(highest) - i64::from(lowest) + 2 <= self.marks.len() as i64 {
            self.number_by_marks(bounds, hull, unfixed, gone);
        } else {
            self.number_by_sorting(bounds);
        }
        if let Some(&last) = self.points.last() {
            self.points.push(Point { axis: last.axis + 2, ..last });
        }
    }

    fn number_by_marks(
        &mut self,
        bounds: &[(i32, i32)],
        (lowest, highest): (i32, i32),
        unfixed: impl Iterator<Item = usize> + Clone,
        gone: impl Iterator<Item = i32>,
    ) {
        let place = |v: i32| v.wrapping_sub(lowest) as u32 as usize;
        let marks = &mut self.marks[..place(highest + 1) + 1];
        marks.fill(0);
        for position in unfixed.clone() {
            let (low, high) = bounds[position];
            marks[place(low)] |= BOUND;
            marks[place(high + 1)] |= BOUND;
        }
        for v in gone {
            if let Some(mark) = marks.get_mut(place(v)) {
                *mark |= GONE;
            }
        }
        let mut axis = 0;
        for (mark, value) in marks.iter_mut().zip(lowest..) {
            if *mark & BOUND != 0 {
                add_point(&mut self.points, value, axis);
            }
            axis += i64::from(*mark & GONE == 0);
            *mark = self.points.len() as u32 - 1;
        }
        for position in unfixed {
            let (low, high) = bounds[position];
            self.spans[position] = (marks[place(low)], marks[place(high + 1)]);
        }
    }

    fn number_by_sorting(&mut self, bounds: &[(i32, i32)]) {
        for end in &mut self.ends {
            let (low, high) = bounds[end.position as usize];
            // The value of a fixed view comes after the ends of all intervals below it.
            end.key = 2 * (i64::from(if end.is_upper { high } else { low }) + i64::from(end.is_upper))
                + i64::from(low == high);
        }
        sort_nearly_sorted(&mut self.ends, |end| end.key);
        let mut gone = 0;
        for &End { key, position, is_upper } in &self.ends {
            if key & 1 != 0 {
                gone += i64::from(!is_upper);
                continue;
            }
            let value = key / 2;
            add_point(&mut self.points, value as i32, value - gone);
            let point = self.points.len() as u32 - 1;
            let span = &mut self.spans[position as usize];
            *(if is_upper { &mut span.1 } else { &mut span.0 }) = point;
        }
    }

    /// Adds each position to the list of its start or of its end, whichever `point` selects.
    fn link(&mut self, unfixed: impl Iterator<Item = usize>, point: impl Fn((u32, u32)) -> u32) {
        self.heads.clear();
        self.heads.resize(self.points.len(), NONE);
        for position in unfixed {
            let head = &mut self.heads[point(self.spans[position]) as usize];
            self.next[position] = std::mem::replace(head, position as u32);
        }
    }

    /// Finds the new lower bounds. Returns whether there is a Hall interval, or `None` if some interval has more views
    /// than values.
    pub(super) fn raise(&mut self, unfixed: impl Iterator<Item = usize>) -> Option<bool> {
        self.link(unfixed, |(_, end)| end);
        self.fill::<true>()
    }

    /// Finds the new upper bounds: the mirror image of [`raise`](Self::raise).
    pub(super) fn lower(&mut self, unfixed: impl Iterator<Item = usize>) -> Option<bool> {
        self.link(unfixed, |(start, _)| start);
        self.fill::<false>()
    }

    /// Assigns a coordinate to each view, in the order of the interval ends on one side: the first free coordinate from
    /// the other end of the view's interval.
    fn fill<const UP: bool>(&mut self) -> Option<bool> {
        let Sweep { spans, points, heads, next, news, .. } = self;
        let onwards = |i: u32| if UP { i + 1 } else { i - 1 };
        let back = |i: u32| if UP { i - 1 } else { i + 1 };
        news.clear();
        let mut is_full = false;
        let mut before = 0;
        for k in 0..points.len() {
            let i = if UP { k } else { points.len() - 1 - k };
            let point = &mut points[i];
            let link = if k == 0 { i as u32 } else { back(i as u32) };
            (point.t, point.h) = (link, link);
            point.d = (point.axis - before).abs();
            before = point.axis;
        }
        for k in 0..heads.len() as u32 {
            let y = if UP { k } else { heads.len() as u32 - 1 - k };
            let mut at = heads[y as usize];
            while at != NONE {
                let position = at;
                at = next[position as usize];
                let (start, end) = spans[position as usize];
                let x = if UP { start } else { end };
                let mut z = path::<UP>(points, t, onwards(x));
                let j = points[z as usize].t;
                points[z as usize].d -= 1;
                if points[z as usize].d == 0 {
                    points[z as usize].t = onwards(z);
                    z = path::<UP>(points, t, onwards(z));
                    points[z as usize].t = j;
                }
                path_set(points, t_mut, onwards(x), z, z);
                let Point { axis, d, .. } = points[z as usize];
                let room = if UP { axis - points[y as usize].axis } else { points[y as usize].axis - axis };
                if d < room {
                    return None;
                }
                let first = points[x as usize].h;
                if is_beyond::<UP>(first, x) {
                    let w = path::<UP>(points, h, first);
                    let value = points[w as usize].value;
                    news.push((position, if UP { value } else { value - 1 }));
                    path_set(points, h_mut, x, w, w);
                }
                if d == room {
                    let from = points[y as usize].h;
                    path_set(points, h_mut, from, back(j), y);
                    points[y as usize].h = back(j);
                    is_full = true;
                }
            }
        }
        Some(is_full)
    }
}

/// Adds a point unless the last one has the same coordinate.
#[inline]
fn add_point(points: &mut Vec<Point>, value: i32, axis: i64) {
    let point = Point { axis, d: 0, t: 0, h: 0, value };
    match points.last() {
        None => points.extend([Point { axis: axis - 2, value: value - 2, ..point }, point]),
        Some(last) if last.axis != axis => points.push(point),
        Some(_) => {}
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

/// Checks whether a point comes after another in sweep direction.
#[inline]
fn is_beyond<const UP: bool>(point: u32, other: u32) -> bool {
    if UP { point > other } else { point < other }
}

/// Follows links while they lead up (with `!UP`, down); returns the last point.
#[inline]
fn path<const UP: bool>(points: &[Point], link: impl Fn(&Point) -> u32, mut i: u32) -> u32 {
    loop {
        let next = link(&points[i as usize]);
        if !is_beyond::<UP>(next, i) {
            return i;
        }
        i = next;
    }
}

/// Redirects every link on the path from `from` to `to` to `target`.
#[inline]
fn path_set(points: &mut [Point], link: impl Fn(&mut Point) -> &mut u32, from: u32, to: u32, target: u32) {
    let mut i = from;
    while i != to {
        i = std::mem::replace(link(&mut points[i as usize]), target);
    }
}

#[cfg(test)]
mod tests {
    use super::Sweep;
    use crate::search::Rng;

    /// Generates intervals of unfixed views, and values of fixed views that are not bounds of these intervals.
    #[test]
    fn marks_and_sorting_number_bounds_alike() {
        let mut rng = Rng::new(3);
        for _ in 0..2_000 {
            let n = 2 + rng.below(9) as usize;
            let lowest = rng.below(100) as i32 - 50;
            let gone: Vec<i32> = (0..rng.below(4)).map(|_| lowest + rng.below(30) as i32).collect();
            let mut taken = gone.clone();
            taken.sort_unstable();
            taken.dedup();
            let mut bound = || loop {
                let v = lowest + rng.below(30) as i32;
                if !taken.contains(&v) {
                    return v;
                }
            };
            let mut bounds: Vec<(i32, i32)> = taken.iter().map(|&v| (v, v)).collect();
            while bounds.len() < taken.len() + n {
                let (a, b) = (bound(), bound());
                if a != b {
                    bounds.push((a.min(b), a.max(b)));
                }
            }
            let unfixed = taken.len()..bounds.len();
            let lows = bounds[unfixed.clone()].iter();
            let hull = (lows.clone().map(|b| b.0).min().unwrap(), lows.map(|b| b.1).max().unwrap());
            let mut marked = Sweep::new(bounds.len());
            let mut sorted = marked.clone();
            marked.lay_out(&bounds, hull, unfixed.clone(), taken.iter().copied());
            // Without marks the bounds are sorted.
            sorted.marks = Box::default();
            sorted.lay_out(&bounds, hull, unfixed.clone(), taken.iter().copied());
            let spans = |sweep: &Sweep| {
                let first = sweep.spans[unfixed.clone()].iter().map(|s| s.0).min().unwrap();
                let relative = |&(start, end): &(u32, u32)| (start - first, end - first);
                sweep.spans[unfixed.clone()].iter().map(relative).collect::<Vec<_>>()
            };
            let distances = |sweep: &Sweep| {
                let axis: Vec<i64> = sweep.points.iter().map(|point| point.axis).collect();
                axis.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>()
            };
            assert_eq!(spans(&marked), spans(&sorted), "{bounds:?}");
            assert_eq!(distances(&marked), distances(&sorted), "{bounds:?}");
        }
    }
}
