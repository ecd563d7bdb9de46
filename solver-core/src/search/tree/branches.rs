//! Branching: opens a node, takes its first branch, backtracks to the next.

use super::{Frame, NODE, SearchTree};
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::observe::{Branch, Event, Watch};
use crate::search::Branching;
use crate::view::View;

impl SearchTree {
    /// Opens a two-way node and takes its left branch.
    #[inline]
    pub(super) fn branch<W: Watch>(&mut self, var: crate::Var, watch: &mut W) -> Result<bool, StopReason> {
        self.spend(NODE + self.brancher.looks())?;
        self.allow()?;
        let (atom, part) = match self.brancher.chosen(&self.engine) {
            Some(atom) => (atom, 0.5),
            None => self.brancher.left(&mut self.engine, var, self.cursor),
        };
        if self.path.is_some() && !self.enters(0) {
            return self.take_right(!atom, watch);
        }
        let left = self.share * part;
        let (cursor, depth, rest) = (self.cursor, self.depth, self.share - left);
        self.stack.push(Frame { atom, cursor, depth, values: 0, of: 2, rest });
        self.share = left;
        self.depth += 1;
        self.engine.push_level();
        if let Some(path) = &mut self.path {
            path.open();
            path.take(atom, 0);
        }
        self.decide(atom, Branch::Left, watch)
    }

    /// Opens a d-way node and takes its first branch.
    pub(super) fn fan_out<W: Watch>(&mut self, var: crate::Var, watch: &mut W) -> Result<bool, StopReason> {
        self.spend(NODE + self.brancher.looks())?;
        self.allow()?;
        let values = self.pending.len();
        self.brancher.all(&mut self.engine, var, self.cursor, &mut self.pending);
        self.stack.push(Frame {
            atom: Atom::equals(View::of(var), 0),
            cursor: self.cursor,
            depth: self.depth,
            values: values as u32,
            of: (self.pending.len() - values) as u32,
            rest: self.share,
        });
        self.engine.push_level();
        if let Some(path) = &mut self.path {
            path.open();
        }
        self.next_value(watch)
    }

    /// Backtracks to the innermost open node and takes its next branch.
    #[inline]
    pub(super) fn next_branch<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        self.spend(NODE)?;
        self.allow()?;
        self.engine.pop_level();
        let back = self.stack.last().map_or(0, |frame| frame.depth);
        watch.tell(&self.engine, || Event::Backtrack { depth: back.into() })?;
        match self.branching {
            Branching::TwoWay => {
                let Some(frame) = self.stack.pop() else { return Ok(false) };
                self.cursor = frame.cursor;
                self.share = frame.rest;
                self.depth = frame.depth;
                if let Some(path) = &mut self.path {
                    path.close();
                }
                if self.climbing && !self.may_be_better(watch)? {
                    return Ok(false);
                }
                if self.path.is_some() {
                    return self.take_right(!frame.atom, watch);
                }
                self.depth = frame.depth + 1;
                self.decide(!frame.atom, Branch::Right, watch)
            }
            Branching::DWay => {
                self.engine.push_level();
                self.next_value(watch)
            }
        }
    }

    /// Takes the next value of the innermost d-way node, whose level is open and clean.
    fn next_value<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        let Some(frame) = self.stack.last_mut() else { return Ok(false) };
        let left = self.pending.len() - frame.values as usize;
        let Some(value) = self.pending.pop() else { return Ok(false) };
        let atom = Atom::equals(View::of(frame.atom.var()), value);
        let branch = Branch::Value { index: frame.of - left as u32, of: frame.of };
        self.share = frame.rest / left as f64;
        frame.rest -= self.share;
        self.cursor = frame.cursor;
        self.depth = frame.depth + 1;
        let (index, depth) = (frame.of - left as u32, frame.depth);
        if left == 1 {
            // The last branch needs no level of its own: nothing is left to backtrack to.
            self.stack.pop();
            self.engine.pop_level();
        }
        if self.path.is_some() {
            return self.take_value(atom, branch, (index, depth, left == 1), watch);
        }
        self.decide(atom, branch, watch)
    }
}
