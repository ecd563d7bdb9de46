//! A perfect matching of regions with lines, and its tight sets.
//!
//! `lines[region]` has a bit for every line in which the region has squares left.

/// Which region is matched with each line.
pub(super) struct Matching {
    region_of: Vec<usize>,
}

/// The lines of some regions.
pub(super) fn united(regions: u64, lines: &[u64]) -> u64 {
    members(regions).fold(0, |all, region| all | lines[region])
}

fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(member)
    })
}

const FREE: usize = usize::MAX;

impl Matching {
    /// A matching, or a set of regions that have fewer lines than they are.
    pub(super) fn new(lines: &[u64]) -> Result<Matching, u64> {
        let mut region_of = vec![FREE; lines.len()];
        for region in 0..lines.len() {
            let mut seen = 0;
            if !augment(region, lines, &mut region_of, &mut seen) {
                // All lines seen are matched, with regions that see nothing else.
                return Err(members(seen).fold(1 << region, |crowd, line| crowd | 1 << region_of[line]));
            }
        }
        Ok(Matching { region_of })
    }

    /// The smallest set of regions that holds a line's partner and fills the lines it is left with.
    pub(super) fn tight_around(&self, line: usize, lines: &[u64]) -> u64 {
        let mut regions = 1 << self.region_of[line];
        loop {
            let partners = members(united(regions, lines)).fold(regions, |all, line| all | 1 << self.region_of[line]);
            if partners == regions {
                return regions;
            }
            regions = partners;
        }
    }
}

/// Finds a line for a region, moving others if need be; `seen` are the lines that were tried.
fn augment(region: usize, lines: &[u64], region_of: &mut [usize], seen: &mut u64) -> bool {
    while let Some(line) = members(lines[region] & !*seen).next() {
        *seen |= 1 << line;
        if region_of[line] == FREE || augment(region_of[line], lines, region_of, seen) {
            region_of[line] = region;
            return true;
        }
    }
    false
}
