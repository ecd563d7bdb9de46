//! A custom constraint, `y = 3 x`: a few lines of filtering, each with its reason.

#![allow(clippy::print_stdout, reason = "an example prints what it finds")]

use solver_core::prelude::*;
use solver_core::prelude_propagator::*;

#[derive(Clone)]
struct Triple {
    x: View,
    y: View,
}

static TRIPLE: Rule = Rule::new("triple", "{premises}, so {fact}");

impl Propagator for Triple {
    fn scope(&self, scope: &mut Scope) {
        scope.watch(self.x, Wake::Fixed).watch(self.y, Wake::Fixed);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        if let Some(x) = cx.fixed(self.x) {
            cx.fix(self.y, 3 * x, || TRIPLE.because([Atom::equals(self.x, x)]))?;
            return Ok(Status::Entailed);
        }
        let Some(y) = cx.fixed(self.y) else { return Ok(Status::Stable) };
        let why = || TRIPLE.because([Atom::equals(self.y, y)]);
        if y % 3 == 0 {
            cx.fix(self.x, y / 3, why)?
        } else {
            cx.fail(why)?
        }
        Ok(Status::Entailed)
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static Rule {
        &TRIPLE // never called: every reason is eager
    }

    fn check(&self, _: &'static Rule, case: &CheckContext<'_>) -> bool {
        case.values(self.x).iter().all(|x| !case.contains(self.y, 3 * x))
    }
}

fn main() -> Result<(), ModelError> {
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=9)?, m.int("y", 10..=20)?);
    m.propagator("triple", [x, y], |v| Box::new(Triple { x: v[0], y: v[1] })).named("three times");
    for solution in m.solutions()? {
        println!("3 * {} = {}", solution.value(x)?, solution.value(y)?);
    }
    Ok(())
}
