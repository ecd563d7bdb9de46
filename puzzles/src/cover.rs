//! Exact cover: a statement whose rules are all groups, searched with two counters for each group.
//!
//! A group with as many open candidates as it still needs takes them all; one that needs no more drops those that are
//! left. That finds what singles find, without building a model of variables and propagators, and is enough for nearly
//! every puzzle that people print. The idea of counting what is left for each item is that of Knuth's dancing cells (The
//! Art of Computer Programming, pre-fascicle 7A); here a state is small enough to be copied at each decision.

use crate::fact::Fact;
use crate::statement::{About, MAX_VALUE, Statement};

/// Lists of numbers, one after the other.
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Adds a list, and returns its length.
    fn push(&mut self, list: impl Iterator<Item = u32>) -> usize {
        let from = self.items.len();
        self.items.extend(list);
        self.starts.push(self.items.len() as u32);
        self.items.len() - from
    }

    /// The list with this number.
    fn of(&self, number: u32) -> &[u32] {
        &self.items[self.starts[number as usize] as usize..self.starts[number as usize + 1] as usize]
    }

    /// For each of `count` items the lists that it is in.
    fn transposed(&self, count: usize) -> Lists {
        let mut starts = vec![0; count + 2];
        self.items.iter().for_each(|&item| starts[item as usize + 2] += 1);
        (2..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
        let mut items = vec![0; self.items.len()];
        for (list, bounds) in (0..).zip(self.starts.windows(2)) {
            for &item in &self.items[bounds[0] as usize..bounds[1] as usize] {
                let place = &mut starts[item as usize + 1];
                items[*place as usize] = list;
                *place += 1;
            }
        }
        starts.pop();
        Lists { starts, items }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Truth {
    Open,
    True,
    False,
}

/// What a group has and needs.
#[derive(Clone, Copy)]
struct Count {
    /// Its open candidates.
    open: u16,
    /// How many of them are true, or at most.
    need: u16,
    exact: bool,
}

/// A group has too many true candidates, or too few.
struct Conflict;

#[derive(Clone)]
struct State {
    truths: Vec<Truth>,
    counts: Vec<Count>,
}

/// The groups of a statement.
struct Groups {
    /// Of each group.
    members: Lists,
    /// Of each candidate.
    groups: Lists,
}

/// A search for two solutions.
pub(crate) struct Cover {
    /// The cell and the value of each candidate.
    candidates: Vec<(usize, i32)>,
    groups: Groups,
    state: State,
    /// Candidates that a group takes, and that are not yet true.
    taken: Vec<u32>,
    /// Whether the givens contradict each other.
    is_broken: bool,
}

impl Cover {
    /// A statement with what is given and some facts; `None` when it has a rule that is more than groups.
    pub(crate) fn new(statement: &Statement, facts: &[Fact]) -> Option<Cover> {
        let mut is_group = vec![false; statement.rules.len()];
        statement.units.iter().for_each(|unit| is_group[unit.rule] = true);
        let Statement { model, cells, .. } = statement;
        let has_more = model.constraints() != is_group.len() || model.variables() != cells.len();
        if has_more || is_group.contains(&false) {
            return None;
        }
        let mut candidates = Vec::new();
        let mut numbers = vec![[0; MAX_VALUE as usize]; cells.len()];
        for (c, cell) in cells.iter().enumerate() {
            for &value in &cell.values {
                numbers[c][value as usize] = candidates.len() as u32;
                candidates.push((c, value));
            }
        }
        let mut members = Lists { starts: vec![0], items: Vec::with_capacity(4 * candidates.len()) };
        let mut counts = Vec::with_capacity(statement.groups.len());
        let mut count = |open: usize, need: usize, exact| {
            counts.push(Count { open: open as u16, need: need.min(open + 1) as u16, exact });
        };
        let mut holds_one = vec![false; cells.len()];
        for group in &statement.groups {
            if let About::Cell(cell) = group.about {
                holds_one[cell] = true;
            }
            // What a cell cannot hold is no candidate.
            let own = group.members.iter().filter(|(cell, value)| cells[*cell].values.contains(value));
            let open = members.push(own.map(|&(cell, value)| numbers[cell][value as usize]));
            count(open, group.count, group.exact);
        }
        for (c, cell) in cells.iter().enumerate().filter(|(c, _)| !holds_one[*c]) {
            count(members.push(cell.values.iter().map(|&value| numbers[c][value as usize])), 1, true);
        }
        let groups = Groups { groups: members.transposed(candidates.len()), members };
        let state = State { truths: vec![Truth::Open; candidates.len()], counts };
        let mut cover = Cover { candidates, groups, state, taken: Vec::new(), is_broken: false };
        let givens = statement.givens.iter().map(|&(cell, value)| Fact { cell, value, holds: true });
        for Fact { cell, value, holds } in givens.chain(facts.iter().copied()) {
            let is_candidate = cells[cell].values.contains(&value);
            if is_candidate && holds {
                cover.taken.push(numbers[cell][value as usize]);
            } else if is_candidate {
                let number = numbers[cell][value as usize];
                cover.is_broken |= cover.state.exclude(number, &cover.groups, &mut cover.taken).is_err();
            } else {
                cover.is_broken |= holds;
            }
        }
        for group in 0..cover.state.counts.len() as u32 {
            cover.is_broken |= cover.state.look(group, &cover.groups, &mut cover.taken).is_err();
        }
        Some(cover)
    }

    /// At most two solutions, with what each cell holds, and the number of nodes; `None` when these are not enough.
    pub(crate) fn two(mut self, most: u64) -> Option<(Vec<Vec<i32>>, u64)> {
        let (mut solutions, mut nodes) = (Vec::new(), 0);
        let mut others: Vec<(State, u32)> = Vec::new();
        loop {
            if nodes == most {
                return None;
            }
            nodes += 1;
            let settled = if self.is_broken { Err(Conflict) } else { self.state.settle(&self.groups, &mut self.taken) };
            if settled.is_ok() {
                if let Some(candidate) = self.state.decision(&self.groups) {
                    others.push((self.state.clone(), candidate));
                    self.taken.push(candidate);
                    continue;
                }
                solutions.push(self.solution());
            }
            // The other side of the last decision, unless that fails at once.
            loop {
                let Some((state, candidate)) = others.pop().filter(|_| solutions.len() < 2) else {
                    return Some((solutions, nodes));
                };
                self.state = state;
                self.taken.clear();
                if self.state.exclude(candidate, &self.groups, &mut self.taken).is_ok() {
                    break;
                }
            }
        }
    }

    fn solution(&self) -> Vec<i32> {
        let is_true = |(_, truth): &(&(usize, i32), &Truth)| **truth == Truth::True;
        self.candidates.iter().zip(&self.state.truths).filter(is_true).map(|(&(_, value), _)| value).collect()
    }
}

impl State {
    /// Makes true what groups take, and what follows.
    fn settle(&mut self, groups: &Groups, taken: &mut Vec<u32>) -> Result<(), Conflict> {
        while let Some(candidate) = taken.pop() {
            match self.truths[candidate as usize] {
                Truth::True => continue,
                Truth::False => return Err(Conflict),
                Truth::Open => self.truths[candidate as usize] = Truth::True,
            }
            for &group in groups.groups.of(candidate) {
                let count = &mut self.counts[group as usize];
                count.open -= 1;
                count.need = count.need.checked_sub(1).ok_or(Conflict)?;
            }
            for &group in groups.groups.of(candidate) {
                self.look(group, groups, taken)?;
            }
        }
        Ok(())
    }

    /// Whether the group needs no more, or all that it has.
    #[inline]
    fn look(&mut self, group: u32, groups: &Groups, taken: &mut Vec<u32>) -> Result<(), Conflict> {
        let Count { open, need, exact } = self.counts[group as usize];
        if open == 0 {
            return if exact && need > 0 { Err(Conflict) } else { Ok(()) };
        }
        if need == 0 {
            for &member in groups.members.of(group) {
                if self.truths[member as usize] == Truth::Open {
                    self.exclude(member, groups, taken)?;
                }
            }
        } else if exact && open <= need {
            if open < need {
                return Err(Conflict);
            }
            self.take(group, groups, taken);
        }
        Ok(())
    }

    /// Takes what a group has left.
    fn take(&self, group: u32, groups: &Groups, taken: &mut Vec<u32>) {
        for &member in groups.members.of(group) {
            if self.truths[member as usize] == Truth::Open {
                taken.push(member);
            }
        }
    }

    /// Makes an open candidate false; its groups may take others.
    #[inline]
    fn exclude(&mut self, candidate: u32, groups: &Groups, taken: &mut Vec<u32>) -> Result<(), Conflict> {
        match self.truths[candidate as usize] {
            Truth::False => return Ok(()),
            Truth::True => return Err(Conflict),
            Truth::Open => self.truths[candidate as usize] = Truth::False,
        }
        for &group in groups.groups.of(candidate) {
            let count = &mut self.counts[group as usize];
            count.open -= 1;
            if count.exact && count.open <= count.need {
                if count.open < count.need {
                    return Err(Conflict);
                }
                self.take(group, groups, taken);
            }
        }
        Ok(())
    }

    /// An open candidate of the group with the least choice; `None` when nothing is open.
    fn decision(&self, groups: &Groups) -> Option<u32> {
        let is_open = |count: &Count| count.exact && count.open > 0;
        let (group, _) =
            (0..).zip(&self.counts).filter(|(_, count)| is_open(count)).min_by_key(|(_, c)| c.open - c.need)?;
        groups.members.of(group).iter().copied().find(|&m| self.truths[m as usize] == Truth::Open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Words;
    use crate::{Found, Limits};
    use solver_core::prelude::{Model, Step};
    use solver_core::search::Rng;

    /// Groups of random cells, with random facts.
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

    /// What a search with propagators finds.
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
            let (own, nodes) = Cover::new(&statement, &facts).unwrap().two(u64::MAX).unwrap();
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
            // Exactly so many nodes are needed.
            assert!(Cover::new(&statement, &facts).unwrap().two(nodes - 1).is_none(), "seed {seed}");
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
            Cover::new(&statement, &[]).is_some()
        };
        let own = crate::KINDS.iter().map(|kind| kind.name).filter(|kind| groups(kind));
        let own: Vec<&str> = own.collect();
        assert_eq!(own, ["sudoku", "diagonal-sudoku", "jigsaw-sudoku", "region-queens", "queens"]);
        // A variable that is no cell can multiply solutions.
        let mut s = Statement::new(Words::NUMBERS);
        s.cell("a", 1..=2).unwrap();
        s.model.int("b", 1..=2).unwrap();
        assert!(Cover::new(&s, &[]).is_none());
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
