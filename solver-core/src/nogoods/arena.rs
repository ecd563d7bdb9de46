//! The arena: the literals of all nogoods in one array. An eight-byte header precedes each nogood, so a visit reads one
//! memory location.

use crate::atom::Atom;
use crate::var::Var;
use crate::view::View;
use std::ops::Range;

/// The header of a nogood, stored before its literals.
#[derive(Clone, Copy)]
pub(super) struct Head {
    /// The index of the nogood.
    pub(super) nogood: u32,
    /// The number of literals.
    pub(super) len: u32,
}

impl Head {
    /// Packs the header into an atom, which has the same size.
    fn packed(self) -> Atom {
        Atom::equals(View::from(Var(self.nogood)), self.len as i32)
    }

    fn unpacked(cell: Atom) -> Head {
        Head { nogood: cell.var().0, len: cell.value() as u32 }
    }
}

/// Headers and literals. A nogood is addressed by the index of its first literal.
#[derive(Clone, Default)]
pub(super) struct Arena {
    cells: Vec<Atom>,
}

impl Arena {
    /// Appends a nogood; returns the index of its first literal.
    pub(super) fn push(&mut self, nogood: u32, literals: &[Atom]) -> u32 {
        self.cells.push(Head { nogood, len: literals.len() as u32 }.packed());
        let start = self.cells.len() as u32;
        self.cells.extend_from_slice(literals);
        start
    }

    /// The literals in a range.
    pub(super) fn literals(&self, range: Range<usize>) -> &[Atom] {
        &self.cells[range]
    }

    /// The header and the literals of the nogood whose first literal has this index.
    #[inline]
    pub(super) fn nogood_mut(&mut self, start: usize) -> (Head, &mut [Atom]) {
        let head = Head::unpacked(self.cells[start - 1]);
        (head, &mut self.cells[start..start + head.len as usize])
    }

    /// Moves a nogood with its header down to `end`. Returns the index of its first literal and the new end.
    pub(super) fn move_down(&mut self, literals: Range<usize>, end: usize) -> (u32, usize) {
        let len = literals.len();
        self.cells.copy_within(literals.start - 1..literals.end, end);
        (end as u32 + 1, end + 1 + len)
    }

    /// Drops the contents from `end` on.
    pub(super) fn truncate(&mut self, end: usize) {
        self.cells.truncate(end);
    }

    /// The allocated memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<Atom>()
    }
}
