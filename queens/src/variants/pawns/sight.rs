//! `Sight`: no two queens of a line attack each other; a pawn between them blocks the line.
//!
//! Along a line it only matters whether the last piece was a queen: an automaton with two states. A forward and a
//! backward sweep determine which pieces each square can hold (Pesant 2004). Domain consistent; a run costs the length
//! of the line.

use super::{EMPTY, PAWN, QUEEN};
use solver_core::prelude_propagator::*;

pub(super) static IN_SIGHT: Rule = Rule::sum_of_rows(
    "sight.queens",
    "{premises}: queens would see each other on the line, or it would lack one, so {fact}",
);

pub(super) static NO_PIECE: Rule = Rule::new("sight.no_piece", "a square has a queen, a pawn or nothing, so {fact}");

/// The row that says which orders of pieces a line allows.
const ORDER: &str = "order_of_pieces";

/// What a line must hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Line {
    /// Queens that do not see each other, or none.
    Any,
    /// As many queens as there is room for: one, and one more for every pawn.
    Full,
}

/// The squares of a line, in their order: 1 is a queen, −1 a pawn, 0 nothing.
///
/// ```
/// use queens::{PawnLine, Sight};
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let squares = m.ints("square", 4, -1..=1)?;
/// m.propagator("sight", &squares, |v| Box::new(Sight::new(v.iter().copied(), PawnLine::Full)));
/// // One queen on any of four squares, or two with a pawn between them.
/// assert_eq!(m.count()?, Outcome::Complete(4 + 4));
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sight {
    views: Box<[View]>,
    line: Line,
}

const PIECES: [i32; 3] = [EMPTY, QUEEN, PAWN];

/// Sets of states as bits: the last piece was a queen, or it was not.
const CLEAR: u8 = 1;
const SEEN: u8 = 2;

/// The pieces that a square can hold, a bit for each of `PIECES`.
type Possible = u8;

impl Sight {
    /// The squares of a line.
    pub fn new(views: impl IntoIterator<Item = View>, line: Line) -> Sight {
        Sight { views: views.into_iter().collect(), line }
    }

    /// The states after a piece.
    fn after(&self, states: u8, piece: usize) -> u8 {
        match PIECES[piece] {
            QUEEN => {
                if states & CLEAR != 0 {
                    SEEN
                } else {
                    0
                }
            }
            // A pawn with no queen before it takes room and gives none.
            PAWN if self.line == Line::Full => {
                if states & SEEN != 0 {
                    CLEAR
                } else {
                    0
                }
            }
            PAWN => {
                if states != 0 {
                    CLEAR
                } else {
                    0
                }
            }
            _ => states,
        }
    }

    /// The states before a piece from which it leads to one of these.
    fn before(&self, states: u8, piece: usize) -> u8 {
        [CLEAR, SEEN].into_iter().filter(|&state| self.after(state, piece) & states != 0).sum()
    }

    fn last(&self) -> u8 {
        if self.line == Line::Full { SEEN } else { CLEAR | SEEN }
    }

    /// The pieces that each square can hold in some order that the line allows.
    fn supported(&self, possible: &[Possible]) -> Vec<Possible> {
        let pieces = |square: Possible| (0..PIECES.len()).filter(move |piece| square >> piece & 1 == 1);
        let mut forwards = vec![CLEAR];
        for &square in possible {
            let states = forwards.last().copied().unwrap_or(CLEAR);
            forwards.push(pieces(square).fold(0, |all, piece| all | self.after(states, piece)));
        }
        let mut states = self.last();
        let mut supported = vec![0; possible.len()];
        for i in (0..possible.len()).rev() {
            let held = pieces(possible[i]).filter(|&piece| self.after(forwards[i], piece) & states != 0);
            supported[i] = held.fold(0, |all, piece| all | 1 << piece);
            states = pieces(possible[i]).fold(0, |all, piece| all | self.before(states, piece));
        }
        supported
    }

    /// Whether the line allows some order of these pieces.
    fn is_possible(&self, possible: &[Possible]) -> bool {
        let supported = self.supported(possible);
        if supported.is_empty() { self.line == Line::Any } else { supported.iter().all(|&square| square != 0) }
    }
}

/// The pieces of which one holds.
fn possible(contains: impl Fn(i32) -> bool) -> Possible {
    (0..PIECES.len()).filter(|&piece| contains(PIECES[piece])).fold(0, |all, piece| all | 1 << piece)
}

const OUTSIDE: u32 = 1;
const ORDERED: u32 = 0;

impl Propagator for Sight {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Domain).priority(3);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _woken: &[u32]) -> Result<Status, Conflict> {
        cx.work(self.views.len())?;
        for &view in &self.views {
            // Only what is news: the pieces may lie beyond what the view's variable can be compared with.
            let (low, high) = cx.bounds(view);
            if low < PAWN {
                cx.at_least(view, PAWN, || Lazy(OUTSIDE))?;
            }
            if high > QUEEN {
                cx.at_most(view, QUEEN, || Lazy(OUTSIDE))?;
            }
        }
        let now: Vec<Possible> = self.views.iter().map(|&view| possible(|v| cx.contains(view, v))).collect();
        if !self.is_possible(&now) {
            return cx.fail(|| Lazy(ORDERED));
        }
        for ((&view, now), supported) in self.views.iter().zip(&now).zip(self.supported(&now)) {
            for (piece, &v) in PIECES.iter().enumerate() {
                if (now & !supported) >> piece & 1 == 1 {
                    cx.remove(view, v, || Lazy(ORDERED))?;
                }
            }
        }
        Ok(Status::Stable)
    }

    /// As few of the missing pieces as deletion leaves that are needed.
    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        if hint == OUTSIDE {
            return &NO_PIECE;
        }
        let all: Possible = possible(|_| true);
        let was: Vec<Possible> = self.views.iter().map(|&view| possible(|v| past.contains(view, v))).collect();
        // Where the fact does not hold. Of views that share the variable, each one.
        let denied = |view: View, square: Possible| match fact {
            Some(fact) if fact.var() == view.var() => {
                possible(|v| square >> index(v) & 1 == 1 && !fact.holds_for(view.var_value(v)))
            }
            _ => square,
        };
        let mut kept = was.clone();
        for i in 0..kept.len() {
            for piece in (0..PIECES.len()).filter(|piece| was[i] >> piece & 1 == 0) {
                kept[i] |= 1 << piece;
                let case: Vec<Possible> =
                    self.views.iter().zip(&kept).map(|(&view, &square)| denied(view, square)).collect();
                if self.is_possible(&case) {
                    kept[i] &= !(1 << piece);
                }
            }
        }
        for (&view, &square) in self.views.iter().zip(&kept) {
            let gone = all & !square;
            match past.fixed(view) {
                Some(v) if gone.count_ones() == 2 => why.push(Atom::equals(view, v)),
                _ => {
                    let pieces = (0..PIECES.len()).filter(|piece| gone >> piece & 1 == 1);
                    why.extend(pieces.map(|piece| Atom::differs(view, PIECES[piece])));
                }
            }
        }
        why.row(ORDER, 0);
        &IN_SIGHT
    }

    /// No order of the pieces is left: tried from the first square on, by what must come next.
    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        if self.views.iter().any(|&view| PIECES.iter().all(|&v| !case.contains(view, v))) {
            return rule == &NO_PIECE || rule == &IN_SIGHT;
        }
        // Whether the squares so far can end with a queen in sight, and without one.
        let (mut open, mut watched) = (true, false);
        for &view in &self.views {
            let [empty, queen, pawn] = PIECES.map(|v| case.contains(view, v));
            let pawn_blocks = pawn && (watched || (open && self.line == Line::Any));
            (open, watched) = ((empty && open) || pawn_blocks, (empty && watched) || (queen && open));
        }
        let possible = watched || (open && self.line == Line::Any);
        rule == &IN_SIGHT && !possible
    }
}

/// The place of a piece in `PIECES`; that of nothing for values that are no piece.
fn index(v: i32) -> usize {
    PIECES.iter().position(|&piece| piece == v).unwrap_or(0)
}
