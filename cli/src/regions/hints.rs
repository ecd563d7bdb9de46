//! Hints: the next step, all steps, and the steps that decide one square.

use super::{Regions, Shape, input, show};
use crate::envelope::{self, Outcome};
use crate::exit::{Ended, UNWRITABLE};
use crate::interrupt;
use anyhow::Context;
use puzzles::regions::{Fact, Hint, Hints, Marker, Next, Puzzle, Reached, RegionsModel, Square, numbered};
use serde::Serialize;
use solver_core::prelude::*;
use std::time::Instant;

/// A fact, for programs.
#[derive(Serialize)]
struct Known {
    square: String,
    star: bool,
}

/// A step, for programs.
#[derive(Serialize)]
struct HintReport {
    kind: &'static str,
    facts: Vec<Known>,
    premises: Vec<Known>,
    text: Vec<String>,
}

/// What came out, for programs.
#[derive(Serialize)]
struct Answer {
    steps: Vec<HintReport>,
    /// `step`, `solved`, `guess`, `contradiction`, `decided`, `given` or `open`.
    state: &'static str,
    #[serde(skip)]
    stopped_by: Option<StopReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<String>>,
    /// The squares of which nothing is known when a guess is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

const BUG: &str = "this is a bug in ferz";

pub(super) fn run(args: &Regions, puzzle: &Puzzle, givens: &[Square], started: Instant) -> anyhow::Result<Ended> {
    let mut hints = Hints::new(puzzle).context(BUG)?;
    givens.iter().for_each(|&given| hints.give(given));
    let game = Game { args, puzzle, givens };
    if let Some(given) = &args.why {
        let square = input::square(given, puzzle)?;
        return game.why(&mut hints, square, started);
    }
    if args.hint { game.hint(&mut hints) } else { game.walk(&mut hints) }
}

/// What is asked about.
struct Game<'a> {
    args: &'a Regions,
    puzzle: &'a Puzzle,
    givens: &'a [Square],
}

impl Game<'_> {
    fn hint(&self, hints: &mut Hints) -> anyhow::Result<Ended> {
        let next = hints.next_step().context(BUG)?;
        let (steps, end) = match next {
            Next::Step(hint) => (vec![hint], None),
            Next::Solved(stars) => (Vec::new(), Some(Reached::Solved(stars))),
            Next::Guess { open } => (Vec::new(), Some(Reached::Guess { open })),
            Next::Contradiction(step) => (Vec::new(), Some(Reached::Contradiction(step))),
        };
        if self.args.format == Shape::Json {
            return self.answer(&steps, end.as_ref());
        }
        let mut text = self.board(hints);
        steps.iter().flat_map(|step| step.tell(self.puzzle)).for_each(|line| text += &format!("{line}\n"));
        text += &end.map(|end| self.told(&end) + "\n").unwrap_or_default();
        show::print(&text)
    }

    fn walk(&self, hints: &mut Hints) -> anyhow::Result<Ended> {
        let walk = hints.walk().context(BUG)?;
        if self.args.format == Shape::Json {
            return self.answer(&walk.steps, Some(&walk.end));
        }
        let mut text = String::new();
        walk.tell(self.puzzle).iter().for_each(|line| text += &format!("{line}\n"));
        if !walk.steps.is_empty() {
            text += "\n";
        }
        text += &self.board(hints);
        let steps = walk.steps.len();
        let told = self.told(&walk.end);
        text += &format!("{told}, after {steps} {}\n", if steps == 1 { "step" } else { "steps" });
        show::print(&text)
    }

    /// The board as far as it is known.
    fn board(&self, hints: &Hints) -> String {
        if self.args.format == Shape::Squares {
            return String::new();
        }
        let marker = |square| match hints.known(square) {
            None => Marker::Open,
            Some(true) => Marker::Star,
            Some(false) => Marker::Empty,
        };
        show::picture(self.args).draw(self.puzzle, marker) + "\n"
    }

    fn told(&self, end: &Reached) -> String {
        let of = show::of(self.puzzle, self.givens);
        match end {
            Reached::Solved(stars) => format!("{of}: solved: {stars}"),
            Reached::Guess { open } => {
                let open = open.len();
                format!("{of}: a guess is needed: no step is left, and {open} squares are open")
            }
            Reached::Contradiction(step) => format!("{of}: no solution: {}", step.tell(self.puzzle)),
        }
    }

    fn why(&self, hints: &mut Hints, square: Square, started: Instant) -> anyhow::Result<Ended> {
        let name = square.on(self.puzzle.size());
        if self.givens.contains(&square) {
            let text = format!("{name} was given a star");
            return self.decided(&[], "given", text);
        }
        let walk = hints.walk().context(BUG)?;
        if let Reached::Contradiction(_) = walk.end {
            return self.decided(&walk.steps, "contradiction", self.told(&walk.end));
        }
        let steps = hints.why(square);
        match hints.known(square) {
            Some(star) => {
                let what = if star { "a star" } else { "no star" };
                let count = steps.len();
                let text = format!("{name} has {what}: {count} {}", if count == 1 { "step" } else { "steps" });
                self.decided(&steps, "decided", text)
            }
            None => self.searched(square, started),
        }
    }

    /// Hints leave the square open: a search says whether it has a star in all solutions, in none, or in some.
    fn searched(&self, square: Square, started: Instant) -> anyhow::Result<Ended> {
        let name = square.on(self.puzzle.size());
        let cancel = interrupt::token()?;
        let mut exists = [false; 2];
        let mut nodes = 0;
        for (star, exists) in [false, true].into_iter().zip(&mut exists) {
            let mut model = RegionsModel::new(self.puzzle)?;
            model.give(self.givens);
            if star {
                model.give(&[square])
            } else {
                model.forbid(square)
            }
            let limits = self.args.limits.after(&Statistics::default(), cancel.clone(), started);
            let mut run = model.search().limits(limits).start()?;
            match run.step() {
                Step::Solution => *exists = true,
                Step::Exhausted => {}
                Step::Stopped(by) => {
                    let cause = crate::wording::cause(by);
                    let text = format!("{name}: no steps lead to it, and the search was stopped by {cause}");
                    self.tell(&[], Answer { stopped_by: Some(by), ..self.blank(&[], "stopped") }, text)?;
                    return Ok(Ended::Stopped);
                }
            }
            nodes += run.statistics().nodes;
        }
        let (outcome, found) = match exists {
            [true, true] => ("open", "there are solutions with a star and without"),
            [false, true] => ("decided", "all solutions have a star there"),
            [true, false] => ("decided", "no solution has a star there"),
            [false, false] => ("contradiction", "there is no solution"),
        };
        let plural = if nodes == 1 { "" } else { "s" };
        self.decided(&[], outcome, format!("{name}: no steps lead to it; by a search of {nodes} node{plural}, {found}"))
    }

    fn decided(&self, steps: &[Hint], state: &'static str, text: String) -> anyhow::Result<Ended> {
        self.tell(steps, self.blank(steps, state), text)
    }

    fn tell(&self, steps: &[Hint], answer: Answer, text: String) -> anyhow::Result<Ended> {
        if self.args.format == Shape::Json {
            return self.print(Answer { text: Some(text), ..answer });
        }
        let lines: String = numbered(steps, self.puzzle).into_iter().map(|line| line + "\n").collect();
        show::print(&format!("{text}\n{lines}"))
    }

    fn answer(&self, steps: &[Hint], end: Option<&Reached>) -> anyhow::Result<Ended> {
        let names = |squares: &[Square]| show::names(self.puzzle, squares);
        let blank = |outcome| self.blank(steps, outcome);
        self.print(match end {
            None => blank("step"),
            Some(Reached::Solved(stars)) => Answer { solution: Some(names(stars.squares())), ..blank("solved") },
            Some(Reached::Guess { open }) => Answer { open: Some(names(open)), ..blank("guess") },
            Some(Reached::Contradiction(step)) => {
                Answer { text: Some(step.tell(self.puzzle)), ..blank("contradiction") }
            }
        })
    }

    fn blank(&self, steps: &[Hint], state: &'static str) -> Answer {
        Answer {
            steps: steps.iter().map(|step| self.step(step)).collect(),
            state,
            stopped_by: None,
            solution: None,
            open: None,
            text: None,
        }
    }

    fn step(&self, hint: &Hint) -> HintReport {
        let known = |facts: Vec<Fact>| -> Vec<Known> {
            let one = |fact: Fact| Known { square: fact.square.on(self.puzzle.size()).to_string(), star: fact.star };
            facts.into_iter().map(one).collect()
        };
        let (facts, premises) = (known(hint.facts()), known(hint.premises()));
        HintReport { kind: hint.kind(), facts, premises, text: hint.tell(self.puzzle) }
    }

    fn print(&self, details: Answer) -> anyhow::Result<Ended> {
        let mut out = std::io::stdout().lock();
        let answer = envelope::Answer::unless_stopped(details.stopped_by, Outcome::Complete).with(details);
        envelope::write(&mut out, "regions", &show::question(self.puzzle, self.givens), &answer).context(UNWRITABLE)?;
        Ok(Ended::Complete)
    }
}
