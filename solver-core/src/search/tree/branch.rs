//! Branching: opens a node, takes its first branch, and backtracks to the next.

use super::path::Taken;
use super::{NODE, SearchTree};
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::search::Branching;
use crate::search::{Branch, Event, Watch};

impl SearchTree {
    /// Opens a two-way node and takes its left branch.
    #[inline]
    pub(super) fn branch<W: Watch>(&mut self, var: crate::Var, watch: &mut W) -> Result<bool, StopReason> {
        self.spend(NODE + self.selection.inspections())?;
        self.allow()?;
        let (atom, part) = match self.selection.chosen(&self.engine) {
            Some(atom) => (atom, 0.5),
            None => self.selection.left(&mut self.engine, var, self.stack.cursor),
        };
        if self.stack.path.is_some() && !self.enters(0) {
            return self.take_right(!atom, watch);
        }
        self.stack.push(&mut self.engine, atom, part);
        self.decide(atom, Branch::Left, watch)
    }

    /// Opens a d-way node and takes its first branch.
    pub(super) fn fan_out<W: Watch>(&mut self, var: crate::Var, watch: &mut W) -> Result<bool, StopReason> {
        self.spend(NODE + self.selection.inspections())?;
        self.allow()?;
        let (selection, cursor) = (&mut self.selection, self.stack.cursor);
        self.stack.push_values(&mut self.engine, var, |engine, values| selection.all(engine, var, cursor, values));
        self.next_value(watch)
    }

    /// Backtracks to the innermost open node and takes its next branch.
    #[inline]
    pub(super) fn next_branch<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        self.spend(NODE)?;
        self.allow()?;
        self.engine.pop_level();
        let back = self.stack.top_depth();
        watch.on_event(&self.engine, || Event::Backtrack { depth: back.into() })?;
        match self.branching {
            Branching::TwoWay => {
                let Some(left) = self.stack.pop() else { return Ok(false) };
                if !self.may_be_better(watch)? {
                    return Ok(false);
                }
                self.take_right(!left, watch)
            }
            Branching::DWay => {
                self.engine.push_level();
                self.next_value(watch)
            }
        }
    }

    /// Takes the right branch of the current node, unless this iteration omits it.
    #[inline]
    fn take_right<W: Watch>(&mut self, atom: Atom, watch: &mut W) -> Result<bool, StopReason> {
        if self.stack.path.is_some() && !self.take(Taken { atom, index: 1, of: 2 }) {
            return Ok(false);
        }
        self.stack.depth += 1;
        self.decide(atom, Branch::Right, watch)
    }

    /// Takes the next value of the innermost d-way node, unless this iteration omits it.
    fn next_value<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        let Some(value) = self.stack.next_value(&mut self.engine) else { return Ok(false) };
        if self.stack.path.is_some() && !self.take(value.taken) {
            return Ok(false);
        }
        self.stack.depth += 1;
        self.decide(value.taken.atom, value.branch, watch)
    }

    /// Adds a branch of the current node to the path, unless this iteration omits it.
    fn take(&mut self, branch: Taken) -> bool {
        if !self.enters(branch.index) {
            self.stack.close_current();
            return false;
        }
        if let Some(path) = &mut self.stack.path {
            path.take(branch);
        }
        true
    }

    /// Checks whether this iteration takes the `index`-th branch of the current node.
    fn enters(&mut self, index: u32) -> bool {
        let so_far = self.stack.path.as_ref().map_or(0, |path| path.discrepancies());
        self.strategy.enters(self.stack.depth + 1, index, so_far.saturating_add(index))
    }
}
