//! Car sequencing: order the cars on an assembly line such that, in any window of consecutive cars, only a limited
//! number of cars require each option. (M. Dincbas, H. Simonis, P. Van Hentenryck, ECAI 1988; CSPLib 1.)

use crate::Classic;
use solver_core::prelude::*;

/// The production plan: options and car classes.
#[derive(Clone, Copy, Debug)]
pub struct CarPlan<'a> {
    /// For each option, its capacity `(k, w)`: of any `w` consecutive cars, at most `k` require the option.
    pub options: &'a [(i32, usize)],
    /// For each class, the number of cars and, for each option, 1 if they require it, otherwise 0.
    pub classes: &'a [(i32, &'a [i32])],
}

impl CarPlan<'_> {
    /// The plan for ten cars in the paper.
    pub const ECAI_88: CarPlan<'static> = CarPlan {
        options: &[(1, 2), (2, 3), (1, 3), (2, 5), (1, 5)],
        classes: &[
            (1, &[1, 0, 1, 1, 0]),
            (1, &[0, 0, 0, 1, 0]),
            (2, &[0, 1, 0, 0, 1]),
            (2, &[0, 1, 0, 1, 0]),
            (2, &[1, 0, 1, 0, 0]),
            (2, &[1, 1, 0, 0, 0]),
        ],
    };
}

/// The car sequences for a plan.
///
/// # Errors
/// [`ModelError`] for a plan without cars.
pub fn car_sequencing(plan: CarPlan<'_>) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let cars: i32 = plan.classes.iter().map(|class| class.0).sum();
    let slot = m.ints("slot", cars as usize, 0..=plan.classes.len() as i32 - 1)?;
    for (class, &(demand, _)) in (0..).zip(plan.classes) {
        m.post(slot.iter().map(|x| Expr::from(x.equals(class))).sum::<Expr>().equals(demand));
    }
    for (option, &(most, of)) in plan.options.iter().enumerate() {
        let needing = (0..).zip(plan.classes).filter(|class| class.1.1[option] == 1);
        let classes: Vec<i32> = needing.map(|class| class.0).collect();
        let needs = |x: &IntVar| classes.iter().map(|&class| Expr::from(x.equals(class))).sum::<Expr>();
        for window in slot.windows(of) {
            m.post(window.iter().map(needs).sum::<Expr>().at_most(most));
        }
    }
    Ok(Classic::new(m, slot))
}
