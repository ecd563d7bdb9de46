//! Hall sets: `k` views that have only `k` values between them.
//!
//! All other views must do without those values (P. Hall 1935). Bounds
//! consistency looks for Hall intervals, domain consistency for any Hall set;
//! both share the quick test below, which most runs do not pass.

/// Whether there may be a Hall set of some but not all of `m` views, or too few
/// values for some of them, judged by the sizes of their domains alone.
///
/// Each view of a Hall set of `k` has at most `k` values, so `k` views must have.
/// `counts` is scratch, longer than `m`.
#[inline]
pub(super) fn possible(m: usize, sizes: impl Iterator<Item = u32>, counts: &mut [u32]) -> bool {
    let counts = &mut counts[..=m];
    counts.fill(0);
    for size in sizes {
        counts[(size as usize).min(m)] += 1;
    }
    let mut small = 0;
    counts[..m].iter().zip(0..).skip(1).any(|(&count, k)| {
        small += count;
        small >= k
    })
}
