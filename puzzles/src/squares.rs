//! The squares of a rectangle, numbered row by row: their names, neighbours, lines and connectivity.

/// Returns a square's name: `d1` is in the fourth column and the first row. After column z come aa, ab, …
///
/// ```
/// assert_eq!(puzzles::square_name(0, 3), "d1");
/// assert_eq!(puzzles::square_name(9, 26), "aa10");
/// ```
pub fn square_name(row: usize, column: usize) -> String {
    format!("{}{}", column_name(column), row + 1)
}

/// Returns a column's name: a to z, then aa, ab, …
pub fn column_name(column: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    if column < 26 { letter(column).to_string() } else { format!("{}{}", letter(column / 26 - 1), letter(column)) }
}

/// A row or a column of squares.
pub(crate) struct Line {
    /// `row` or `column`.
    pub(crate) kind: &'static str,
    /// `row 3`, `column b`.
    pub(crate) name: String,
    pub(crate) squares: Vec<usize>,
}

/// Iterates over all rows and then all columns.
pub(crate) fn lines(rows: usize, columns: usize) -> impl Iterator<Item = Line> {
    let row = move |row| {
        let squares = (0..columns).map(|column| row * columns + column).collect();
        Line { kind: "row", name: format!("row {}", row + 1), squares }
    };
    let column = move |column| {
        let squares = (0..rows).map(|row| row * columns + column).collect();
        Line { kind: "column", name: format!("column {}", column_name(column)), squares }
    };
    (0..rows).map(row).chain((0..columns).map(column))
}

/// Iterates over the squares that share a side with this one.
pub(crate) fn beside(square: usize, rows: usize, columns: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (square / columns, square % columns);
    let up = (row > 0).then(|| square - columns);
    let left = (column > 0).then(|| square - 1);
    let right = (column + 1 < columns).then_some(square + 1);
    let down = (row + 1 < rows).then_some(square + columns);
    [up, left, right, down].into_iter().flatten()
}

/// Checks whether two squares share a side or a corner.
pub(crate) fn touches(one: usize, other: usize, columns: usize) -> bool {
    let (rows, across) = ((one / columns).abs_diff(other / columns), (one % columns).abs_diff(other % columns));
    one != other && rows <= 1 && across <= 1
}

/// Iterates, in ascending order, over the squares that share a side or a corner with this one.
pub(crate) fn around(square: usize, rows: usize, columns: usize) -> impl Iterator<Item = usize> {
    (0..rows * columns).filter(move |&other| touches(square, other, columns))
}

/// Iterates over the pairs of squares that share a side: each square with the square to its right and the square below
/// it.
pub(crate) fn neighbours(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> {
    let after = move |square| beside(square, rows, columns).filter(move |&other| other > square);
    (0..rows * columns).flat_map(move |square| after(square).map(move |other| (square, other)))
}

/// Returns, for each square, whether a path through squares of the set connects it to the start.
pub(crate) fn reached(start: usize, rows: usize, columns: usize, is_in: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut reached = vec![false; rows * columns];
    reached[start] = true;
    let mut next = vec![start];
    while let Some(square) = next.pop() {
        for other in beside(square, rows, columns) {
            if is_in(other) && !std::mem::replace(&mut reached[other], true) {
                next.push(other);
            }
        }
    }
    reached
}

/// Checks whether a set of squares is connected.
pub(crate) fn is_whole(rows: usize, columns: usize, is_in: impl Fn(usize) -> bool) -> bool {
    let mut own = (0..rows * columns).filter(|&square| is_in(square));
    let Some(start) = own.next() else { return true };
    let reached = reached(start, rows, columns, &is_in);
    own.all(|square| reached[square])
}
