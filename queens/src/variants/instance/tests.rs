use super::*;
use crate::generate;
use crate::{Diagonal, Square};

fn read(text: &str) -> Result<Instance, InstanceError> {
    Instance::read(text, &Reading::default())
}

fn complaint(text: &str) -> String {
    read(text).expect_err("a fault").to_string()
}

/// The example of CSPLib 079's page on excluded diagonals: "the pair [4,1] excludes squares (0,4),
/// (1,3), …; the pair [5,0] excludes (0,4), (1,5), …, (5,9)".
#[test]
fn diagonals_are_those_of_csplib() {
    let text = "n =  10\nnumdiags =  2\ndiags =  [[4, 1], \n   [5, 0]]\n";
    let instance = read(text).expect("an instance");
    let [falling, rising] = instance.changes().excluded() else { panic!("{instance:?}") };
    let rows_and_columns = |d: &Diagonal| -> Vec<(u32, u32)> {
        let mut squares: Vec<_> = d.squares(10).map(|s| (s.row, s.column)).collect();
        squares.sort_unstable();
        squares
    };
    assert_eq!(rows_and_columns(falling), [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]);
    assert_eq!(rows_and_columns(rising), [(0, 4), (1, 5), (2, 6), (3, 7), (4, 8), (5, 9)]);
    let first = Instance::read(text, &Reading { diagonals: Some(1), ..Reading::default() }).expect("an instance");
    assert_eq!(first.changes().excluded(), &[*falling]);
    let more = Instance::read(text, &Reading { diagonals: Some(3), ..Reading::default() }).expect_err("too many");
    assert_eq!(more.to_string(), "line 4, column 11: the first 3 diagonals are requested, but `diags` has only 2");
}

#[test]
fn blocks_count_from_1_and_queens_from_0() {
    let blocked = read("letting n =  10\nletting blocks =  [[1, 2], [10, 1]]\n").expect("an instance");
    let names: Vec<String> = blocked.changes().blocked().iter().map(|s| s.on(10).to_string()).collect();
    assert_eq!((blocked.kind(), names), (Kind::Blocked, vec!["b1".to_owned(), "a10".to_owned()]));
    let placed =
        read("language ESSENCE' 1.0\n$ 1850\nletting n be 8\nletting init be [[3,1],[4,3]]").expect("an instance");
    assert_eq!(
        (placed.kind(), placed.changes().givens().names()),
        (Kind::Completion, vec!["b4".to_owned(), "d5".to_owned()])
    );
    let from_0 = Reading { base: Some(0), ..Reading::default() };
    let blocked = Instance::read("letting n = 3 letting blocks = [[0, 2]]", &from_0).expect("an instance");
    assert_eq!(blocked.changes().blocked(), &[Square { row: 0, column: 2 }]);
}

#[test]
fn numbers_without_names_need_a_kind() {
    let with = |text, kind| Instance::read(text, &Reading { kind: Some(kind), ..Reading::default() });
    assert!(complaint("8 3 1 4 3").starts_with("line 1, column 1: the numbers have no names: say which kind"));
    assert_eq!(with("8 3 1 4 3", Kind::Completion).expect("queens").changes().givens().names(), ["b4", "d5"]);
    assert_eq!(with("8 3 1", Kind::Blocked).expect("a square").changes().blocked(), &[Square { row: 2, column: 0 }]);
    assert_eq!(with("8 1\n7 0", Kind::Diagonals).expect("one").changes().excluded(), &[Diagonal::Rising(0)]);
    let odd = with("8 3 1 4", Kind::Completion).expect_err("half a pair").to_string();
    assert_eq!(odd, "line 1, column 8: the text ends, but the second number of a pair is expected");
    let named = with("n = 8 diags = []", Kind::Blocked).expect_err("another kind").to_string();
    assert_eq!(named, "line 1, column 5: this is an instance of the kind `diagonals`, not `blocked` as requested");
}

#[test]
fn bad_instances_are_refused_with_their_place() {
    let cases = [
        ("", "line 1, column 1: the text ends without the board's size, such as `letting n = 8`"),
        ("letting n = 8\n", "line 1, column 14: the text ends without a list: `init`, `blocks` or `diags`"),
        ("letting n = 0\nletting init = []", "line 1, column 13: a board needs at least 1 column"),
        ("letting n = eight", "line 1, column 13: found `eight`, but the board's size is expected"),
        ("letting n = 99999999999", "line 1, column 13: `99999999999` is too large"),
        ("letting n = 4294967295 letting init = []", "line 1, column 13: `4294967295` is too large"),
        ("letting n 8", "line 1, column 11: found `8`, but `=` is expected"),
        ("letting n = 8\nletting n = 9", "line 2, column 9: `n` is given twice"),
        (
            "letting size = 8",
            "line 1, column 9: `size` is not known: an instance has `n` and one of `init`, `blocks` and `diags` (with `numdiags`)",
        ),
        (
            "letting n = 8\nletting init = [[3, 1], [4, 3]",
            "line 2, column 31: the text ends, but `]`, the end of the list, is expected",
        ),
        (
            "letting n = 8\nletting init = [3, 1]",
            "line 2, column 17: found `3`, but `[`, the beginning of a pair, or `]`, the end of the list, is expected",
        ),
        (
            "letting n = 8\nletting init = [[3, 1, 2]]",
            "line 2, column 22: found `,`, but `]`, the end of the pair, is expected",
        ),
        (
            "letting n = 8\nletting init = [[3, -1]]",
            "line 2, column 21: found `-`, but a name, a number or one of `[],=` is expected",
        ),
        (
            "letting n = 8\nletting init = [[3, b]]",
            "line 2, column 21: found `b`, but the second number of a pair is expected",
        ),
        (
            "letting n = 8\nletting init = [[3, 1], [8, 3]]",
            "line 2, column 26: row 8 is off the 8x8 board: `init` counts rows and columns from 0 to 7; if this file counts from 1, say so",
        ),
        (
            "letting n = 8\nletting blocks = [[3, 0]]",
            "line 2, column 23: column 0 is off the 8x8 board: `blocks` counts rows and columns from 1 to 8; if this file counts from 0, say so",
        ),
        (
            "letting n = 8\nletting blocks = [[3, 10]]",
            "line 2, column 23: column 10 is off the 8x8 board: `blocks` counts rows and columns from 1 to 8",
        ),
        ("letting n = 8\nletting init = [[3, 1],\n [4, 3], [3, 1]]", "line 3, column 11: b4 is given twice"),
        (
            "letting n = 8\nletting init = [[3, 1], [4, 2], [9, 9]]",
            "line 2, column 34: row 9 is off the 8x8 board: `init` counts rows and columns from 0 to 7",
        ),
        (
            "letting n = 8\nletting init = [[3, 1], [4, 2], [0, 0]]",
            "line 2, column 26: the queens on b4 and c5 attack each other: they share a diagonal",
        ),
        ("letting n = 8\nletting blocks = [[3, 1], [5, 5], [3, 1]]", "line 2, column 36: a3 is blocked twice"),
        (
            "letting n = 8\nletting blocks = []\nletting init = [[0, 0]]",
            "line 3, column 9: `init` after `blocks`: an instance has only one kind of list",
        ),
        ("n = 8 numdiags = 2 init = []", "line 1, column 7: `numdiags` belongs to `diags`, not to `init`"),
        ("n = 8 numdiags = 2 diags = [[1, 1]]", "line 1, column 7: `numdiags` is 2, but `diags` has 1"),
        (
            "n = 8 diags = [[15, 1]]",
            "line 1, column 17: diagonal 15 does not exist: the diagonals of the 8x8 board are 0 to 14",
        ),
        (
            "n = 8 diags = [[1, 2]]",
            "line 1, column 20: 2 is not a kind of diagonal: type 1 for row + column or 0 for row - column",
        ),
        ("n = 8 diags = [[1, 1], [1, 0], [1, 1]]", "line 1, column 33: the diagonal a2-b1 is excluded twice"),
    ];
    for (text, said) in cases {
        assert_eq!(complaint(text), said, "{text}");
    }
}

/// Truncating, repeating or mutating a valid text yields an instance or an error, never a panic.
#[test]
fn no_text_panics() {
    let texts = [
        "letting n = 8\nletting init = [[3, 1], [4, 3]]\n",
        "letting n = 8\nletting blocks = [[3, 1], [4, 3]]\n",
        "n = 8\nnumdiags = 2\ndiags = [[3, 1], [4, 0]]\n",
        "8 2 3 1 4 0",
        "letting n = ä [[€",
    ];
    let mut rng = solver_core::search::Rng::new(80);
    for case in 0..20_000 {
        let mut characters: Vec<char> = texts[case % texts.len()].chars().collect();
        for _ in 0..1 + rng.below(4) {
            let at = rng.below(characters.len() as u64) as usize;
            match rng.below(4) {
                0 => characters.truncate(at),
                1 => characters.insert(at, ['[', ']', ',', '9', '0', '=', 'n', '\n', '$'][rng.below(9) as usize]),
                2 => drop(characters.remove(at)),
                _ => characters.extend_from_within(at..),
            }
            if characters.is_empty() {
                break;
            }
        }
        let text: String = characters.into_iter().collect();
        for kind in [None, Some(Kind::Completion), Some(Kind::Blocked), Some(Kind::Diagonals)] {
            let reading = Reading { kind, base: None, diagonals: Some(1).filter(|_| case % 3 == 0) };
            if let Ok(instance) = Instance::read(&text, &reading) {
                let written = instance.to_string();
                assert_eq!(read(&written).as_ref(), Ok(&instance), "{text:?}");
            }
        }
    }
}

#[test]
fn generated_instances_are_what_was_asked_for() {
    for seed in 0..50 {
        let excluded = generate::diagonals(16, 13, 4, seed).expect("an instance");
        assert_eq!(excluded.changes().excluded().len(), 13);
        assert_eq!(read(&excluded.to_string()).as_ref(), Ok(&excluded));
        let fewer = generate::diagonals(16, 5, 4, seed).expect("an instance");
        assert_eq!(fewer.changes().excluded(), &excluded.changes().excluded()[..5]);
        let open = |row: u32| {
            let row = (0..16).map(move |column| Square { column, row });
            row.filter(|s| !excluded.changes().excluded().iter().any(|d| d.contains(*s))).count()
        };
        assert!((0..16).all(|row| open(row) >= 4));

        let blocked = generate::blocked(10, 24, 4, seed).expect("an instance");
        assert_eq!(blocked.changes().blocked().len(), 24);
        assert_eq!(read(&blocked.to_string()).as_ref(), Ok(&blocked));
        let completion = generate::completion(30, 8, seed).expect("an instance");
        assert_eq!(completion.changes().givens().squares().len(), 8);
        assert_eq!(read(&completion.to_string()).as_ref(), Ok(&completion));
    }
    assert_ne!(generate::blocked(10, 24, 4, 1), generate::blocked(10, 24, 4, 2));
    let said = |e: generate::GenerateError| e.to_string();
    let too_few = "only 3 of 4 queens were found; ask for fewer, or try another seed";
    assert_eq!(generate::completion(4, 4, 1).map_err(said), Err(too_few.to_owned()));
    let too_many = "5 queens are too many: at most 4 are possible";
    assert_eq!(generate::completion(4, 5, 1).map_err(said), Err(too_many.to_owned()));
    let too_many = "9 squares are too many: at most 8 are possible";
    assert_eq!(generate::blocked(4, 9, 2, 1).map_err(said), Err(too_many.to_owned()));
    assert_eq!(generate::blocked(0, 1, 0, 1).map_err(said), Err("a board needs at least 1 column".to_owned()));
    assert!(generate::diagonals(4, 40, 2, 1).is_err());
}
