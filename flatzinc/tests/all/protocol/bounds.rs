//! Tests of variables that are unbounded, far from 0, or beyond the engine limits.

use super::run;
use std::fmt::Write as _;

/// An unbounded variable is clamped, and the output claims nothing that might be false.
#[test]
fn a_clamped_domain_is_reported_and_proves_nothing() {
    let model = "var int: x :: output_var; var int: y; constraint int_lin_le([1,-1],[x,y],0);\n\
        solve :: int_search([x,y],input_order,indomain_max,complete) maximize x;";
    let printed = run("", model);
    assert!(printed.contains("x = 1073741824;\n----------\n"), "{printed}");
    assert!(!printed.contains("=========="), "{printed}");
    assert!(printed.contains("warning: model.fzn:1:10: x and 1 more: only values within"), "{printed}");
    let none = "var int: x; var int: y; constraint int_lin_le([1,-1],[x,y],-3000000000); solve satisfy;";
    assert!(run("", none).starts_with("=====UNKNOWN=====\n"));
    // Derived bounds are not clamped.
    let bounded = "var 1..3: x; var int: y :: output_var; constraint int_lin_eq([2,-1],[x,y],0); solve maximize y;";
    assert_eq!(run("", bounded), "y = 6;\n----------\n==========\n");
}

/// Products beyond 128 bits count as infinite, and imply no bound.
#[test]
fn large_coefficients_of_open_variables_lose_nothing() {
    for factor in ["100000000000000", "200000000000000"] {
        let model = format!(
            "var int: x :: output_var; var int: y :: var_is_introduced; var 0..3: a :: output_var; var 0..3: b;\n\
             constraint int_lin_eq([{factor},-1],[x,y],0); constraint int_le(a,x); constraint int_le(x,b); solve satisfy;"
        );
        let found = run("", &model);
        assert!(found.contains("x = 0;\na = 0;\n----------\n") && !found.contains("UNSAT"), "{factor}: {found}");
    }
}

/// If no variable can take a value, its count is zero, and a table row that contains the value is dropped.
#[test]
fn numbers_out_of_reach_are_out_of_the_question() {
    let count = "var 2..2: x; var 0..3: n :: output_var; constraint ferz_count([x,x],5000000000,n); solve satisfy;";
    assert_eq!(run("-a", count), "n = 0;\n----------\n==========\n");
    let table = "var 0..3: x :: output_var; constraint ferz_table_int([x],[5000000000,2,-5000000000]); solve satisfy;";
    assert_eq!(run("-a", table), "x = 2;\n----------\n==========\n");
    let truth = table.replace("ferz_table_int(", "ferz_table_int_reif(").replace("])", "],true)");
    assert_eq!(run("-a", &truth), run("-a", table));
}

fn solutions(model: &str) -> usize {
    let all = run("-a", model);
    assert!(all.ends_with("=====\n") && !all.contains("warning"), "{all}");
    all.matches("----------").count()
}

/// Quotients and remainders of times, in seconds or milliseconds since 1970, by a constant `c`: `t = c * (t div c) + t
/// mod c`.
#[test]
fn quotients_and_remainders_by_a_constant_are_sums() {
    let hours = "var 1700000000..1700007199: t :: output_var; var 0..7199: r :: output_var;";
    let early = |rest: &str| solutions(&format!("{hours} {rest} solve satisfy;"));
    assert_eq!(early("constraint int_mod(t,7200,r); constraint int_le(r,3599);"), 3600);
    assert_eq!(early("constraint int_mod(t,7200,r); constraint int_eq(r,800);"), 1);
    assert_eq!(early("constraint int_div(t,1700000000,r); constraint int_le(t,1700000004);"), 5);
    assert_eq!(early("constraint int_div(t,0,r);"), 0);
    // In weeks counted from 1970, 1700000000 is 5 days, 22 h 13 min 20 s into a week. Tests both signs and 64-bit
    // values.
    let week =
        "var -1700000000000..1700000000000: t :: output_var; var bool: b :: output_var; var -9..9: q :: output_var;
        constraint int_in; constraint int_div_reif(t,604800000,q,b); solve satisfy;";
    let at = |in_set: &str| week.replace("int_in", &format!("set_in(t,{{{in_set}}})"));
    assert_eq!(solutions(&at("-604800001,604799999").replace("var -9..9", "var -1..0")), 4);
    assert_eq!(run("", &at("1700000000000").replace("var -9..9", "var 2810..2810")).matches("b = true").count(), 1);
    let rest = "var -3000000000..3000000000: x :: output_var; var -6..6: z :: output_var;
        constraint int_mod(x,-7,z); constraint set_in(x,{-3000000000,-7,-1,0,8,3000000000}); solve satisfy;";
    assert_eq!(solutions(rest), 6);
    assert!(run("-a", rest).contains("x = -3000000000;\nz = -4;"), "{}", run("-a", rest));
}

/// One factor of each product is constant or has few values, like the decision whether to pay a price.
#[test]
fn products_with_a_factor_of_few_values_are_sums() {
    let priced = |constraint: &str| {
        let declared = "var 0..1: b :: output_var; var 0..5000000000: x :: output_var; var 4999999999..5000000000: p;";
        format!("{declared} constraint {constraint}; solve satisfy;")
    };
    let known = "var 0..1: b :: output_var; var 0..1700000000: x :: output_var;
        constraint int_times(b,1700000000,x); solve satisfy;";
    assert_eq!(solutions(known), 2);
    assert_eq!(solutions(&priced("int_times(5000000000,b,x)")), 4);
    assert_eq!(solutions(&priced("int_times(b,p,x)")), 4);
    assert_eq!(solutions(&priced("int_times_reif(b,p,x,false)").replace("0..5000000000", "0..0")), 2);
    let unknown = "var 100000..200000: x; var 100000..200000: y; var 0..90000000000: z;
        constraint int_times(x,y,z); solve satisfy;";
    let refused = run("", unknown);
    assert!(refused.contains("int_times") && refused.contains("give it a different unit"), "{refused}");
}

/// The values in these element, minimum and maximum constraints are too far apart for one offset.
#[test]
fn elements_and_extremes_of_near_and_far_values_are_sums() {
    let wide = |constraint: &str| {
        let declared = "var 1..3: i :: output_var; var 0..90000000000: z :: output_var; var 5..6: y :: output_var;";
        solutions(&format!("{declared} constraint {constraint}; solve satisfy;"))
    };
    assert_eq!(wide("array_int_element(i,[3,90000000000],z)"), 4);
    assert_eq!(wide("array_var_int_element(i,[y,70000000000,z],z); constraint int_le(i,2)"), 4);
    assert_eq!(wide("array_int_maximum(z,[y,i,80000000000])"), 6);
    assert_eq!(wide("int_min(z,y,i); constraint int_ge(z,3)"), 2);
    let distance = "var -90000000000..90000000000: x :: output_var; var 80000000000..80000000001: y :: output_var;
        constraint int_abs(x,y); solve satisfy;";
    assert_eq!(solutions(distance), 4);
}

/// A large range in a set is compared by its bounds, even when reified.
#[test]
fn wide_ranges_are_not_listed() {
    let model = |set: &str| {
        format!(
            "var 0..1000000000: x; var bool: b :: output_var; constraint set_in_reif(x,{set},b);\n\
             constraint int_le(70,x); constraint int_le(x,72); solve satisfy;"
        )
    };
    let all = |found: &str| (found.matches("true").count(), found.matches("false").count());
    assert_eq!(all(&run("-a", &model("5..900000000"))), (3, 0));
    assert_eq!(all(&run("-a", &model("5..71"))), (2, 1));
    assert_eq!(all(&run("-a", &model("72..900000000"))), (1, 2));
    assert_eq!(all(&run("-a", &model("{1,2,73}"))), (0, 3));
}

/// `smallest` and `largest` compare the engine's representation of a variable, so shifted variables cause a warning.
#[test]
fn far_variables_are_not_compared_silently() {
    let model =
        "var 3000000000..3000000005: x; var 0..5: y; solve :: int_search([y,x],largest,indomain_min,complete) satisfy;";
    assert!(run("", model).contains("largest: x has values beyond"), "{}", run("", model));
    assert!(!run("", &model.replace("largest", "first_fail")).contains("warning"));
}

/// Every solver must pass this test: unbounded auxiliary variables defined by other variables do not duplicate
/// solutions.
#[test]
fn eight_queens_with_unbounded_helpers_have_92_solutions() {
    let mut model = String::new();
    for i in 1..=8 {
        let _ = writeln!(
            model,
            "var 1..8: q{i} :: output_var;\nvar int: u{i} :: var_is_introduced;\nvar int: d{i} :: var_is_introduced;"
        );
    }
    for i in 1..=8 {
        let _ = writeln!(
            model,
            "constraint int_lin_eq([1,-1],[q{i},u{i}],-{i});\nconstraint int_lin_eq([1,-1],[q{i},d{i}],{i});"
        );
        for j in 1..i {
            let _ = writeln!(
                model,
                "constraint int_ne(q{i},q{j});\nconstraint int_ne(u{i},u{j});\nconstraint int_ne(d{i},d{j});"
            );
        }
    }
    model += "solve satisfy;\n";
    let printed = run("-a", &model);
    assert_eq!(printed.matches("----------").count(), 92);
    assert!(printed.ends_with("==========\n"));
}

/// A contradiction that bounds reveal is detected, whether or not the variable has declared bounds.
#[test]
fn no_solution_is_no_optimum_where_a_variable_has_no_bounds() {
    let unsatisfiable = [
        "var int: cost; var 0..10: a; var 0..10: b; constraint int_le(100,cost);\n\
         constraint int_lin_le([1,1,1],[cost,a,b],50); solve minimize cost;",
        "var int: x; var 0..1: y; constraint int_le(10,x); constraint int_lin_le([1,1],[x,y],7); solve satisfy;",
        "var int: u; var int: v; constraint int_times(u,u,v); constraint int_le(v,-4); constraint int_le(0,u);\n\
         constraint int_le(u,1); solve satisfy;",
        "var int: u; var int: v; constraint int_abs(u,v); constraint int_le(v,2); constraint int_le(u,-6); solve maximize u;",
    ];
    for model in unsatisfiable {
        assert_eq!(run("-a", model), "=====UNSATISFIABLE=====\n", "{model}");
    }
}

/// Values far from 0 are shifted internally; the output shows the original values.
#[test]
fn small_domains_far_away_are_searched_in_full() {
    let small = "var 1500000000..1500000003: x :: output_var; solve minimize x;";
    assert_eq!(run("", small), "x = 1500000000;\n----------\n==========\n");
    let view = "var 1..5: y :: output_var; var int: x :: output_var; constraint int_lin_eq([1,-1],[x,y],-2000000000); solve maximize x;";
    assert_eq!(run("", view), "y = 5;\nx = -1999999995;\n----------\n==========\n");
    let sum = "var 0..3000000000: x :: output_var; var 2500000000..5000000000: y :: output_var;\n\
        constraint int_lin_eq([1,1],[x,y],5000000000); solve minimize x;";
    assert_eq!(run("", sum), "x = 0;\ny = 5000000000;\n----------\n==========\n");
    let point = "var int: x :: output_var; constraint int_eq(x,5000000000000000000); solve satisfy;";
    assert_eq!(run("-a", point), "x = 5000000000000000000;\n----------\n==========\n");
}

/// An unbounded domain is clamped to a subset of its values.
#[test]
fn no_domain_is_replaced_by_another() {
    let open = "var int: x :: output_var; constraint int_le(1500000000,x); solve satisfy;";
    let printed = run("", open);
    assert!(
        printed.starts_with("x = 1500000000;\n----------\n") && printed.contains("warning: model.fzn:1:10: x: "),
        "{printed}"
    );
    let open = "var int: x :: output_var; var int: y :: output_var; constraint int_lin_eq([1,1],[x,y],5000000000); solve satisfy;";
    let printed = run("", open);
    let value = |name: &str| {
        let line = printed.lines().find_map(|line| line.strip_prefix(name)?.strip_suffix(';')).expect("a solution");
        line.parse::<i64>().expect("a number")
    };
    assert_eq!(value("x = ") + value("y = "), 5_000_000_000, "{printed}");
    assert!(!printed.contains("=========="), "{printed}");
}

/// An objective beyond the engine limits is proved optimal in two steps.
#[test]
fn objectives_may_be_larger_than_the_values_of_variables() {
    let model = "var 0..9: a :: output_var; var 0..9: b :: output_var; var int: cost :: output_var;\n\
        constraint int_lin_eq([7000000000,3,-1],[a,b,cost],0); constraint int_lin_le([1,1],[a,b],11); constraint int_lin_ne([1,2],[a,b],13);\n";
    let most = "a = 9;\nb = 1;\ncost = 63000000003;\n----------\n==========\n";
    for flags in ["", "-f", "-p 2"] {
        assert_eq!(run(flags, &format!("{model}solve maximize cost;")), most, "{flags}");
    }
    let printed = run("-a", &format!("{model}solve maximize cost;"));
    let values: Vec<i64> =
        printed.lines().filter_map(|line| line.strip_prefix("cost = ")?.strip_suffix(';')?.parse().ok()).collect();
    assert!(values.is_sorted_by(|a, b| a < b) && printed.ends_with(most), "{printed}");
}

/// The range of a function bounds its result variable.
#[test]
fn what_a_function_can_be_is_a_bound() {
    let best = |declared: &str, constraint: &str, goal: &str| {
        run("", &format!("{declared} var int: u :: output_var; constraint {constraint}; solve {goal} u;"))
    };
    let three = "var 1..4: a; var 1..4: b; var -2..4: c;";
    let cases = [
        ("ferz_count([a,b,c],3,u)", "maximize", 3),
        ("ferz_among(u,[a,b,c],{1,2})", "maximize", 3),
        ("ferz_nvalue(u,[a,b,c])", "maximize", 3),
        ("ferz_global_cardinality([a,b,c],[1,2],[u,1])", "maximize", 2),
        ("ferz_bin_packing_load([u,5],1,[a,b],[4,5])", "maximize", 4),
        ("ferz_knapsack([2,3],[4,5],[a,b],20,u)", "maximize", 36),
        ("ferz_arg_max_int([a,b,c],1,u)", "maximize", 3),
        ("ferz_int_element2d(a,b,[1,2,3,9],2,u)", "maximize", 9),
        ("ferz_var_int_element2d(a,b,[a,b,c,7],2,u)", "maximize", 7),
        ("ferz_sort([a,b,c],[1,u,4])", "maximize", 4),
        ("ferz_all_equal([a,u,b])", "maximize", 4),
        ("ferz_increasing_int([a,u,b])", "maximize", 4),
        ("ferz_table_int([a,u],[1,7,2,9])", "maximize", 9),
        ("ferz_regular([a,u],1,4,[1,1,0,1],1,{1})", "maximize", 4),
        ("ferz_inverse([a,b,u],1,[b,c,a],1)", "maximize", 1),
        ("ferz_circuit([u,c,a],1)", "maximize", 3),
        ("int_pow(c,3,u)", "minimize", -8),
        ("int_pow(u,3,a)", "maximize", 1),
        ("int_div(u,a,b)", "maximize", 19),
        ("int_div(c,a,u)", "minimize", -2),
        ("int_mod(c,a,u)", "minimize", -2),
        ("int_times(u,u,a)", "minimize", -2),
        ("int_abs(u,a)", "minimize", -4),
        ("int_lin_eq_reif([2,1],[a,u],9,true)", "minimize", 1),
        ("bool_lin_eq([2,7],[true,true],u)", "maximize", 9),
    ];
    for (constraint, goal, value) in cases {
        let printed = best(three, constraint, goal);
        assert_eq!(printed, format!("u = {value};\n----------\n==========\n"), "{constraint}");
    }
}
