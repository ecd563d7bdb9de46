//! Draws two-dimensional arrays: as tables of values, with pencil marks where several values remain, or as pictures if
//! each cell is 0 or 1.

use super::{Drawn, Piece, Tint};
use crate::recording::{Recording, Replay};
use solver_core::{Atom, Var};
use std::collections::{HashMap, HashSet};

/// The maximum number of cells in a table and the maximum number of values in a cell. Larger tables are not drawn.
const CELLS: usize = 1024;
const VALUES: u64 = 36;

/// The maximum width of a table with pencil marks.
const WIDTH: usize = 100;

/// A two-dimensional array.
#[derive(Clone, Debug)]
pub(super) struct Table {
    name: String,
    rows: Vec<String>,
    columns: Vec<String>,
    /// The cells, row by row.
    cells: Vec<Vec<Option<Var>>>,
    /// Whether each cell is 0 or 1.
    is_picture: bool,
    /// The indices of the rows and columns at which blocks begin. A block is the scope of an all_different
    /// constraint.
    parted: [Vec<usize>; 2],
}

/// The name under which the squares of a puzzle are drawn.
const SQUARES: &str = "squares";

/// A variable's row and column, and the variable.
type Place<'a> = (&'a str, &'a str, Var);

/// Splits `cell[1,3]` into `cell`, row 1 and column 3, and a square such as `b3` into row 3 and column b.
fn parts(name: &str) -> Option<(&str, &str, &str)> {
    if let Some(digits) = name.find(|c: char| c.is_ascii_digit()) {
        let (column, row) = name.split_at(digits);
        let is_square = (1..=2).contains(&column.len()) && column.bytes().all(|letter| letter.is_ascii_lowercase());
        if is_square && row.bytes().all(|digit| digit.is_ascii_digit()) {
            return Some((SQUARES, row, column));
        }
    }
    let (array, rest) = name.split_once('[')?;
    let (row, column) = rest.strip_suffix(']')?.split_once(',')?;
    let column = column.trim_start();
    let is_index = |index: &str| !index.is_empty() && !index.contains(['[', ']', ',']);
    let is_name = array.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let is_name = is_name && array.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name && is_index(row) && is_index(column)).then_some((array, row, column))
}

impl Table {
    pub(super) fn all(recording: &Recording) -> Vec<Table> {
        let symbols = recording.symbols();
        let scopes = scopes(recording);
        let mut arrays: Vec<(&str, Vec<Place<'_>>)> = Vec::new();
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        for var in symbols.vars().filter(|&var| symbols.is_of_problem(var)) {
            for (array, row, column) in symbols.variable(var).split(" = ").filter_map(parts) {
                let number = *numbers.entry(array).or_insert(arrays.len());
                if number == arrays.len() {
                    arrays.push((array, Vec::new()));
                }
                arrays[number].1.push((row, column, var));
            }
        }
        arrays.into_iter().filter_map(|(array, cells)| Table::new(recording, array, &cells, &scopes)).collect()
    }

    fn new(recording: &Recording, name: &str, named: &[Place<'_>], scopes: &[HashSet<Var>]) -> Option<Table> {
        if named.len() > CELLS {
            return None;
        }
        let root = |var: Var| &recording.roots()[var.index()];
        let rows = in_order(named.iter().map(|&(row, column, var)| (row, column, root(var).len() > 1)));
        let mut columns = in_order(named.iter().map(|&(row, column, var)| (column, row, root(var).len() > 1)));
        if name == SQUARES {
            columns.sort_by_key(|column| (column.len(), *column));
        }
        let span = |var: Var| match (root(var).min(), root(var).max()) {
            (Some(low), Some(high)) => (i64::from(high) - i64::from(low)).unsigned_abs() + 1,
            _ => 0,
        };
        let is_full = named.len() * 2 > rows.len() * columns.len();
        if rows.len() < 2 || columns.len() < 2 || !is_full || named.iter().any(|&(.., var)| span(var) > VALUES) {
            return None;
        }
        let place = |order: &[&str], index: &str| order.iter().position(|known| *known == index).unwrap_or(0);
        let at = |row, column| [place(&rows, row), place(&columns, column)];
        let placed: Vec<([usize; 2], Var)> = named.iter().map(|&(row, column, var)| (at(row, column), var)).collect();
        let blocks = scopes.iter().filter_map(|scope| {
            let own: Vec<&[usize; 2]> =
                placed.iter().filter(|(_, var)| scope.contains(var)).map(|(place, _)| place).collect();
            let span = |side: usize| {
                let places = || own.iter().map(|place| place[side]);
                Some((places().min()?, places().max()?))
            };
            let spans = [span(0)?, span(1)?];
            // The recorded reasons need not mention all cells of a block.
            let area = spans.iter().map(|(low, high)| high - low + 1).product::<usize>();
            (own.len() * 3 >= area * 2 && spans.iter().all(|(low, high)| low < high)).then_some(spans)
        });
        let blocks: Vec<[(usize, usize); 2]> = blocks.collect();
        // Blocks are separated if most cells are in rectangular blocks.
        let is_in = |spans: &[(usize, usize); 2], place: &[usize; 2]| {
            spans.iter().zip(place).all(|((low, high), at)| (low..=high).contains(&at))
        };
        let covered = placed.iter().filter(|(place, _)| blocks.iter().any(|spans| is_in(spans, place)));
        let is_parted = covered.count() * 4 >= named.len() * 3;
        let parts = |side: usize, places: usize| {
            let is_within = |at: usize| blocks.iter().any(|spans| spans[side].0 < at && at <= spans[side].1);
            (1..places).filter(|&at| is_parted && !is_within(at)).collect()
        };
        let parted = [parts(0, rows.len()), parts(1, columns.len())];
        let mut cells = vec![vec![None; columns.len()]; rows.len()];
        placed.iter().for_each(|&([row, column], var)| cells[row][column] = Some(var));
        let is_bit = |var: Var| {
            let label = recording.symbols().label(var);
            let is_named = label.values.as_ref().is_some_and(|names| names.name(1) != Some("true"));
            (!is_named || label.alone) && root(var).min() >= Some(0) && root(var).max() <= Some(1)
        };
        Some(Table {
            name: name.to_owned(),
            cells,
            is_picture: named.iter().all(|&(.., var)| is_bit(var)),
            parted,
            rows: rows.into_iter().map(str::to_owned).collect(),
            columns: columns.into_iter().map(str::to_owned).collect(),
        })
    }

    pub(super) fn variables(&self) -> impl Iterator<Item = Var> + '_ {
        self.cells.iter().flatten().filter_map(|&var| var)
    }

    pub(super) fn drawn(&self, replay: &Replay<'_>, touched: Option<Atom>) -> Drawn {
        if self.is_picture { self.picture(replay, touched) } else { self.table(replay, touched) }
    }

    fn table(&self, replay: &Replay<'_>, touched: Option<Atom>) -> Drawn {
        let cell = |marks: bool, var: Option<Var>| var.map_or_else(String::new, |var| written(replay, var, marks));
        let widths = |marks: bool| -> Vec<usize> {
            let wide = |column: usize| {
                let cells = self.cells.iter().map(|row| cell(marks, row[column]).chars().count());
                cells.chain([self.columns[column].chars().count()]).max().unwrap_or(0)
            };
            (0..self.columns.len()).map(wide).collect()
        };
        let marks = widths(true).iter().map(|width| width + 2).sum::<usize>() <= WIDTH;
        let widths = widths(marks);
        let names = self.rows.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let apart = |column: usize| if self.parted[1].contains(&column) { " | " } else { "  " };
        let heading = (0..).zip(self.columns.iter().zip(&widths));
        let heading: String =
            heading.map(|(at, (name, width))| format!("{}{name:<width$}", " ".repeat(apart(at).len()))).collect();
        let mut drawn = Drawn::default();
        drawn.lines.push(vec![Piece::new(&self.name, Tint::Bold)]);
        drawn.lines.push(vec![Piece::faint(format!("{:names$}{heading}", ""))]);
        for (at, (name, row)) in (0..).zip(self.rows.iter().zip(&self.cells)) {
            if self.parted[0].contains(&at) {
                drawn.lines.push(Vec::new());
            }
            let mut line = vec![Piece::faint(format!("{name:>names$}"))];
            for (column, (&var, &width)) in (0..).zip(row.iter().zip(&widths)) {
                let text = cell(marks, var);
                let is_touched = var.is_some_and(|var| touched.is_some_and(|fact| fact.var() == var));
                let is_fixed = var.is_some_and(|var| replay.domain(var).len() == 1);
                let tint = if is_touched {
                    Tint::Inverse
                } else if is_fixed {
                    Tint::Bold
                } else {
                    Tint::Faint
                };
                let blank = width - text.chars().count();
                line.extend([Piece::faint(apart(column)), Piece::new(text, tint), Piece::plain(" ".repeat(blank))]);
                if is_touched {
                    drawn.touched = Some(drawn.lines.len());
                }
            }
            drawn.lines.push(line);
        }
        drawn
    }

    fn picture(&self, replay: &Replay<'_>, touched: Option<Atom>) -> Drawn {
        let mut drawn = Drawn::default();
        drawn.lines.push(vec![Piece::new(&self.name, Tint::Bold)]);
        let names = self.rows.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        if self.columns.iter().all(|name| name.chars().count() == 1) {
            drawn.lines.push(vec![Piece::faint(format!("{:names$} {}", "", self.columns.join(" ")))]);
        }
        for (name, row) in self.rows.iter().zip(&self.cells) {
            let pixel = |&var: &Option<Var>| {
                let is_touched = var.is_some_and(|var| touched.is_some_and(|fact| fact.var() == var));
                let domain = var.map(|var| replay.domain(var));
                let sign = match domain.map(|domain| (domain.contains(0), domain.contains(1))) {
                    Some((false, true)) => "# ",
                    Some((true, false)) => ". ",
                    Some((true, true)) => "? ",
                    Some((false, false)) | None => "  ",
                };
                (sign, is_touched)
            };
            let pixels: Vec<(&str, bool)> = row.iter().map(pixel).collect();
            if pixels.iter().any(|(_, is_touched)| *is_touched) {
                drawn.touched = Some(drawn.lines.len());
            }
            let tint = |is_touched| if is_touched { Tint::Inverse } else { Tint::Plain };
            let pixels = pixels.into_iter().map(|(sign, is_touched)| Piece::new(sign, tint(is_touched)));
            drawn.lines.push(std::iter::once(Piece::faint(format!("{name:>names$} "))).chain(pixels).collect());
        }
        drawn.legend = ["# 1", ". 0", "? open"].map(|sign| vec![Piece::faint(sign)]).into();
        drawn
    }
}

/// Collects, for each all_different propagator, the variables that occur in its reasons.
fn scopes(recording: &Recording) -> Vec<HashSet<Var>> {
    let mut scopes: HashMap<u32, HashSet<Var>> = HashMap::new();
    let inferred = recording.events().iter().filter_map(|event| event.inferred());
    for inferred in inferred.filter(|inferred| inferred.rule.name.starts_with("all_different")) {
        let facts = inferred.premises.iter().chain(&inferred.fact);
        scopes.entry(inferred.propagator).or_default().extend(facts.map(|fact| fact.var()));
    }
    scopes.into_values().collect()
}

/// Formats the value or domain of a cell: digits without separators, names separated by commas; a dot if there is
/// nothing to show.
fn written(replay: &Replay<'_>, var: Var, marks: bool) -> String {
    let (symbols, domain) = (replay.recording().symbols(), replay.domain(var));
    if !marks && domain.len() > 1 {
        return ".".to_owned();
    }
    let values: Vec<String> = domain.iter().map(|value| symbols.value(var, value)).collect();
    let apart = if values.iter().all(|value| value.chars().count() == 1) { "" } else { "," };
    values.join(apart)
}

/// Orders the distinct indices. Numbers are sorted in ascending order. Names keep the order in which the open cells of
/// a row or column list them; given cells are ignored because they come first in the array.
fn in_order<'a>(named: impl Iterator<Item = (&'a str, &'a str, bool)>) -> Vec<&'a str> {
    let mut left: Vec<&str> = Vec::new();
    let mut lines: Vec<(&str, &str)> = Vec::new();
    let mut before: HashMap<&str, HashSet<&str>> = HashMap::new();
    for (index, line, is_open) in named {
        if !left.contains(&index) {
            left.push(index);
        }
        if is_open {
            match lines.iter_mut().find(|(known, _)| *known == line) {
                Some((_, last)) => {
                    before.entry(index).or_default().insert(std::mem::replace(last, index));
                }
                None => lines.push((line, index)),
            }
        }
    }
    if left.iter().all(|index| index.parse::<i64>().is_ok()) {
        left.sort_by_key(|index| index.parse::<i64>().unwrap_or(0));
        return left;
    }
    let mut order = Vec::new();
    while !left.is_empty() {
        let is_next = |index: &&str| before.get(index).is_none_or(|all| !left.iter().any(|one| all.contains(one)));
        let next = left.iter().position(is_next).unwrap_or(0);
        order.push(left.remove(next));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_the_lines() {
        let cells = [("Mo", "Ann"), ("We", "Ann"), ("Mo", "Bob"), ("Tu", "Bob"), ("We", "Bob")];
        let open = cells.map(|(day, person)| (day, person, true));
        assert_eq!(in_order([("Tu", "Ann", false)].into_iter().chain(open)), ["Mo", "Tu", "We"]);
        assert_eq!(in_order(["10", "9", "-1"].map(|index| (index, "", true)).into_iter()), ["-1", "9", "10"]);
        // If rows disagree about the order, it is arbitrary, but each name occurs once.
        let crossed = [("a", "x", true), ("b", "x", true), ("b", "y", true), ("a", "y", true)];
        assert_eq!(in_order(crossed.into_iter()).len(), 2);
    }

    #[test]
    fn names_of_cells() {
        assert_eq!(parts("cell[1,3]"), Some(("cell", "1", "3")));
        assert_eq!(parts("works[Ann, Mon]"), Some(("works", "Ann", "Mon")));
        assert_eq!(parts("b12"), Some((SQUARES, "12", "b")));
        assert_eq!(parts("aa3"), Some((SQUARES, "3", "aa")));
        for other in ["cell[1]", "cell[1,2,3]", "b", "B3", "abc1", "b3-left", "x[a[1,2]]", ""] {
            assert_eq!(parts(other), None, "{other}");
        }
    }
}
