//! Further checks of a correct deduction: is its reason minimal, and at which weakest consistency level does its
//! constraint make it?

use super::Quiz;
use super::single::Single;
use solver_core::Atom;
use solver_core::prelude::*;

/// The weakest level of consistency at which a constraint makes a deduction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weakest {
    /// This level.
    Level(Consistency),
    /// The fact follows from the constraint, but propagation does not derive it at any level.
    None,
}

impl Weakest {
    /// Returns the name of the level, or `none`.
    pub fn name(self) -> &'static str {
        match self {
            Weakest::Level(level) => level.name(),
            Weakest::None => "none",
        }
    }
}

impl Quiz {
    /// Returns the redundant premises of a deduction by a constraint. Each premise is tested separately.
    pub fn needless(&mut self, fact: Atom, because: &[Atom], by: &str) -> Vec<Atom> {
        let mut needless = Vec::new();
        for &one in because {
            let others: Vec<Atom> = because.iter().copied().filter(|&other| other != one).collect();
            if self.showing(fact, &others, &mut false).iter().any(|name| name == by) {
                needless.push(one);
            }
        }
        needless
    }

    /// Returns the weakest level at which a constraint by itself derives `fact` from these premises. `None` means that
    /// the constraint has only one level or is a nogood.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// use study::quiz::{Quiz, Weakest};
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=3)?;
    /// m.all_different(&x).named("all different");
    /// let mut quiz = Quiz::new(&m)?;
    /// let fact = |text: &str| study::facts::read(text, quiz.symbols()).expect("a fact");
    /// let (given, follows) = ([fact("x[0] <= 2"), fact("x[1] <= 2")], fact("x[2] = 3"));
    /// // Two variables share two values: a Hall interval.
    /// assert_eq!(quiz.weakest(follows, &given, "all different"), Some(Weakest::Level(Consistency::Bounds)));
    /// # Ok::<(), study::quiz::Unusable>(())
    /// ```
    pub fn weakest(&mut self, fact: Atom, premises: &[Atom], by: &str) -> Option<Weakest> {
        let mut has_levels = false;
        let mut weakest: Option<Consistency> = None;
        for c in self.model.constraint_ids().collect::<Vec<_>>() {
            if self.model.constraint_name(c).ok()? != by {
                continue;
            }
            let levels = self.model.levels(c).ok()?;
            has_levels |= !levels.is_empty();
            let seen = levels.into_iter().find(|&level| self.removes_at(c, level, fact, premises));
            weakest = match (weakest, seen) {
                (Some(one), Some(other)) => Some(one.min(other)),
                (one, other) => one.or(other),
            };
        }
        has_levels.then_some(weakest.map_or(Weakest::None, Weakest::Level))
    }

    /// Checks whether one constraint, propagated at a given level, derives a fact from premises. Returns `false` if the
    /// constraint supports the level only for smaller domains.
    fn removes_at(&self, c: ConstraintId, level: Consistency, fact: Atom, premises: &[Atom]) -> bool {
        let mut leveled = self.model.clone();
        let single = leveled.set_level(c, level).and_then(|()| Single::from_constraint(&leveled, c, &self.numbers));
        single.is_ok_and(|mut single| single.propagates(premises, fact))
    }
}
