//! Verification: checks every reason independently of the propagator that gave it.

use super::{Engine, Inference};
use crate::atom::Atom;
use crate::nogoods::LEARNED;
use crate::reason::{CheckContext, Justification, Rule};
use crate::store::DomainsAt;
use crate::value_set::ValueSet;

/// The first error found in a reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// A premise is about a variable that the engine does not have.
    #[error(
        "propagator number {propagator}, rule {rule}: the premise {premise:?} is not about a variable of the engine"
    )]
    Foreign {
        /// The propagator's index.
        propagator: usize,
        /// The rule's name.
        rule: &'static str,
        /// The premise.
        premise: Atom,
    },
    /// A premise did not hold before the fact.
    #[error("propagator number {propagator}, rule {rule}: the premise {premise:?} did not hold before the fact")]
    NotYetTrue {
        /// The propagator's index.
        propagator: usize,
        /// The rule's name.
        rule: &'static str,
        /// The premise.
        premise: Atom,
    },
    /// The rule needs a sum of rows, but the reason names no rows.
    #[error("propagator number {propagator}, rule {rule}: the reason is a sum of rows, but names no row")]
    NoRows {
        /// The propagator's index.
        propagator: usize,
        /// The rule's name.
        rule: &'static str,
    },
    /// The checker does not confirm the inference.
    #[error(
        "propagator number {propagator}, rule {rule}: the checker does not confirm that the premises imply {fact:?}"
    )]
    DoesNotFollow {
        /// The propagator's index.
        propagator: usize,
        /// The rule's name.
        rule: &'static str,
        /// The fact; `None` for a conflict.
        fact: Option<Atom>,
    },
}

impl Invalid {
    /// The index of the propagator that gave the reason.
    pub fn propagator(&self) -> usize {
        match *self {
            Invalid::Foreign { propagator, .. }
            | Invalid::NotYetTrue { propagator, .. }
            | Invalid::NoRows { propagator, .. }
            | Invalid::DoesNotFollow { propagator, .. } => propagator,
        }
    }
}

impl Engine {
    /// The [`inference`](Engine::inference) at a position of the atom trail, after verifying its reason: every premise
    /// held before the fact, and the rule's checker confirms that the premises imply the fact.
    ///
    /// # Errors
    /// [`Invalid`], the first error in the reason.
    pub fn verify(&self, position: usize) -> Result<Option<Inference>, Invalid> {
        self.verified(self.inference(position), position)
    }

    /// Like [`verify`](Engine::verify), for the [`conflict`](Engine::conflict) of the last failure.
    ///
    /// # Errors
    /// [`Invalid`], the first error in the reason.
    pub fn verify_conflict(&self) -> Result<Option<Inference>, Invalid> {
        self.verified(self.conflict(), self.facts())
    }

    fn verified(&self, inference: Option<Inference>, position: usize) -> Result<Option<Inference>, Invalid> {
        let (Some(inference), Some(atoms)) = (inference, &self.store.atoms) else { return Ok(None) };
        let (propagator, fact) = (inference.propagator, inference.fact);
        let rule = inference.rule.name;
        let past = DomainsAt::new(&self.store, atoms, position);
        for &premise in &inference.premises {
            if premise.var().index() >= self.variables() {
                return Err(Invalid::Foreign { propagator, rule, premise });
            }
            if !past.entails(premise) {
                return Err(Invalid::NotYetTrue { propagator, rule, premise });
            }
        }
        if inference.rule.justification == Justification::SumOfRows && inference.rows().is_empty() {
            return Err(Invalid::NoRows { propagator, rule });
        }
        let case = CheckContext::new(atoms.roots(), inference.refutation());
        if !self.confirms(propagator, inference.rule, &case) {
            return Err(Invalid::DoesNotFollow { propagator, rule, fact });
        }
        Ok(Some(inference))
    }

    /// The domains at the root, by engine variable; `None` in classical mode.
    pub fn roots(&self) -> Option<&[ValueSet]> {
        Some(self.store.atoms.as_ref()?.roots())
    }

    /// Whether this rule shows that a propagator's constraint has no solution in which all of `atoms` are true. For an
    /// [`Inference`], the atoms are its [`refutation`](Inference::refutation). Returns `true` for any rule if the atoms
    /// leave a variable without a value.
    ///
    /// `roots` are the initial domains, indexed by [`Var::index`](crate::Var::index), for example [those at the
    /// root](Engine::roots); a variable without an entry may take any value.
    ///
    /// # Panics
    /// If there is no propagator with this index.
    pub fn follows(&self, propagator: usize, rule: &'static Rule, roots: &[ValueSet], atoms: &[Atom]) -> bool {
        let case = CheckContext::new(roots, atoms.iter().copied());
        case.is_contradictory() || self.confirms(propagator, rule, &case)
    }

    fn confirms(&self, propagator: usize, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        match &self.nogoods {
            Some(nogoods) if rule == &LEARNED => nogoods.excludes(case),
            _ => self.propagators[propagator].check(rule, case),
        }
    }
}

impl Inference {
    /// The premises and the negated fact, which together contradict the constraint.
    pub fn refutation(&self) -> impl Iterator<Item = Atom> + '_ {
        self.premises.iter().copied().chain(self.fact.map(|fact| !fact))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineBuilder;
    use crate::prelude_propagator::*;

    static RULE: Rule = Rule::new("lie", "{premises}, so {fact}");
    static SUM: Rule = Rule::sum_of_rows("lie.sum", "{premises}, so {fact}");

    /// A propagator that infers `y >= 3` with a given reason.
    #[derive(Clone)]
    struct Says {
        y: View,
        premises: Vec<Atom>,
        rule: &'static Rule,
        right: bool,
    }

    impl Propagator for Says {
        fn scope(&self, scope: &mut Scope) {
            scope.watch(self.y, Wake::Fixed);
        }

        fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
            cx.at_least(self.y, 3, || Lazy(0))?;
            Ok(Status::Stable)
        }

        fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, why: &mut Premises) -> &'static Rule {
            why.extend(self.premises.iter().copied());
            self.rule
        }

        fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
            self.right && rule == self.rule && case.max(self.y) < Some(3)
        }
    }

    /// Builds an engine over `x = 1` and `y` in `0..=9`, with one inference.
    fn engine_with(premises: impl Fn(View, View) -> Vec<Atom>, rule: &'static Rule, right: bool) -> Engine {
        let mut b = EngineBuilder::new(vec![ValueSet::range(0, 9), ValueSet::range(0, 9)]).explaining();
        let (x, y) = (b.view(0), b.view(1));
        b.post(Box::new(Says { y, premises: premises(x, y), rule, right }));
        let mut e = b.build().unwrap();
        e.assume(Atom::equals(x, 1)).unwrap();
        e.propagate().unwrap();
        assert_eq!(e.verify(0), Ok(None), "a decision");
        e
    }

    #[test]
    fn a_right_reason_is_verified() {
        let e = engine_with(|x, _| vec![Atom::at_most(x, 4)], &RULE, true);
        let inference = e.verify(1).unwrap().unwrap();
        assert_eq!((inference.propagator, inference.rule.name), (0, "lie"));
        assert_eq!(e.verify_conflict(), Ok(None));
        assert_eq!((e.fact(2), e.inference(2), e.verify(2)), (None, None, Ok(None)), "beyond the end of the trail");
    }

    #[test]
    fn each_lie_is_named() {
        let message = |e: Engine| e.verify(1).unwrap_err().to_string();
        assert_eq!(
            message(engine_with(|x, _| vec![Atom::at_most(x, 4), Atom::at_least(x, 2)], &RULE, true)),
            "propagator number 0, rule lie: the premise [x0 >= 2] did not hold before the fact"
        );
        // A fact cannot be its own reason.
        let e = engine_with(|_, y| vec![Atom::at_least(y, 3)], &RULE, true);
        assert!(matches!(e.verify(1), Err(Invalid::NotYetTrue { .. })));
        let far = EngineBuilder::new(vec![ValueSet::range(0, 9); 3]).view(2);
        assert_eq!(
            message(engine_with(|_, _| vec![Atom::at_least(far, 0)], &RULE, true)),
            "propagator number 0, rule lie: the premise [x2 >= 0] is not about a variable of the engine"
        );
        assert_eq!(
            message(engine_with(|_, _| vec![], &SUM, true)),
            "propagator number 0, rule lie.sum: the reason is a sum of rows, but names no row"
        );
        assert_eq!(
            message(engine_with(|_, _| vec![], &RULE, false)),
            "propagator number 0, rule lie: the checker does not confirm that the premises imply Some([x1 >= 3])"
        );
    }

    #[test]
    fn other_roots_and_atoms_can_be_asked() {
        let e = engine_with(|_, _| vec![], &RULE, true);
        let y = EngineBuilder::new(vec![ValueSet::range(0, 9); 2]).view(1);
        let small = [ValueSet::range(0, 9), ValueSet::range(0, 2)];
        assert!(e.follows(0, &RULE, &small, &[]));
        assert!(!e.follows(0, &RULE, e.roots().unwrap(), &[]));
        assert!(e.follows(0, &RULE, e.roots().unwrap(), &[Atom::at_most(y, 2)]));
        assert!(!e.follows(0, &SUM, &small, &[]), "another rule");
        assert!(e.follows(0, &SUM, &small, &[Atom::at_least(y, 5)]), "no value is left");
    }
}
