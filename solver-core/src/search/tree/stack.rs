//! The decision stack: the open nodes between the root and the current one, kept in parallel with the engine's levels.
//!
//! The left branch of a two-way node opens a level; the right branch reuses the parent's level. A d-way node keeps its
//! level while it has values left.

use super::cube::Cube;
use super::path::{Path, Taken};
use crate::atom::Atom;
use crate::engine::Engine;
use crate::search::{Branch, Cursor};
use crate::view::View;

/// An open node.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The branch taken.
    pub(super) atom: Atom,
    cursor: Cursor,
    depth: u32,
    /// The start of the remaining values of a d-way node: `pending[values..]`.
    values: u32,
    /// The node's number of branches, and the number given away.
    of: u32,
    given: u32,
    /// The share of the tree that lies in the branches not yet taken.
    rest: f64,
}

/// A value of a d-way node.
pub(super) struct Value {
    pub(super) taken: Taken,
    pub(super) branch: Branch,
}

/// The decision stack, and the search's position in the tree.
pub(super) struct DecisionStack {
    frames: Vec<Frame>,
    pending: Vec<i32>,
    /// The number of engine levels between the root and the first frame.
    base: usize,
    /// The branches taken, if the strategy needs them.
    pub(super) path: Option<Box<Path>>,
    /// The position among the decision variables.
    pub(super) cursor: Cursor,
    /// The number of branches between the root and the current node.
    pub(super) depth: u32,
    /// The share of the tree below the current node, and the share explored so far.
    share: f64,
    pub(super) done: f64,
    /// The largest explored share of any earlier iteration.
    most_done: f64,
}

impl DecisionStack {
    pub(super) fn with_capacity(frames: usize, pending: usize) -> DecisionStack {
        DecisionStack {
            frames: Vec::with_capacity(frames),
            pending: Vec::with_capacity(pending),
            base: 0,
            path: None,
            cursor: Cursor::default(),
            depth: 0,
            share: 1.0,
            done: 0.0,
            most_done: 0.0,
        }
    }

    /// The number of open nodes.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.frames.len()
    }

    /// Opens a two-way node and takes its left branch, which has the share `part` of the tree below the node.
    #[inline]
    pub(super) fn push(&mut self, engine: &mut Engine, atom: Atom, part: f64) {
        let left = self.share * part;
        let rest = self.share - left;
        self.frames.push(Frame { atom, cursor: self.cursor, depth: self.depth, values: 0, of: 2, given: 0, rest });
        self.share = left;
        self.depth += 1;
        engine.push_level();
        if let Some(path) = &mut self.path {
            path.open();
            path.take(Taken { atom, index: 0, of: 2 });
        }
    }

    /// Opens a d-way node. `list` appends its values in reverse order.
    pub(super) fn push_values(
        &mut self,
        engine: &mut Engine,
        var: crate::Var,
        list: impl FnOnce(&mut Engine, &mut Vec<i32>),
    ) {
        let values = self.pending.len();
        list(engine, &mut self.pending);
        self.frames.push(Frame {
            atom: Atom::equals(View::from(var), 0),
            cursor: self.cursor,
            depth: self.depth,
            values: values as u32,
            of: (self.pending.len() - values) as u32,
            given: 0,
            rest: self.share,
        });
        engine.push_level();
        if let Some(path) = &mut self.path {
            path.open();
        }
    }

    /// The depth of the innermost open node.
    #[inline]
    pub(super) fn top_depth(&self) -> u32 {
        self.frames.last().map_or(0, |frame| frame.depth)
    }

    /// Closes the innermost open node, whose level is already closed, and moves to it to search its remaining branch.
    /// Returns the branch that was taken.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Atom> {
        let frame = self.frames.pop()?;
        self.cursor = frame.cursor;
        self.share = frame.rest;
        self.depth = frame.depth;
        if let Some(path) = &mut self.path {
            path.close();
        }
        Some(frame.atom)
    }

    /// Takes the next value of the innermost d-way node, whose level is open and has no changes, and moves to that
    /// node. Taking the last branch closes the node and its level, because nothing is left to backtrack to.
    pub(super) fn next_value(&mut self, engine: &mut Engine) -> Option<Value> {
        let frame = self.frames.last_mut()?;
        let left = self.pending.len() - frame.values as usize;
        let value = self.pending.pop()?;
        self.share = frame.rest / left as f64;
        frame.rest -= self.share;
        self.cursor = frame.cursor;
        self.depth = frame.depth;
        let index = frame.of - frame.given - left as u32;
        let atom = Atom::equals(View::from(frame.atom.var()), value);
        let of = frame.of;
        let branch = Branch::Value { index, of };
        if left == 1 {
            self.frames.pop();
            engine.pop_level();
        }
        if let Some(path) = &mut self.path {
            if left == 1 { path.close() } else { path.back() }
        }
        Some(Value { taken: Taken { atom, index, of }, branch })
    }

    /// Marks the subtree of the current node as explored.
    #[inline]
    pub(super) fn close_current(&mut self) {
        self.done += self.share;
    }

    /// The largest share explored by any iteration; it never falls.
    pub(super) fn progress(&self) -> f64 {
        self.done.max(self.most_done)
    }

    /// Closes all open nodes except the outermost `keep`, because nothing below the closed ones is left to search.
    pub(super) fn backjump(&mut self, engine: &mut Engine, keep: usize) {
        while self.frames.len() > keep {
            engine.pop_level();
            let Some(frame) = self.frames.pop() else { return };
            self.done += frame.rest;
            self.pending.truncate(frame.values as usize);
            if let Some(path) = &mut self.path {
                path.close();
            }
        }
    }

    /// Closes all open nodes except the outermost `keep`, and moves to the outermost of the closed nodes, where the
    /// search continues.
    pub(super) fn jump(&mut self, engine: &mut Engine, keep: usize) {
        while self.frames.len() > keep {
            engine.pop_level();
            let Some(frame) = self.frames.pop() else { return };
            (self.cursor, self.depth) = (frame.cursor, frame.depth);
            self.share += frame.rest;
        }
    }

    /// The decision that opened a level. Levels are counted from 1.
    pub(super) fn decision(&self, level: usize) -> Option<Atom> {
        self.frames.get(level.checked_sub(1)?).map(|frame| frame.atom)
    }

    /// Returns how many outermost open nodes had an open variable among the first `variables` decision variables.
    #[inline]
    pub(super) fn open_among(&self, variables: usize) -> usize {
        // Cursors ascend from the root.
        let closed = self.frames.iter().rev().take_while(|frame| frame.cursor.index as usize >= variables).count();
        self.frames.len() - closed
    }

    /// Returns to the root of the tree. The explored share of a new iteration starts at 0.
    pub(super) fn back_to_root(&mut self, engine: &mut Engine) {
        self.backjump(engine, 0);
        for _ in 0..std::mem::take(&mut self.base) {
            engine.pop_level();
        }
        if let Some(path) = &mut self.path {
            path.clear();
        }
        self.pending.clear();
        self.most_done = self.progress();
        (self.depth, self.cursor, self.share, self.done) = (0, Cursor::default(), 1.0, 0.0);
    }

    /// Gives away the last branch of the outermost open node; this search then skips the branch. Does not give away
    /// branches of nodes at which the first `decided` decision variables were fixed.
    pub(super) fn give(&mut self, decided: usize) -> Option<Cube> {
        let first = *self.frames.first().filter(|frame| (frame.cursor.index as usize) < decided)?;
        let path = self.path.as_mut()?;
        let end = self.frames.get(1).map_or(self.pending.len(), |next| next.values as usize);
        let values = first.values as usize;
        let (share, last) = if end == values {
            // A two-way node.
            (first.rest, Taken { atom: !first.atom, index: 1, of: 2 })
        } else {
            let atom = Atom::equals(View::from(first.atom.var()), self.pending.remove(values));
            self.frames[1..].iter_mut().for_each(|frame| frame.values -= 1);
            let (index, of) = (first.of - first.given - 1, first.of);
            (first.rest / (end - values) as f64, Taken { atom, index, of })
        };
        let cube = Cube::new(path.to_outermost(), last, share);
        if end > values + 1 {
            let frame = &mut self.frames[0];
            frame.given += 1;
            frame.rest -= share;
        } else {
            // The node is removed, but the engine's level remains.
            self.frames.remove(0);
            self.base += 1;
            path.forget_outermost();
        }
        Some(cube)
    }

    /// Returns to the root and moves to the node of a cube's branch. The caller then makes the decisions, all at one
    /// level.
    pub(super) fn go_to(&mut self, engine: &mut Engine, cube: &Cube) {
        let done = self.done;
        self.back_to_root(engine);
        engine.push_level();
        self.base = 1;
        let path = self.path.get_or_insert_default();
        cube.taken().iter().for_each(|taken| path.take(*taken));
        (self.depth, self.share, self.done) = (cube.taken().len() as u32 - 1, cube.share(), done);
    }

    /// Sets the number of engine levels between the root and the node where the search begins.
    pub(super) fn begin_at(&mut self, levels: usize) {
        self.base = levels;
    }

    /// The memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let path = self.path.as_ref().map_or(0, |path| path.bytes());
        self.frames.capacity() * size_of::<Frame>() + self.pending.capacity() * 4 + path
    }
}
