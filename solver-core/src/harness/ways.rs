//! Four methods of testing propagator state: incremental state must be correct wherever search can lead.
//!
//! Incremental state (counters, watches, a matching, a layered graph) is easy to get right while search makes one
//! decision at a time and backtracks one level at a time. Therefore, after the walk, one of these tests runs:
//!
//! - [`Way::Replay`]: makes 1 to 16 decisions before one propagation;
//! - [`Way::Copy`]: continues alternately with a copy of the engine and the original, first with the same decisions,
//!   then with different ones;
//! - [`Way::Restart`]: returns directly to the root and makes different decisions there, on a new level or permanently;
//! - [`Way::Return`]: descends to a solution until the propagator is entailed, backtracks, and continues to a tuple
//!   that is not a solution.
//!
//! In each of these tests, the usual checks apply at each fixpoint. If a consistency level is claimed, the fixpoint
//! must be the same as that of a new engine given the same atoms. A copy must always behave like the original.

use super::case::{Decision, Mode, Posted, Sign, Step};
use super::oracle::inside;
use super::walk::{Node, Walk};
use super::{Claim, Declared, Form, Subject, Verdict};
use std::fmt::Debug;

/// A method of testing propagator state. This module's source describes the methods.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// Makes many decisions before one propagation.
    Replay,
    /// Continues with a copy of the engine that diverges.
    Copy,
    /// Returns to the root and makes different decisions.
    Restart,
    /// Returns from a node where the propagator was entailed.
    Return,
}

impl Way {
    /// All methods.
    pub const ALL: [Way; 4] = [Way::Replay, Way::Copy, Way::Restart, Way::Return];
}

/// The maximum number of decisions before one propagation.
const MOST_DECISIONS: u64 = 16;

impl Walk<'_> {
    /// Tests the state by one of the declared methods, starting from some node on the walk's path. For reified forms,
    /// tests only half of the cases.
    pub(super) fn test_state(&mut self) -> Verdict {
        let Subject { check: Declared { ways, .. }, case, .. } = *self.subject;
        if case.form != Form::Holds && self.rng.below(2) == 0 {
            return Ok(());
        }
        let Some(&way) = ways.get(self.rng.below(ways.len().max(1) as u64) as usize) else { return Ok(()) };
        self.report.ways[way as usize] += 1;
        // The walk ends at a node with few open variables, so the test starts higher up.
        let height = 1 + self.rng.below(self.path.len() as u64) as usize;
        while self.path.len() > height {
            self.ascend()?;
        }
        match way {
            Way::Replay => self.replay(),
            Way::Copy => self.copy(),
            Way::Restart => self.restart(),
            Way::Return => self.come_back(),
        }
    }

    fn replay(&mut self) -> Verdict {
        for _ in 0..2 {
            let decisions = self.draw(MOST_DECISIONS);
            self.descend_by(&decisions)?;
        }
        Ok(())
    }

    fn copy(&mut self) -> Verdict {
        let (together, apart) = (self.draw(4), self.draw(4));
        self.steps.push(Step::Clone);
        let (engine, variables) = (self.posted.engine.clone(), self.posted.variables.clone());
        let mut copy = Posted { engine, variables };
        let base = self.top().masks.clone();

        let went_on = self.descend_by(&together)?;
        let here = if went_on { Some(self.top().masks.clone()) } else { None };
        if self.follow(&mut copy, &together)? != here {
            return Err("a copy of the engine does not do what the original does".to_owned());
        }
        copy.engine.pop_level();
        if self.subject.case.masks(&copy)? != base {
            return Err("going back does not restore the state of a copy".to_owned());
        }
        let there = self.follow(&mut copy, &apart)?;
        if went_on {
            let decisions = self.draw(4);
            if self.descend_by(&decisions)? {
                self.ascend()?;
            }
            self.ascend()?;
        }
        let went_on = self.descend_by(&apart)?;
        let here = if went_on { Some(self.top().masks.clone()) } else { None };
        if self.must_agree(here.as_deref(), there.as_deref()) && here != there {
            return Err("a copy of the engine that went first does not do what the original does".to_owned());
        }
        Ok(())
    }

    /// Opens a level with these decisions in a copy, and propagates. Returns the resulting masks, or `None` if
    /// propagation fails.
    fn follow(&self, copy: &mut Posted, decisions: &[Decision]) -> Result<Option<Vec<u64>>, String> {
        copy.engine.push_level();
        for decision in decisions {
            let atom = decision.atom(copy.variables[decision.var]);
            copy.engine.assume(atom).map_err(|_| "a copy of the engine refused a decision")?;
        }
        if copy.engine.propagate().is_err() {
            return Ok(None);
        }
        self.subject.case.masks(copy).map(Some)
    }

    fn restart(&mut self) -> Verdict {
        while self.path.len() > 1 {
            self.ascend()?;
        }
        let decisions = self.draw(MOST_DECISIONS);
        if self.rng.below(2) == 0 {
            self.descend_by(&decisions)?;
            return Ok(());
        }
        // Makes the decisions permanent, like nogoods from a restart.
        let Some(before) = self.path.pop() else { return Ok(()) };
        let masks = self.decide(&before, &decisions)?;
        let Some(node) = self.propagate(&before, &decisions, masks)? else {
            // The search cannot continue, because the engine stays failed.
            return self.compare_with_new(None);
        };
        self.path.push(node);
        let masks = self.top().masks.clone();
        self.compare_with_new(Some(&masks))?;
        let decisions = self.draw(MOST_DECISIONS);
        self.descend_by(&decisions)?;
        Ok(())
    }

    fn come_back(&mut self) -> Verdict {
        let height = self.path.len();
        let alive = self.top().alive.len() as u64;
        if alive > 0 {
            let pick = self.rng.below(alive) as usize;
            let row = self.top().alive[pick];
            let solution = self.subject.oracle.solutions.row(row as usize);
            let open: Vec<usize> = self.open();
            for var in open {
                let decision = self.fix(var, solution[var]);
                if !self.descend_by(&[decision])? {
                    return Err("it failed on the way to a solution".to_owned());
                }
                if self.top().active == 0 {
                    break;
                }
            }
            while self.path.len() > height {
                self.ascend()?;
            }
        }
        // If the propagator was not entailed, a tuple that is not a solution must fail.
        let masks = self.top().masks.clone();
        for _ in 0..8 {
            let tuple: Vec<u16> = masks.iter().map(|&mask| self.any_of(mask)).collect();
            let solutions = &self.subject.oracle.solutions;
            if self.top().alive.iter().any(|&i| solutions.row(i as usize) == tuple) {
                continue;
            }
            let decisions: Vec<Decision> = self.open().into_iter().map(|var| self.fix(var, tuple[var])).collect();
            // The failure itself is checked like any other.
            self.descend_by(&decisions)?;
            break;
        }
        Ok(())
    }

    fn open(&self) -> Vec<usize> {
        let masks = &self.top().masks;
        (0..masks.len()).filter(|&var| masks[var].count_ones() > 1).collect()
    }

    /// The index of a random value of a mask.
    fn any_of(&mut self, mask: u64) -> u16 {
        let values: Vec<u16> = (0..64).filter(|k| mask >> k & 1 != 0).collect();
        values[self.rng.below(values.len() as u64) as usize]
    }

    fn fix(&self, var: usize, index: u16) -> Decision {
        Decision { var, sign: Sign::Equal, value: self.subject.case.domains[var][usize::from(index)] }
    }

    /// Generates one to `most` decisions that leave every variable at least one value; some may already hold.
    fn draw(&mut self, most: u64) -> Vec<Decision> {
        let case = self.subject.case;
        let mut masks = self.top().masks.clone();
        let mut decisions = Vec::new();
        for _ in 0..=self.rng.below(most) {
            let Some(decision) = self.decision(case) else { break };
            let values = &case.domains[decision.var];
            let decision =
                if masks[decision.var] & decision.mask(values) == 0 { decision.opposite() } else { decision };
            masks[decision.var] &= decision.mask(values);
            decisions.push(decision);
        }
        decisions
    }

    /// Makes decisions true; returns the resulting masks.
    fn decide(&mut self, before: &Node, decisions: &[Decision]) -> Result<Vec<u64>, String> {
        let mut masks = before.masks.clone();
        for &decision in decisions {
            masks[decision.var] &= decision.mask(&self.subject.case.domains[decision.var]);
            self.decided.push(decision);
            self.assume(decision).map_err(|()| "a decision that leaves values was refused")?;
        }
        Ok(masks)
    }

    /// Opens a level with decisions that leave every variable at least one value. Returns whether the level stays open;
    /// otherwise the engine has failed and backtracked.
    fn descend_by(&mut self, decisions: &[Decision]) -> Result<bool, String> {
        self.push_level();
        let Some(before) = self.path.pop() else { return Ok(false) };
        let masks = self.decide(&before, decisions)?;
        let node = self.propagate(&before, decisions, masks)?;
        self.path.push(before);
        let masks = node.as_ref().map(|node| node.masks.clone());
        self.compare_with_new(masks.as_deref())?;
        match node {
            Some(node) => {
                self.path.push(node);
                Ok(true)
            }
            None => self.back().map(|()| false),
        }
    }

    /// Whether the fixpoint must be independent of the order of changes. A constraint with an undecided condition may
    /// be refuted sooner in one order than in another, because propagators need not watch everything that their
    /// refutation reads.
    fn must_agree(&self, here: Option<&[u64]>, there: Option<&[u64]>) -> bool {
        let Subject { check, case, .. } = *self.subject;
        let settled = |masks: Option<&[u64]>| masks.is_some_and(|masks| case.is_required(masks));
        let level = check.one_fixpoint && check.claims.iter().any(Claim::is_level);
        level && (case.form == Form::Holds || settled(here) && settled(there))
    }

    /// Checks that a new engine, given the same decisions before its first propagation, ends with the same domains.
    fn compare_with_new(&self, here: Option<&[u64]>) -> Verdict {
        let Subject { check, case, plant, oracle } = *self.subject;
        let mut new = case.post(check, plant, &case.root(), case.layout, Mode::Classical)?;
        for decision in &self.decided {
            let atom = decision.atom(new.variables[decision.var]);
            new.engine.assume(atom).map_err(|_| "a new engine refused the decisions")?;
        }
        let there = match new.engine.propagate() {
            Ok(()) => Some(case.masks(&new)?),
            Err(_) => None,
        };
        if self.must_agree(here, there.as_deref()) && there.as_deref() != here {
            let fresh = "a new engine with the same decisions";
            return Err(match (here, &there) {
                (None, _) => format!("it fails, unlike {fresh}"),
                (_, None) => format!("it does not fail, unlike {fresh}"),
                _ => format!("its domains differ from those of {fresh}"),
            });
        }
        // Both fixpoints are correct if their solutions are the same; those of `here` have already been compared.
        let allowed = |row: &[u16]| self.decided.iter().all(|d| d.mask(&case.domains[d.var]) >> row[d.var] & 1 != 0);
        let lost = |row: &[u16]| there.as_ref().is_none_or(|masks| !inside(row, masks));
        match oracle.solutions.rows().position(|row| allowed(row) && lost(row)) {
            Some(i) => Err(format!("a new engine with the same decisions loses {}", self.tuple(i as u32))),
            None => Ok(()),
        }
    }
}
