//! Model rotation: one witness often leads to others (Belov and Marques-Silva 2011).
//!
//! A witness satisfies all members of the core except one. If changing one value satisfies that member and violates
//! exactly one other member, the changed values are a witness for that other member, found without search, and rotation
//! continues from it. To find such a change, only the constraints on the changed variable are evaluated; the result is
//! checked against all constraints before it counts.

use super::{MemberStatus, Necessities};
use crate::model::{Inspector, Model};
use crate::solve::Solution;
use fixedbitset::FixedBitSet;

/// The maximum number of values tried per variable.
const VALUES: usize = 32;

/// The maximum number of constraint terms evaluated after one search: some tens of milliseconds.
const WORK: usize = 1_000_000;

/// The data for finding further witnesses.
pub(super) struct Rotation<'m> {
    model: &'m Model,
    /// The constraints on each variable, by the variable's index.
    about: Vec<Vec<usize>>,
}

impl<'m> Rotation<'m> {
    pub(super) fn new(model: &'m Model) -> Rotation<'m> {
        let mut about = vec![Vec::new(); model.variables()];
        for c in 0..model.constraints() {
            for x in model.variables_of(c) {
                if about[x].last() != Some(&c) {
                    about[x].push(c);
                }
            }
        }
        Rotation { model, about }
    }

    /// Adds the members whose necessity follows from that of `from`.
    pub(super) fn spread(
        &self,
        from: usize,
        core: &FixedBitSet,
        background: &FixedBitSet,
        necessary: &mut Necessities,
    ) {
        let mut work = WORK;
        let mut all = Inspector::new(self.model, &(core | background));
        let mut pending = vec![from];
        while let Some(c) = pending.pop() {
            let Some(MemberStatus::Witness(Solution { owner, values })) = necessary.get(&c) else { continue };
            let (owner, mut values) = (owner.clone(), values.clone());
            for x in self.model.variables_of(c) {
                let kept = values[x];
                for v in self.model.declared(x).iter().take(VALUES).filter(|&v| v != kept) {
                    values[x] = v;
                    let about = self.about[x].iter().copied();
                    let holding = about.filter(|&d| core.contains(d) || background.contains(d));
                    let Some(d) = self.only_broken(holding, &values, &mut work) else { continue };
                    let is_news = core.contains(d) && !matches!(necessary.get(&d), Some(MemberStatus::Witness(_)));
                    if is_news && all.only_broken(d, &values) {
                        let witness = Solution { owner: owner.clone(), values: values.clone() };
                        necessary.insert(d, MemberStatus::Witness(witness));
                        pending.push(d);
                    }
                }
                values[x] = kept;
                if work == 0 {
                    return;
                }
            }
        }
    }

    /// Returns the only constraint that these values violate, or `None` if there are several or if it cannot be
    /// determined.
    fn only_broken(&self, constraints: impl Iterator<Item = usize>, values: &[i32], work: &mut usize) -> Option<usize> {
        let mut broken = None;
        for d in constraints {
            *work = work.saturating_sub(1 + self.model.variables_of(d).count());
            let holds = self.model.holds(d, values)?;
            if !holds && broken.replace(d).is_some() {
                return None;
            }
        }
        broken
    }
}
