//! An engine with some of the constraints, on which positions are set up.

use super::HintError;
use super::deduction::{Deduction, Fact, Scene};
use crate::regions::area::Area;
use crate::regions::confined::{Confined, HALL, NO_ROOM};
use crate::regions::constraint::{Axis, Constraint, Unit};
use crate::regions::exactly::Exactly;
use crate::regions::formulation::touching;
use crate::regions::puzzle::Puzzle;
use crate::regions::reach::Reach;
use crate::regions::square::Square;
use solver_core::constraints::{LinearAtMost, Term};
use solver_core::engine::{BuildError, Engine, EngineBuilder, Halt, Inference};
use solver_core::{Atom, Propagator, ValueSet, View};
use std::sync::Arc;

/// An engine that records reasons, at its root, with nothing propagated yet.
pub(super) struct Bench {
    pub(super) engine: Engine,
    /// By the number of the propagator.
    constraints: Vec<Constraint>,
    pub(super) views: Arc<[View]>,
}

/// What follows at once.
#[derive(Default)]
pub(super) struct Found {
    pub(super) steps: Vec<Deduction>,
    pub(super) contradiction: Option<Deduction>,
}

impl Bench {
    pub(super) fn basic(puzzle: &Puzzle) -> Result<Bench, BuildError> {
        Bench::new(puzzle, basic(puzzle))
    }

    pub(super) fn full(puzzle: &Puzzle) -> Result<Bench, BuildError> {
        Bench::new(puzzle, basic(puzzle).chain(strong(puzzle)))
    }

    pub(super) fn single(puzzle: &Puzzle) -> Result<Vec<Bench>, BuildError> {
        strong(puzzle).map(|constraint| Bench::new(puzzle, [constraint])).collect()
    }

    fn new(puzzle: &Puzzle, constraints: impl IntoIterator<Item = Constraint>) -> Result<Bench, BuildError> {
        let squares = puzzle.size() * puzzle.size();
        let mut builder = EngineBuilder::new(vec![ValueSet::range(0, 1); squares]).explaining();
        let views: Arc<[View]> = (0..squares).map(|square| builder.view(square)).collect();
        let area = Arc::new(Area::new(puzzle));
        let constraints: Vec<Constraint> = constraints.into_iter().collect();
        for &constraint in &constraints {
            builder.post(propagator(puzzle, constraint, &area, &views));
        }
        Ok(Bench { engine: builder.build()?, constraints, views })
    }

    /// The engine with what is known, and how propagation ended.
    pub(super) fn laid_out(&self, known: &[Option<bool>]) -> Result<(Engine, Result<(), Halt>), HintError> {
        let mut engine = self.engine.clone();
        engine.push_level();
        for (&view, star) in self.views.iter().zip(known) {
            if let Some(star) = *star {
                engine.assume(Atom::equals(view, i32::from(star))).map_err(|_| HintError::Stopped)?;
            }
        }
        match engine.propagate() {
            Err(Halt::Stopped(_)) => Err(HintError::Stopped),
            end => Ok((engine, end)),
        }
    }

    /// What follows from what is known in one inference, all squares of one kind together.
    pub(super) fn direct(&self, puzzle: &Puzzle, known: &[Option<bool>]) -> Result<Found, HintError> {
        let (engine, end) = self.laid_out(known)?;
        let size = puzzle.size();
        let rests = |step: &Deduction| step.premises.iter().all(|p| known[p.square.index(size)] == Some(p.star));
        let mut found = Found::default();
        for at in 0..engine.facts() {
            let Some(inference) = engine.verify(at)? else { continue };
            let step = self.deduction(puzzle, &engine, &inference, at);
            if rests(&step) {
                join(&mut found.steps, step);
            }
        }
        if end.is_err() {
            found.contradiction = self.conflict(puzzle, &engine)?.filter(rests);
        }
        Ok(found)
    }

    /// The contradiction that ended propagation.
    pub(super) fn conflict(&self, puzzle: &Puzzle, engine: &Engine) -> Result<Option<Deduction>, HintError> {
        let Some(inference) = engine.verify_conflict()? else { return Ok(None) };
        let mut step = self.deduction(puzzle, engine, &inference, engine.facts());
        // What was inferred is known to be false.
        step.premises.extend(step.facts.drain(..).map(|fact| Fact { star: !fact.star, ..fact }));
        Ok(Some(step))
    }

    /// An inference in terms of the board, which stood as it was at a position of the trail.
    pub(super) fn deduction(&self, puzzle: &Puzzle, engine: &Engine, inference: &Inference, at: usize) -> Deduction {
        let constraint = self.constraints[inference.propagator];
        let facts: Vec<Fact> = inference.fact.iter().map(|&atom| Bench::fact(puzzle, atom)).collect();
        let premises = inference.premises.iter().map(|&atom| Bench::fact(puzzle, atom)).collect();
        let can_be = |s: usize| engine.past(at).is_some_and(|past| past.contains(self.views[s], 1));
        let square = |s: usize| Square::at(s, puzzle.size());
        let scene = match constraint {
            Constraint::Reach(unit) => {
                Scene::Left(unit.squares(puzzle).into_iter().filter(|&s| can_be(s)).map(square).collect())
            }
            Constraint::Confined(axis) if inference.rule == &HALL || inference.rule == &NO_ROOM => {
                let confined = Confined::new(Arc::new(Area::new(puzzle)), axis, self.views.clone());
                let (regions, lines) = confined.filled(can_be, facts.first().map(|f| f.square.index(puzzle.size())));
                Scene::Filled { axis, regions, lines }
            }
            _ => Scene::Plain,
        };
        Deduction { facts, constraint, rule: inference.rule, premises, scene }
    }

    pub(super) fn fact(puzzle: &Puzzle, atom: Atom) -> Fact {
        // Variables are numbered as they were declared: all have one layout.
        Fact { square: Square::at(atom.var().index(), puzzle.size()), star: atom.holds_for(1) }
    }
}

/// Adds a step to those of the same constraint, rule and scene; all that one star touches is one step.
pub(super) fn join(steps: &mut Vec<Deduction>, step: Deduction) {
    let touch = |step: &Deduction| matches!(step.constraint, Constraint::Touch(..)) && step.is_crossing_out();
    let same = |other: &&mut Deduction| {
        let constraint = other.constraint == step.constraint || touch(other) && touch(&step);
        let plain = step.scene != Scene::Plain || other.premises == step.premises;
        constraint && other.rule == step.rule && plain && same_scene(&other.scene, &step.scene)
    };
    match steps.iter_mut().find(same) {
        Some(other) => {
            other.facts.extend(step.facts);
            for premise in step.premises {
                if !other.premises.contains(&premise) {
                    other.premises.push(premise);
                }
            }
        }
        None => steps.push(step),
    }
}

/// What a unit has left shrinks while its own reach is applied: it is one step all the same.
fn same_scene(a: &Scene, b: &Scene) -> bool {
    matches!((a, b), (Scene::Left(_), Scene::Left(_))) || a == b
}

fn basic(puzzle: &Puzzle) -> impl Iterator<Item = Constraint> {
    let size = puzzle.size();
    let touch = touching(puzzle).map(move |(a, b)| Constraint::Touch(Square::at(a, size), Square::at(b, size)));
    touch.chain(Unit::all(size).map(Constraint::Exactly))
}

fn strong(puzzle: &Puzzle) -> impl Iterator<Item = Constraint> + use<> {
    Unit::all(puzzle.size()).map(Constraint::Reach).chain([Axis::Rows, Axis::Columns].map(Constraint::Confined))
}

fn propagator(puzzle: &Puzzle, constraint: Constraint, area: &Arc<Area>, views: &Arc<[View]>) -> Box<dyn Propagator> {
    let size = puzzle.size();
    match constraint {
        Constraint::Touch(a, b) => {
            let term = |square: Square| Term { coefficient: 1, view: views[square.index(size)] };
            match LinearAtMost::new([(term(a), 0..=1), (term(b), 0..=1)], 1) {
                Ok(at_most) => Box::new(at_most),
                Err(_) => unreachable!("two terms of 0 or 1 do not overflow"),
            }
        }
        Constraint::Exactly(unit) => {
            Box::new(Exactly::new(unit.squares(puzzle).into_iter().map(|s| (views[s], 1)), puzzle.stars()))
        }
        Constraint::Reach(unit) => {
            let number = Unit::all(size).position(|other| other == unit).unwrap_or_default();
            Box::new(Reach::new(area.clone(), number, views.clone()))
        }
        Constraint::Confined(axis) => Box::new(Confined::new(area.clone(), axis, views.clone())),
    }
}
