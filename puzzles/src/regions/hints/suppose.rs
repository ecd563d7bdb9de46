//! Assumptions: what would follow if a square held a star.
//!
//! Every open square is given a star in turn. If propagation ends in a contradiction, the trail is traversed back from
//! it, and its antecedents, from the assumption on, are the derivation. The shortest derivation is the hint. Only when
//! no star can be refuted are empty squares assumed.

use super::bench::{Bench, join};
use super::deduction::{Deduction, Fact};
use super::{Hint, HintError};
use crate::regions::puzzle::Puzzle;
use crate::regions::square::Square;
use solver_core::Atom;
use solver_core::engine::{Engine, Halt};

/// The refuted supposition whose chain is shortest.
pub(super) fn shortest(bench: &Bench, puzzle: &Puzzle, known: &[Option<bool>]) -> Result<Option<Hint>, HintError> {
    let (mut engine, end) = bench.laid_out(known)?;
    if end.is_err() {
        return Ok(None);
    }
    for star in [true, false] {
        let mut best: Option<((usize, usize), Hint)> = None;
        for square in (0..known.len()).filter(|&s| known[s].is_none()) {
            engine.push_level();
            let supposed = Atom::equals(bench.views[square], i32::from(star));
            if engine.assume(supposed).is_ok() {
                match engine.propagate() {
                    Err(Halt::Failed) => {
                        let chain = chain(bench, puzzle, &engine, known, square)?;
                        let told = chain.iter().filter(|step| !step.is_crossing_out()).count();
                        let cost = (told, chain.iter().map(|step| step.premises.len()).sum());
                        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                            let fact = Fact { square: Square::at(square, puzzle.size()), star: !star };
                            best = Some((cost, Hint::Supposed { fact, chain }));
                        }
                    }
                    Err(Halt::Stopped(_)) => return Err(HintError::Stopped),
                    Ok(()) => {}
                }
            }
            engine.pop_level();
        }
        if let Some((_, hint)) = best {
            return Ok(Some(hint));
        }
    }
    Ok(None)
}

/// The steps from a supposition to the contradiction, in the order in which they were made.
fn chain(
    bench: &Bench,
    puzzle: &Puzzle,
    engine: &Engine,
    known: &[Option<bool>],
    supposed: usize,
) -> Result<Vec<Deduction>, HintError> {
    let size = puzzle.size();
    let Some(contradiction) = bench.conflict(puzzle, engine)? else { return Err(HintError::Stopped) };
    // Each 0/1 variable becomes known once, at one position of the trail.
    let mut position = vec![None; known.len()];
    for at in 0..engine.facts() {
        if let Some(atom) = engine.fact(at) {
            position[Bench::fact(puzzle, atom).square.index(size)] = Some(at);
        }
    }
    let new = |fact: &Fact| {
        let square = fact.square.index(size);
        if known[square].is_some() || square == supposed { None } else { position[square] }
    };
    let mut needed: Vec<usize> = contradiction.premises.iter().filter_map(new).collect();
    let mut steps: Vec<(usize, Deduction)> = Vec::new();
    while let Some(at) = needed.pop() {
        if steps.iter().any(|(made, _)| *made == at) {
            continue;
        }
        if let Some(inference) = engine.verify(at)? {
            let step = bench.deduction(puzzle, engine, &inference, at);
            needed.extend(step.premises.iter().filter_map(new));
            steps.push((at, step));
        }
    }
    steps.sort_by_key(|(at, _)| *at);
    let mut chain = Vec::new();
    for (_, step) in steps {
        // Facts of one inference stand side by side on the trail.
        let last = chain.split_off(chain.len().saturating_sub(1));
        let mut joined = last;
        join(&mut joined, step);
        chain.extend(joined);
    }
    chain.push(contradiction);
    Ok(chain)
}
