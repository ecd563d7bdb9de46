//! Checks the JSON form of the event stream against its description in `docs/events.md`.

use ferz_tests::{ALL, Setup};
use serde_json::{Map, Value};
use solver_core::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use study::JsonLines;

/// Reads the fields of each event and their types from the documentation.
fn schema() -> BTreeMap<String, BTreeMap<String, String>> {
    let mut events: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    let mut current = None;
    for line in include_str!("../../../docs/events.md").lines() {
        if let Some(name) = line.strip_prefix("### `") {
            current = Some(name.trim_end_matches('`').to_owned());
        }
        let cells: Vec<&str> = line.split(" | ").map(|cell| cell.trim_matches(['|', ' ', '`'])).collect();
        if let (Some(event), [field, kind, _]) = (&current, &cells[..])
            && *field != "field"
        {
            events.entry(event.clone()).or_default().insert((*field).to_owned(), (*kind).to_owned());
        }
    }
    events
}

fn is_of(kind: &str, value: &Value) -> bool {
    if let Some(kind) = kind.strip_suffix(" or null") {
        return value.is_null() || is_of(kind, value);
    }
    let all = |kind| value.as_array().is_some_and(|list| list.iter().all(|item| is_of(kind, item)));
    let has = |fields: &[(&str, &str)]| {
        value.as_object().is_some_and(|object| {
            object.len() == fields.len() && fields.iter().all(|&(name, kind)| is_of(kind, &object[name]))
        })
    };
    match kind {
        "number" => value.is_i64(),
        "text" => value.is_string(),
        "fact" => {
            has(&[("variable", "text"), ("relation", "text"), ("value", "number")])
                && matches!(value["relation"].as_str(), Some("=" | "!=" | ">=" | "<="))
        }
        "variable" => has(&[("name", "text"), ("domain", "ranges")]),
        "range" => value.as_array().is_some_and(|range| range.len() == 2 && range[0].as_i64() <= range[1].as_i64()),
        "numbers" | "texts" | "facts" | "variables" | "ranges" => all(kind.trim_end_matches('s')),
        _ => panic!("the page has no type {kind}"),
    }
}

/// Checks a line against the documentation; returns the event name.
fn conforms(line: &Map<String, Value>, schema: &BTreeMap<String, BTreeMap<String, String>>) -> String {
    let event = line["event"].as_str().expect("a name").to_owned();
    let fields = schema.get(&event).unwrap_or_else(|| panic!("the page has no event {event}"));
    for (field, kind) in fields {
        match (line.get(field), kind.strip_suffix('?')) {
            (None, Some(_)) => {}
            (None, None) => panic!("{event} lacks {field}"),
            (Some(value), kind_if_there) => {
                assert!(is_of(kind_if_there.unwrap_or(kind), value), "{event}: {field} is no {kind}: {value}");
            }
        }
    }
    let unknown: Vec<_> = line.keys().filter(|key| *key != "event" && !fields.contains_key(*key)).collect();
    assert!(unknown.is_empty(), "{event} has {unknown:?}, which the page does not know");
    event
}

fn lines(setup: Setup, nodes: Option<u64>) -> Vec<Map<String, Value>> {
    let mut lines = JsonLines::new(Vec::new());
    setup.observe(nodes, &mut lines).expect("a queens model");
    let text = String::from_utf8(lines.finish().expect("memory takes everything")).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

/// In complete runs with every formulation and branching, each line is as documented, and each documented event occurs.
#[test]
fn a_whole_run_is_as_described() {
    let schema = schema();
    let mut seen = BTreeSet::new();
    for stated in ALL {
        for branching in [Branching::TwoWay, Branching::DWay] {
            let run = lines(Setup { branching, ..Setup::new(6, stated) }, None);
            seen.extend(run.iter().map(|line| conforms(line, &schema)));
            let count = |event| run.iter().filter(|line| line["event"] == event).count();
            let done = run.last().expect("a last line");
            assert_eq!((&done["outcome"], done["solutions"].as_i64()), (&"complete".into(), Some(4)));
            let (decided, failed, ran) = (count("decide") + 1, count("fail"), count("propagate"));
            assert_eq!([&done["nodes"], &done["failures"], &done["propagations"]], [decided, failed, ran]);
        }
    }
    let run = learning();
    seen.extend(run.iter().map(|line| conforms(line, &schema)));
    let count = |event| run.iter().filter(|line| line["event"] == event).count();
    assert!(count("learn") > 0 && count("learn") <= count("fail"));
    let run = in_rounds();
    seen.extend(run.iter().map(|line| conforms(line, &schema)));
    let count = |event| run.iter().filter(|line| line["event"] == event).count();
    let done = run.last().expect("a last line");
    assert_eq!((&done["solutions"], done["restarts"].as_u64()), (&4.into(), Some(count("restart") as u64)));
    assert_eq!(
        (&done["nodes"], done["failures"].as_u64()),
        (&(count("decide") + count("restart") + 1).into(), Some(count("fail") as u64))
    );
    assert_eq!(seen, schema.into_keys().collect());
}

/// Records the events of six queens with limited discrepancy search.
fn in_rounds() -> Vec<Map<String, Value>> {
    six_queens(|search| search.exploration(Exploration::LimitedDiscrepancy))
}

/// Records the events of six queens with a learning search.
fn learning() -> Vec<Map<String, Value>> {
    six_queens(|search| search.learn(Learning::Fixed))
}

fn six_queens(how: impl Fn(Search<'_>) -> Search<'_>) -> Vec<Map<String, Value>> {
    let mut m = Model::new();
    let q = m.ints("q", 6, 0..=5).expect("six queens");
    m.all_different(&q);
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i));
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i));
    let mut lines = JsonLines::new(Vec::new());
    how(m.search()).observe(&mut lines).expect("a sound model");
    let text = String::from_utf8(lines.finish().expect("memory takes everything")).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

/// The trail can be reconstructed from the lines: premises come before the facts that depend on them, and positions
/// have no gaps.
#[test]
fn premises_are_known_before_their_fact() {
    for stated in ALL {
        let mut trail: Vec<Value> = Vec::new();
        let mut starts = Vec::new();
        for line in lines(Setup::new(6, stated), None) {
            match line["event"].as_str() {
                Some("decide") => {
                    let depth = line["depth"].as_u64().expect("a depth") as usize;
                    if line["branch"] == "left" {
                        starts.truncate(depth - 1);
                        starts.push(trail.len());
                    } else {
                        trail.truncate(starts[depth - 1]);
                    }
                    assert_eq!(line["position"], trail.len());
                    trail.push(line["fact"].clone());
                }
                Some("prune") => {
                    assert_eq!(line["position"], trail.len());
                    for premise in line["premises"].as_array().expect("a list") {
                        let of_it = trail.iter().any(|fact| fact["variable"] == premise["variable"]);
                        assert!(of_it, "{stated:?}: {premise} before {line:?}");
                    }
                    trail.push(line["fact"].clone());
                }
                _ => {}
            }
        }
    }
}

#[test]
fn four_queens() {
    let mut lines = JsonLines::new(Vec::new());
    Setup::new(4, ALL[1]).observe(None, &mut lines).expect("a queens model");
    let text = String::from_utf8(lines.finish().expect("memory takes everything")).expect("text");
    insta::assert_snapshot!(text);
}

/// A writer that accepts only this many bytes.
struct Full(usize);

impl io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A write error ends the search immediately and is returned.
#[test]
fn a_writer_that_takes_no_more_ends_the_search() {
    for room in [0, 1, 300, 5_000] {
        let mut lines = JsonLines::new(Full(room));
        let statistics = Setup::new(10, ALL[1]).observe(None, &mut lines).expect("a queens model");
        assert!(statistics.nodes < 30, "{room}: {statistics:?}");
        let error = lines.finish().map(|_| ()).expect_err("it is full");
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    }
}
