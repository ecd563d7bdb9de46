use super::frames::Kind;
use super::*;

/// Returns all frames of a search, and its summary.
fn film(method: Method, n: u32) -> (Vec<Frame>, String) {
    let (mut frames, mut summary) = (Vec::new(), None);
    while summary.is_none() {
        let question = Question { method, n, skip: frames.len(), take: 700 };
        let part = answer(&question, &CancelToken::new()).expect("it can be watched");
        assert_eq!(part.more, part.summary.is_none());
        frames.extend(part.frames);
        summary = part.summary;
    }
    (frames, summary.unwrap_or_default())
}

fn last(method: Method, n: u32) -> Frame {
    film(method, n).0.pop().expect("there are frames")
}

#[test]
fn eight_queens_take_112_steps_by_trial_and_error() {
    let (frames, summary) = film(Method::Trial, 8);
    assert_eq!(frames.iter().filter_map(|frame| frame.step).max(), Some(112));
    assert_eq!(frames.iter().filter(|frame| frame.kind == Kind::Back).count(), 105);
    assert_eq!(summary, "112 steps, then the board is complete. 876 squares tested, 105 queens taken back.");
    let text = "b1 is attacked by a1 (row) and b2 by a1 (diagonal). b3 is safe: a queen.";
    assert_eq!(frames[1].text, text);
    assert_eq!(
        frames[1],
        Frame {
            kind: Kind::Try,
            queens: vec![0, 10],
            crossed: vec![8, 9],
            about: vec![10],
            reason: vec![0],
            depth: 2,
            step: Some(2),
            text: text.to_owned(),
        }
    );
}

/// All methods that search for the first board find the same board.
#[test]
fn they_find_the_same_board() {
    for n in [1, 4, 6] {
        let boards = [Method::Trial, Method::Crossing, Method::Propagation].map(|method| {
            let frame = last(method, n);
            assert_eq!(frame.kind, Kind::Solution);
            frame.queens
        });
        assert!(boards.iter().all(|board| *board == boards[0]), "{boards:?}");
    }
    assert_eq!(film(Method::Generate, 3).1, "All 84 boards tested: there is no solution.");
    assert!(film(Method::Crossing, 3).1.starts_with("There is no solution"));
    assert_eq!(last(Method::Generate, 4).kind, Kind::Solution);
}

#[test]
fn lists_grow_as_the_recursion_says() {
    let (frames, summary) = film(Method::Lists, 8);
    assert_eq!(summary, "Boards with 0 to 8 queens: 1, 8, 42, 140, 344, 568, 550, 312, 92.");
    assert_eq!(frames.len(), 2056);
    let first = frames.iter().find(|frame| frame.kind == Kind::Solution).expect("a board");
    // In the text, the first board is 4 2 7 3 6 8 5 1.
    assert_eq!(first.queens, [3, 9, 22, 26, 37, 47, 52, 56]);
}

#[test]
fn boards_that_are_too_large_are_refused() {
    let question = Question { method: Method::Lists, n: 9, skip: 0, take: 1 };
    assert_eq!(
        answer(&question, &CancelToken::new()).err().as_deref(),
        Some("this can be watched with 1 to 8 queens, not 9")
    );
}
