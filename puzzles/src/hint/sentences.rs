//! Writes steps as sentences.

use super::{Board, Clash, Known, Scene, Step, Technique, Walk};
use crate::fact::Fact;
use crate::statement::{About, distinct};
use crate::words::named;

impl Step {
    /// Formats the step as text: a single line or, for a step that makes an assumption, a line for the assumption, one
    /// for each inference, and one for the conclusion.
    pub fn lines(&self, board: &Board) -> Vec<String> {
        let so = board.statement.sentence(&self.facts);
        match &self.scene {
            Scene::Left { group, left } if self.technique == Technique::CommonPeer => {
                vec![format!("{}: {so}", common_peer(board, *group, left, &self.facts))]
            }
            Scene::Left { group, left } => vec![format!("{}: {so}", single(board, *group, left))],
            Scene::Fill { needs, rooms } => vec![format!("{}: {so}", fill(board, self.technique, needs, rooms))],
            Scene::Rule { rule } => {
                let by = format!("by {}: {so}", board.statement.rules[*rule].name);
                vec![match self.premises.is_empty() {
                    true => by,
                    false => format!("{}, so {by}", board.statement.sentence(&self.premises)),
                }]
            }
            Scene::Chain { lines } => {
                let opposite: Vec<Fact> = self.facts.iter().map(|fact| fact.opposite()).collect();
                let suppose = format!("suppose {}:", board.statement.sentence(&opposite));
                let lines = lines.iter().map(|line| format!("  {line}"));
                [suppose].into_iter().chain(lines).chain([format!("so {so}")]).collect()
            }
        }
    }

    /// Returns the cells to highlight for the step: the cell of each premise, or the cells of the entries that crossed
    /// out the premise's candidate, and the pattern's open cells. For a rule without premises, these are the rule's
    /// cells.
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
            Scene::Rule { rule } if cells.is_empty() => return distinct(board.statement.rules[*rule].seat.clone()),
            _ => Vec::new(),
        };
        cells.extend(own.into_iter().map(|candidate| board.candidates.at(candidate).0));
        distinct(cells)
    }
}

impl Walk {
    /// Formats the numbered steps. The lines of a supposition are indented.
    pub fn lines(&self, board: &Board) -> Vec<String> {
        numbered(&self.steps, board)
    }
}

/// Formats steps as text, with numbers.
pub(crate) fn numbered(steps: &[Step], board: &Board) -> Vec<String> {
    let width = steps.len().to_string().len();
    let mut lines = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        for (i, line) in step.lines(board).into_iter().enumerate() {
            let label = if i == 0 { format!("{:>width$}.", number + 1) } else { " ".repeat(width + 1) };
            lines.push(format!("{label} {line}"));
        }
    }
    lines
}

impl Clash {
    /// Formats the contradiction as text.
    pub fn sentence(&self, board: &Board) -> String {
        let facts = board.statement.sentence(&self.facts);
        match &self.rule {
            Some(rule) if self.facts.is_empty() => format!("{rule} cannot be satisfied"),
            Some(rule) => format!("{facts}: this breaks {rule}"),
            None => format!("{facts}: nothing is left"),
        }
    }
}

/// The maximum number of facts that a sentence about a contradiction lists.
const NAMED: usize = 8;

/// Returns the name of the cell or unit that the facts leave without candidates, or else of the rule that they break.
pub(super) fn broken(board: &Board, rule: Option<usize>, facts: &[Fact]) -> String {
    let statement = &board.statement;
    let known = Known::plain(board, facts);
    for (group, members) in statement.groups.iter().zip(&board.members) {
        let left: Vec<usize> = known.left.intersection(members).collect();
        let is_own = |unit: usize| Some(statement.units[unit].rule) == rule;
        let name = name(board, group.about);
        match group.about {
            About::Cell(_) if left.is_empty() => return format!("nothing is left for {name}"),
            About::Unit(unit, value) if group.exact && left.len() < group.count && is_own(unit) => {
                return match left.is_empty() {
                    true => format!("{name} has no place left{}", for_value(board, value)),
                    false => only_left(board, group.about, &left, value),
                };
            }
            _ => {}
        }
    }
    let rule = rule.map(|rule| statement.rules[rule].name.clone());
    let facts = if facts.len() <= NAMED { facts.to_vec() } else { Vec::new() };
    Clash { facts, rule: Some(rule.unwrap_or_else(|| "the rules".to_owned())) }.sentence(board)
}

fn cells(board: &Board, candidates: &[usize], last: &str) -> String {
    let cells = distinct(candidates.iter().map(|&candidate| board.candidates.at(candidate).0));
    named(cells.into_iter().map(|cell| board.statement.cells[cell].name.clone()), last)
}

/// Returns the name of a cell or a unit.
fn name(board: &Board, about: About) -> &str {
    match about {
        About::Cell(cell) => &board.statement.cells[cell].name,
        About::Unit(unit, _) => &board.statement.units[unit].name,
    }
}

/// Formats ` for 5`, or an empty text if cells are marked or unmarked.
fn for_value(board: &Board, value: i32) -> String {
    if board.statement.is_marks() { String::new() } else { format!(" for {}", board.statement.value_name(value)) }
}

/// Formats the clause `row 3 has only b3 left for 5`.
fn only_left(board: &Board, about: About, left: &[usize], value: i32) -> String {
    format!("{} has only {} left{}", name(board, about), cells(board, left, "and"), for_value(board, value))
}

/// Formats the clause `only 5 is left for b3` or `row 3 has only b3 left for 5`.
fn single(board: &Board, group: usize, left: &[usize]) -> String {
    match board.statement.groups[group].about {
        about @ About::Cell(_) => {
            let value = board.statement.value_name(board.candidates.at(left[0]).1);
            format!("only {value} is left for {}", name(board, about))
        }
        about @ About::Unit(_, value) => only_left(board, about, left, value),
    }
}

/// Formats the clause `every cell left for 5 in row 3 (b3 or c3) excludes it`.
fn common_peer(board: &Board, group: usize, left: &[usize], facts: &[Fact]) -> String {
    let statement = &board.statement;
    let about = statement.groups[group].about;
    let (name, places) = (name(board, about), cells(board, left, "or"));
    match about {
        About::Cell(_) => {
            let values = left.iter().map(|&candidate| statement.value_name(board.candidates.at(candidate).1));
            format!("whatever {name} holds ({})", named(values, "or"))
        }
        About::Unit(..) if board.statement.is_marks() => {
            let out = facts.iter().map(|fact| statement.cells[fact.cell].name.clone());
            format!("every square left in {name} ({places}) rules out {}", named(out, "and"))
        }
        About::Unit(_, value) => format!("wherever {} goes in {name} ({places})", statement.value_name(value)),
    }
}

/// Formats the clause `all that is left of row 3 for 5 lies in box 1`, `b3 and c3 have only 4 and 7 left`, …
fn fill(board: &Board, technique: Technique, needs: &[usize], rooms: &[usize]) -> String {
    let statement = &board.statement;
    let abouts = |groups: &[usize]| groups.iter().map(|&group| statement.groups[group].about).collect::<Vec<About>>();
    let (needs, rooms) = (abouts(needs), abouts(rooms));
    let value = |about: &About| match about {
        About::Unit(_, value) => statement.value_name(*value),
        About::Cell(_) => String::new(),
    };
    let values = |abouts: &[About]| named(abouts.iter().map(value), "and");
    let (first, own, others) = (value(&needs[0]), names(board, &needs), names(board, &rooms));
    match technique {
        Technique::NakedSet(_) => format!("{own} in {} have only {} left", name(board, rooms[0]), values(&rooms)),
        Technique::HiddenSet(_) => format!("{} have only {others} left in {}", values(&needs), name(board, needs[0])),
        Technique::Pointing if board.statement.is_marks() => format!("all that is left of {own} lies in {others}"),
        Technique::Pointing => format!("all that is left for {first} in {own} lies in {others}"),
        _ if board.statement.is_marks() => format!("{own} have room left only in {others} and fill them"),
        _ => format!("{first} in {own} is left only in {others}"),
    }
}

/// Formats the names `b3 and c3` or `rows 2 and 5`.
fn names(board: &Board, abouts: &[About]) -> String {
    let all = || abouts.iter().map(|&about| name(board, about));
    let units = matches!(abouts, [About::Unit(..), _, ..]);
    match all().next().and_then(|name| name.split_once(' ')).filter(|_| units) {
        Some((kind, _)) => {
            let plural = if kind.ends_with('x') { "es" } else { "s" };
            let bare = all().filter_map(|name| name.split_once(' ')).map(|(_, name)| name.to_owned());
            format!("{kind}{plural} {}", named(bare, "and"))
        }
        None => named(all().map(str::to_owned), "and"),
    }
}
