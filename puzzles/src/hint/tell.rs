//! Steps in sentences.

use super::board::Board;
use super::known::Known;
use super::step::{Scene, Step, Technique};
use super::{Clash, Walk};
use crate::fact::Fact;
use crate::statement::About;
use crate::words::Words;
use solver_core::why::listed;

impl Step {
    /// The step in words: one line, or for a supposition one for each inference.
    pub fn tell(&self, board: &Board) -> Vec<String> {
        let so = board.statement.tell(&self.facts);
        match &self.scene {
            Scene::Left { group, left } if self.technique == Technique::CommonPeer => {
                vec![format!("{}: {so}", common_peer(board, *group, left, &self.facts))]
            }
            Scene::Left { group, left } => vec![format!("{}: {so}", single(board, *group, left))],
            Scene::Fill { needs, rooms } => vec![format!("{}: {so}", fill(board, self, needs, rooms))],
            Scene::Rule { rule } => {
                let name = &board.statement.rules[*rule].name;
                vec![match self.premises.is_empty() {
                    true => format!("by {name}: {so}"),
                    false => format!("{}, so by {name}: {so}", board.statement.tell(&self.premises)),
                }]
            }
            Scene::Chain { lines } => {
                let opposite: Vec<Fact> = self.facts.iter().map(|fact| Fact { holds: !fact.holds, ..*fact }).collect();
                let suppose = format!("suppose {}:", board.statement.tell(&opposite));
                let lines = lines.iter().map(|line| format!("  {line}"));
                [suppose].into_iter().chain(lines).chain([format!("so {so}")]).collect()
            }
        }
    }

    /// The cells that the step rests on, for pointing at them: those of its premises, and where these fell with an
    /// entry, of the entry; those of its rule, if it has no premises.
    pub fn rests_on(&self, board: &Board, known: &Known) -> Vec<usize> {
        let mut cells = Vec::new();
        for &premise in &self.premises {
            let behind = known.entries_behind(board, premise);
            cells.extend(behind.iter().map(|fact| fact.cell));
            if behind.is_empty() {
                cells.push(premise.cell);
            }
        }
        let own = match &self.scene {
            Scene::Left { left, .. } if self.technique != Technique::HiddenSingle => left.clone(),
            Scene::Fill { needs, .. } => {
                needs.iter().flat_map(|&need| board.members[need].intersection(&known.left)).collect()
            }
            _ => Vec::new(),
        };
        if let (Scene::Rule { rule }, true) = (&self.scene, cells.is_empty()) {
            cells.extend(&board.statement.rules[*rule].seat);
        }
        cells.extend(own.into_iter().map(|candidate| board.candidates.at(candidate).0));
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

impl Walk {
    /// The numbered steps; the lines of a supposition are indented.
    pub fn tell(&self, board: &Board) -> Vec<String> {
        numbered(&self.steps, board)
    }
}

/// Steps in words, with numbers.
pub(crate) fn numbered(steps: &[Step], board: &Board) -> Vec<String> {
    let width = steps.len().to_string().len();
    let mut lines = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        for (i, line) in step.tell(board).into_iter().enumerate() {
            let label = if i == 0 { format!("{:>width$}.", number + 1) } else { " ".repeat(width + 1) };
            lines.push(format!("{label} {line}"));
        }
    }
    lines
}

impl Clash {
    /// The contradiction in words.
    pub fn tell(&self, board: &Board) -> String {
        let facts = board.statement.tell(&self.facts);
        match &self.rule {
            Some(rule) if self.facts.is_empty() => format!("{rule} cannot be fulfilled"),
            Some(rule) => format!("{facts}: this breaks {rule}"),
            None => format!("{facts}: nothing is left"),
        }
    }
}

/// As many facts as a sentence can name that says what they break.
const NAMED: usize = 8;

/// What facts break together: a cell or a unit that they leave nothing, or else a rule.
pub(super) fn broken(board: &Board, rule: Option<usize>, facts: &[Fact]) -> String {
    let statement = &board.statement;
    let known = Known::plain(board, facts);
    for (group, members) in statement.groups.iter().zip(&board.members) {
        let left: Vec<usize> = known.left.intersection(members).collect();
        let is_own = |unit: usize| Some(statement.units[unit].rule) == rule;
        match group.about {
            About::Cell(cell) if left.is_empty() => {
                return format!("nothing is left for {}", statement.cells[cell].name);
            }
            About::Unit(unit, value) if group.exact && left.len() < group.count && is_own(unit) => {
                let name = &statement.units[unit].name;
                let of = if is_marks(board) { String::new() } else { format!(" for {}", statement.value_name(value)) };
                return match &left[..] {
                    [] => format!("{name} has no place left{of}"),
                    _ => format!("{name} has only {} left{of}", cells(board, &left, "and")),
                };
            }
            _ => {}
        }
    }
    let rule = rule.map(|rule| statement.rules[rule].name.clone());
    let facts = if facts.len() <= NAMED { facts.to_vec() } else { Vec::new() };
    Clash { facts, rule: Some(rule.unwrap_or_else(|| "the rules".to_owned())) }.tell(board)
}

fn cells(board: &Board, candidates: &[usize], last: &str) -> String {
    let mut cells: Vec<usize> = candidates.iter().map(|&candidate| board.candidates.at(candidate).0).collect();
    cells.sort_unstable();
    cells.dedup();
    listed(cells.into_iter().map(|cell| board.statement.cells[cell].name.clone()), last).unwrap_or_default()
}

fn names_of(board: &Board, facts: &[Fact]) -> String {
    let names = facts.iter().map(|fact| board.statement.cells[fact.cell].name.clone());
    listed(names, "and").unwrap_or_default()
}

fn is_marks(board: &Board) -> bool {
    matches!(board.statement.words, Words::Marks { .. })
}

/// `only 5 is left for b3`, `row 3 has only b3 left for 5`.
fn single(board: &Board, group: usize, left: &[usize]) -> String {
    let statement = &board.statement;
    match statement.groups[group].about {
        About::Cell(cell) => {
            let value = statement.value_name(board.candidates.at(left[0]).1);
            format!("only {value} is left for {}", statement.cells[cell].name)
        }
        About::Unit(unit, _) if is_marks(board) => {
            format!("{} has only {} left", statement.units[unit].name, cells(board, left, "and"))
        }
        About::Unit(unit, value) => {
            let value = statement.value_name(value);
            format!("{} has only {} left for {value}", statement.units[unit].name, cells(board, left, "and"))
        }
    }
}

/// `every cell left for 5 in row 3 (b3 or c3) excludes it`.
fn common_peer(board: &Board, group: usize, left: &[usize], facts: &[Fact]) -> String {
    let statement = &board.statement;
    match statement.groups[group].about {
        About::Cell(cell) => {
            let values = left.iter().map(|&candidate| statement.value_name(board.candidates.at(candidate).1));
            let values = listed(values, "or").unwrap_or_default();
            format!("whatever {} holds ({values})", statement.cells[cell].name)
        }
        About::Unit(unit, _) if is_marks(board) => {
            let name = &statement.units[unit].name;
            format!("every square left of {name} ({}) rules out {}", cells(board, left, "or"), names_of(board, facts))
        }
        About::Unit(unit, value) => {
            let (value, name) = (statement.value_name(value), &statement.units[unit].name);
            format!("wherever {value} goes in {name} ({})", cells(board, left, "or"))
        }
    }
}

/// `all that is left of row 3 for 5 lies in box 1`, `b3 and c3 have only 4 and 7 left`, …
fn fill(board: &Board, step: &Step, needs: &[usize], rooms: &[usize]) -> String {
    let statement = &board.statement;
    let abouts = |groups: &[usize]| groups.iter().map(|&group| statement.groups[group].about).collect::<Vec<About>>();
    let (needs, rooms) = (abouts(needs), abouts(rooms));
    let value = |about: &About| match about {
        About::Unit(_, value) => statement.value_name(*value),
        About::Cell(_) => String::new(),
    };
    let values = |abouts: &[About]| listed(abouts.iter().map(value), "and").unwrap_or_default();
    let names = |abouts: &[About]| names(board, abouts);
    let unit = |abouts: &[About]| match abouts.first() {
        Some(About::Unit(unit, _)) => statement.units[*unit].name.clone(),
        _ => String::new(),
    };
    match step.technique {
        Technique::NakedSet(_) => format!("{} in {} have only {} left", names(&needs), unit(&rooms), values(&rooms)),
        Technique::HiddenSet(_) => {
            format!("{} have only {} left in {}", values(&needs), names(&rooms), unit(&needs))
        }
        Technique::Pointing if is_marks(board) => {
            format!("all that is left of {} lies in {}", names(&needs), names(&rooms))
        }
        Technique::Pointing => {
            format!("all that is left for {} in {} lies in {}", value(&needs[0]), names(&needs), names(&rooms))
        }
        _ if is_marks(board) => format!("{} have room left only in {} and fill them", names(&needs), names(&rooms)),
        _ => format!("{} in {} is left only in {}", value(&needs[0]), names(&needs), names(&rooms)),
    }
}

/// `b3 and c3`, `rows 2 and 5`.
fn names(board: &Board, abouts: &[About]) -> String {
    let name = |about: &About| match about {
        About::Cell(cell) => board.statement.cells[*cell].name.clone(),
        About::Unit(unit, _) => board.statement.units[*unit].name.clone(),
    };
    let all: Vec<String> = abouts.iter().map(name).collect();
    let units = matches!(abouts.first(), Some(About::Unit(..))) && all.len() > 1;
    match all.first().and_then(|name| name.split_once(' ')).filter(|_| units) {
        Some((kind, _)) => {
            let plural = if kind.ends_with('x') { "es" } else { "s" };
            let bare = all.iter().filter_map(|name| name.split_once(' ')).map(|(_, name)| name.to_owned());
            format!("{kind}{plural} {}", listed(bare, "and").unwrap_or_default())
        }
        None => listed(all, "and").unwrap_or_default(),
    }
}
