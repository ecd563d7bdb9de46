//! `First`: a variable is the index of the first taken choice.
//!
//! `index = v` if and only if the choice of `v` is taken (its view is at least 1) and the choices of smaller values are
//! not. The propagator is domain consistent. A run takes time proportional to the number of decided choices plus the
//! number of choices below the smallest index value.

use solver_core::prelude_propagator::*;

pub(super) static NOT_TAKEN: Rule = Rule::new("first.not_taken", "{premises}, and the first taken is named, so {fact}");

pub(super) static TAKEN: Rule = Rule::new("first.taken", "{premises}, so no later one is the first: {fact}");

pub(super) static EARLIER: Rule = Rule::new("first.earlier", "{premises}, so none before it is taken: {fact}");

pub(super) static NAMED: Rule = Rule::new("first.named", "{premises}, and only what is taken is named, so {fact}");

pub(super) static NO_CHOICE: Rule = Rule::new("first.no_choice", "there is no such choice, so {fact}");

/// The constraint that the index is the value of the first taken choice.
///
/// ```
/// use queens::First;
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let (index, taken) = (m.int("index", 0..=2)?, m.ints("taken", 3, 0..=1)?);
/// let scope = [index, taken[0], taken[1], taken[2]];
/// m.propagator("first", scope, |v| Box::new(First::new(v[0], (0..).zip(v[1..].iter().copied()))));
/// assert_eq!(m.count()?, Outcome::Complete(7)); // all but the one where nothing is taken
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct First {
    index: View,
    /// The choices, by ascending value.
    choices: Box<[(i32, View)]>,
}

impl First {
    /// Creates the constraint. The choices must have different values.
    pub fn new(index: View, choices: impl IntoIterator<Item = (i32, View)>) -> First {
        let mut choices: Vec<(i32, View)> = choices.into_iter().collect();
        choices.sort_by_key(|choice| choice.0);
        First { index, choices: choices.into() }
    }

    /// Prunes the index based on a decided choice.
    fn look(&self, cx: &mut Context<'_>, v: i32, choice: View) -> Result<(), Conflict> {
        let (low, high) = cx.bounds(choice);
        if high <= 0 {
            cx.remove(self.index, v, || NOT_TAKEN.because([Atom::at_most(choice, high)]))?;
        } else if low >= 1 {
            cx.at_most(self.index, v, || TAKEN.because([Atom::at_least(choice, low)]))?;
        }
        Ok(())
    }

    /// Removes values without a choice.
    fn keep_choices(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let mut next = cx.next(self.index, cx.min(self.index));
        while let Some(v) = next {
            cx.work(1)?;
            if self.choices.binary_search_by_key(&v, |choice| choice.0).is_err() {
                cx.remove(self.index, v, || NO_CHOICE.because([]))?;
            }
            next = if v < cx.max(self.index) { cx.next(self.index, v + 1) } else { None };
        }
        Ok(())
    }
}

impl Propagator for First {
    fn scope(&self, scope: &mut Scope) {
        scope.watch(self.index, Wake::Domain);
        for &(_, choice) in &self.choices {
            scope.watch(choice, Wake::Bounds);
        }
        scope.priority(1).modified_positions().trailed_integers(1);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        if cx.trailed(0) == 0 {
            self.keep_choices(cx)?;
            cx.set_trailed(0, 1);
        }
        for &position in modified {
            let Some(&(v, choice)) = (position as usize).checked_sub(1).and_then(|i| self.choices.get(i)) else {
                continue;
            };
            self.look(cx, v, choice)?;
        }
        let low = cx.min(self.index);
        for &(v, choice) in self.choices.iter().take_while(|choice| choice.0 < low) {
            // Views may share a variable, so an earlier iteration may have decided this choice.
            self.look(cx, v, choice)?;
            if cx.max(choice) >= 1 {
                cx.at_most(choice, 0, || EARLIER.because([Atom::at_least(self.index, v + 1)]))?;
            }
        }
        if cx.fixed(self.index) != Some(low) {
            return Ok(Status::Stable);
        }
        if let Ok(i) = self.choices.binary_search_by_key(&low, |choice| choice.0) {
            let choice = self.choices[i].1;
            self.look(cx, low, choice)?;
            if cx.min(choice) <= 0 {
                cx.at_least(choice, 1, || NAMED.because([Atom::equals(self.index, low)]))?;
            }
        }
        Ok(Status::Entailed)
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static Rule {
        // All reasons are eager, so there is nothing to explain.
        &NO_CHOICE
    }

    /// Checks that every value of the index is excluded, either by its own choice or by a smaller one.
    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let surely = self.choices.iter().find(|(_, view)| case.min(*view).is_none_or(|low| low >= 1));
        let possible = |v: i32| {
            let choice = self.choices.iter().find(|choice| choice.0 == v);
            choice.is_some_and(|(_, view)| case.max(*view).is_some_and(|high| high >= 1))
                && surely.is_none_or(|first| v <= first.0)
        };
        let known = [&NOT_TAKEN, &TAKEN, &EARLIER, &NAMED, &NO_CHOICE];
        known.contains(&rule) && !self.choices.iter().any(|c| case.contains(self.index, c.0) && possible(c.0))
    }
}
