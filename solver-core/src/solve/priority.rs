//! Priority search: phases that record the part to which they belong.

use super::phase::{Keys, Member, Phase};
use crate::model::{Expr, ModelError};
use crate::search::{Key, Part, Priority, VarSelect};
use std::ops::Range;
use std::sync::Arc;

impl Phase {
    /// Combines parts, each a list of phases. The parts are searched one at a time: among the parts with open
    /// variables, the one with the best key by `order` is searched completely, then the best of the remaining parts,
    /// and so on. The keys, which are expressions `±x + c` or numbers, may be fixed; among equal keys, the part listed
    /// first comes first. A part may contain priorities of its own. (Chuffed's `priority_search`; T. Feydy, A.
    /// Goldwaser, A. Schutt, P. J. Stuckey, K. D. Young, *Priority search with MiniZinc*, ModRef 2017.)
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let start = m.ints("start", 2, 0..=9)?;
    /// let machine = m.ints("machine", 2, 1..=3)?;
    /// m.post(constraint!(start[0] >= start[1] + 4));
    /// // The task that can start first chooses its machine first.
    /// let parts = (0..2).map(|i| (start[i], vec![Phase::on(&[machine[i]]).values(ValueSelect::Max), Phase::on(&[start[i]])]));
    /// m.post(machine[0].differs(machine[1]));
    /// let search = m.search().seq(Phase::by_priority(VarSelect::SmallestValue, parts));
    /// assert_eq!(search.first()?.complete().expect("there are solutions").values(&machine)?, [2, 3]);
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias = "priority_search")]
    pub fn by_priority<K: Into<Expr>>(
        order: VarSelect,
        parts: impl IntoIterator<Item = (K, Vec<Phase>)>,
    ) -> Vec<Phase> {
        let (keys, parts): (Vec<Expr>, Vec<Vec<Phase>>) =
            parts.into_iter().map(|(key, phases)| (key.into().normalised(), phases)).unzip();
        let of = Arc::new(Keys { order, keys });
        let member = |(part, mut phase): (usize, Phase)| {
            phase.member_of.insert(0, Member { of: of.clone(), part });
            phase
        };
        let phases =
            parts.into_iter().enumerate().flat_map(|(part, phases)| phases.into_iter().map(move |p| (part, p)));
        phases.map(member).collect()
    }
}

/// Returns the priorities among groups. Each group lists the parts to which it belongs, outermost first.
pub(super) fn priorities(
    groups: &[Vec<Member>],
    mut key: impl FnMut(&Expr) -> Result<Key, ModelError>,
) -> Result<Vec<Priority>, ModelError> {
    let mut found = Vec::new();
    within(groups, 0..groups.len(), 0, &mut key, &mut found)?;
    Ok(found)
}

fn within(
    groups: &[Vec<Member>],
    range: Range<usize>,
    depth: usize,
    key: &mut impl FnMut(&Expr) -> Result<Key, ModelError>,
    found: &mut Vec<Priority>,
) -> Result<(), ModelError> {
    for run in runs(range, |i| groups[i].get(depth).map(|member| Arc::as_ptr(&member.of))) {
        let Some(first) = groups[run.start].get(depth) else { continue };
        let mut parts = Vec::new();
        for groups_of_part in runs(run, |i| groups[i].get(depth).map(|member| member.part)) {
            let part = groups[groups_of_part.start].get(depth).map_or(0, |member| member.part);
            parts.push(Part { groups: groups_of_part, key: key(&first.of.keys[part])? });
        }
        let inner: Vec<Range<usize>> = parts.iter().map(|part| part.groups.clone()).collect();
        found.push(Priority { order: first.of.order, parts });
        for range in inner {
            within(groups, range, depth + 1, key, found)?;
        }
    }
    Ok(())
}

/// Returns the maximal runs of equal elements.
fn runs<T: PartialEq>(range: Range<usize>, of: impl Fn(usize) -> T) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for i in range {
        match runs.last_mut() {
            Some(run) if of(run.start) == of(i) => run.end = i + 1,
            _ => runs.push(i..i + 1),
        }
    }
    runs
}
