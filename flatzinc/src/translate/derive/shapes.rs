//! Bounds by what is counted, chosen, ordered or listed.

use super::{Found, Part, Premises, Rule, hull_of, hull_of_numbers, hull_of_parts, hull_of_set};
use crate::translate::ranges::INFINITE;

/// The rule of a constraint, if it is one of these.
pub(super) fn rule(name: &str) -> Option<Rule> {
    Some(match name {
        "int_max" => |p, found| extreme(&[p.int(0)?, p.int(1)?], p.int(2)?, true, found),
        "int_min" => |p, found| extreme(&[p.int(0)?, p.int(1)?], p.int(2)?, false, found),
        "array_int_maximum" => |p, found| extreme(&p.ints(1)?, p.int(0)?, true, found),
        "array_int_minimum" => |p, found| extreme(&p.ints(1)?, p.int(0)?, false, found),
        "array_int_element" => |p, found| {
            found.learn(p.int(2)?, hull_of_numbers(&p.numbers(1)?));
            index(p, 0, 1, 1, found)
        },
        "array_var_int_element" => |p, found| {
            found.learn(p.int(2)?, hull_of_parts(&p.ints(1)?));
            index(p, 0, 1, 1, found)
        },
        "array_bool_element" | "array_var_bool_element" => |p, found| index(p, 0, 1, 1, found),
        "ferz_int_element2d" => |p, found| {
            found.learn(p.int(4)?, hull_of_numbers(&p.numbers(2)?));
            indices(p, found)
        },
        "ferz_var_int_element2d" => |p, found| {
            found.learn(p.int(4)?, hull_of_parts(&p.ints(2)?));
            indices(p, found)
        },
        "ferz_var_bool_element2d" => indices,
        "ferz_arg_max_int" | "ferz_arg_min_int" | "ferz_arg_max_bool" | "ferz_arg_min_bool" => {
            |p, found| index(p, 2, 0, p.number(1)?, found)
        }
        "ferz_among" => |p, found| {
            found.learn(p.int(0)?, (0, p.length(1)?));
            Some(())
        },
        "ferz_nvalue" => |p, found| {
            let most = p.length(1)?;
            found.learn(p.int(0)?, (most.min(1), most));
            Some(())
        },
        "ferz_count" => |p, found| {
            found.learn(p.int(2)?, (0, p.length(0)?));
            Some(())
        },
        "ferz_at_least" => |p, found| {
            found.at_most(p.int(2)?, p.length(0)?);
            Some(())
        },
        "ferz_at_most" => |p, found| {
            found.at_least(p.int(2)?, 0);
            Some(())
        },
        "ferz_global_cardinality" => counts,
        "ferz_global_cardinality_closed" => |p, found| {
            counts(p, found)?;
            covered(p, found)
        },
        "ferz_global_cardinality_low_up_closed" => covered,
        "ferz_all_equal" => |p, found| {
            let all = p.ints(0)?;
            let low = all.iter().map(|part| part.hull.0).max()?;
            found.all(&all, (low, all.iter().map(|part| part.hull.1).min()?));
            Some(())
        },
        "ferz_increasing_int" => |p, found| ascending(p.ints(0)?, 0, found),
        "ferz_strictly_increasing_int" => |p, found| ascending(p.ints(0)?, 1, found),
        "ferz_decreasing_int" => |p, found| ascending(p.ints(0)?.into_iter().rev().collect(), 0, found),
        "ferz_strictly_decreasing_int" => |p, found| ascending(p.ints(0)?.into_iter().rev().collect(), 1, found),
        "ferz_lex_less_int" | "ferz_lex_lesseq_int" => |p, found| {
            let (left, right) = (*p.ints(0)?.first()?, *p.ints(1)?.first()?);
            ascending(vec![left, right], 0, found)
        },
        "ferz_sort" => |p, found| {
            let (unsorted, sorted) = (p.ints(0)?, p.ints(1)?);
            found.all(&sorted, hull_of_parts(&unsorted));
            found.all(&unsorted, hull_of_parts(&sorted));
            ascending(sorted, 0, found)
        },
        "ferz_circuit" | "ferz_subcircuit" => |p, found| listed(p, 0, p.number(1)?, p.length(0)?, found),
        "ferz_inverse" => |p, found| {
            listed(p, 0, p.number(3)?, p.length(2)?, found)?;
            listed(p, 2, p.number(1)?, p.length(0)?, found)
        },
        "ferz_cumulative" => cumulative,
        "ferz_disjunctive" | "ferz_disjunctive_strict" => |p, found| sizes(p, &[1], found),
        "ferz_diffn" | "ferz_diffn_nonstrict" => |p, found| sizes(p, &[2, 3], found),
        "ferz_bin_packing_load" => |p, found| {
            let weights = p.numbers(3)?;
            let sum = |keep: fn(i64) -> bool| weights.iter().filter(|w| keep(**w)).map(|&w| i128::from(w)).sum();
            found.all(&p.ints(0)?, (sum(|w| w < 0), sum(|w| w > 0)));
            listed(p, 2, p.number(1)?, p.length(0)?, found)
        },
        "ferz_table_int" => |p, found| {
            let (all, rows) = (p.ints(0)?, p.numbers(1)?);
            for (i, part) in all.iter().enumerate() {
                let column = rows.iter().skip(i).step_by(all.len());
                found.learn(*part, hull_of(column.map(|&v| (v.into(), v.into()))));
            }
            Some(())
        },
        "ferz_regular" | "ferz_regular_nfa" => |p, found| listed(p, 0, 1, p.number(2)?, found),
        "ferz_mdd" => |p, found| {
            let labels = hull_of(p.call.sets(5).ok()?.into_iter().map(hull_of_set));
            found.all(&p.ints(0)?, labels);
            Some(())
        },
        "set_in" => |p, found| {
            found.learn(p.int(0)?, hull_of_set(p.call.set(1).ok()?));
            Some(())
        },
        _ => return None,
    })
}

fn extreme(all: &[Part], result: Part, is_maximum: bool, found: &mut Found) -> Option<()> {
    let (lows, highs) = (all.iter().map(|part| part.hull.0), all.iter().map(|part| part.hull.1));
    found.learn(result, if is_maximum { (lows.max()?, highs.max()?) } else { (lows.min()?, highs.min()?) });
    for part in all {
        if is_maximum { found.at_most(*part, result.hull.1) } else { found.at_least(*part, result.hull.0) }
    }
    Some(())
}

/// Argument `at` is an index of a list whose first index is `first`.
fn index(p: &Premises<'_, '_>, at: usize, list: usize, first: i128, found: &mut Found) -> Option<()> {
    found.learn(p.int(at)?, (first, first + p.length(list)? - 1));
    Some(())
}

/// Row and column of a matrix that is written row by row.
fn indices(p: &Premises<'_, '_>, found: &mut Found) -> Option<()> {
    let (cells, columns) = (p.length(2)?, p.number(3)?);
    found.learn(p.int(1)?, (1, columns));
    found.learn(p.int(0)?, (1, cells / columns.max(1)));
    Some(())
}

/// The elements of a list are among `size` numbers from `first` on.
fn listed(p: &Premises<'_, '_>, list: usize, first: i128, size: i128, found: &mut Found) -> Option<()> {
    found.all(&p.ints(list)?, (first, first + size - 1));
    Some(())
}

fn counts(p: &Premises<'_, '_>, found: &mut Found) -> Option<()> {
    found.all(&p.ints(2)?, (0, p.length(0)?));
    Some(())
}

fn covered(p: &Premises<'_, '_>, found: &mut Found) -> Option<()> {
    found.all(&p.ints(0)?, hull_of_numbers(&p.numbers(1)?));
    Some(())
}

/// Each is larger than the one before it, by this much at least.
fn ascending(all: Vec<Part>, step: i128, found: &mut Found) -> Option<()> {
    let mut low = -INFINITE;
    for part in &all {
        found.at_least(*part, low);
        low = low.max(part.hull.0).saturating_add(step);
    }
    let mut high = INFINITE;
    for part in all.iter().rev() {
        found.at_most(*part, high);
        high = high.min(part.hull.1).saturating_sub(step);
    }
    Some(())
}

/// Durations, demands and the capacity are not negative; what lasts needs no more than the capacity.
fn cumulative(p: &Premises<'_, '_>, found: &mut Found) -> Option<()> {
    let capacity = p.int(3)?;
    found.at_least(capacity, 0);
    for (duration, demand) in p.ints(1)?.into_iter().zip(p.ints(2)?) {
        found.at_least(demand, 0);
        if duration.hull.0 > 0 {
            found.at_most(demand, capacity.hull.1);
        }
    }
    sizes(p, &[1], found)
}

fn sizes(p: &Premises<'_, '_>, of: &[usize], found: &mut Found) -> Option<()> {
    for &at in of {
        p.ints(at)?.iter().for_each(|size| found.at_least(*size, 0));
    }
    Some(())
}
