//! Units without a search: ranges of numbered pieces, for example of a counting kernel.
//!
//! The numbers are the leaves of a binary tree: each node is a range of numbers, and its branches are the two halves.
//! Parts are therefore [cubes](Cube) like those of a search, with the number as the only variable, and, as in a search,
//! the shares show whether anything is missing.

use crate::outcome::{Effort, Outcome, PRIME};
use crate::{Job, JobError, Share, Unit, Work};
use num_bigint::BigUint;
use solver_core::{CancelToken, Cube};
use std::fmt;
use std::ops::Range;
use std::time::Instant;

/// Numbered pieces, each of which is counted separately.
///
/// ```
/// use cluster::{Description, Job, JobError, Pieces, Question, Work};
/// use solver_core::CancelToken;
/// /// Piece k has k solutions.
/// #[derive(Debug)]
/// struct Numbers;
/// impl Pieces for Numbers {
///     fn number(&self) -> u32 {
///         101
///     }
///     fn count(&self, piece: u32, _: &CancelToken) -> Result<Option<u128>, JobError> {
///         Ok(Some(piece.into()))
///     }
/// }
/// let folder = tempfile::tempdir()?;
/// let job = Job::create(&folder.path().join("job"), Description::new(Question::Count, "numbers", Vec::new(), "101"))?;
/// let work = Work::pieces(&Numbers).nodes(10);
/// while let Some(unit) = job.open_units()?.pop() {
///     job.work(&unit, &work)?;
/// }
/// assert_eq!(job.coverage()?.total(), Some(5050_u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Pieces: fmt::Debug {
    /// The number of pieces, at least one.
    fn number(&self) -> u32;

    /// The number of solutions in `piece`, an index from 0 to [`number`](Pieces::number) − 1; `None` when cancelled.
    ///
    /// # Errors
    /// [`JobError::Miscounted`].
    fn count(&self, piece: u32, cancel: &CancelToken) -> Result<Option<u128>, JobError>;
}

/// A node of the number tree.
struct Node {
    cube: Cube,
    pieces: Range<u32>,
}

impl Node {
    /// The node of a cube, if it belongs to this tree.
    fn find(cube: &Cube, number: u32) -> Option<Node> {
        let mut node = Node { cube: Cube::root(), pieces: 0..number.max(1) };
        for (index, of) in cube.branches() {
            let [low, high] = (of == 2).then(|| node.halves())??;
            node = if index == 0 { low } else { high };
        }
        (node.cube == *cube).then_some(node)
    }

    /// The branches of this node; `None` for a single piece.
    fn halves(&self) -> Option<[Node; 2]> {
        let Range { start, end } = self.pieces;
        if end - start == 1 {
            return None;
        }
        let middle = start.midpoint(end);
        let branch = |decision: &str, pieces| {
            let cube = format!("{} 0{decision}", self.cube).parse().ok()?;
            Some(Node { cube, pieces })
        };
        Some([branch(&format!("<{middle}:0/2"), start..middle)?, branch(&format!(">={middle}:1/2"), middle..end)?])
    }
}

impl Job {
    /// Counts the pieces of a unit, up to the budget.
    pub(crate) fn count_pieces(
        &self,
        unit: &Unit,
        pieces: &dyn Pieces,
        work: &Work<'_>,
        begun: Instant,
    ) -> Result<Outcome, JobError> {
        let root = Node::find(&unit.cube, pieces.number()).ok_or(JobError::NoUnit(unit.id))?;
        let never = CancelToken::new();
        let cancel = work.cancel.as_ref().unwrap_or(&never);
        let (mut count, mut residue, mut explored, mut nodes) = (BigUint::default(), 0, Share::default(), 0);
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            let is_late = work.time.is_some_and(|time| begun.elapsed() >= time) || cancel.is_cancelled();
            // Explores at least two nodes, to guarantee progress.
            if nodes >= 2 && (is_late || work.nodes.is_some_and(|enough| nodes >= enough)) {
                open.push(node);
                break;
            }
            nodes += 1;
            if let Some([low, high]) = node.halves() {
                open.extend([high, low]);
                continue;
            }
            let Some(new) = pieces.count(node.pieces.start, cancel)? else {
                open.push(node);
                break;
            };
            count += new;
            residue = (residue + (new % u128::from(PRIME)) as u64) % PRIME;
            explored = explored + Share::new(&node.cube);
        }
        let rest: Vec<Cube> = open.into_iter().map(|node| node.cube).collect();
        if rest.first() == Some(&unit.cube) {
            return Err(JobError::Cancelled(unit.id));
        }
        let effort = Effort { nodes, failures: 0, milliseconds: 0 };
        Ok(Outcome { count, residue, ..Outcome::new(&self.id, unit, explored, rest, effort) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_cubes_are_the_same_tree() {
        for number in [1, 2, 3, 7, 100] {
            let mut open = vec![Node::find(&Cube::root(), number).expect("the root")];
            let (mut leaves, mut share) = (Vec::new(), Share::default());
            while let Some(node) = open.pop() {
                let again = Node::find(&node.cube, number).expect("a node");
                assert_eq!(again.pieces, node.pieces);
                match node.halves() {
                    Some([low, high]) => open.extend([high, low]),
                    None => {
                        leaves.push(node.pieces.start);
                        share = share + Share::new(&node.cube);
                    }
                }
            }
            assert!(leaves.iter().copied().eq(0..number));
            assert_eq!(share, Share::whole());
        }
        for text in ["0<3:0/2", "0<4:1/2", "0=4:0/2", "1<4:0/2", "0<4:0/3", "0<4:0/2 0<2:0/2 0<1:0/2 0<1:0/2"] {
            assert!(Node::find(&text.parse().expect("a cube"), 8).is_none(), "{text}");
        }
    }
}
