//! Techniques that need no solver: singles, pointing, pairs and larger sets, and fish.
//!
//! All techniques work on groups of candidates. *Single*: a group has only as many remaining candidates as it needs.
//! *Common peer*: every remaining candidate of a group excludes the same candidate outside the group. *Set*: the
//! remaining candidates of m groups lie in m other groups and fill them, so the other candidates of those groups are
//! excluded. If m cells of a unit fill m values, the set is naked; if m values fill m cells, it is hidden. Rows that
//! fill columns are a fish, and regions that fill rows are typical of region puzzles. Every premise is necessary,
//! because the candidate that it excludes could otherwise be true.

use super::board::{Class, ClassKind};
use super::{Board, Known, Scene, Step, Technique};
use crate::fact::Fact;
use crate::statement::{About, distinct};

/// The maximum set size; players do not find larger sets.
const MAX_SET: usize = 4;

/// Finds the simplest step of a level, if there is one.
pub(super) fn simplest(board: &Board, known: &Known, level: u8) -> Option<Step> {
    match level {
        1 => simplest_single(board, known, false),
        2 => simplest_single(board, known, true),
        3 => sets(board, known, 1).or_else(|| common_peer(board, known)),
        4 => sets(board, known, 2).filter(|step| step.technique.level() == 4),
        5 => sets(board, known, 2).or_else(|| sets(board, known, 3)).filter(|step| step.technique.level() <= 5),
        6 => sets(board, known, 3).or_else(|| sets(board, known, MAX_SET)),
        _ => None,
    }
}

/// Finds the single in the smallest group.
fn simplest_single(board: &Board, known: &Known, of_cells: bool) -> Option<Step> {
    let groups = board.statement.groups.iter().enumerate();
    let found = groups.filter(|&(number, group)| {
        matches!(group.about, About::Cell(_)) == of_cells && is_single(board, known, number)
    });
    found.min_by_key(|(_, group)| group.members.len()).map(|(number, _)| single(board, known, number))
}

/// Returns all singles.
pub(super) fn singles(board: &Board, known: &Known) -> Vec<Step> {
    let groups = 0..board.statement.groups.len();
    groups.filter(|&group| is_single(board, known, group)).map(|group| single(board, known, group)).collect()
}

/// Checks whether a group has only as many remaining candidates as it needs, not all of which have been entered.
fn is_single(board: &Board, known: &Known, number: usize) -> bool {
    let (group, members) = (&board.statement.groups[number], &board.members[number]);
    group.exact
        && known.left.intersection_count(members) == group.count
        && known.entered.intersection_count(members) < group.count
}

fn single(board: &Board, known: &Known, number: usize) -> Step {
    let group = &board.statement.groups[number];
    let left: Vec<usize> = known.left.intersection(&board.members[number]).collect();
    let new = left.iter().filter(|&&candidate| !known.entered.contains(candidate));
    let technique =
        if matches!(group.about, About::Cell(_)) { Technique::NakedSingle } else { Technique::HiddenSingle };
    Step {
        technique,
        facts: new.map(|&candidate| board.fact(candidate, true)).collect(),
        premises: gone(board, known, number, |_| true),
        minimal: group.count == 1 || left.iter().all(|&candidate| !known.entered.contains(candidate)),
        scene: Scene::Left { group: number, left },
    }
}

/// Returns as facts the group's excluded candidates for which `counts` returns true.
fn gone(board: &Board, known: &Known, group: usize, counts: impl Fn(usize) -> bool) -> Vec<Fact> {
    let gone = board.members[group].difference(&known.left).filter(|&candidate| counts(candidate));
    gone.map(|candidate| board.fact(candidate, false)).collect()
}

/// Finds a candidate that all remaining candidates of a group exclude. Prefers the smallest group.
fn common_peer(board: &Board, known: &Known) -> Option<Step> {
    let mut groups: Vec<(usize, usize)> = Vec::new();
    for (number, group) in board.statement.groups.iter().enumerate() {
        let left = known.left.intersection_count(&board.members[number]);
        if group.exact && group.count == 1 && left > 1 {
            groups.push((left, number));
        }
    }
    groups.sort_unstable();
    for (_, number) in groups {
        let left: Vec<usize> = known.left.intersection(&board.members[number]).collect();
        let mut excluded = known.left.clone();
        for &candidate in &left {
            excluded.intersect_with(&board.peers[candidate]);
        }
        let excluded = excluded.ones().filter(|candidate| !left.contains(candidate));
        let premises_of = |out: usize| gone(board, known, number, |other| !board.peers[out].contains(other));
        let found: Vec<(Fact, Vec<Fact>)> = excluded.map(|out| (board.fact(out, false), premises_of(out))).collect();
        if let Some((_, premises)) = found.first().cloned() {
            // Facts with the same premises form one step.
            let facts = found.into_iter().filter(|(_, own)| *own == premises).map(|(fact, _)| fact).collect();
            let scene = Scene::Left { group: number, left };
            return Some(Step { technique: Technique::CommonPeer, facts, premises, minimal: true, scene });
        }
    }
    None
}

/// Finds a step in which `size` groups fill `size` other groups.
fn sets(board: &Board, known: &Known, size: usize) -> Option<Step> {
    let found = board.classes.iter().filter_map(|class| set_in(board, known, class, size));
    found.min_by_key(|step| (step.technique.level(), step.premises.len()))
}

fn set_in(board: &Board, known: &Known, class: &Class, size: usize) -> Option<Step> {
    if size == 1 && !matches!(class.kind, ClassKind::Lines { .. }) {
        return None;
    }
    // For each incomplete group, collect the groups that cover its remaining candidates.
    let mut needs: Vec<(usize, u64)> = Vec::new();
    for &need in &class.needs {
        let left = || known.left.intersection(&board.members[need]);
        let entered = known.entered.intersection_count(&board.members[need]);
        if entered >= board.statement.groups[need].count {
            continue;
        }
        let mut rooms = 0u64;
        let covered = left().all(|candidate| {
            let room = class.rooms.iter().position(|&room| board.members[room].contains(candidate));
            rooms |= room.map_or(0, |room| 1 << room);
            room.is_some()
        });
        if covered && (1..=size).contains(&(rooms.count_ones() as usize)) {
            needs.push((need, rooms));
        }
    }
    chosen(&needs, size, 0, &mut Vec::new(), &mut |needs, rooms| exclude(board, known, class, needs, rooms))
}

/// Finds the first step in which `size` groups have at most `size` rooms. `united` is the union of the rooms so far.
fn chosen(
    needs: &[(usize, u64)],
    size: usize,
    united: u64,
    groups: &mut Vec<usize>,
    step: &mut impl FnMut(&[usize], u64) -> Option<Step>,
) -> Option<Step> {
    if groups.len() == size {
        return step(groups, united);
    }
    let fits = |rooms: u64| (united | rooms).count_ones() as usize <= size;
    needs.iter().enumerate().filter(|(_, (_, rooms))| fits(*rooms)).find_map(|(i, (need, rooms))| {
        groups.push(*need);
        let found = chosen(&needs[i + 1..], size, united | rooms, groups, step);
        groups.pop();
        found
    })
}

/// Builds the step that excludes the other candidates of filled groups. Returns `None` if there are no others.
fn exclude(board: &Board, known: &Known, class: &Class, needs: &[usize], united: u64) -> Option<Step> {
    let size = needs.len();
    if united.count_ones() as usize != size {
        return None;
    }
    let rooms: Vec<usize> =
        (0..class.rooms.len()).filter(|room| united >> room & 1 == 1).map(|i| class.rooms[i]).collect();
    let own = |candidate: usize| needs.iter().any(|&need| board.members[need].contains(candidate));
    let inside = |candidate: usize| rooms.iter().any(|&room| board.members[room].contains(candidate));
    let left = rooms.iter().flat_map(|&room| known.left.intersection(&board.members[room]));
    let excluded = distinct(left.filter(|&candidate| !own(candidate) && !known.entered.contains(candidate)));
    if excluded.is_empty() {
        return None;
    }
    let technique = match class.kind {
        ClassKind::Lines { .. } if size == 1 => Technique::Pointing,
        ClassKind::Naked { .. } => Technique::NakedSet(size),
        ClassKind::Hidden { .. } => Technique::HiddenSet(size),
        ClassKind::Lines { .. } => Technique::Fish(size),
    };
    Some(Step {
        technique,
        facts: excluded.into_iter().map(|candidate| board.fact(candidate, false)).collect(),
        premises: needs.iter().flat_map(|&need| gone(board, known, need, |candidate| !inside(candidate))).collect(),
        minimal: true,
        scene: Scene::Fill { needs: needs.to_vec(), rooms },
    })
}
