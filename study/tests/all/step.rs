//! Unusual stepper sessions.

use solver_core::prelude::*;
use study::recording::{Recorder, Recording};
use study::step::{Session, Trust};
use study::stronger::Stronger;

fn queens(n: i32) -> Result<Model, ModelError> {
    let mut m = Model::new();
    let q = m.ints("q", n as usize, 0..=n - 1)?;
    m.all_different(&q).named("rows");
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i)).named("down");
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i)).named("up");
    Ok(m)
}

fn recorded(search: &Search<'_>, limit: usize) -> Result<Recording, ModelError> {
    let mut recorder = Recorder::new(limit);
    search.observe(&mut recorder)?;
    Ok(recorder.finish())
}

/// Makes recordings of all kinds: complete, truncated, with restarts, with d-way nodes, and empty.
fn recordings(m: &Model) -> Result<Vec<Recording>, ModelError> {
    Ok(vec![
        recorded(&m.search(), 100_000)?,
        recorded(&m.search(), 50)?,
        recorded(&m.search(), 0)?,
        recorded(&m.search().branching(Branching::DWay), 100_000)?,
        recorded(&m.search().exploration(Exploration::LimitedDiscrepancy), 100_000)?,
        recorded(&m.search().restarts(Restarts::Constant { failures: 1 }).values(ValueSelect::Random), 100_000)?,
        recorded(&m.search().node_limit(3), 100_000)?,
        recorded(&Model::new().search(), 100_000)?,
    ])
}

const PARTS: &str = "n p prune fail solution up goto where tree dom grid why level help event node start end q q[0] q[4] \
    q[9] = != <= > -1 0 1 3 7 40 100000 4294967296 18446744073709551615 -2147483649 domain singleton é #";

#[test]
fn no_line_is_too_much() -> Result<(), ModelError> {
    let m = queens(5)?;
    let parts: Vec<&str> = PARTS.split(' ').collect();
    let mut random = 1_u64;
    let mut below = |n: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % n
    };
    for recording in &recordings(&m)? {
        let mut session = Session::new(recording, Trust::Unchecked).with_levels(|| Stronger::new(&m).ok());
        for _ in 0..600 {
            let words: Vec<&str> = (0..1 + below(4)).map(|_| parts[below(parts.len())]).collect();
            let line = words.join(" ");
            let reply = session.answer(&line);
            let silent = reply.is_over || line.starts_with('#');
            assert!(silent || !reply.lines.is_empty(), "`{line}` says nothing");
            assert!(session.replay().at() <= recording.events().len());
        }
    }
    Ok(())
}

/// Moving forward and back restores the domains.
#[test]
fn back_is_where_it_was() -> Result<(), ModelError> {
    let m = queens(5)?;
    for recording in &recordings(&m)? {
        let mut session = Session::new(recording, Trust::Unchecked);
        let mut before = session.replay().domains().to_vec();
        while !session.answer("n").is_refused && session.replay().at() < recording.events().len().min(300) {
            let (place, here) = (session.place(), session.replay().domains().to_vec());
            session.answer("p");
            assert_eq!(session.replay().domains(), before);
            session.answer("n");
            assert_eq!((session.place(), session.replay().domains()), (place, &here[..]));
            before = here;
        }
    }
    Ok(())
}
