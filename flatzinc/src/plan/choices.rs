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

/// The order that a value choice stands for, or what is done instead.
pub(super) fn value_choice(name: &str) -> Option<(ValueOrder, Option<&'static str>)> {
    Some(match name {
        "indomain" | "indomain_min" => (ValueOrder::Min, None),
        "indomain_max" => (ValueOrder::Max, None),
        "indomain_median" => (ValueOrder::Median, None),
        "indomain_middle" => (ValueOrder::MiddleOut, None),
        "indomain_random" => (ValueOrder::Random, None),
        "indomain_split" => (ValueOrder::Split, None),
        "indomain_reverse_split" => (ValueOrder::SplitUpper, None),
        "indomain_interval" => (ValueOrder::Split, Some("indomain_split")),
        "indomain_split_random" => (ValueOrder::Split, Some("indomain_split")),
        "outdomain_min" => (ValueOrder::Max, Some("indomain_max")),
        "outdomain_max" => (ValueOrder::Min, Some("indomain_min")),
        "outdomain_random" => (ValueOrder::Random, Some("indomain_random")),
        _ => return None,
    })
}
