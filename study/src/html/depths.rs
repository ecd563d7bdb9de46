//! The depth of a search over time, in constant memory.
//!
//! Each node is counted in a bucket, in search order. When all buckets are full, they are merged in pairs, and the
//! width of the buckets doubles.

/// The maximum number of buckets.
const MOST: usize = 1024;

/// The counts of one interval of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Bucket {
    pub(super) deepest: u64,
    pub(super) failures: u64,
    pub(super) solutions: u64,
}

/// Intervals that all contain the same number of nodes.
#[derive(Clone, Debug)]
pub(super) struct Depths {
    /// The number of nodes in a bucket.
    pub(super) width: u64,
    pub(super) buckets: Vec<Bucket>,
    nodes: u64,
}

impl Depths {
    pub(super) fn new() -> Depths {
        Depths { width: 1, buckets: vec![Bucket::default()], nodes: 1 }
    }

    /// Records a node at the given depth.
    pub(super) fn enter(&mut self, depth: u64) {
        if self.nodes == self.width * MOST as u64 {
            self.buckets = self.buckets.chunks(2).map(merge).collect();
            self.width *= 2;
        }
        if self.nodes.is_multiple_of(self.width) {
            self.buckets.push(Bucket::default());
        }
        self.nodes += 1;
        let bucket = self.last();
        bucket.deepest = bucket.deepest.max(depth);
    }

    pub(super) fn failure(&mut self) {
        self.last().failures += 1;
    }

    pub(super) fn solution(&mut self) {
        self.last().solutions += 1;
    }

    /// Returns the number of nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    fn last(&mut self) -> &mut Bucket {
        let last = self.buckets.len() - 1;
        &mut self.buckets[last]
    }
}

fn merge(pair: &[Bucket]) -> Bucket {
    pair.iter().fold(Bucket::default(), |sum, bucket| Bucket {
        deepest: sum.deepest.max(bucket.deepest),
        failures: sum.failures + bucket.failures,
        solutions: sum.solutions + bucket.solutions,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_long_a_search_its_buckets_are_few_and_count_everything() {
        let mut depths = Depths::new();
        for node in 1..100_000u64 {
            depths.enter(node % 7);
            depths.failure();
        }
        assert!(depths.buckets.len() <= MOST);
        assert_eq!(depths.width, 128);
        assert_eq!(depths.buckets.len() as u64, 100_000u64.div_ceil(depths.width));
        assert_eq!(depths.buckets.iter().map(|b| b.failures).sum::<u64>(), 99_999);
        assert!(depths.buckets.iter().all(|b| b.deepest == 6));
    }
}
