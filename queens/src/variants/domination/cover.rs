//! `Cover`: a bounded number of sets must cover all elements.
//!
//! If `r` sets can still be chosen and `u` elements are uncovered, the `r` open sets that cover the most uncovered
//! elements must cover at least `u` in total, counted as if they were disjoint. A set cannot be chosen if the best
//! `r - 1` other sets cannot cover the elements that it leaves uncovered. This is not a standard level of consistency,
//! but it fails early if too few sets are left. A run takes time proportional to the number of sets times the number of
//! elements, which are handled 64 at a time.

use solver_core::prelude_propagator::*;

pub(super) static NO_MORE: Rule = Rule::sum_of_rows("cover.no_more", "{premises}: no more may be chosen, so {fact}");

pub(super) static TOO_LITTLE: Rule =
    Rule::sum_of_rows("cover.too_little", "{premises}: the others together do not cover the rest, so {fact}");

/// The names of the proof rows: at most `budget` sets are chosen, and each element is in at least one chosen set.
const BUDGET: &str = "at_most_so_many";
const ELEMENT: &str = "at_least_one_of_element";

/// The constraint that at most `budget` sets are chosen (a set is chosen if its view is at least 1), and that every
/// element is in a chosen set.
///
/// ```
/// use queens::Cover;
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let chosen = m.ints("chosen", 3, 0..=1)?;
/// let sets = [vec![0, 1], vec![2], vec![1, 2]];
/// m.propagator("cover", &chosen, move |v| Box::new(Cover::new(v.iter().copied().zip(&sets), 3, 2)));
/// assert_eq!(m.count()?, Outcome::Complete(2)); // the first set with one of the others
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cover {
    sets: Box<[(View, Box<[u64]>)]>,
    elements: usize,
    budget: u32,
}

/// The state of the selection.
struct Standing {
    uncovered: Vec<u64>,
    left: usize,
    /// The number of sets that may still be chosen; `None` if too many have been chosen.
    budget: Option<usize>,
    /// The undecided sets, each with the number of elements that it would newly cover.
    open: Vec<(usize, usize)>,
    /// The numbers of elements that the best open sets would newly cover, largest first, up to the budget.
    best: Vec<usize>,
}

impl Cover {
    /// Creates the constraint. Each view comes with the elements of its set, numbers below `elements`; larger numbers
    /// are ignored.
    pub fn new<'a>(sets: impl IntoIterator<Item = (View, &'a Vec<usize>)>, elements: usize, budget: u32) -> Cover {
        let words = elements.div_ceil(64);
        let set = |members: &Vec<usize>| {
            let mut bits = vec![0u64; words];
            for &element in members.iter().filter(|&&element| element < elements) {
                bits[element / 64] |= 1 << (element % 64);
            }
            bits.into_boxed_slice()
        };
        let sets = sets.into_iter().map(|(view, members)| (view, set(members))).collect();
        Cover { sets, elements, budget }
    }

    fn full(&self) -> Vec<u64> {
        let mut all = vec![u64::MAX; self.elements.div_ceil(64)];
        if let Some(last) = all.last_mut().filter(|_| !self.elements.is_multiple_of(64)) {
            *last = (1 << (self.elements % 64)) - 1;
        }
        all
    }

    fn standing(&self, chosen: impl Fn(View) -> bool, excluded: impl Fn(View) -> bool) -> Standing {
        let mut uncovered = self.full();
        let mut count = 0;
        let mut open = Vec::new();
        for (i, (view, set)) in self.sets.iter().enumerate() {
            if chosen(*view) {
                count += 1;
                uncovered.iter_mut().zip(set).for_each(|(left, bits)| *left &= !bits);
            } else if !excluded(*view) {
                open.push((i, 0));
            }
        }
        let left = count_ones(&uncovered);
        let budget = (self.budget as usize).checked_sub(count);
        for (i, gain) in &mut open {
            *gain = self.gain(*i, &uncovered);
        }
        let mut best: Vec<usize> = open.iter().map(|set| set.1).collect();
        best.sort_unstable_by_key(|&gain| std::cmp::Reverse(gain));
        best.truncate(budget.unwrap_or(0));
        Standing { uncovered, left, budget, open, best }
    }

    fn gain(&self, set: usize, uncovered: &[u64]) -> usize {
        uncovered.iter().zip(&self.sets[set].1).map(|(left, bits)| (left & bits).count_ones() as usize).sum()
    }
}

fn count_ones(bits: &[u64]) -> usize {
    bits.iter().map(|word| word.count_ones() as usize).sum()
}

impl Propagator for Cover {
    fn scope(&self, scope: &mut Scope) {
        for &(view, _) in &self.sets {
            scope.watch(view, Wake::Bounds);
        }
        scope.priority(5);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _woken: &[u32]) -> Result<Status, Conflict> {
        cx.work(self.sets.len() * self.elements.div_ceil(64).max(1))?;
        let standing = self.standing(|view| cx.min(view) >= 1, |view| cx.max(view) <= 0);
        let Some(budget) = standing.budget else { return cx.fail(|| Lazy(0)) };
        if standing.best.iter().sum::<usize>() < standing.left {
            return cx.fail(|| Lazy(0));
        }
        // A chosen set must cover at least the number of elements that the best other sets, one fewer than the budget,
        // leave uncovered.
        let others: usize = standing.best.iter().take(budget.saturating_sub(1)).sum();
        let least = standing.left.saturating_sub(others);
        let mut entailed = standing.left == 0 && budget == 0;
        for &(i, _) in standing.open.iter().filter(|set| budget == 0 || set.1 < least) {
            let view = self.sets[i].0;
            // Views may share a variable, so excluding one set may have chosen another.
            if cx.min(view) >= 1 {
                entailed = false;
                continue;
            }
            cx.at_most(view, 0, || Lazy(i as u32))?;
        }
        Ok(if entailed { Status::Entailed } else { Status::Again })
    }

    /// Explains an inference by the chosen sets, and by the excluded sets that would otherwise be among the best.
    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let standing = self.standing(|view| past.min(view) >= 1, |view| past.max(view) <= 0);
        let chosen = |view: View| past.min(view) >= 1;
        why.extend(self.sets.iter().filter(|set| chosen(set.0)).map(|set| Atom::at_least(set.0, past.min(set.0))));
        why.row(BUDGET, self.budget.into());
        let needed = match (standing.budget, fact) {
            (None, _) | (Some(0), Some(_)) => return &NO_MORE,
            (Some(budget), None) => budget,
            (Some(budget), Some(_)) => budget - 1,
        };
        // A set that would cover no more new elements than the last of the best sets is irrelevant.
        let last = needed.checked_sub(1).map_or(usize::MAX, |last| standing.best.get(last).copied().unwrap_or(0));
        for (i, (view, _)) in self.sets.iter().enumerate() {
            let itself = fact.is_some() && i == hint as usize;
            if !itself && !chosen(*view) && past.max(*view) <= 0 && self.gain(i, &standing.uncovered) > last {
                why.push(Atom::at_most(*view, past.max(*view)));
            }
        }
        for element in 0..self.elements {
            if standing.uncovered[element / 64] >> (element % 64) & 1 == 1 {
                why.row(ELEMENT, element as i64);
            }
        }
        &TOO_LITTLE
    }

    /// Checks that the budget is exceeded, or that the best remaining sets cover too few elements, counted one by one.
    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let holds = |set: &[u64], element: usize| set[element / 64] >> (element % 64) & 1 == 1;
        let (mut chosen, mut open) = (Vec::new(), Vec::new());
        for (view, set) in &self.sets {
            match case.bounds(*view) {
                None => return true,
                Some((1.., _)) => chosen.push(set),
                Some((_, ..=0)) => {}
                Some(_) => open.push(set),
            }
        }
        if chosen.len() > self.budget as usize {
            return [&NO_MORE, &TOO_LITTLE].contains(&rule);
        }
        let left: Vec<usize> = (0..self.elements).filter(|&e| !chosen.iter().any(|set| holds(set, e))).collect();
        let mut adds: Vec<usize> =
            open.iter().map(|set| left.iter().filter(|&&element| holds(set, element)).count()).collect();
        adds.sort_unstable();
        let most: usize = adds.iter().rev().take(self.budget as usize - chosen.len()).sum();
        rule == &TOO_LITTLE && most < left.len()
    }
}
