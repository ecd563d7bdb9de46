//! An infeasible timetable: more lectures need the only large room than there are slots. Its refutation needs a
//! counting argument.

use solver_core::prelude::*;

const ROOMS: [i32; 4] = [30, 60, 60, 120];

/// Builds a timetable of 24 lectures in 12 slots and 4 rooms; `large` of the lectures fit only into the largest room. A
/// lecture's event is `event(slot, room)`.
fn timetable(large: usize, event: impl Fn(IntVar, IntVar) -> Expr) -> Model {
    let mut m = Model::new();
    let slot = m.ints("slot", 24, 0..=11).unwrap();
    let room = m.ints("room", 24, 0..=3).unwrap();
    for (i, &r) in room.iter().enumerate() {
        let students = if i < large { 100 } else { 25 };
        m.post(ROOMS.at(r).at_least(students)).named(format!("room of lecture {i}"));
    }
    m.all_different(slot.iter().zip(&room).map(|(&s, &r)| event(s, r))).named("events differ");
    m
}

/// Encodes a slot and a room as one number.
fn pair(slot: IntVar, room: IntVar) -> Expr {
    4 * slot + room
}

/// Builds the same timetable with slots given by day and hour, so events are sums of three variables.
fn by_day(m: &mut Model, large: usize) -> ConstraintId {
    let (day, hour) = (m.ints("day", 24, 0..=2).unwrap(), m.ints("hour", 24, 0..=3).unwrap());
    let room = m.ints("room", 24, 0..=3).unwrap();
    for &r in &room[..large] {
        m.post(constraint!(r == 3));
    }
    let lectures = day.iter().zip(&hour).zip(&room);
    m.all_different(lectures.map(|((&d, &h), &r)| 16 * d + 4 * h + r)).id()
}

#[test]
fn the_level_of_a_constraint_is_that_of_the_sums_in_it() {
    for large in [12, 13] {
        let mut m = timetable(large, pair);
        assert!(m.set_levels(Consistency::Domain));
        let mut run = m.search().node_limit(1).start().unwrap();
        // Either propagation at the root refutes the model, or the search reaches its limit.
        let end = if large == 12 { Step::Stopped(StopReason::Nodes) } else { Step::Exhausted };
        assert_eq!(run.step(), end);
        let mut by_three = Model::new();
        let events = by_day(&mut by_three, large);
        by_three.set_level(events, Consistency::Domain).unwrap();
        assert_eq!(by_three.search().node_limit(1).start().unwrap().step(), end);
    }
}

#[test]
fn a_sum_that_a_weaker_constraint_shares_has_the_higher_level() {
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=1).unwrap(), m.int("y", 0..=1).unwrap());
    let z = m.int("z", [1, 2, 5]).unwrap();
    let (first, second) = (2 * x + 3 * y, Expr::from(z));
    m.all_different([first.clone(), second.clone()]);
    let strong = m.all_different([first, second, 1.into(), 4.into()]).consistency(Consistency::Domain).id();
    // 2x + 3y can be 0, 2, 3 or 5, but not 1 or 4.
    let mut explainer = m.explainer().unwrap();
    explainer.assume(constraint!(x == 1)).unwrap();
    explainer.assume(constraint!(z == 2)).unwrap();
    assert_eq!(m.level(strong).unwrap(), Some(Consistency::Domain));
    assert!(matches!(explainer.why(constraint!(y == 1), Depth::Step), Ok(solver_core::why::Answer::True(_))));
}

#[test]
fn automatic_search_refutes_a_pigeonhole_by_counting() {
    let m = timetable(16, pair);
    // The search needs no more nodes than its time slice provides.
    let first = m.search().node_limit(200_000).first().unwrap();
    assert_eq!(first, Outcome::Unsat);
    let best = m.search().node_limit(200_000).minimize(Expr::default()).unwrap();
    assert_eq!(best, Outcome::Unsat);
    // A refuted search stays refuted.
    let mut run = m.search().auto().node_limit(200_000).improving(Goal::Minimize, 0).unwrap();
    assert_eq!((run.next(), run.next(), run.stopped()), (None, None, None));
    // If the lectures fit into the slots, the search succeeds as usual.
    let m = timetable(12, pair);
    assert!(matches!(m.search().node_limit(200_000).first().unwrap(), Outcome::Complete(_)));
}

#[test]
fn a_core_of_a_pigeonhole_is_found_by_counting() {
    let m = timetable(16, pair);
    let Clash::Minimal(core) = m.search().failure_limit(20_000).clash().unwrap() else {
        panic!("there is no solution")
    };
    assert_eq!(core.members.len(), 14, "{core}");
    assert!(core.members.iter().all(|member| matches!(member.status, MemberStatus::Witness(_))));
    assert_eq!(core.members[13].name, "events differ");
}

#[test]
fn a_stopped_core_is_never_silent() {
    let m = timetable(16, pair);
    let stopped = m.search().failure_limit(10).clash().unwrap();
    assert!(matches!(stopped, Clash::Stopped { known: None, .. }));
    assert_eq!(stopped.lines(), ["It is not yet shown that there is no solution (failure limit)."]);
    // An initial core is known, but not all of its members have been proved necessary.
    let stopped = m.search().order(VarSelect::Input).failure_limit(250).clash().unwrap();
    let Clash::Stopped { known: Some(core), .. } = &stopped else { panic!("{stopped:?}") };
    assert!(core.members.iter().any(|member| member.status == MemberStatus::Open));
    assert!(stopped.lines()[0].ends_with("constraints clash; perhaps some of them are not needed:"));
}
