//! A work list of positions or values still to be processed by a propagator.

/// A stack of distinct numbers below a limit.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    members: Vec<u32>,
    present: Box<[bool]>,
}

impl Queue {
    pub(super) fn new(size: usize) -> Queue {
        Queue { members: Vec::with_capacity(size), present: vec![false; size].into() }
    }

    pub(super) fn push(&mut self, member: usize) {
        if !std::mem::replace(&mut self.present[member], true) {
            self.members.push(member as u32);
        }
    }

    pub(super) fn pop(&mut self) -> Option<usize> {
        let member = self.members.pop()? as usize;
        self.present[member] = false;
        Some(member)
    }

    pub(super) fn clear(&mut self) {
        self.members.clear();
        self.present.fill(false);
    }
}
