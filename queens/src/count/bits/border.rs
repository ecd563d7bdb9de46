//! Borders: queens on the four edges of the board, up to symmetry.
//!
//! Every board has a queen on each edge; a queen in a corner is on two edges. Placing these two to four queens first
//! breaks all symmetry: one border of each class under rotation and reflection is kept, and its completions are
//! weighted by the size of the class. Searching the interior then needs no symmetry test. (The "constellations" of
//! NQueensFAF and the coronals of the 27-queens project use the same idea.)
//!
//! The edge queens attack most interior squares before the search even begins.

/// A border and the interior that remains to be filled.
#[derive(Clone, Debug)]
pub(super) struct Border {
    /// The number of borders in the symmetry class.
    pub(super) images: u64,
    /// The occupied columns, as bits; columns beyond the board count as occupied.
    pub(super) columns: u32,
    /// The interior rows without a queen.
    pub(super) rows: Vec<Row>,
}

/// An interior row to be filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row {
    /// The columns that a border queen occupies or attacks diagonally.
    pub(super) blocked: u32,
    /// The distance to the next row to be filled.
    pub(super) step: u32,
}

/// The positions of the queens on the north, east, south and west edges, each counted clockwise.
type Edges = [u32; 4];

/// Lists one border from each symmetry class, for a board of 1 to 32 rows.
pub(super) fn borders(n: u32) -> Vec<Border> {
    let mut borders = Vec::new();
    for north in 0..n {
        for east in 0..n {
            for south in 0..n {
                for west in 0..n {
                    let edges = [north, east, south, west];
                    if let Some(images) = class_size(n, edges)
                        && let Some(squares) = squares(n, edges)
                    {
                        borders.push(interior(n, images, &squares));
                    }
                }
            }
        }
    }
    borders
}

/// Returns the size of the symmetry class if `edges` is its smallest member, otherwise `None`.
fn class_size(n: u32, edges: Edges) -> Option<u64> {
    let [a, b, c, d] = edges;
    // A reflection in the falling diagonal exchanges north and west and reverses the direction.
    let [r, s, t, u] = [d, c, b, a].map(|place| n - 1 - place);
    let images = [
        [a, b, c, d],
        [b, c, d, a],
        [c, d, a, b],
        [d, a, b, c],
        [r, s, t, u],
        [s, t, u, r],
        [t, u, r, s],
        [u, r, s, t],
    ];
    let same = images.iter().filter(|&&image| image == edges).count() as u64;
    images.iter().all(|&image| edges <= image).then_some(8 / same)
}

/// Returns the squares (row, column) of the edge queens if the edges agree on the corners and no queen attacks another.
fn squares(n: u32, [north, east, south, west]: Edges) -> Option<Vec<(u32, u32)>> {
    let last = n - 1;
    let named = [(0, north), (east, last), (last, last - south), (last - west, 0)];
    let mut squares: Vec<(u32, u32)> = Vec::with_capacity(4);
    for square in named {
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    let attack = |&(r, c): &(u32, u32), &(s, d): &(u32, u32)| r == s || c == d || r.abs_diff(s) == c.abs_diff(d);
    let quiet = squares.iter().enumerate().all(|(i, a)| squares[..i].iter().all(|b| !attack(a, b)));
    // Two queens on one edge attack each other, so each edge has exactly one.
    quiet.then_some(squares)
}

fn interior(n: u32, images: u64, queens: &[(u32, u32)]) -> Border {
    let board = if n == 32 { !0 } else { (1 << n) - 1 };
    let columns = queens.iter().fold(!board, |set, &(_, column)| set | 1 << column);
    let open: Vec<u32> = (1..n - 1).filter(|&row| queens.iter().all(|&(taken, _)| taken != row)).collect();
    let rows = open.iter().enumerate().map(|(i, &row)| {
        let attacked = queens.iter().fold(0u32, |set, &(queen, column)| {
            let distance = row.abs_diff(queen);
            set | (1u64 << (column + distance)) as u32 | (1u64 << column >> distance) as u32
        });
        let step = open.get(i + 1).map_or(1, |next| next - row);
        Row { blocked: attacked | columns, step }
    });
    Border { images, columns, rows: rows.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_cover_all_borders() {
        // Enumerate the borders of the 8×8 board directly.
        let n = 8;
        let places = || 0..n;
        let all = places()
            .flat_map(|a| places().flat_map(move |b| places().flat_map(move |c| places().map(move |d| [a, b, c, d]))))
            .filter(|&edges| squares(n, edges).is_some())
            .count() as u64;
        assert_eq!(borders(n).iter().map(|border| border.images).sum::<u64>(), all);
        assert!(borders(n).len() as u64 * 7 < all);
    }

    #[test]
    fn a_corner_queen_serves_two_edges() {
        // With a queen in the corner, the north and west edges refer to the same square.
        assert_eq!(squares(6, [0, 2, 1, 5]), Some(vec![(0, 0), (2, 5), (5, 4)]));
        assert_eq!(squares(6, [0, 2, 1, 3]), None);
    }
}
