//! `all_different`, domain consistent: every remaining value is part of a solution.
//!
//! Régin, *A filtering algorithm for constraints of difference in CSPs* (AAAI 1994): find a matching of all views to
//! values, then compute the strongly connected components of the graph oriented by this matching; an edge between two
//! components is a value without support. The scope is partitioned into parts without common values, and a run
//! processes only changed parts (Gent, Miguel, Nightingale, *Generalised arc consistency for the AllDifferent
//! constraint: an empirical survey*, Artificial Intelligence 172, 2008). Each run starts from the previous run's
//! matching.
//!
//! A run costs a matching and a depth-first search of the changed parts, both 64 values at a time. This is the
//! strongest of the three levels; on queens it is hardly stronger than
//! [`AllDifferentBounds`](super::AllDifferentBounds).

mod components;
mod eliminate;
mod explain;
mod graph;
mod matching;
mod partition;
mod split;

use super::value::VALUE_TAKEN;
use super::{check, hall};
use crate::prelude_propagator::*;
pub(super) use explain::HALL_SET;
use fixedbitset::FixedBitSet;
use graph::Graph;
use partition::Partition;

/// The error returned when the tables for domain consistency would be too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "all_different of {views} views over a range of {values} values is too large for domain consistency \
     (more than {limit} words of 64 values); choose bounds or value consistency"
)]
pub struct TooManyValues {
    /// The length of the range from the smallest to the largest value of any view.
    pub values: u64,
    /// The number of views.
    pub views: usize,
    /// [`AllDifferentDomain::LIMIT`].
    pub limit: u64,
}

/// See the [module page](super).
#[derive(Clone, Debug)]
pub struct AllDifferentDomain {
    views: Box<[View]>,
    /// The smallest value of any view, and the number of 64-value words from that value.
    base: i32,
    words: usize,
    partition: Partition,
    /// A hint: the value last matched to each position, minus `base`.
    matching: Box<[u32]>,
    graph: Graph,
    /// Partition indices with changes not yet processed in this run.
    touched: FixedBitSet,
    counts: Box<[u32]>,
    scratch: Vec<u32>,
}

impl AllDifferentDomain {
    /// The maximum size of one table, in words of 64 values; it corresponds to 32 MiB. Each of the two tables has one
    /// row of words per view plus 32 scratch rows.
    pub const LIMIT: u64 = 1 << 22;

    /// Creates a propagator that ensures that all of the views take different values. Each view comes with its smallest
    /// and largest root value and must not have values outside this range.
    ///
    /// # Errors
    /// [`TooManyValues`] when the tables would exceed [`LIMIT`](Self::LIMIT).
    ///
    /// ```
    /// use solver_core::{ValueSet, constraints::AllDifferentDomain, engine::EngineBuilder};
    /// let mut b = EngineBuilder::new(vec![[1, 9].into(), [1, 9].into(), ValueSet::range(1, 9)]);
    /// let views = [b.view(0), b.view(1), b.view(2)];
    /// b.post(Box::new(AllDifferentDomain::new(views.map(|x| (x, 1, 9)))?));
    /// let mut e = b.build()?;
    /// e.propagate().unwrap();
    /// assert_eq!(e.values(views[2]), [2, 3, 4, 5, 6, 7, 8]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(views: impl IntoIterator<Item = (View, i32, i32)>) -> Result<AllDifferentDomain, TooManyValues> {
        let (views, bounds): (Vec<View>, Vec<(i32, i32)>) = views.into_iter().map(|(v, l, h)| (v, (l, h))).unzip();
        let n = views.len();
        let base = bounds.iter().map(|b| b.0).min().unwrap_or(0);
        let top = bounds.iter().map(|b| b.1).max().unwrap_or(0);
        let values = (i64::from(top) - i64::from(base) + 1).max(0) as u64;
        // A single view is never examined.
        let words = if n < 2 { 0 } else { values.div_ceil(64) };
        if (n as u64).saturating_add(32).saturating_mul(words) > Self::LIMIT {
            return Err(TooManyValues { values, views: n, limit: Self::LIMIT });
        }
        let words = words as usize;
        Ok(AllDifferentDomain {
            base,
            words,
            partition: Partition::new(n),
            matching: vec![u32::MAX; n].into(),
            graph: Graph::new(n, words),
            touched: FixedBitSet::with_capacity(n),
            counts: vec![0; n + 1].into(),
            scratch: Vec::with_capacity(n),
            views: views.into(),
        })
    }

    /// Makes the part that contains an index consistent; returns where the part begins and ends.
    fn revise_around(&mut self, cx: &mut Context<'_>, place: usize) -> Result<(usize, usize), Conflict> {
        let (start, end) = self.partition.part(cx, place);
        if end - start > 1 {
            self.revise(cx, start, end)?;
        }
        Ok((start, end))
    }

    /// Makes one part consistent: the indices `start..end`.
    fn revise(&mut self, cx: &mut Context<'_>, start: usize, end: usize) -> Result<(), Conflict> {
        let one_word = self.words == 1;
        let first = if one_word { self.eliminate_rows(cx, start, end)? } else { self.eliminate(cx, start, end)? };
        self.partition.split(cx, start + 1..(first + 1).min(end));
        if end - first < 2 {
            return Ok(());
        }
        let word = if one_word {
            let sizes = self.graph.rows[..end - first].iter().map(|row| row.count_ones());
            if !hall::possible(end - first, sizes, &mut self.counts) {
                return Ok(());
            }
            0
        } else {
            let sizes = (first..end).map(|place| cx.size(self.views[self.partition.at(place) as usize]));
            if !hall::possible(end - first, sizes, &mut self.counts) {
                return Ok(());
            }
            self.fill_graph(cx, first, end)?
        };
        self.match_all(cx, first, end, word)?;
        self.graph.split();
        self.prune(cx, first, end, word)
    }

    #[inline]
    fn view_at(&self, place: usize) -> View {
        self.views[self.partition.at(place) as usize]
    }

    /// The smallest value of a word.
    #[inline]
    fn word_base(&self, word: usize) -> i32 {
        self.base.wrapping_add((word * 64) as i32)
    }

    /// Reads the domains of a part into the graph; returns the first word needed.
    fn fill_graph(&mut self, cx: &mut Context<'_>, first: usize, end: usize) -> Result<usize, Conflict> {
        let (mut low, mut high) = (0, 0);
        if self.words > 1 {
            (low, high) = (i32::MAX, i32::MIN);
            for place in first..end {
                let (l, h) = cx.bounds(self.view_at(place));
                (low, high) = (low.min(l), high.max(h));
            }
            low = low.wrapping_sub(self.base);
            high = high.wrapping_sub(self.base);
        }
        let (word, last) = (low as u32 as usize / 64, high as u32 as usize / 64);
        let width = last + 1 - word;
        self.graph.start(end - first, width);
        cx.work((end - first) * (4 + width))?;
        for (u, place) in (first..end).enumerate() {
            let (view, base) = (self.view_at(place), self.word_base(word));
            for (w, row) in (0..).step_by(64).zip(self.graph.row_mut(u)) {
                *row = cx.window(view, base.wrapping_add(w));
            }
        }
        Ok(word)
    }

    fn match_all(&mut self, cx: &mut Context<'_>, first: usize, end: usize, word: usize) -> Result<(), Conflict> {
        let (partition, matching) = (&self.partition, &mut self.matching);
        let skipped = (word * 64) as u32;
        let hint = |u: usize| matching[partition.at(first + u) as usize].wrapping_sub(skipped);
        if self.graph.complete_matching(hint).is_none() {
            return cx.fail(|| Lazy(0));
        }
        for u in 0..end - first {
            matching[partition.at(first + u) as usize] = self.graph.partner[u] + skipped;
        }
        Ok(())
    }

    /// Removes the edges between components, and makes each component a part.
    fn prune(&mut self, cx: &mut Context<'_>, first: usize, end: usize, word: usize) -> Result<(), Conflict> {
        let n = end - first;
        let components = self.graph.components.ends.len();
        if components == 0 || self.graph.components.ends[0] as usize == n {
            return Ok(());
        }
        let mut start = 0;
        for k in 0..=components {
            let end = match self.graph.components.ends.get(k) {
                Some(&end) => {
                    self.graph.collect_values(start, end as usize);
                    end as usize
                }
                None => {
                    self.graph.collect_values(0, start);
                    // All values outside the complete components.
                    let width = self.graph.width;
                    self.graph.components.values[..width].iter_mut().for_each(|word| *word = !*word);
                    n
                }
            };
            for &u in &self.graph.components.done[start..end] {
                let position = self.partition.at(first + u as usize);
                let view = self.views[position as usize];
                for (w, values) in self.graph.excess(u) {
                    cx.keep(view, self.word_base(word + w), values, || Lazy(position))?;
                }
            }
            start = end;
        }
        self.partition.permute(first, &self.graph.components.done, &mut self.scratch);
        for &end in &self.graph.components.ends {
            if (end as usize) < n {
                let place = first + end as usize;
                self.partition.split(cx, place..place + 1);
            }
        }
        Ok(())
    }
}

impl Propagator for AllDifferentDomain {
    fn scope(&self, scope: &mut Scope) {
        scope
            .watch_all(&self.views, Wake::Domain)
            .priority(6)
            .modified_positions()
            .trailed_integers(self.partition.cells())
            .idempotent();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        if let [position] = *modified {
            self.revise_around(cx, self.partition.place(position))?;
        } else {
            // A conflict may have left indices here.
            self.touched.clear();
            for &position in modified {
                self.touched.insert(self.partition.place(position));
            }
            // A revision reorders indices only within its part.
            while let Some(place) = self.touched.minimum() {
                let (start, end) = self.revise_around(cx, place)?;
                self.touched.set_range(start..end, false);
            }
        }
        Ok(if self.partition.is_discrete(cx) { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let Some(fact) = fact else { return self.explain_conflict(past, why) };
        let v = self.views[hint as usize].value_of(fact.value());
        let taken = (0..).zip(&self.views).find(|&(i, &view)| i != hint && past.fixed(view) == Some(v));
        if let Some((_, &view)) = taken {
            why.push(Atom::equals(view, v));
            return &VALUE_TAKEN;
        }
        self.explain_hall(past, Some((hint, v)), why);
        &HALL_SET
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        if rule == &VALUE_TAKEN {
            check::has_clash(&self.views, case)
        } else {
            rule == &HALL_SET && !check::has_matching(&self.views, case)
        }
    }
}
