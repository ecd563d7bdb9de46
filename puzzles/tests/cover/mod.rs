//! An exact cover solver, which verifies boards without using the solver: Knuth's Algorithm X with multiplicities (*The
//! Art of Computer Programming*, volume 4B, 7.2.2.1).
//!
//! An option is a star on a square. It covers the row, the column and the region of the square, each of which must be
//! covered as many times as it has stars. It also covers every 2×2 block that contains the square; a block may be
//! covered at most once, because two squares touch if and only if they share a block. The search has no incremental
//! state: an option is open if it has not been excluded and none of its items is full.

/// An item that options can cover.
struct Item {
    /// How many more times the item can be covered.
    room: usize,
    /// Whether the item must be covered exactly that many times; otherwise, at most that many.
    exact: bool,
    options: Vec<usize>,
}

/// A search for all covers.
pub(crate) struct Cover {
    items: Vec<Item>,
    /// The items that each option covers.
    covers: Vec<Vec<usize>>,
    aside: Vec<bool>,
    chosen: Vec<usize>,
    limit: usize,
    found: Vec<Vec<usize>>,
}

impl Cover {
    /// Finds all solutions of a board, or the first `limit` of them. A solution is a sorted list of squares (row,
    /// column).
    pub(crate) fn solutions(board: &[Vec<u8>], stars: usize, limit: usize) -> Vec<Vec<(usize, usize)>> {
        let n = board.len();
        let mut cover = Cover {
            items: Vec::new(),
            covers: vec![Vec::new(); n * n],
            aside: vec![false; n * n],
            chosen: Vec::new(),
            limit,
            found: Vec::new(),
        };
        let all = || (0..n * n).map(|square| (square / n, square % n));
        let mut letters: Vec<u8> = board.concat();
        letters.sort_unstable();
        letters.dedup();
        for i in 0..n {
            cover.item(stars, true, all().filter(|&(r, _)| r == i).map(|(r, c)| r * n + c));
            cover.item(stars, true, all().filter(|&(_, c)| c == i).map(|(r, c)| r * n + c));
        }
        for letter in letters {
            cover.item(stars, true, all().filter(|&(r, c)| board[r][c] == letter).map(|(r, c)| r * n + c));
        }
        for (r, c) in all().filter(|&(r, c)| r + 1 < n && c + 1 < n) {
            let corner = r * n + c;
            cover.item(1, false, [corner, corner + 1, corner + n, corner + n + 1].into_iter());
        }
        cover.search();
        let places = |mut squares: Vec<usize>| {
            squares.sort_unstable();
            squares.into_iter().map(|square| (square / n, square % n)).collect()
        };
        cover.found.into_iter().map(places).collect()
    }

    fn item(&mut self, room: usize, exact: bool, options: impl Iterator<Item = usize>) {
        let options: Vec<usize> = options.collect();
        for &option in &options {
            self.covers[option].push(self.items.len());
        }
        self.items.push(Item { room, exact, options });
    }

    fn is_open(&self, option: usize) -> bool {
        !self.aside[option] && self.covers[option].iter().all(|&item| self.items[item].room > 0)
    }

    fn open<'a>(&'a self, item: &'a Item) -> impl Iterator<Item = usize> + 'a {
        item.options.iter().copied().filter(|&option| self.is_open(option))
    }

    /// Branches on an option of the item with the least slack: first selects the option, then excludes it.
    fn search(&mut self) {
        if self.found.len() == self.limit {
            return;
        }
        let wanting = self.items.iter().filter(|item| item.exact && item.room > 0);
        // The number of options that an item can spare. If it is negative, the item cannot be covered.
        let spare = |item: &Item| self.open(item).count() as isize - item.room as isize;
        let Some((spare, hardest)) = wanting.map(|item| (spare(item), item)).min_by_key(|&(spare, _)| spare) else {
            return self.found.push(self.chosen.clone());
        };
        if spare < 0 {
            return;
        }
        let option = self.open(hardest).next().expect("an item with room has as many open options");
        self.aside[option] = true;
        self.choose(option);
        self.search();
        self.unchoose(option);
        self.search();
        self.aside[option] = false;
    }

    fn choose(&mut self, option: usize) {
        self.covers[option].iter().for_each(|&item| self.items[item].room -= 1);
        self.chosen.push(option);
    }

    fn unchoose(&mut self, option: usize) {
        self.covers[option].iter().for_each(|&item| self.items[item].room += 1);
        self.chosen.pop();
    }
}

/// The number of placements of non-attacking kings, one in each row and column, is known (A002464).
#[test]
fn kings_are_counted() {
    for (n, count) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 14), (6, 90), (7, 646), (8, 5242)] {
        // Regions equal to rows are redundant.
        let board: Vec<Vec<u8>> = (0..n).map(|row| vec![b'A' + row; usize::from(n)]).collect();
        assert_eq!(Cover::solutions(&board, 1, usize::MAX).len(), count, "{n}");
    }
}

/// The exact cover agrees with brute force over all sets of squares, with one star and with two.
#[test]
fn every_set_of_squares_is_checked_alike() {
    for board in ["AABB AABB CCDD CCDD", "ABBB ABBC DDCC DDCC", "AAAA ABBB ACCC DDDD"] {
        let board: Vec<Vec<u8>> = board.split(' ').map(|row| row.as_bytes().to_vec()).collect();
        for stars in [1, 2] {
            let fits = |set: &u32| {
                let squares: Vec<(usize, usize)> =
                    (0..16).filter(|s| set >> s & 1 == 1).map(|s| (s / 4, s % 4)).collect();
                let apart = |a: &(usize, usize), b: &(usize, usize)| a.0.abs_diff(b.0) > 1 || a.1.abs_diff(b.1) > 1;
                let counts = |of: &dyn Fn((usize, usize)) -> usize| {
                    (0..4).all(|i| squares.iter().filter(|&&square| of(square) == i).count() == stars)
                };
                counts(&|(r, _)| r)
                    && counts(&|(_, c)| c)
                    && counts(&|(r, c)| usize::from(board[r][c] - b'A'))
                    && squares.iter().enumerate().all(|(i, a)| squares[..i].iter().all(|b| apart(a, b)))
            };
            let expected = (0..1_u32 << 16).filter(fits).count();
            assert_eq!(Cover::solutions(&board, stars, usize::MAX).len(), expected, "{board:?} {stars}");
        }
    }
}
