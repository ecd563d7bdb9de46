//! Random binary constraint problems from Model RB, whose satisfiability threshold is known exactly. (K. Xu and W. Li,
//! *Exact phase transitions in random constraint satisfaction problems*, JAIR 12, 2000.)

use crate::Classic;
use solver_core::constraints::Table;
use solver_core::prelude::*;
use solver_core::search::Rng;

/// The parameters of Model RB with binary constraints. For `values` = n^α, `constraints` = r·n·ln n and `forbidden` =
/// p·values², the threshold is at p = 1 - e^(-α/r), if α > 1/2 and p ≤ 1/2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModelRb {
    /// The number of variables, at least two.
    pub variables: usize,
    /// The domain size.
    pub values: i32,
    /// The number of binary constraints. Two constraints may have the same scope.
    pub constraints: usize,
    /// The number of pairs that each constraint forbids.
    pub forbidden: usize,
}

impl ModelRb {
    /// 15 variables at the threshold with α = 0.8 and p = 1/4, so that r = 0.8 / ln(4/3), as in K. Xu's series `frb`.
    pub const FRB_15: ModelRb = ModelRb { variables: 15, values: 9, constraints: 113, forbidden: 20 };
    /// 20 variables at the same threshold.
    pub const FRB_20: ModelRb = ModelRb { variables: 20, values: 11, constraints: 167, forbidden: 30 };
}

/// A random instance, determined by the seed.
///
/// # Errors
/// [`ModelError`] for fewer than two variables, an empty domain, or more pairs of values than a table can hold.
pub fn model_rb(of: ModelRb, seed: u64) -> Result<Classic, ModelError> {
    let ModelRb { variables, values, constraints, forbidden } = of;
    let misuse = |reason: &str| ModelError::Misuse { constraint: "Model RB".to_owned(), reason: reason.to_owned() };
    if variables < 2 {
        return Err(misuse("binary constraints need at least two variables"));
    }
    let mut rng = Rng::new(seed);
    let mut m = Model::new();
    let x = m.ints("x", variables, 0..=values - 1)?;
    for _ in 0..constraints {
        let first = rng.below(variables as u64) as usize;
        let second = rng.below(variables as u64 - 1) as usize;
        let second = if second >= first { second + 1 } else { second };
        let mut allowed: Vec<[i32; 2]> = (0..values).flat_map(|v| (0..values).map(move |w| [v, w])).collect();
        for _ in 0..forbidden.min(allowed.len()) {
            allowed.swap_remove(rng.below(allowed.len() as u64) as usize);
        }
        let table = Table::new(2, &allowed).map_err(|error| misuse(&error.to_string()))?;
        m.table([x[first], x[second]], &table);
    }
    Ok(Classic::new(m, x).order(VarSelect::SmallestDomain))
}
