//! The rules of a puzzle, and a plain search for all solutions, which verifies the solver. The code uses none of the
//! solver's models, propagators or readers.

/// The cells and rules of a puzzle.
#[derive(Default)]
pub(crate) struct Board {
    /// The cells, each with its name in the solver and its values.
    pub(crate) cells: Vec<(String, Vec<i32>)>,
    rules: Vec<Rule>,
    /// For each cell, the indices of its rules.
    rules_of: Vec<Vec<usize>>,
}

/// A rule: its cells, and a test of whether a partial assignment can still satisfy the rule. The test is exact for
/// complete assignments; for partial ones, it may wrongly return true.
struct Rule {
    cells: Vec<usize>,
    can_hold: Box<Test>,
}

type Test = dyn Fn(&[Option<i32>]) -> bool;

/// The node limit of a search.
const NODES: usize = 3_000_000;

impl Board {
    /// Adds a cell.
    pub(crate) fn cell(&mut self, name: impl Into<String>, values: impl IntoIterator<Item = i32>) -> usize {
        self.cells.push((name.into(), values.into_iter().collect()));
        self.rules_of.push(Vec::new());
        self.cells.len() - 1
    }

    /// Finds the index of the cell with this name.
    pub(crate) fn find(&self, name: &str) -> usize {
        self.cells.iter().position(|cell| cell.0 == name).unwrap_or_else(|| panic!("there is no cell {name}"))
    }

    /// Adds a rule on the given cells.
    pub(crate) fn rule(&mut self, cells: &[usize], can_hold: impl Fn(&[Option<i32>]) -> bool + 'static) {
        for &cell in cells {
            self.rules_of[cell].push(self.rules.len());
        }
        self.rules.push(Rule { cells: cells.to_vec(), can_hold: Box::new(can_hold) });
    }

    /// Adds the rule that the cells differ.
    pub(crate) fn different(&mut self, cells: &[usize]) {
        self.rule(cells, |values| {
            let mut seen: Vec<i32> = values.iter().flatten().copied().collect();
            let known = seen.len();
            seen.sort_unstable();
            seen.dedup();
            seen.len() == known
        });
    }

    /// Adds the rule that the number of cells with value 1 lies within a range.
    pub(crate) fn marked(&mut self, cells: &[usize], least: usize, most: usize) {
        self.rule(cells, move |values| {
            let marked = values.iter().filter(|value| **value == Some(1)).count();
            let open = values.iter().filter(|value| value.is_none()).count();
            marked <= most && marked + open >= least
        });
    }

    fn obeys(&self, rule: &Rule, held: &[Option<i32>]) -> bool {
        let values: Vec<Option<i32>> = rule.cells.iter().map(|&cell| held[cell]).collect();
        (rule.can_hold)(&values)
    }

    /// Finds all solutions, up to the limit. Returns `None` if this takes too long.
    pub(crate) fn solutions(&self, limit: usize) -> Option<Vec<Vec<i32>>> {
        let mut search = Search { board: self, limit, nodes: 0, found: Vec::new() };
        let mut held = vec![None; self.cells.len()];
        // A rule without cells is decided before the search.
        if self.rules.iter().all(|rule| self.obeys(rule, &held)) {
            search.run(&mut held);
        }
        (search.nodes < NODES).then_some(search.found)
    }
}

struct Search<'b> {
    board: &'b Board,
    limit: usize,
    nodes: usize,
    found: Vec<Vec<i32>>,
}

impl Search<'_> {
    /// Branches on the cell with the fewest remaining values.
    fn run(&mut self, held: &mut Vec<Option<i32>>) {
        self.nodes += 1;
        if self.found.len() == self.limit || self.nodes >= NODES {
            return;
        }
        let mut fewest: Option<(usize, Vec<i32>)> = None;
        for cell in (0..held.len()).filter(|&cell| held[cell].is_none()).collect::<Vec<usize>>() {
            let values = self.left(held, cell);
            if fewest.as_ref().is_none_or(|(_, least)| values.len() < least.len()) {
                fewest = Some((cell, values));
            }
            if fewest.as_ref().is_some_and(|(_, least)| least.is_empty()) {
                return;
            }
        }
        let Some((cell, values)) = fewest else {
            self.found.push(held.iter().copied().flatten().collect());
            return;
        };
        for value in values {
            held[cell] = Some(value);
            self.run(held);
        }
        held[cell] = None;
    }

    fn left(&self, held: &mut [Option<i32>], cell: usize) -> Vec<i32> {
        let mut left = Vec::new();
        for &value in &self.board.cells[cell].1 {
            held[cell] = Some(value);
            if self.board.rules_of[cell].iter().all(|&rule| self.board.obeys(&self.board.rules[rule], held)) {
                left.push(value);
            }
        }
        held[cell] = None;
        left
    }
}
