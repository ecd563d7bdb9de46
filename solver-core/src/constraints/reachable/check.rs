//! The checkers of `connected` and `reachable`: they test the ends of edges and search from all elements at which a
//! path may begin.

use super::layout::{Layout, Root};
use super::{CUT, ENDS, ROOT};
use crate::prelude_propagator::*;

pub(super) fn refuted(layout: &Layout, views: &[View], rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    let may = |k: usize| {
        let (view, value) = layout.choice(k);
        case.contains(views[view], value)
    };
    let must = |k: usize| {
        let (view, value) = layout.choice(k);
        case.fixed(views[view]) == Some(value)
    };
    let mut all = 0..layout.count;
    if rule == &ROOT {
        return layout.root == Root::Last && !(layout.chosen..layout.count).any(may);
    }
    if rule == &ENDS {
        return all.any(|k| must(k) && layout.needs.list(k).iter().any(|&end| !may(end as usize)));
    }
    let reached = |begins: Vec<usize>| {
        let mut seen = vec![false; layout.count];
        let mut rest = begins;
        while let Some(k) = rest.pop() {
            if may(k) && !std::mem::replace(&mut seen[k], true) {
                rest.extend(layout.after.list(k).iter().map(|&to| to as usize));
            }
        }
        seen
    };
    let misses = |seen: Vec<bool>| (0..layout.count).any(|k| must(k) && !seen[k]);
    rule == &CUT
        && match layout.root {
            Root::Any => all.any(|k| must(k) && misses(reached(vec![k]))),
            Root::Last => misses(reached((layout.chosen..layout.count).collect())),
        }
}
