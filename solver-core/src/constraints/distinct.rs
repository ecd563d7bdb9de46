//! Tests whether values are distinct; shared by several constraints.

/// Checks whether no value occurs twice. Allocates only if the values span a range of more than 256.
pub(super) fn all_distinct(values: impl Iterator<Item = i32> + Clone) -> bool {
    let (mut low, mut high, mut count) = (i32::MAX, i32::MIN, 0);
    for v in values.clone() {
        (low, high, count) = (low.min(v), high.max(v), count + 1);
    }
    if count < 2 {
        return true;
    }
    if i64::from(high) - i64::from(low) < 256 {
        let mut seen = [0u64; 4];
        for v in values {
            let bit = (v - low) as usize;
            let (word, mask) = (&mut seen[bit / 64], 1 << (bit % 64));
            if *word & mask != 0 {
                return false;
            }
            *word |= mask;
        }
        return true;
    }
    let mut sorted: Vec<i32> = values.collect();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0] != pair[1])
}

#[cfg(test)]
mod tests {
    use super::all_distinct;
    use crate::harness::Rng;

    #[test]
    fn agrees_with_looking_at_every_pair() {
        let mut rng = Rng::new(5);
        let mut twins = 0;
        for case in 0..3000 {
            let (count, spread) = (rng.below(40) as usize, [5, 60, 300, 1 << 20, 1 << 31][case % 5]);
            let values: Vec<i32> =
                (0..count).map(|_| (rng.below(spread) as i64 - (spread / 2) as i64) as i32).collect();
            let differ = (0..count).all(|i| !values[..i].contains(&values[i]));
            twins += usize::from(!differ);
            assert_eq!(all_distinct(values.iter().copied()), differ, "{values:?}");
        }
        assert!((500..2500).contains(&twins));
        assert!(all_distinct([i32::MIN, i32::MAX].into_iter()));
    }
}
