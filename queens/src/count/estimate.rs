//! Estimates before anything is counted.

/// About how many boards there are, to estimate times: `n`ⁿ·e^(−1.942·n) (M. Simkin, *The number of
/// n-queens configurations*, 2021), and a factor which for 10 to 27 queens lies between 20 and 32.
pub(super) fn about(n: u32) -> f64 {
    let n = f64::from(n);
    27.0 * (n * (n.ln() - 1.942)).exp()
}
