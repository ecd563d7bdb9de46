//! MiniZinc's standard variable and value selections.

use solver_core::search::{ValueSelect, VarSelect};

/// Returns the variable selection with this name.
pub(super) fn variable_choice(name: &str) -> Option<VarSelect> {
    Some(match name {
        "input_order" => VarSelect::Input,
        "first_fail" => VarSelect::SmallestDomain,
        "anti_first_fail" => VarSelect::LargestDomain,
        "smallest" => VarSelect::SmallestValue,
        "largest" => VarSelect::LargestValue,
        "occurrence" => VarSelect::Degree,
        "most_constrained" => VarSelect::MostConstrained,
        "max_regret" => VarSelect::MaxRegret,
        "dom_w_deg" => VarSelect::DomWdeg,
        // These are not in the standard but are widely used.
        "random" => VarSelect::Random,
        "impact" => VarSelect::Impact,
        "activity" => VarSelect::Activity,
        _ => return None,
    })
}

/// Returns the value selection with this name.
pub(super) fn value_choice(name: &str) -> Option<ValueSelect> {
    Some(match name {
        "indomain" | "indomain_min" => ValueSelect::Min,
        "indomain_max" => ValueSelect::Max,
        "indomain_median" => ValueSelect::Median,
        "indomain_middle" => ValueSelect::MiddleOut,
        "indomain_random" => ValueSelect::Random,
        "indomain_split" => ValueSelect::Split,
        "indomain_reverse_split" => ValueSelect::SplitUpper,
        "indomain_split_random" => ValueSelect::SplitRandom,
        "indomain_interval" => ValueSelect::Interval,
        "outdomain_min" => ValueSelect::ExceptMin,
        "outdomain_max" => ValueSelect::ExceptMax,
        "outdomain_median" => ValueSelect::ExceptMedian,
        "outdomain_random" => ValueSelect::ExceptRandom,
        _ => return None,
    })
}
