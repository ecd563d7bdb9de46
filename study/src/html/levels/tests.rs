//! Compares the levels with brute force.

use super::*;
use crate::recording::Recorder;
use crate::stronger::Strength;

/// At every node, the strongest level removes exactly the values that occur in no solution below the node.
#[test]
fn search_removes_what_is_in_no_solution() {
    let mut m = Model::new();
    let x = m.ints("x", 4, 0..=3).expect("variables");
    m.all_different(&x);
    m.all_different(x.iter().zip(0..).map(|(x, i)| x + i));
    m.all_different(x.iter().zip(0..).map(|(x, i)| x - i));
    let mut recorder = Recorder::new(10_000);
    m.search().observe(&mut recorder).expect("a search");
    let recording = recorder.finish();
    let levels = Levels::compute(&recording, &mut Stronger::new(&m).expect("a model"), usize::MAX);
    let solutions = [[1, 3, 0, 2], [2, 0, 3, 1]];
    let mut replay = Replay::new(&recording);
    let mut rows = levels.nodes().iter();
    let mut latest = 0;
    while let Some(event) = recording.events().get(replay.at()) {
        if matches!(event, Event::Decide { .. }) && replay.node() > latest {
            latest = replay.node();
            let row = rows.next().expect("a row for each node that branches");
            let search = 1 << (Strength::ALL.len() - 1);
            let below = |s: &&[i32; 4]| replay.domains().iter().zip(s.iter()).all(|(d, &v)| d.contains(v));
            let below: Vec<_> = solutions.iter().filter(below).collect();
            assert_eq!((row[0], row[1] & search != 0), (replay.node() as i64, below.is_empty()));
            let mut removed: Vec<(i64, i64)> = row[3..]
                .chunks(4)
                .filter(|range| range[3] & search != 0)
                .flat_map(|range| (range[1]..=range[2]).map(|value| (range[0], value)))
                .collect();
            removed.sort_unstable();
            let useless = |(v, d): (usize, &ValueSet)| {
                let free = d.iter().filter(|&value| !below.iter().any(|s| s[v] == value));
                free.map(|value| (v as i64, i64::from(value))).collect::<Vec<_>>()
            };
            if !below.is_empty() {
                assert_eq!(removed, replay.domains().iter().enumerate().flat_map(useless).collect::<Vec<_>>());
            }
        }
        replay.step();
    }
    assert!(rows.next().is_none() && levels.nodes().len() > 2);
}

#[test]
fn as_many_nodes_as_were_asked_for() {
    let mut m = Model::new();
    let x = m.ints("x", 5, 0..=4).expect("variables");
    m.all_different(&x);
    let mut recorder = Recorder::new(10_000);
    m.search().observe(&mut recorder).expect("a search");
    let recording = recorder.finish();
    let levels = Levels::compute(&recording, &mut Stronger::new(&m).expect("a model"), 3);
    assert_eq!(levels.nodes().iter().map(|row| row[0]).collect::<Vec<_>>(), [1, 2, 3]);
}
