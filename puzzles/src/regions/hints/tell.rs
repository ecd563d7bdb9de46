//! Formatting hints.

use super::deduction::{Deduction, Fact, Scene};
use super::{Hint, Walkthrough};
use crate::regions::constraint::{Axis, Constraint, Unit};
use crate::regions::exactly::{FULL, LAST, TOO_MANY};
use crate::regions::puzzle::Puzzle;
use crate::regions::square::Square;
use solver_core::why::listed;

impl Hint {
    /// The hint in words: one line, or for a supposition one per step.
    pub fn tell(&self, puzzle: &Puzzle) -> Vec<String> {
        match self {
            Hint::Direct(step) => vec![step.tell(puzzle)],
            Hint::Supposed { fact, chain } => {
                let opposite = Fact { star: !fact.star, ..*fact };
                let mut lines = vec![format!("suppose {}:", outcome(puzzle, &[opposite]))];
                let told = chain.iter().filter(|step| !step.is_crossing_out());
                lines.extend(told.map(|step| format!("  {}", step.tell(puzzle))));
                lines.push(format!("so {}", outcome(puzzle, &[*fact])));
                lines
            }
        }
    }
}

impl Walkthrough {
    /// The numbered steps; the lines of a supposition are indented.
    pub fn tell(&self, puzzle: &Puzzle) -> Vec<String> {
        numbered(&self.steps, puzzle)
    }
}

/// Hints in words, with numbers; the lines of a supposition are indented.
pub fn numbered(steps: &[Hint], puzzle: &Puzzle) -> Vec<String> {
    let width = steps.len().to_string().len();
    let mut lines = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        for (i, line) in step.tell(puzzle).into_iter().enumerate() {
            let label = if i == 0 { format!("{:>width$}.", number + 1) } else { " ".repeat(width + 1) };
            lines.push(format!("{label} {line}"));
        }
    }
    lines
}

impl Deduction {
    /// The inference in words.
    pub fn tell(&self, puzzle: &Puzzle) -> String {
        let so = outcome(puzzle, &self.facts);
        match (self.constraint, &self.scene) {
            (Constraint::Touch(a, b), _) if self.facts.is_empty() => touching_stars(puzzle, a, b),
            (Constraint::Touch(..), _) => {
                let stars = self.squares(true);
                let touched: Vec<Square> = self.facts.iter().map(|fact| fact.square).collect();
                format!(
                    "the star on {} touches {}: no star there",
                    list(puzzle, &stars, "and"),
                    list(puzzle, &touched, "and")
                )
            }
            (Constraint::Exactly(unit), _) => self.tell_count(puzzle, unit, &so),
            (Constraint::Reach(unit), Scene::Left(left)) => self.tell_reach(puzzle, unit, left, &so),
            (Constraint::Confined(_), Scene::Filled { axis, regions, lines }) => {
                self.tell_confined(puzzle, *axis, regions, lines, &so)
            }
            _ => so,
        }
    }

    fn squares(&self, star: bool) -> Vec<Square> {
        let mut squares: Vec<Square> = self.premises.iter().filter(|p| p.star == star).map(|p| p.square).collect();
        squares.sort_unstable();
        squares
    }

    fn tell_count(&self, puzzle: &Puzzle, unit: Unit, so: &str) -> String {
        let (name, own, count) = (unit.name(puzzle), unit.squares(puzzle), puzzle.stars());
        let stars = list(puzzle, &self.squares(true), "and");
        if self.rule == &FULL && count == 1 {
            return format!("{name} has its star on {stars}: {so}");
        }
        if self.rule == &FULL {
            return format!("{name} has its {count} stars on {stars}: {so}");
        }
        if self.rule == &TOO_MANY {
            return format!("{name} has stars on {stars}, which is too many");
        }
        let gone = self.squares(false);
        let left: Vec<Square> =
            own.iter().map(|&s| Square::at(s, puzzle.size())).filter(|s| !gone.contains(s)).collect();
        let left_for = if count == 1 { "its star".to_owned() } else { format!("its {count} stars") };
        if self.rule == &LAST {
            return format!("{name} has only {} left for {left_for}: {so}", list(puzzle, &left, "and"));
        }
        match left.len() {
            0 => format!("{name} has no square left"),
            _ => format!("{name} has at most {} left for {left_for}", list(puzzle, &left, "and")),
        }
    }

    fn tell_reach(&self, puzzle: &Puzzle, unit: Unit, left: &[Square], so: &str) -> String {
        let (name, count) = (unit.name(puzzle), puzzle.stars());
        let squares = list(puzzle, left, "or");
        if self.facts.is_empty() {
            return format!("{name} cannot place its {count} stars on {squares}");
        }
        let facts: Vec<Square> = self.facts.iter().map(|fact| fact.square).collect();
        let listed = list(puzzle, &facts, "and");
        if count > 1 {
            let has = if facts.len() == 1 { "has" } else { "have" };
            let told = if self.facts[0].star {
                format!("{listed} {has} one: {so}")
            } else {
                format!("they rule out {listed}: no star there")
            };
            return format!("wherever {name} places its {count} stars ({squares}), {told}");
        }
        let all = |rule: &dyn Fn(Square, Square) -> bool| {
            self.facts.iter().all(|fact| left.iter().all(|&square| rule(square, fact.square)))
        };
        if let Some(shared) = self.shared(puzzle, unit, left) {
            return format!("all that is left of {name} ({squares}) lies in {}: {so}", shared.name(puzzle));
        }
        let verb = if all(&|a, b| a.touches(b)) { "touches" } else { "rules out" };
        format!("every square left of {name} ({squares}) {verb} {listed}: no star there")
    }

    /// Another unit that has all that is left of this one, and all squares that are ruled out.
    fn shared(&self, puzzle: &Puzzle, unit: Unit, left: &[Square]) -> Option<Unit> {
        let first = left.first()?;
        let units = [Unit::Row(first.row), Unit::Column(first.column), Unit::Region(puzzle.region_of(*first))];
        units.into_iter().filter(|&other| other != unit).find(|other| {
            let has = |square: Square| other.squares(puzzle).contains(&square.index(puzzle.size()));
            left.iter().all(|&square| has(square)) && self.facts.iter().all(|fact| has(fact.square))
        })
    }

    fn tell_confined(&self, puzzle: &Puzzle, axis: Axis, regions: &[usize], lines: &[usize], so: &str) -> String {
        let size = puzzle.size();
        let others = |some: &[usize]| (0..size).filter(|i| !some.contains(i)).collect::<Vec<usize>>();
        let (regions_in, lines_in) = (units(puzzle, regions, &Unit::Region), units(puzzle, lines, &|i| axis.line(i)));
        let has = |count: usize| if count == 1 { "has" } else { "have" };
        if self.facts.is_empty() {
            return format!(
                "{regions_in} {} squares left only in {lines_in}, which {} not enough",
                has(regions.len()),
                if lines.len() == 1 { "is" } else { "are" }
            );
        }
        if 2 * regions.len() <= size {
            return format!(
                "{regions_in} {} squares left only in {lines_in} and fill {}: {so}",
                has(regions.len()),
                them(lines.len())
            );
        }
        let (regions_out, lines_out) = (others(regions), others(lines));
        format!(
            "{} {} squares left only in {} and fill {}: {so}",
            units(puzzle, &lines_out, &|i| axis.line(i)),
            has(lines_out.len()),
            units(puzzle, &regions_out, &Unit::Region),
            them(regions_out.len()),
        )
    }
}

fn them(count: usize) -> &'static str {
    if count == 1 { "it" } else { "them" }
}

fn touching_stars(puzzle: &Puzzle, a: Square, b: Square) -> String {
    format!("the stars on {} and {} touch", a.on(puzzle.size()), b.on(puzzle.size()))
}

/// `regions A and B`, `row 3`.
fn units(puzzle: &Puzzle, numbers: &[usize], unit: &dyn Fn(usize) -> Unit) -> String {
    let names: Vec<String> = numbers.iter().map(|&number| unit(number).name(puzzle)).collect();
    let Some((kind, _)) = names.first().and_then(|name| name.split_once(' ')) else { return String::new() };
    let plural = if names.len() == 1 { "" } else { "s" };
    let bare = names.iter().filter_map(|name| name.split_once(' ')).map(|(_, name)| name.to_owned());
    format!("{kind}{plural} {}", listed(bare, "and").unwrap_or_default())
}

fn list(puzzle: &Puzzle, squares: &[Square], last: &str) -> String {
    listed(squares.iter().map(|square| square.on(puzzle.size()).to_string()), last).unwrap_or_default()
}

/// `a star on c4`, `no star on b3 or d5`; `there is no way out` for a contradiction.
pub(crate) fn outcome(puzzle: &Puzzle, facts: &[Fact]) -> String {
    let side = |star: bool| {
        let mut squares: Vec<Square> = facts.iter().filter(|f| f.star == star).map(|f| f.square).collect();
        squares.sort_unstable();
        squares
    };
    let (stars, empty) = (side(true), side(false));
    let stars = match stars.len() {
        0 => None,
        1 => Some(format!("a star on {}", list(puzzle, &stars, "and"))),
        _ => Some(format!("stars on {}", list(puzzle, &stars, "and"))),
    };
    let empty = Some(empty).filter(|empty| !empty.is_empty()).map(|e| format!("no star on {}", list(puzzle, &e, "or")));
    listed(stars.into_iter().chain(empty), "and").unwrap_or_else(|| "there is no way out".to_owned())
}
