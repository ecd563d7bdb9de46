//! Social golfers: all players play in groups every week, and no two players meet twice. (CSPLib 10.) If every pair of
//! players meets, the schedules are resolvable designs: Kirkman's schoolgirls (1850) and, for groups of two, the
//! timetables of round-robin tournaments.

use crate::Classic;
use solver_core::prelude::*;

/// The schedules: each player's group, week by week. Breaks the symmetries of groups and weeks, but not those of
/// players.
///
/// # Errors
/// [`ModelError`] if there are no players.
pub fn social_golfers(groups: usize, size: usize, weeks: usize) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let players = groups * size;
    let groups = 0..=groups as i32 - 1;
    let mut schedule = Vec::new();
    for week in 0..weeks {
        let group = m.ints(format!("group in week {week}"), players, groups.clone())?;
        m.gcc_closed(&group, groups.clone().map(|g| (g, size as i32))).consistency(Consistency::Value);
        // Groups are numbered in order of their first members.
        m.value_precede_chain(groups.clone(), &group);
        schedule.push(group);
    }
    for pair in schedule.windows(2) {
        m.lex_less(&pair[0], &pair[1]);
    }
    for p in 0..players {
        for q in 0..p {
            let meetings = schedule.iter().map(|group| Expr::from(group[p].equals(group[q])));
            m.post(meetings.sum::<Expr>().at_most(1)).named("meet once");
        }
    }
    Ok(Classic::new(m, schedule.concat()))
}
