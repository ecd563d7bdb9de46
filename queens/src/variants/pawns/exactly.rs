//! `Exactly`: a given number of views take a value.
//!
//! When that many are fixed to it, it is removed from the others; when only that many can still have it, they must.
//! Domain consistent; a run costs the number of views.

use solver_core::prelude_propagator::*;

pub(super) static REACHED: Rule = Rule::new("exactly.reached", "{premises}: there are no more of these, so {fact}");

pub(super) static NEEDED: Rule = Rule::new("exactly.needed", "{premises}: all others are needed, so {fact}");

/// Exactly `count` views have the value.
///
/// ```
/// use queens::Exactly;
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 4, 0..=2)?;
/// m.propagator("exactly", &x, |v| Box::new(Exactly::new(v.iter().copied(), 2, 3)));
/// assert_eq!(m.count()?, Outcome::Complete(4 * 2));
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Exactly {
    views: Box<[View]>,
    value: i32,
    count: u32,
}

/// Hints.
const TOO_MANY: u32 = 0;
const TOO_FEW: u32 = 1;

impl Exactly {
    /// So many of the views have the value.
    pub fn new(views: impl IntoIterator<Item = View>, value: i32, count: u32) -> Exactly {
        Exactly { views: views.into_iter().collect(), value, count }
    }
}

impl Propagator for Exactly {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Domain).priority(3);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _woken: &[u32]) -> Result<Status, Conflict> {
        cx.work(self.views.len())?;
        let (value, count) = (self.value, self.count as usize);
        let sure = self.views.iter().filter(|&&view| cx.fixed(view) == Some(value)).count();
        let possible = self.views.iter().filter(|&&view| cx.contains(view, value)).count();
        if sure > count {
            return cx.fail(|| Lazy(TOO_MANY));
        }
        if possible < count {
            return cx.fail(|| Lazy(TOO_FEW));
        }
        let open = |cx: &Context<'_>, view: View| cx.contains(view, value) && cx.fixed(view).is_none();
        if sure == count {
            for &view in self.views.iter() {
                if open(cx, view) {
                    cx.remove(view, value, || Lazy(TOO_MANY))?;
                }
            }
        } else if possible == count {
            for &view in self.views.iter() {
                if open(cx, view) {
                    cx.fix(view, value, || Lazy(TOO_FEW))?;
                }
            }
        } else {
            return Ok(Status::Stable);
        }
        // Views that share a variable may undo the count.
        Ok(Status::Again)
    }

    fn explain(&self, past: &DomainsAt<'_>, _fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let value = self.value;
        if hint == TOO_MANY {
            let sure = self.views.iter().filter(|&&view| past.fixed(view) == Some(value));
            why.extend(sure.map(|&view| Atom::equals(view, value)));
            return &REACHED;
        }
        let gone = self.views.iter().filter(|&&view| !past.contains(view, value));
        why.extend(gone.map(|&view| Atom::differs(view, value)));
        &NEEDED
    }

    /// Too many have the value and no other, or too few can have it.
    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let can = |view: &&View| case.contains(**view, self.value);
        let must = |view: &&View| case.size(**view) == 1 && case.contains(**view, self.value);
        let count = self.count as usize;
        (rule == &REACHED && self.views.iter().filter(must).count() > count)
            || (rule == &NEEDED && self.views.iter().filter(can).count() < count)
    }
}
