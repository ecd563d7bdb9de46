//! The choices of variables and values that MiniZinc's standard names.

use solver_core::search::{ValueOrder, VarOrder};

/// The orders that a variable choice stands for: the first decides, the next one among equals.
pub(super) fn variable_choice(name: &str) -> Option<&'static [VarOrder]> {
    Some(match name {
        "input_order" => &[VarOrder::Input],
        "first_fail" => &[VarOrder::SmallestDomain],
        "anti_first_fail" => &[VarOrder::LargestDomain],
        "smallest" => &[VarOrder::SmallestValue],
        "largest" => &[VarOrder::LargestValue],
        "occurrence" => &[VarOrder::Degree],
        "most_constrained" => &[VarOrder::SmallestDomain, VarOrder::Degree],
        "max_regret" => &[VarOrder::MaxRegret],
        "dom_w_deg" => &[VarOrder::DomWdeg],
        // Not of the standard, but in wide use.
        "random" => &[VarOrder::Random],
        "impact" => &[VarOrder::Impact],
        "activity" => &[VarOrder::Activity],
        _ => return None,
    })
}

/// The order that a value choice stands for.
pub(super) fn value_choice(name: &str) -> Option<ValueOrder> {
    Some(match name {
        "indomain" | "indomain_min" => ValueOrder::Min,
        "indomain_max" => ValueOrder::Max,
        "indomain_median" => ValueOrder::Median,
        "indomain_middle" => ValueOrder::MiddleOut,
        "indomain_random" => ValueOrder::Random,
        "indomain_split" => ValueOrder::Split,
        "indomain_reverse_split" => ValueOrder::SplitUpper,
        "indomain_split_random" => ValueOrder::SplitRandom,
        "indomain_interval" => ValueOrder::Interval,
        "outdomain_min" => ValueOrder::ExceptMin,
        "outdomain_max" => ValueOrder::ExceptMax,
        "outdomain_median" => ValueOrder::ExceptMedian,
        "outdomain_random" => ValueOrder::ExceptRandom,
        _ => return None,
    })
}
