//! `Exactly`: a given number of squares hold a star.
//!
//! A square is a pair of a view and a value: it holds a star when the view has the value. So one propagator serves 0/1
//! variables and variables that name a position. Domain consistent where no two squares share a variable; linear per
//! run. With 0/1 variables it prunes as a linear equation does, with reasons in the terms of the puzzle: the unit is
//! full, or just enough squares are left.

use solver_core::prelude_propagator::*;

/// See the [module page](self).
#[derive(Clone, Debug)]
pub(crate) struct Exactly {
    squares: Vec<(View, i32)>,
    count: usize,
}

macro_rules! rules {
    ($($name:ident = $stable:literal, $text:literal;)+) => {$(
        pub(crate) static $name: Rule =
            Rule { name: $stable, text: $text, justification: Justification::UnitPropagation };
    )+};
}
pub(super) use rules;

rules! {
    FULL = "stars.full", "{premises}: {constraint} has all its stars, so {fact}";
    LAST = "stars.last", "{premises}: {constraint} has no other square left, so {fact}";
    TOO_MANY = "stars.too_many", "{premises}: too many for {constraint}, so {fact}";
    TOO_FEW = "stars.too_few", "{premises}: {constraint} has too few squares left, so {fact}";
}

const FILL: u32 = 0;
const TAKE: u32 = 1;
const CROWDED: u32 = 2;
const STARVED: u32 = 3;

impl Exactly {
    pub(crate) fn new(squares: impl IntoIterator<Item = (View, i32)>, count: usize) -> Exactly {
        Exactly { squares: squares.into_iter().collect(), count }
    }
}

impl Propagator for Exactly {
    fn scope(&self, scope: &mut Scope) {
        for &(view, _) in &self.squares {
            scope.watch(view, Wake::Domain);
        }
        scope.priority(1);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        loop {
            cx.work(self.squares.len())?;
            let stars = self.squares.iter().filter(|&&(x, v)| cx.fixed(x) == Some(v)).count();
            let left = self.squares.iter().filter(|&&(x, v)| cx.contains(x, v)).count();
            if stars > self.count {
                return cx.fail(|| Lazy(CROWDED));
            }
            if left < self.count {
                return cx.fail(|| Lazy(STARVED));
            }
            if stars == left {
                return Ok(Status::Entailed);
            }
            let open = |cx: &Context<'_>, (x, v): (View, i32)| cx.contains(x, v) && cx.fixed(x).is_none();
            if stars == self.count {
                for &(x, v) in &self.squares {
                    if open(cx, (x, v)) {
                        cx.remove(x, v, || Lazy(FILL))?;
                    }
                }
            } else if left == self.count {
                for &(x, v) in &self.squares {
                    if open(cx, (x, v)) {
                        cx.fix(x, v, || Lazy(TAKE))?;
                    }
                }
            } else {
                return Ok(Status::Stable);
            }
            // A square may share its variable with another: look again.
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let stars = self.squares.iter().filter(|&&(x, v)| past.fixed(x) == Some(v));
        let is_fact = |x: View, v: i32| fact == Some(Atom::equals(x, v));
        let gone = self.squares.iter().filter(|&&(x, v)| !past.contains(x, v) && !is_fact(x, v));
        let equals = |&(x, v): &(View, i32)| Atom::equals(x, v);
        let differs = |&(x, v): &(View, i32)| Atom::differs(x, v);
        match hint {
            FILL => why.extend(stars.take(self.count).map(equals)),
            CROWDED => why.extend(stars.take(self.count + 1).map(equals)),
            TAKE => why.extend(gone.map(differs)),
            _ => why.extend(gone.take((self.squares.len() + 1).saturating_sub(self.count)).map(differs)),
        }
        match hint {
            FILL => &FULL,
            CROWDED => &TOO_MANY,
            TAKE => &LAST,
            _ => &TOO_FEW,
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        // A place of its own for every square: the values that its view may take, counted anew.
        let sure = |&&(x, v): &&(View, i32)| case.size(x) == 1 && case.contains(x, v);
        let never = |&&(x, v): &&(View, i32)| !case.contains(x, v);
        if rule == &FULL || rule == &TOO_MANY {
            self.squares.iter().filter(sure).count() > self.count
        } else if rule == &LAST || rule == &TOO_FEW {
            self.squares.iter().filter(never).count() + self.count > self.squares.len()
        } else {
            false
        }
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver_core::harness::{Check, Claim};

    #[test]
    fn the_harness_finds_no_fault() {
        let check = Check::new("exactly")
            .arity(0..=5)
            .values(-2..=3)
            .parameters(|rng, n| {
                let values: Vec<i32> = (0..n).map(|_| rng.below(3) as i32 - 1).collect();
                (values, rng.below(n as u64 + 2) as usize)
            })
            .post(|(values, count), x| Exactly::new(x.iter().copied().zip(values.iter().copied()), *count))
            .holds(|(values, count), x| x.iter().zip(values).filter(|(x, v)| x == v).count() == *count)
            .claims(Claim::Domain)
            .rules([&FULL, &LAST, &TOO_MANY, &TOO_FEW])
            .cases(20_000)
            .seed(1);
        let report = check.run().unwrap_or_else(|failure| panic!("{failure}"));
        println!("{report}");
        assert!(report.unseen_rules().is_empty() && report.aliased > 2_000, "{report}");
        assert_eq!(check.missed(&report), []);
    }
}
