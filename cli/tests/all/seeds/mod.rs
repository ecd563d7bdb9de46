//! The outputs in five old texts about the puzzle, and the results that the texts ask for: one command reproduces each
//! of them to the letter. `docs/seeds.md` lists the texts; the traces of the J program are in `trace.rs`.

mod j;
mod page;
mod python;
mod ruby;
mod scheme_with_pairs;
mod scheme_with_rows;

use crate::common::{Ran, run, transcript};
use insta::assert_snapshot;

/// Returns the output of a command that succeeds without messages.
fn out(line: &str) -> String {
    let Ran { code, out, err } = run(line);
    assert_eq!((code, err.as_str()), (Some(0), ""), "ferz {line}");
    out
}

/// Lists all boards in lexicographic order, computed from the rules alone; their values are 1-based.
fn boards(n: usize) -> Vec<Vec<usize>> {
    fn extend(n: usize, board: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        if board.len() == n {
            found.push(board.clone());
        }
        for value in 1..=n {
            let k = board.len();
            let safe = |(i, &v): (usize, &usize)| v != value && v.abs_diff(value) != k - i;
            if k < n && board.iter().enumerate().all(safe) {
                board.push(value);
                extend(n, board, found);
                board.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(n, &mut Vec::new(), &mut found);
    found
}

fn colex(n: usize) -> Vec<Vec<usize>> {
    let mut boards = boards(n);
    boards.sort_by_key(|board| board.iter().rev().copied().collect::<Vec<_>>());
    boards
}

fn joined<T>(items: impl IntoIterator<Item = T>, between: &str, one: impl Fn(T) -> String) -> String {
    items.into_iter().map(one).collect::<Vec<_>>().join(between)
}

/// Remarks on a list go to standard error, so the list itself is unchanged.
#[test]
fn lists_are_all_that_is_printed() {
    assert_snapshot!(transcript([
        "queens list 6 --format scheme --limit 1",
        "queens list 6 --limit 2 --format scheme-pairs",
        "queens list 6 --format scheme --stats",
        "queens list 6 --format python --node-limit 20",
        "queens list 6 --format scheme --given a1",
        "queens list 3 --format ox",
        "queens list 3 --format j-box",
        "queens list 6 --format json --sort colex --transpose --limit 1",
        "queens list 6 --format rows --transpose",
    ]));
}
