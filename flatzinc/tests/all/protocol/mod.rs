//! Tests of the exact output for MiniZinc, including the output for invalid files.

mod annotations;
mod bounds;
mod decimals;
mod restarting;
mod stops;

use flatzinc::protocol::{Flags, run_protocol};
use solver_core::CancelToken;
use std::fmt::Write as _;
use std::time::Instant;

/// Runs with the given flags; returns everything that is printed: the output, the warnings and the error.
fn run(flags: &str, text: &str) -> String {
    let flags = Flags::read(flags.split_whitespace()).expect("flags");
    let (mut out, mut rest) = (Vec::new(), String::new());
    let mut warn = |warning: &flatzinc::plan::Warning| {
        let _ = writeln!(rest, "warning: {warning}");
    };
    let result = match flatzinc::read_named(text.as_bytes(), Some("model.fzn")) {
        Ok(instance) => run_protocol(&instance, &flags, Instant::now(), &CancelToken::new(), &mut out, &mut warn)
            .map(drop)
            .map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    if let Err(error) = result {
        assert!(out.is_empty(), "something was printed");
        let _ = writeln!(rest, "error: {error}");
    }
    String::from_utf8(out).expect("UTF-8") + &rest
}

const SMALL: &str = "var 1..2: x :: output_var;\nvar bool: b :: output_var;\n\
    array [1..2] of var int: a :: output_array([0..0,1..2]) = [x,7];\nconstraint int_le_reif(x,1,b);\n";

#[test]
fn solutions_end_with_hyphens_and_all_of_them_with_equals_signs() {
    assert_eq!(
        run("-a", &format!("{SMALL}solve satisfy;")),
        "x = 1;\nb = true;\na = array2d(0..0, 1..2, [1, 7]);\n----------\n\
         x = 2;\nb = false;\na = array2d(0..0, 1..2, [2, 7]);\n----------\n==========\n"
    );
    let first = run("", &format!("{SMALL}solve satisfy;"));
    assert_eq!(first, "x = 1;\nb = true;\na = array2d(0..0, 1..2, [1, 7]);\n----------\n");
    assert_eq!(run("-n 2", &format!("{SMALL}solve satisfy;")).matches("----------").count(), 2);
}

#[test]
fn of_an_objective_the_best_is_said_or_all_better_ones() {
    let model = "var 1..4: x :: output_var;\nsolve :: int_search([x],input_order,indomain_min,complete) maximize x;";
    assert_eq!(run("", model), "x = 4;\n----------\n==========\n");
    assert_eq!(run("-a", model).matches("----------").count(), 4);
    assert_eq!(run("-i", model).matches("----------").count(), 4);
    assert_eq!(run("-p 2", model), "x = 4;\n----------\n==========\n");
    assert_eq!(run("-f", model), "x = 4;\n----------\n==========\n");
}

#[test]
fn no_solution_has_a_line_of_its_own() {
    assert_eq!(run("", "var 1..3: x; constraint int_lt(x,1); solve satisfy;"), "=====UNSATISFIABLE=====\n");
    assert_eq!(run("", "var 5..1: x :: output_var; solve satisfy;"), "=====UNSATISFIABLE=====\n");
    assert_eq!(
        run("-a", "var 1..2: x; var 1..2: y; constraint int_eq(x,y); constraint int_ne(x,y); solve minimize x;"),
        "=====UNSATISFIABLE=====\n"
    );
}

#[test]
fn copies_that_differ_in_introduced_variables_are_one_solution() {
    let model = "var 1..3: x :: output_var; var 0..9: h :: var_is_introduced; constraint int_le(x,h); solve satisfy;";
    assert_eq!(run("-a", model).matches("----------").count(), 3);
}

/// The bound is printed with the objective; the direction decides whether it is a lower or an upper bound.
#[test]
fn the_proved_bound_of_the_objective_is_reported() {
    let printed = |flags: &str, model: &str| {
        let all = run(&format!("-s {flags}"), model);
        ["objective=", "objectiveBound="].map(|name| {
            let value = all.lines().find_map(|line| line.strip_prefix(&format!("%%%mzn-stat: {name}")));
            value.map(|value| value.parse::<i64>().expect("a number"))
        })
    };
    let sum = "var 0..9: x :: output_var; var 0..9: y; var -99..99: z; constraint int_lin_le([1,1],[x,y],12);
        constraint int_lin_eq([2,3,-1],[x,y,z],0); solve";
    assert_eq!(printed("", &format!("{sum} maximize z;")), [Some(33), Some(33)]);
    assert_eq!(printed("-p 2", &format!("{sum} maximize z;")), [Some(33), Some(33)]);
    assert_eq!(printed("", &format!("{sum} minimize z;")), [Some(0), Some(0)]);
    assert_eq!(printed("", &format!("{sum} satisfy;")), [None, None]);
}

/// The definition in MiniZinc's standard library requires that an element equal to `t` be preceded by one equal to `s`.
#[test]
fn a_value_that_should_come_before_itself_is_never_taken() {
    let count = |constraint: &str| {
        let model = format!(
            "array [1..3] of var 0..2: x :: output_array([1..3]) = [a,b,c];\nvar 0..2: a; var 0..2: b; var 0..2: c;\n\
             var bool: t :: output_var;\nconstraint {constraint};\nsolve satisfy;"
        );
        run("-a", &model).matches("----------").count()
    };
    // No element is 1, and t is free. Reified: t is true if no element is 1. Half-reified: t is false, or true if none
    // is 1.
    assert_eq!(count("ferz_value_precede(1,1,[a,b,c])"), 2 * 8);
    assert_eq!(count("ferz_value_precede_reif(1,1,[a,b,c],t)"), 27);
    assert_eq!(count("ferz_value_precede_imp(1,1,[a,b,c],t)"), 27 + 8);
    assert_eq!(count("ferz_value_precede_chain([1,1],[a,b,c])"), 2 * 8);
    // 1 never occurs, so 2 does not occur either.
    assert_eq!(count("ferz_value_precede_chain([1,2,1],[a,b,c])"), 2);
    assert_eq!(count("ferz_value_precede_chain_reif([1,2,1],[a,b,c],t)"), 27);
    // 2 would have to precede itself, so it never occurs; 1 and 0 are free.
    assert_eq!(count("ferz_value_precede_chain([1,2,2],[a,b,c])"), 2 * 8);
    assert_eq!(count("ferz_value_precede_chain_imp([1,2,2],[a,b,c],t)"), 27 + 8);
}

/// MiniZinc 2.10 writes `bool_xor_reif` with two arguments and the condition; earlier versions write `bool_xor` with a
/// result.
#[test]
fn the_condition_of_an_exclusive_or_is_not_its_result() {
    for (constraint, count) in [("bool_xor_reif(x,y,b)", 4), ("bool_xor(x,y,b)", 4), ("bool_xor_imp(x,y,b)", 6)] {
        let declared = ["x", "y", "b"].map(|name| format!("var bool: {name} :: output_var;\n")).concat();
        let all = run("-a", &format!("{declared}constraint {constraint};\nsolve satisfy;"));
        assert_eq!(all.matches("----------").count(), count, "{constraint}: {all}");
        let full = all.split("----------\n").filter(|point| point.contains("b = true"));
        let differ = |point: &str| point.contains("x = true") != point.contains("y = true");
        assert!(full.clone().count() == 2 && full.clone().all(differ), "{constraint}: {all}");
    }
}

#[test]
fn what_is_not_obeyed_is_a_warning_with_its_place() {
    let model = "var 1..2: x;\nsolve :: int_search([x],strange,outdomain_unheard_of,complete) :: unheard_of satisfy;";
    insta::assert_snapshot!(run("", model));
}

#[test]
fn files_that_make_no_model_say_where_and_why() {
    let files = [
        ("unknown constraint", "var 1..3: x; constraint wonderful(x); solve satisfy;"),
        ("arity", "var 1..3: x; constraint int_le(x); solve satisfy;"),
        ("arity of a condition", "var 1..3: x; constraint int_le_reif(x,2); solve satisfy;"),
        ("type", "var 1..3: x; var bool: b; constraint int_le(x,b); solve satisfy;"),
        ("undeclared", "constraint int_le(y,3); solve satisfy;"),
        ("lists of different lengths", "var 1..3: x; constraint int_lin_le([1,2],[x],3); solve satisfy;"),
        ("float", "var 0.0..1.0: x; solve satisfy;"),
        ("set", "var set of 1..3: x; solve satisfy;"),
        ("number", "var 0..1: i; constraint ferz_cumulative([i],[1],[1],5000000000); solve satisfy;"),
        (
            "sum",
            "var -1000000000..1000000000: x; var -1000000000..1000000000: y; constraint int_lin_le([9000000000000000000,1],[x,y],3); solve satisfy;",
        ),
        ("truncated", "var 1..3: x; constraint int_le(x,"),
        ("no solve item", "var 1..3: x;"),
        ("automaton", "var 1..2: x; constraint ferz_regular([x],1,2,[1],1,{1}); solve satisfy;"),
    ];
    let all: Vec<String> = files.iter().map(|(what, text)| format!("{what}: {}", run("", text))).collect();
    insta::assert_snapshot!(all.concat());
    assert!(flatzinc::read(b"var 1..3: \xff;").is_err());
}

#[test]
fn assumptions_that_clash_are_named() {
    let model = "var 1..9: x; var 1..9: y; var bool: small; var bool: large; var bool: odd;\n\
        constraint int_lin_le_reif([1,1],[x,y],4,small); constraint int_le_reif(7,x,large);\n\
        constraint int_ne_reif(y,2,odd); constraint fzn_assume([odd,small,large]); solve satisfy;";
    assert_eq!(run("", model), "%%%mzn-core: [small, large]\n=====UNSATISFIABLE=====\n");
    let possible = model.replace("[odd,small,large]", "[odd,large]");
    assert_eq!(run("", &possible).matches("----------").count(), 1);
    let never = model.replace("[odd,small,large]", "[odd,false]");
    assert_eq!(run("", &never), "%%%mzn-core: [false]\n=====UNSATISFIABLE=====\n");
    let others = format!("{} constraint int_lt(x,x);", "var 1..9: x; var bool: b; constraint fzn_assume([b]);");
    assert_eq!(run("", &(others + " solve satisfy;")), "%%%mzn-core: []\n=====UNSATISFIABLE=====\n");
}

#[test]
fn searches_side_by_side_report_each_better_solution() {
    let model = "var 1..30: x :: output_var; var 1..30: y; constraint int_lt(x,y);\n\
        solve :: int_search([x],input_order,indomain_min,complete) maximize x;";
    let printed = run("-p 3 -i", model);
    let values: Vec<u32> =
        printed.lines().filter_map(|line| line.strip_prefix("x = ")?.strip_suffix(';')?.parse().ok()).collect();
    assert!(values.is_sorted_by(|a, b| a < b) && values.last() == Some(&29), "{printed}");
    assert!(printed.ends_with("x = 29;\n----------\n==========\n"), "{printed}");
    assert_eq!(run("-p 2", model), "x = 29;\n----------\n==========\n");
    let many = run("-p 100000", "var 1..3: x :: output_var; solve maximize x;");
    assert!(many.starts_with("x = 3;\n----------\n==========\n"), "{many}");
    assert!(many.contains("warning: 100000 threads: at most 64 searches run side by side"), "{many}");
}
