//! The knapsack: what to take along so that it is worth most (instances: P. J. Kolesar 1967, as P07 of J. Burkardt's collection; S. Martello
//! and P. Toth, *Knapsack Problems*, 1990, as P08).

use crate::Classic;
use solver_core::prelude::*;

/// Items, each with its weight and its worth, and what can be carried.
#[derive(Clone, Copy, Debug)]
pub struct Luggage {
    /// Weight and worth of each item.
    pub items: &'static [(i32, i32)],
    /// The largest weight that can be carried.
    pub capacity: i32,
}

impl Luggage {
    /// Fifteen items: 1,458.
    pub const P07: Luggage = Luggage {
        items: &[
            (70, 135),
            (73, 139),
            (77, 149),
            (80, 150),
            (82, 156),
            (87, 163),
            (90, 173),
            (94, 184),
            (98, 192),
            (106, 201),
            (110, 210),
            (113, 214),
            (115, 221),
            (118, 229),
            (120, 240),
        ],
        capacity: 750,
    };

    /// Twenty-four items: 13,549,094.
    pub const P08: Luggage = Luggage {
        items: &[
            (382_745, 825_594),
            (799_601, 1_677_009),
            (909_247, 1_676_628),
            (729_069, 1_523_970),
            (467_902, 943_972),
            (44_328, 97_426),
            (34_610, 69_666),
            (698_150, 1_296_457),
            (823_460, 1_679_693),
            (903_959, 1_902_996),
            (853_665, 1_844_992),
            (551_830, 1_049_289),
            (610_856, 1_252_836),
            (670_702, 1_319_836),
            (488_960, 953_277),
            (951_111, 2_067_538),
            (323_046, 675_367),
            (446_298, 853_655),
            (931_161, 1_826_027),
            (31_385, 65_731),
            (496_951, 901_489),
            (264_724, 577_243),
            (224_916, 466_257),
            (169_684, 369_261),
        ],
        capacity: 6_404_180,
    };
}

/// The most that can be taken along. The items that are worth most for their weight are decided first, and taken first.
///
/// # Errors
/// None for the luggage of this crate.
pub fn knapsack(luggage: &Luggage) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let take = m.bools("take", luggage.items.len())?;
    let all = luggage.items.iter().map(|item| item.1).sum::<i32>();
    let worth = m.int("worth", 0..=all)?;
    let (weights, worths): (Vec<i32>, Vec<i32>) = luggage.items.iter().copied().unzip();
    let weight: Expr = take.iter().zip(&weights).map(|(&x, &w)| w * x).sum();
    let value: Expr = take.iter().zip(&worths).map(|(&x, &p)| p * x).sum();
    m.post(weight.at_most(luggage.capacity)).named("what can be carried");
    m.post(value.equals(worth));
    let mut order: Vec<usize> = (0..take.len()).collect();
    order.sort_by(|&i, &j| {
        let ((w, p), (v, q)) = (luggage.items[i], luggage.items[j]);
        (i64::from(q) * i64::from(w)).cmp(&(i64::from(p) * i64::from(v)))
    });
    let branch = order.into_iter().map(|i| take[i]).collect();
    Ok(Classic::new(m, branch).values(ValueSelect::Max).best(Goal::Maximize, worth))
}
