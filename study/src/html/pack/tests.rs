//! Tests of the page data.

use super::super::Run;
use super::*;
use crate::recording::Recorder;
use solver_core::prelude::*;

/// Records all solutions of x < y over 0..=2.
fn recorded() -> (Recording, Summary) {
    let mut m = Model::new();
    let x = m.ints("x", 2, 0..=2).expect("variables");
    m.post(constraint!(x[0] < x[1])).named("less (m.mzn:7)");
    let (mut recorder, mut summary) = (Recorder::new(1000), Summary::new());
    m.search().observe(&mut recorder).expect("a search");
    m.search().observe(&mut summary).expect("a search");
    (recorder.finish(), summary)
}

#[test]
fn a_small_run_is_written_as_the_format_says() {
    let (recording, summary) = recorded();
    let source = Source { name: "m.mzn".to_owned(), text: "…".to_owned() };
    let run = [Run::new("small", &recording, &summary).sources(vec![source])];
    let data = serde_json::to_value(page("t", None, false, &run)).expect("JSON");
    let run = &data["runs"][0];
    assert_eq!(run["variables"], serde_json::json!(["x[0]", "x[1]"]));
    assert_eq!(run["domains"], serde_json::json!([[0, 2], [0, 2]]));
    assert_eq!(run["places"], serde_json::json!([[0, 7]]));
    // The root infers x[0] <= 1 and x[1] >= 1; then the search tries x[0] = 0.
    let facts: Vec<i64> = serde_json::from_value(run["facts"].clone()).expect("numbers");
    assert_eq!(facts[..9], [0, 3, 1, 1, 2, 1, 0, 0, 0]);
    let events: Vec<u64> = serde_json::from_value(run["events"].clone()).expect("numbers");
    assert_eq!(events[..12], [2, 0, 3, 0, 0, 3, 1, 0, 1, 2, 1, 0]);
    assert_eq!(events.last(), Some(&8));
    assert_eq!(run["end"]["solutions"], serde_json::json!(3));
    assert_eq!((&run["whole"], &run["notes"]), (&serde_json::Value::Null, &serde_json::json!([])));
}

#[test]
fn what_there_is_no_room_for_is_left_out() {
    let (recording, _) = recorded();
    let (mut all, mut some) = (Packer::default(), Packer::default());
    assert_eq!(all.pack(&recording, NUMBERS), recording.events().len());
    let kept = some.pack(&recording, 10);
    assert!(kept > 0 && kept < recording.events().len());
    assert!(all.events.starts_with(&some.events) && some.events.len() <= 10 + 4);
}
