//! Exact cover: a bit-parallel search for statements whose rules are all groups, with 64 groups per word.
//!
//! If a group has only as many open candidates as it still needs, all of them become true; a complete group excludes
//! its other candidates. This finds all singles without variables and propagators, and suffices for nearly every
//! published puzzle. In terms of Knuth's exact covers (The Art of Computer Programming, volume 4B, 7.2.2.1), groups are
//! items and candidates are options. Here, disjoint groups are columns of a [`Block`], and bitwise operations count all
//! columns of a block at once.

mod blocks;

use crate::candidates::Candidates;
use crate::fact::Fact;
use crate::statement::Statement;
use blocks::{Block, Blocks, Fall};

/// The maximum number of candidates that a group may need.
const MOST_NEEDED: usize = 4;

/// The search depth for which memory is reserved.
const EXPECTED_DEPTH: usize = 8;

/// The error when a group has too many or too few true candidates.
struct Conflict;

/// A statement whose rules are all groups, prepared for searches.
#[derive(Debug)]
pub(crate) struct Cover {
    candidates: Candidates,
    blocks: Blocks,
}

/// The state of a search: the open candidates of each group, and the true candidates.
struct State<'c> {
    blocks: &'c Blocks,
    /// The row and need words of all blocks.
    words: Vec<u64>,
    /// The true candidates.
    held: Vec<u32>,
}

/// The status of the groups of a block, one bit per column.
struct Columns {
    /// Whether an exact group has fewer open candidates than it needs.
    has_conflict: bool,
    /// The exact groups that need all of their open candidates.
    taking: u64,
    /// The exact groups with one more open candidate than they need.
    tight: u64,
    /// The exact groups that need more candidates.
    waiting: u64,
}

impl Cover {
    /// Prepares a statement without its givens. Returns `None` if a rule is more than a group.
    pub(crate) fn new(statement: &Statement) -> Option<Cover> {
        let mut is_group = vec![false; statement.rules.len()];
        statement.units.iter().for_each(|unit| is_group[unit.rule] = true);
        let (model, Statement { cells, groups, .. }) = (statement.needed(), statement);
        is_group.truncate(model.constraints());
        let has_more = model.constraints() != is_group.len() || model.variables() != cells.len();
        if has_more || is_group.contains(&false) || groups.iter().any(|group| group.count > MOST_NEEDED) {
            return None;
        }
        let candidates = Candidates::new(cells);
        let blocks = Blocks::new(statement, &candidates);
        Some(Cover { candidates, blocks })
    }

    /// Finds at most two solutions with these facts. Returns the value of each cell in each solution, and the number of
    /// nodes, or `None` if the node limit is reached.
    pub(crate) fn two(&self, facts: &[Fact], most: u64) -> Option<(Vec<Vec<i32>>, u64)> {
        match self.blocks.most_needed {
            1 => self.searched::<1>(facts, most),
            _ => self.searched::<MOST_NEEDED>(facts, most),
        }
    }

    /// Implements [`two`](Cover::two) for groups that need at most `MOST` candidates.
    fn searched<const MOST: usize>(&self, facts: &[Fact], most: u64) -> Option<(Vec<Vec<i32>>, u64)> {
        let initial = &self.blocks.initial;
        let mut state =
            State { blocks: &self.blocks, words: initial.clone(), held: Vec::with_capacity(self.candidates.cells()) };
        let mut settled = self.post::<MOST>(&mut state, facts);
        let (mut solutions, mut nodes) = (Vec::new(), 0);
        // For each decision, `saved` holds the previous words, and `decisions` holds the number of true candidates and
        // the choice.
        let mut saved: Vec<u64> = Vec::with_capacity(EXPECTED_DEPTH * initial.len());
        let mut decisions: Vec<(usize, u32)> = Vec::with_capacity(EXPECTED_DEPTH);
        loop {
            if nodes == most {
                return None;
            }
            nodes += 1;
            if settled.is_ok() {
                settled = state.settle::<MOST>();
            }
            if settled.is_ok() {
                if let Some(candidate) = state.decision::<MOST>() {
                    saved.extend_from_slice(&state.words);
                    decisions.push((state.held.len(), candidate));
                    settled = state.hold::<MOST>(candidate);
                    continue;
                }
                solutions.push(self.solution(&state.held));
            }
            // Take the other branch of the last decision.
            let Some((held, candidate)) = decisions.pop().filter(|_| solutions.len() < 2) else {
                return Some((solutions, nodes));
            };
            let from = saved.len() - state.words.len();
            state.words.copy_from_slice(&saved[from..]);
            saved.truncate(from);
            state.held.truncate(held);
            state.exclude(candidate);
            settled = Ok(());
        }
    }

    /// Adds facts. Exclusions come first, so that conflicts with true candidates are detected.
    fn post<const MOST: usize>(&self, state: &mut State<'_>, facts: &[Fact]) -> Result<(), Conflict> {
        let number = |fact: &Fact| self.candidates.number(fact.cell, fact.value).map(|candidate| candidate as u32);
        facts.iter().filter(|fact| !fact.holds).filter_map(number).for_each(|candidate| state.exclude(candidate));
        for fact in facts.iter().filter(|fact| fact.holds) {
            let candidate = number(fact).ok_or(Conflict)?;
            if !state.held.contains(&candidate) {
                state.hold::<MOST>(candidate)?;
            }
        }
        Ok(())
    }

    /// Returns the value of each cell.
    fn solution(&self, held: &[u32]) -> Vec<i32> {
        let mut values = vec![0; held.len()];
        for &candidate in held {
            let (cell, value) = self.candidates.at(candidate as usize);
            values[cell] = value;
        }
        values
    }
}

impl State<'_> {
    /// Propagates to a fixpoint: makes candidates true that a group needs.
    fn settle<const MOST: usize>(&mut self) -> Result<(), Conflict> {
        let mut quiet = 0;
        for block in self.blocks.all.iter().cycle() {
            quiet += 1;
            let Columns { has_conflict, taking, .. } = self.columns::<MOST>(block);
            if has_conflict {
                return Err(Conflict);
            }
            if taking != 0 {
                quiet = 0;
                for row in block.rows() {
                    let mut taken = self.words[row] & taking;
                    while taken != 0 {
                        let column = taken.trailing_zeros();
                        taken &= taken - 1;
                        self.hold::<MOST>(self.blocks.candidate(block, row, column))?;
                    }
                }
            }
            if quiet == self.blocks.all.len() {
                break;
            }
        }
        Ok(())
    }

    /// Counts the open candidates of each column. A column's bit in counter word `i` is set if the column has more than
    /// `i` open candidates.
    #[inline]
    fn columns<const MOST: usize>(&self, block: &Block) -> Columns {
        let mut open = [0_u64; MOST_NEEDED + 2];
        for &row in &self.words[block.rows()] {
            for i in (1..MOST + 2).rev() {
                open[i] |= open[i - 1] & row;
            }
            open[0] |= row;
        }
        let needs = &self.words[block.needs(MOST)];
        let (mut lacking, mut taking, mut tight) = (0, 0, 0);
        for i in 0..MOST {
            // The columns that need exactly i + 1 candidates.
            let own = needs[i] & !needs.get(i + 1).copied().unwrap_or(0);
            lacking |= own & !open[i];
            taking |= own & !open[i + 1];
            tight |= own & open[i + 1] & !open[i + 2];
        }
        let exact = block.exact;
        let (taking, tight, waiting) = (taking & exact, tight & exact, needs[0] & exact);
        Columns { has_conflict: lacking & exact != 0, taking, tight, waiting }
    }

    /// Makes an open candidate true. Groups that this completes exclude their other candidates.
    #[inline]
    fn hold<const MOST: usize>(&mut self, candidate: u32) -> Result<(), Conflict> {
        for place in self.blocks.places(candidate) {
            let bit = 1 << place.column;
            let needs = &mut self.words[place.needs as usize..][..MOST];
            let Some(last) = (0..MOST).rev().find(|&i| needs[i] & bit != 0) else { return Err(Conflict) };
            needs[last] &= !bit;
            let row = &mut self.words[place.row as usize];
            if *row & bit == 0 {
                return Err(Conflict);
            }
            *row &= !bit;
        }
        self.fall(self.blocks.with_candidate(candidate));
        if MOST > 1 {
            for place in self.blocks.places(candidate) {
                if self.words[place.needs as usize] >> place.column & 1 == 0 {
                    self.fall(self.blocks.with_group(place.group));
                }
            }
        }
        self.held.push(candidate);
        Ok(())
    }

    #[inline]
    fn fall(&mut self, falls: &[Fall]) {
        for fall in falls {
            self.words[fall.row as usize] &= !fall.columns;
        }
    }

    /// Excludes a candidate that is not true.
    fn exclude(&mut self, candidate: u32) {
        for place in self.blocks.places(candidate) {
            self.words[place.row as usize] &= !(1 << place.column);
        }
    }

    /// Returns an open candidate of the group with the fewest choices, or `None` if no group needs more candidates.
    fn decision<const MOST: usize>(&self) -> Option<u32> {
        let mut least: Option<(usize, &Block, u32)> = None;
        for block in &self.blocks.all {
            let Columns { tight, mut waiting, .. } = self.columns::<MOST>(block);
            if tight != 0 {
                least = Some((0, block, tight.trailing_zeros()));
                break;
            }
            while waiting != 0 {
                let column = waiting.trailing_zeros();
                waiting &= waiting - 1;
                let bits = |rows: std::ops::Range<usize>| {
                    self.words[rows].iter().filter(|&row| row >> column & 1 == 1).count()
                };
                let choice = bits(block.rows()) - bits(block.needs(MOST));
                if least.is_none_or(|(known, ..)| choice < known) {
                    least = Some((choice, block, column));
                }
            }
        }
        let (_, block, column) = least?;
        let row = block.rows().find(|&row| self.words[row] >> column & 1 == 1)?;
        Some(self.blocks.candidate(block, row, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Words;
    use crate::{Found, Limits};
    use solver_core::prelude::{Model, Step};
    use solver_core::search::Rng;

    /// Makes a statement with random groups of cells, and random facts.
    fn random(rng: &mut Rng) -> (Statement, Vec<Fact>) {
        let mut draw = |below: usize| rng.below(below as u64) as usize;
        let is_marks = draw(2) == 0;
        let words = Words::Marks { one: "{c}", many: "{c}", none: "no {c}" };
        let mut s = Statement::new(if is_marks { words } else { Words::NUMBERS });
        let size = 3 + draw(5);
        for c in 0..size {
            let values = match draw(if is_marks { 8 } else { 1 }) {
                0 if is_marks => 0..=0,
                1 => 1..=1,
                _ if is_marks => 0..=1,
                _ => draw(2) as i32..=1 + draw(4) as i32,
            };
            s.cell(format!("c{c}"), values).unwrap();
        }
        for unit in 0..1 + draw(5) {
            let cells: Vec<usize> = (0..size).filter(|_| draw(2) == 0).collect();
            let name = format!("unit {unit}");
            match if is_marks { 1 + draw(3) } else { 0 } {
                _ if cells.is_empty() => {}
                0 => s.all_different("", &name, &cells),
                1 => s.exactly("", &name, &cells, draw(4)),
                2 => s.at_most_one("", &name, &cells),
                _ => s.at_most_one_unmarked("", &name, &cells),
            }
        }
        let mut fact = || {
            let cell = draw(size);
            Fact { cell, value: s.cells[cell].values[draw(s.cells[cell].values.len())], holds: draw(2) == 0 }
        };
        let facts = (0..fact().cell % 3).map(|_| fact()).collect();
        (s, facts)
    }

    /// Finds the solutions with a search that uses propagators.
    fn searched(statement: &Statement, facts: &[Fact]) -> Vec<Vec<i32>> {
        let model: Model = statement.with(facts);
        let mut run = statement.search(&model).start().unwrap();
        let mut solutions = Vec::new();
        while solutions.len() < 2 && run.step() == Step::Solution {
            solutions.push(statement.cells.iter().map(|cell| run.value(cell.variable).unwrap()).collect());
        }
        solutions
    }

    #[test]
    fn as_many_solutions_as_a_search_with_propagators_finds() {
        let mut seen = [0; 3];
        for seed in 0..4_000 {
            let (statement, facts) = random(&mut Rng::new(seed));
            let cover = Cover::new(&statement).unwrap();
            let all: Vec<Fact> = statement.givens_and(&facts).collect();
            let two = |most| cover.two(&all, most);
            let (own, nodes) = two(u64::MAX).unwrap();
            let theirs = searched(&statement, &facts);
            assert_eq!(own.len(), theirs.len(), "seed {seed}: {statement:?} with {facts:?}");
            seen[own.len()] += 1;
            for solution in &own {
                assert_eq!(statement.with(&facts).violations(solution).unwrap(), [], "seed {seed}");
            }
            match &own[..] {
                [only] => assert_eq!(*only, theirs[0], "seed {seed}"),
                [one, other] => assert_ne!(one, other, "seed {seed}"),
                _ => {}
            }
            // The node count is exact, so a limit that is one node lower does not suffice.
            assert!(two(nodes - 1).is_none(), "seed {seed}");
        }
        assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
    }

    #[test]
    fn rules_that_are_more_than_groups_are_left_to_the_solver() {
        let groups = |kind: &str| {
            let kind = crate::kind(kind).unwrap();
            let statement = (kind.read)(kind.example).unwrap().statement().unwrap();
            let (found, _) = statement.found(&[], &Limits::default()).unwrap();
            assert!(matches!(found, Found::One(_)), "{}", kind.name);
            Cover::new(&statement).is_some()
        };
        let own = crate::KINDS.iter().map(|kind| kind.name).filter(|kind| groups(kind));
        let own: Vec<&str> = own.collect();
        assert_eq!(own, ["sudoku", "diagonal-sudoku", "jigsaw-sudoku", "region-queens", "star-battle", "queens"]);
        // An auxiliary variable that is not a cell can increase the number of solutions.
        let mut s = Statement::new(Words::NUMBERS);
        s.cell("a", 1..=2).unwrap();
        s.model.int("b", 1..=2).unwrap();
        assert!(Cover::new(&s).is_none());
    }

    #[test]
    fn a_limit_of_nodes_holds_for_both_searches() {
        // An empty sudoku needs decisions.
        let sudoku = crate::kind("sudoku").unwrap();
        let statement = (sudoku.read)(&".".repeat(81)).unwrap().statement().unwrap();
        let limits = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
        assert!(statement.found(&[], &limits(1)).is_err());
        let (found, nodes) = statement.found(&[], &limits(1_000)).unwrap();
        assert!(matches!(found, Found::Several(..)));
        assert!(nodes > 1 && nodes <= 1_000);
    }
}
