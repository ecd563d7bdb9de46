//! A search and its JSON Lines trace yield the same recording, which can be replayed and explained. Errors in damaged
//! traces name the line.

use ferz_tests::{ALL, Setup};
use solver_core::prelude::*;
use solver_core::{Atom, ValueSet, View};
use study::JsonLines;
use study::recording::{Cause, Event, Recorder, Recording, Replay};

fn six_queens() -> Model {
    let mut m = Model::new();
    let q = m.ints("q", 6, 0..=5).expect("six queens");
    m.all_different(&q).named("rows");
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i)).named("up diagonals");
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i)).named("down diagonals");
    m.post(q[0].differs(5)).named("not the corner");
    m
}

fn written(search: &Search<'_>) -> String {
    let mut lines = JsonLines::new(Vec::new());
    search.observe(&mut lines).expect("a sound model");
    String::from_utf8(lines.finish().expect("memory takes everything")).expect("text")
}

fn recorded(search: &Search<'_>, limit: usize) -> Recording {
    let mut recorder = Recorder::new(limit);
    search.observe(&mut recorder).expect("a sound model");
    recorder.finish()
}

fn same(one: &Recording, other: &Recording) {
    assert_eq!(one.events().len(), other.events().len());
    for (a, b) in one.events().iter().zip(other.events()) {
        match (a.inferred(), b.inferred()) {
            // A rule read from a file has no derivation.
            (Some(a), Some(b)) => {
                assert_eq!((a.fact, a.propagator, &a.premises), (b.fact, b.propagator, &b.premises));
                assert_eq!((a.rule.name, a.rule.text), (b.rule.name, b.rule.text));
            }
            _ => assert_eq!(a, b),
        }
    }
    assert_eq!((one.roots(), one.left_out(), one.end()), (other.roots(), other.left_out(), other.end()));
    assert!(one.symbols().variables().eq(other.symbols().variables()));
    assert!(one.symbols().constraints().eq(other.symbols().constraints()));
    assert!(one.symbols().propagators().eq(other.symbols().propagators()));
}

#[test]
fn what_was_written_is_read_again() {
    for stated in ALL {
        for branching in [Branching::TwoWay, Branching::DWay] {
            let setup = Setup { branching, ..Setup::new(6, stated) };
            let mut recorder = Recorder::new(usize::MAX);
            setup.observe(None, &mut recorder).expect("a queens model");
            let mut lines = JsonLines::new(Vec::new());
            setup.observe(None, &mut lines).expect("a queens model");
            let text = lines.finish().expect("memory takes everything");
            same(&recorder.finish(), &Recording::read(&text[..], usize::MAX).expect("a whole trace"));
        }
    }
    let m = six_queens();
    let restarts = m.search().exploration(Exploration::LimitedDiscrepancy);
    same(&recorded(&restarts, 500), &Recording::read(written(&restarts).as_bytes(), 500).expect("a whole trace"));
}

/// The domains in a replay equal those in the engine, forwards and backwards.
#[test]
fn a_replay_knows_every_domain() {
    struct Domains(Vec<Vec<ValueSet>>);
    impl solver_core::observe::Observer for Domains {
        fn see(
            &mut self,
            event: &solver_core::observe::Event,
            engine: &solver_core::engine::Engine,
        ) -> std::ops::ControlFlow<()> {
            use solver_core::observe::Event as E;
            if matches!(event, E::Backtrack { .. } | E::Solution { .. } | E::Decide { .. } | E::Restart { .. }) {
                self.0.push(engine.vars().map(|x| ValueSet::from_values(engine.values(View::from(x)))).collect());
            }
            std::ops::ControlFlow::Continue(())
        }
    }
    let m = six_queens();
    for search in [m.search(), m.search().exploration(Exploration::DepthBoundedDiscrepancy)] {
        let mut domains = Domains(Vec::new());
        search.observe(&mut domains).expect("a sound model");
        let recording = recorded(&search, usize::MAX);
        let settled = |event: &Event| {
            matches!(
                event,
                Event::Backtrack { .. } | Event::Solution { .. } | Event::Decide { .. } | Event::Restart { .. }
            )
        };
        let places: Vec<usize> = (0..recording.events().len()).filter(|&i| settled(&recording.events()[i])).collect();
        assert_eq!(places.len(), domains.0.len());
        let mut replay = Replay::new(&recording);
        for (&place, known) in places.iter().zip(&domains.0) {
            replay.go_to(place + 1);
            assert_eq!(replay.domains(), known);
        }
        for (&place, known) in places.iter().zip(&domains.0).rev().step_by(7) {
            replay.go_to(place + 1);
            assert_eq!(replay.domains(), known);
        }
    }
}

/// Every derivation starts with decisions and ends with its fact, and each step follows from the steps it refers to.
#[test]
fn chains_are_closed() {
    let m = six_queens();
    let recording = recorded(&m.search(), usize::MAX);
    let mut replay = Replay::new(&recording);
    let mut together = 0;
    while let Some(event) = replay.step() {
        let has_reason = event.inferred().is_some() || event.fact().is_some();
        let Some(links) = replay.why_event() else {
            assert!(!has_reason, "{event:?} has a reason");
            continue;
        };
        assert!(has_reason);
        let (last, others) = links.split_last().expect("at least the fact");
        assert_eq!(last.fact, event.fact());
        assert!(others.iter().all(|link| link.fact.is_some()));
        for (place, link) in links.iter().enumerate() {
            assert!(link.from.iter().all(|&from| from < place));
            let known: Vec<Atom> = link.from.iter().filter_map(|&from| links[from].fact).collect();
            let follows = |fact: Atom| {
                let root = recording.roots()[fact.var().index()].clone();
                let own = known.iter().filter(|known| known.var() == fact.var());
                let left = own.fold(root, |left, known| left.intersection(&known.values()));
                left.minus(&fact.values()).is_empty()
            };
            match link.cause {
                Cause::Start | Cause::Decision(_) => assert!(link.from.is_empty()),
                Cause::Domain => {
                    together += 1;
                    assert!(link.from.len() > 1 && follows(link.fact.expect("a fact")));
                }
                Cause::Inference(event) => {
                    let inferred = recording.events()[event].inferred().expect("an inference");
                    assert!(inferred.premises.iter().all(|&premise| follows(premise)), "{links:?}");
                }
            }
        }
        if let Some(fact) = event.fact() {
            let links = replay.why(fact).expect("it is known");
            assert_eq!(links.last().and_then(|link| link.fact), Some(fact));
        }
    }
    assert!(together > 0);
}

/// Lists each kind of damage, with one trace and its error message.
#[test]
fn damaged_traces() {
    let m = six_queens();
    let whole = written(&m.search().node_limit(4));
    let lines: Vec<&str> = whole.lines().collect();
    let mut report = String::new();
    let mut note = |what: &str, text: &[u8]| {
        let said = match Recording::read(text, usize::MAX) {
            Ok(recording) => format!("{} events, ended: {}", recording.events().len(), recording.end().is_some()),
            Err(damage) => damage.to_string(),
        };
        report += &format!("{what}: {said}\n");
    };
    let place = |event: &str| lines.iter().position(|line| line.starts_with(&format!(r#"{{"event":"{event}""#)));
    let at = |event: &str| place(event).expect("one of these");
    let without = |i: usize| [&lines[..i], &lines[i + 1..]].concat().join("\n");
    let with = |i: usize, line: &str| [&lines[..i], &[line], &lines[i + 1..]].concat().join("\n");
    note("whole", whole.as_bytes());
    note("nothing", b"");
    note("something else", b"# a page\n");
    note("another format", br#"{"event":"start","format":"x","version":1,"variables":[],"constraints":[]}"#);
    note("without a start", without(0).as_bytes());
    note("of the future", with(0, &lines[0].replace(r#""version":1"#, r#""version":9"#)).as_bytes());
    note("cut in a line", &whole.as_bytes()[..whole.len() / 2]);
    note("cut between lines", lines[..lines.len() / 2].join("\n").as_bytes());
    note("not text", &[lines[0].as_bytes(), b"\n\xff\xfe\n"].concat());
    note("two of a name", with(0, &lines[0].replace("q[1]", "q[0]")).as_bytes());
    note("another name", with(at("decide"), &lines[at("decide")].replace("q[", "r[")).as_bytes());
    note("no such relation", with(at("decide"), &lines[at("decide")].replace(r#""=""#, r#""~""#)).as_bytes());
    note(
        "a wild value",
        with(at("decide"), &lines[at("decide")].replace(r#""value":0"#, r#""value":99999999999"#)).as_bytes(),
    );
    note("a wild domain", with(0, &lines[0].replace("[[0,5]]", "[[0,2000000000]]")).as_bytes());
    note("without a decision", without(at("decide")).as_bytes());
    note("without a rule", without(at("rule")).as_bytes());
    note(
        "a stranger",
        with(at("propagate"), r#"{"event":"propagate","propagator":77,"constraint":"rows"}"#).as_bytes(),
    );
    note("no constraint", with(0, &lines[0].replace(r#""propagators":[0"#, r#""propagators":[9"#)).as_bytes());
    note("half a reason", with(at("prune"), r#"{"event":"fail","node":1,"depth":0,"rule":"x"}"#).as_bytes());
    note("back to nowhere", with(at("decide"), r#"{"event":"backtrack","depth":3}"#).as_bytes());
    note("after the end", [lines.join("\n"), lines[3].to_owned()].join("\n").as_bytes());
    note("something new", [lines[0], r#"{"event":"dream","clause":[]}"#].join("\n").as_bytes());
    insta::assert_snapshot!(report);
}
