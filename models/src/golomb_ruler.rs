//! Golomb rulers: marks on a ruler whose pairwise distances are all different.
//! (S. Sidon 1932, W. C. Babcock 1953; CSPLib 6.)

use crate::Classic;
use solver_core::prelude::*;

/// The rulers of a given length with a given number of marks (three or more); the first mark is at 0 and the last at
/// the end. Only one of each ruler and its mirror image is a solution.
///
/// # Errors
/// [`ModelError`] for lengths below 1.
pub fn golomb_ruler(marks: usize, length: i32) -> Result<Classic, ModelError> {
    let (mut m, mark) = ruler(marks, length)?;
    m.post(mark[marks - 1].equals(length));
    Ok(Classic::new(m, mark))
}

/// Finds a shortest ruler with a given number of marks (three or more).
///
/// # Errors
/// [`ModelError`] for more marks than are practical.
pub fn shortest_golomb_ruler(marks: usize) -> Result<Classic, ModelError> {
    // If the distance doubles from mark to mark, all distances are different.
    let longest = 1i32.checked_shl(marks as u32 - 1).filter(|_| marks < 30).unwrap_or(i32::MAX);
    let (m, mark) = ruler(marks, longest - 1)?;
    let end = mark[marks - 1];
    Ok(Classic::new(m, mark).best(Goal::Minimize, end))
}

fn ruler(marks: usize, longest: i32) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut m = Model::new();
    let mark = m.ints("mark", marks, 0..=longest)?;
    m.post(mark[0].equals(0));
    let mut distances = Vec::new();
    for i in 0..marks {
        for j in i + 1..marks {
            let distance = m.int(format!("distance[{i},{j}]"), 1..=longest)?;
            m.post(distance.equals(mark[j] - mark[i]));
            distances.push(distance);
        }
    }
    m.all_different(&distances).consistency(Consistency::Bounds).named("distances");
    m.post(distances[0].less_than(distances[distances.len() - 1])).named("of two mirror images one");
    Ok((m, mark))
}
