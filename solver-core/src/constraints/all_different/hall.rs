//! Hall sets: `k` views that together have only `k` values.
//!
//! All other views lose those values (P. Hall 1935). Bounds consistency looks for Hall intervals, domain consistency
//! for any Hall sets; both use the quick test below, which rules them out in most runs.

/// Checks whether the domain sizes allow a Hall set of fewer than `m` views, or a set of views with too few values.
///
/// Each view in a Hall set of `k` views has at most `k` values, so at least `k` domains must be that small. `counts` is
/// scratch space, longer than `m`.
#[inline]
pub(super) fn possible(m: usize, sizes: impl Iterator<Item = u32>, counts: &mut [u32]) -> bool {
    if m < 16 {
        return possible_among_few(m, sizes);
    }
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

/// Like [`possible`], branch-free for fewer than sixteen views: byte `k` counts the domains of size `k`.
#[inline]
fn possible_among_few(m: usize, sizes: impl Iterator<Item = u32>) -> bool {
    const ONES: u128 = u128::MAX / 255;
    const NUMBERS: u128 = 0x0f0e_0d0c_0b0a_0908_0706_0504_0302_0100;
    let counts: u128 = sizes.map(|size| 1 << (8 * size.min(15))).sum();
    // Byte k of the product is the sum of bytes 0 to k; its top bit is set if the sum is at least k.
    let enough = counts.wrapping_mul(ONES) + (ONES * 0x80 - NUMBERS);
    let below_m = (1u128 << (8 * m)) - 1;
    enough & (ONES * 0x80) & below_m & !0xff != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_agree() {
        assert!(!possible(0, [].into_iter(), &mut [0]));
        assert!(!possible(3, [3, 3, 3].into_iter(), &mut [0; 4]));
        assert!(possible(3, [2, 9, 2].into_iter(), &mut [0; 4]));
        assert!(possible(3, [2, 2, 2].into_iter(), &mut [0; 4]));
        assert!(possible(2, [1, 64].into_iter(), &mut [0; 3]));
        assert!(!possible(15, std::iter::repeat_n(15, 15), &mut [0; 16]));
        assert!(possible(15, std::iter::repeat_n(14, 15), &mut [0; 16]));
        assert!(!possible(16, std::iter::repeat_n(16, 16), &mut [0; 17]));
        assert!(possible(16, std::iter::repeat_n(15, 16), &mut [0; 17]));
    }
}
