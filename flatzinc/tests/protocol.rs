//! What MiniZinc hears, word by word, and what it hears of files that are wrong.

use flatzinc::protocol::{Ending, Flags, OutputSink, RunStatistics, answer, run_protocol};
use flatzinc::translate::{Options, TranslateError, translate, translate_within};
use flatzinc::{Fault, Instance, Limit};
use solver_core::CancelToken;
use std::fmt::Write as _;
use std::time::Instant;

/// Flags, then all that is said: output, warnings, the error.
fn said(flags: &str, text: &str) -> String {
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
        said("-a", &format!("{SMALL}solve satisfy;")),
        "x = 1;\nb = true;\na = array2d(0..0, 1..2, [1, 7]);\n----------\n\
         x = 2;\nb = false;\na = array2d(0..0, 1..2, [2, 7]);\n----------\n==========\n"
    );
    let first = said("", &format!("{SMALL}solve satisfy;"));
    assert_eq!(first, "x = 1;\nb = true;\na = array2d(0..0, 1..2, [1, 7]);\n----------\n");
    assert_eq!(said("-n 2", &format!("{SMALL}solve satisfy;")).matches("----------").count(), 2);
}

#[test]
fn of_an_objective_the_best_is_said_or_all_better_ones() {
    let model = "var 1..4: x :: output_var;\nsolve :: int_search([x],input_order,indomain_min,complete) maximize x;";
    assert_eq!(said("", model), "x = 4;\n----------\n==========\n");
    assert_eq!(said("-a", model).matches("----------").count(), 4);
    assert_eq!(said("-i", model).matches("----------").count(), 4);
    assert_eq!(said("-p 2", model), "x = 4;\n----------\n==========\n");
    assert_eq!(said("-f", model), "x = 4;\n----------\n==========\n");
}

#[test]
fn no_solution_has_a_line_of_its_own() {
    assert_eq!(said("", "var 1..3: x; constraint int_lt(x,1); solve satisfy;"), "=====UNSATISFIABLE=====\n");
    assert_eq!(said("", "var 5..1: x :: output_var; solve satisfy;"), "=====UNSATISFIABLE=====\n");
    assert_eq!(
        said("-a", "var 1..2: x; var 1..2: y; constraint int_eq(x,y); constraint int_ne(x,y); solve minimize x;"),
        "=====UNSATISFIABLE=====\n"
    );
}

/// What is unbounded is cut, and nothing is claimed that may not be true.
#[test]
fn a_cut_is_told_and_proves_nothing() {
    let model = "var int: x :: output_var; var int: y; constraint int_lin_le([1,-1],[x,y],0);\n\
        solve :: int_search([x,y],input_order,indomain_max,complete) maximize x;";
    let heard = said("", model);
    assert!(heard.contains("x = 1073741824;\n----------\n"), "{heard}");
    assert!(!heard.contains("=========="), "{heard}");
    assert!(heard.contains("warning: model.fzn:1:10: x and 1 more: only values within"), "{heard}");
    let none = "var int: x; var int: y; constraint int_lin_le([1,-1],[x,y],-3000000000); solve satisfy;";
    assert!(said("", none).starts_with("=====UNKNOWN=====\n"));
    // Bounds that follow from others are no cut.
    let bounded = "var 1..3: x; var int: y :: output_var; constraint int_lin_eq([2,-1],[x,y],0); solve maximize y;";
    assert_eq!(said("", bounded), "y = 6;\n----------\n==========\n");
}

/// The bar of every solver: helpers without bounds, defined by others, do not multiply solutions.
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
    let heard = said("-a", &model);
    assert_eq!(heard.matches("----------").count(), 92);
    assert!(heard.ends_with("==========\n"));
}

#[test]
fn copies_that_differ_in_introduced_variables_are_one_solution() {
    let model = "var 1..3: x :: output_var; var 0..9: h :: var_is_introduced; constraint int_le(x,h); solve satisfy;";
    assert_eq!(said("-a", model).matches("----------").count(), 3);
}

#[test]
fn annotations_decide_the_order() {
    let of = |choice: &str| {
        let model =
            format!("var 1..4: x :: output_var; solve :: int_search([x],input_order,{choice},complete) satisfy;");
        said("-a", &model)
            .lines()
            .filter_map(|l| l.strip_prefix("x = "))
            .map(|l| l.trim_end_matches(';').to_owned())
            .collect::<Vec<_>>()
            .join("")
    };
    assert_eq!(
        [
            "indomain_min",
            "indomain_max",
            "indomain_median",
            "indomain_middle",
            "indomain_split",
            "indomain_reverse_split",
            "indomain_interval",
            "outdomain_min",
            "outdomain_max",
            "outdomain_median"
        ]
        .map(of),
        ["1234", "4321", "2314", "2314", "1234", "4321", "1234", "4321", "1234", "4132"]
    );
    // Random ones: another seed is another order.
    for choice in ["indomain_random", "indomain_split_random", "outdomain_random"] {
        let model = format!("var 1..99: x :: output_var; solve :: int_search([x],input_order,{choice}) satisfy;");
        let first = said("-r 1", &model);
        assert!(
            !first.contains("warning") && (2..9).any(|seed| said(&format!("-r {seed}"), &model) != first),
            "{first}"
        );
    }
    // y = 5 - x is a view, and its smallest value the largest of x.
    let view = "var 1..4: x :: output_var; var 1..4: y; constraint int_lin_eq([1,1],[x,y],5);\n\
        solve :: int_search([y],input_order,indomain_min,complete) satisfy;";
    assert_eq!(said("", view), "x = 4;\n----------\n");
    let sequence = "var 1..2: x :: output_var; var bool: b :: output_var; solve :: seq_search([bool_search([b],input_order,indomain_max,\
        complete),int_search([x],input_order,indomain_max,complete)]) satisfy;";
    assert_eq!(said("", sequence), "x = 2;\nb = true;\n----------\n");
    let warm = "var 1..9: x :: output_var; solve :: warm_start([x],[7]) satisfy;";
    assert_eq!(said("", warm), "x = 7;\n----------\n");
}

/// The bound is told with the objective, in its own direction.
#[test]
fn what_is_proved_of_the_objective_is_told() {
    let told = |flags: &str, model: &str| {
        let all = said(&format!("-s {flags}"), model);
        ["objective=", "objectiveBound="].map(|name| {
            let value = all.lines().find_map(|line| line.strip_prefix(&format!("%%%mzn-stat: {name}")));
            value.map(|value| value.parse::<i64>().expect("a number"))
        })
    };
    let sum = "var 0..9: x :: output_var; var 0..9: y; var -99..99: z; constraint int_lin_le([1,1],[x,y],12);
        constraint int_lin_eq([2,3,-1],[x,y,z],0); solve";
    assert_eq!(told("", &format!("{sum} maximize z;")), [Some(33), Some(33)]);
    assert_eq!(told("-p 2", &format!("{sum} maximize z;")), [Some(33), Some(33)]);
    assert_eq!(told("", &format!("{sum} minimize z;")), [Some(0), Some(0)]);
    assert_eq!(told("", &format!("{sum} satisfy;")), [None, None]);
}

#[test]
fn restarts_are_as_the_command_line_says() {
    let pigeons: String = (1..=7).map(|i| format!("var 1..6: p{i};\n")).collect();
    let apart: String = (1..=7).flat_map(|i| (1..i).map(move |j| format!("constraint int_ne(p{i},p{j});\n"))).collect();
    let restarts = |flags: &str, annotation: &str| -> u64 {
        let model = format!("{pigeons}{apart}solve {annotation} satisfy;");
        let all = said(&format!("-s {flags}"), &model);
        assert!(all.starts_with("=====UNSATISFIABLE=====\n"), "{all}");
        let line = all.lines().find_map(|line| line.strip_prefix("%%%mzn-stat: restarts="));
        line.map_or(0, |number| number.parse().expect("a number"))
    };
    let annotated = ":: int_search([p1,p2,p3,p4,p5,p6,p7], input_order, indomain_min)";
    assert_eq!(restarts("", annotated), 0);
    // Without an annotation the search is the solver's own.
    assert!(restarts("", "") > 0);
    for sequence in ["constant", "linear", "luby", "geometric"] {
        let often = restarts(&format!("--restart {sequence} --restart-scale 3"), "");
        assert!(often > restarts(&format!("--restart {sequence} --restart-scale 300"), ""), "{sequence}: {often}");
    }
    let slowly = restarts("--restart geometric --restart-base 1.1 --restart-scale 3", "");
    assert!(slowly > restarts("--restart geometric --restart-base 4 --restart-scale 3", ""), "{slowly}");
    // Whatever the file and free search say.
    let annotation = ":: restart_constant(5)";
    assert!(restarts("", annotation) > 0);
    assert_eq!(restarts("--restart none", annotation), 0);
    assert!(restarts("-f --restart constant --restart-scale 2", "") > restarts("-f", ""));
    // A search that learns has its own.
    assert_eq!(restarts("--learn fixed --restart none", ""), 0);
    let refused = said("--learn fixed --restart luby", "var 0..1: x;\nsolve satisfy;");
    assert!(refused.contains("a search that learns has restarts of its own"), "{refused}");
    for wrong in ["--restart sometimes", "--restart", "--restart-base much", "--restart-base inf", "--restart-scale -1"]
    {
        assert!(Flags::read(wrong.split_whitespace()).is_err(), "{wrong}");
    }
}

/// By the definition of MiniZinc's standard library: an element that is `t` has one before it that is `s`.
#[test]
fn a_value_that_should_come_before_itself_is_never_taken() {
    let count = |constraint: &str| {
        let model = format!(
            "array [1..3] of var 0..2: x :: output_array([1..3]) = [a,b,c];\nvar 0..2: a; var 0..2: b; var 0..2: c;\n\
             var bool: t :: output_var;\nconstraint {constraint};\nsolve satisfy;"
        );
        said("-a", &model).matches("----------").count()
    };
    // No element is 1, and t is free; then t is true where none is; then false, or true where none is.
    assert_eq!(count("ferz_value_precede(1,1,[a,b,c])"), 2 * 8);
    assert_eq!(count("ferz_value_precede_reif(1,1,[a,b,c],t)"), 27);
    assert_eq!(count("ferz_value_precede_imp(1,1,[a,b,c],t)"), 27 + 8);
    assert_eq!(count("ferz_value_precede_chain([1,1],[a,b,c])"), 2 * 8);
    // 1 is never taken, so neither is 2.
    assert_eq!(count("ferz_value_precede_chain([1,2,1],[a,b,c])"), 2);
    assert_eq!(count("ferz_value_precede_chain_reif([1,2,1],[a,b,c],t)"), 27);
    // 2 before 2 is never; 1 and 0 are free.
    assert_eq!(count("ferz_value_precede_chain([1,2,2],[a,b,c])"), 2 * 8);
    assert_eq!(count("ferz_value_precede_chain_imp([1,2,2],[a,b,c],t)"), 27 + 8);
}

/// MiniZinc 2.10 writes `bool_xor_reif` with two arguments and the condition, earlier ones `bool_xor` with a result.
#[test]
fn the_condition_of_an_exclusive_or_is_not_its_result() {
    for (constraint, count) in [("bool_xor_reif(x,y,b)", 4), ("bool_xor(x,y,b)", 4), ("bool_xor_imp(x,y,b)", 6)] {
        let declared = ["x", "y", "b"].map(|name| format!("var bool: {name} :: output_var;\n")).concat();
        let all = said("-a", &format!("{declared}constraint {constraint};\nsolve satisfy;"));
        assert_eq!(all.matches("----------").count(), count, "{constraint}: {all}");
        let full = all.split("----------\n").filter(|point| point.contains("b = true"));
        let differ = |point: &str| point.contains("x = true") != point.contains("y = true");
        assert!(full.clone().count() == 2 && full.clone().all(differ), "{constraint}: {all}");
    }
}

#[test]
fn what_is_not_obeyed_is_a_warning_with_its_place() {
    let model = "var 1..2: x;\nsolve :: int_search([x],strange,outdomain_unheard_of,complete) :: unheard_of satisfy;";
    insta::assert_snapshot!(said("", model));
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
        ("number", "var 0..1: i; constraint array_int_element(i,[5000000000],3); solve satisfy;"),
        (
            "sum",
            "var -1000000000..1000000000: x; var -1000000000..1000000000: y; constraint int_lin_le([9000000000000000000,1],[x,y],3); solve satisfy;",
        ),
        ("truncated", "var 1..3: x; constraint int_le(x,"),
        ("no solve item", "var 1..3: x;"),
        ("automaton", "var 1..2: x; constraint ferz_regular([x],1,2,[1],1,{1}); solve satisfy;"),
    ];
    let all: Vec<String> = files.iter().map(|(what, text)| format!("{what}: {}", said("", text))).collect();
    insta::assert_snapshot!(all.concat());
    assert!(flatzinc::read(b"var 1..3: \xff;").is_err());
}

#[test]
fn assumptions_that_clash_are_named() {
    let model = "var 1..9: x; var 1..9: y; var bool: small; var bool: large; var bool: odd;\n\
        constraint int_lin_le_reif([1,1],[x,y],4,small); constraint int_le_reif(7,x,large);\n\
        constraint int_ne_reif(y,2,odd); constraint fzn_assume([odd,small,large]); solve satisfy;";
    assert_eq!(said("", model), "%%%mzn-core: [small, large]\n=====UNSATISFIABLE=====\n");
    let possible = model.replace("[odd,small,large]", "[odd,large]");
    assert_eq!(said("", &possible).matches("----------").count(), 1);
    let never = model.replace("[odd,small,large]", "[odd,false]");
    assert_eq!(said("", &never), "%%%mzn-core: [false]\n=====UNSATISFIABLE=====\n");
    let others = format!("{} constraint int_lt(x,x);", "var 1..9: x; var bool: b; constraint fzn_assume([b]);");
    assert_eq!(said("", &(others + " solve satisfy;")), "%%%mzn-core: []\n=====UNSATISFIABLE=====\n");
}

#[test]
fn comments_tell_how_the_search_goes_on() {
    let model = "var 1..4: x :: output_var; var 1..4: y; constraint int_lt(x,y);\n\
        solve :: int_search([x],input_order,indomain_min,complete) maximize x;";
    let heard = said("-v", model);
    let comments: Vec<&str> = heard.lines().filter(|line| line.starts_with("% ")).collect();
    assert!(comments[0].starts_with("% 2 variables and 1 constraints of the file are 2 variables and 1 constraints"));
    assert_eq!(comments[1], "% search as annotated: 1 annotations that list variables, threads: 1");
    let objectives = ["% objective 1 (", "% objective 2 (", "% objective 3 ("];
    assert!(objectives.iter().zip(&comments[2..]).all(|(wanted, line)| line.starts_with(wanted)), "{heard}");
    // The last comment comes after the best solution.
    assert!(comments[5].contains(" nodes, "), "{heard}");
    assert!(heard.contains("x = 3;\n----------\n% ") && heard.ends_with("==========\n"), "{heard}");
    assert!(!said("", model).contains('%'));
}

#[test]
fn searches_side_by_side_tell_each_better_solution() {
    let model = "var 1..30: x :: output_var; var 1..30: y; constraint int_lt(x,y);\n\
        solve :: int_search([x],input_order,indomain_min,complete) maximize x;";
    let heard = said("-p 3 -i", model);
    let values: Vec<u32> =
        heard.lines().filter_map(|line| line.strip_prefix("x = ")?.strip_suffix(';')?.parse().ok()).collect();
    assert!(values.is_sorted_by(|a, b| a < b) && values.last() == Some(&29), "{heard}");
    assert!(heard.ends_with("x = 29;\n----------\n==========\n"), "{heard}");
    assert_eq!(said("-p 2", model), "x = 29;\n----------\n==========\n");
    let many = said("-p 100000", "var 1..3: x :: output_var; solve maximize x;");
    assert!(many.starts_with("x = 3;\n----------\n==========\n"), "{many}");
    assert!(many.contains("warning: -p 100000: no more than 64 searches run side by side"), "{many}");
}

/// A contradiction that bounds alone show is one, whether a variable has bounds of its own or not.
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
        assert_eq!(said("-a", model), "=====UNSATISFIABLE=====\n", "{model}");
    }
}

/// Values far from 0 are shifted; what is printed is what the file's constraints say.
#[test]
fn small_domains_far_away_are_searched_in_full() {
    let small = "var 1500000000..1500000003: x :: output_var; solve minimize x;";
    assert_eq!(said("", small), "x = 1500000000;\n----------\n==========\n");
    let view = "var 1..5: y :: output_var; var int: x :: output_var; constraint int_lin_eq([1,-1],[x,y],-2000000000); solve maximize x;";
    assert_eq!(said("", view), "y = 5;\nx = -1999999995;\n----------\n==========\n");
    let sum = "var 0..3000000000: x :: output_var; var 2500000000..5000000000: y :: output_var;\n\
        constraint int_lin_eq([1,1],[x,y],5000000000); solve minimize x;";
    assert_eq!(said("", sum), "x = 0;\ny = 5000000000;\n----------\n==========\n");
    let point = "var int: x :: output_var; constraint int_eq(x,5000000000000000000); solve satisfy;";
    assert_eq!(said("-a", point), "x = 5000000000000000000;\n----------\n==========\n");
}

/// Without an end a domain is cut, to values that it has.
#[test]
fn no_domain_is_replaced_by_another() {
    let open = "var int: x :: output_var; constraint int_le(1500000000,x); solve satisfy;";
    let heard = said("", open);
    assert!(
        heard.starts_with("x = 1500000000;\n----------\n") && heard.contains("warning: model.fzn:1:10: x: "),
        "{heard}"
    );
    let open = "var int: x :: output_var; var int: y :: output_var; constraint int_lin_eq([1,1],[x,y],5000000000); solve satisfy;";
    let heard = said("", open);
    let value = |name: &str| {
        let line = heard.lines().find_map(|line| line.strip_prefix(name)?.strip_suffix(';')).expect("a solution");
        line.parse::<i64>().expect("a number")
    };
    assert_eq!(value("x = ") + value("y = "), 5_000_000_000, "{heard}");
    assert!(!heard.contains("=========="), "{heard}");
}

/// An objective beyond the engine's limits is proved in two steps.
#[test]
fn objectives_may_be_larger_than_the_values_of_variables() {
    let model = "var 0..9: a :: output_var; var 0..9: b :: output_var; var int: cost :: output_var;\n\
        constraint int_lin_eq([7000000000,3,-1],[a,b,cost],0); constraint int_lin_le([1,1],[a,b],11); constraint int_lin_ne([1,2],[a,b],13);\n";
    let most = "a = 9;\nb = 1;\ncost = 63000000003;\n----------\n==========\n";
    for flags in ["", "-f", "-p 2"] {
        assert_eq!(said(flags, &format!("{model}solve maximize cost;")), most, "{flags}");
    }
    let heard = said("-a", &format!("{model}solve maximize cost;"));
    let values: Vec<i64> =
        heard.lines().filter_map(|line| line.strip_prefix("cost = ")?.strip_suffix(';')?.parse().ok()).collect();
    assert!(values.is_sorted_by(|a, b| a < b) && heard.ends_with(most), "{heard}");
}

/// Functions whose values are bounded by their shape bound the variable that is their result.
#[test]
fn what_a_function_can_be_is_a_bound() {
    let best = |declared: &str, constraint: &str, goal: &str| {
        said("", &format!("{declared} var int: u :: output_var; constraint {constraint}; solve {goal} u;"))
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
        let heard = best(three, constraint, goal);
        assert_eq!(heard, format!("u = {value};\n----------\n==========\n"), "{constraint}");
    }
}

/// Cancels when it has been told so many solutions, and breaks down when it is told many more.
struct Impatient {
    token: CancelToken,
    patience: u64,
    solutions: u64,
}

impl OutputSink for Impatient {
    fn solution(&mut self, _: &Instance, _: &[i64], _: Option<i64>) -> std::io::Result<()> {
        self.solutions += 1;
        if self.solutions >= self.patience {
            self.token.cancel();
        }
        if self.solutions > self.patience + 100 { Err(std::io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }

    fn end(&mut self, _: Ending, _: &RunStatistics) -> std::io::Result<()> {
        Ok(())
    }
}

/// Nothing propagates here, so nobody counted work: the limit came when all was told.
#[test]
fn no_solution_is_told_after_the_token_was_cancelled() {
    let instance = flatzinc::read(b"var 0..1000000000: x:: output_var; solve satisfy;").expect("a file");
    let flags = Flags { all: true, ..Flags::default() };
    for patience in [1, 2, 50] {
        let token = CancelToken::new();
        let mut sink = Impatient { token: token.clone(), patience, solutions: 0 };
        let ended = answer(&instance, &flags, None, Instant::now(), &token, &mut sink, &mut |_| ());
        assert_eq!(ended.expect("an answer"), Ending::Some);
        assert_eq!(sink.solutions, patience);
    }
}

/// A file is not read, and no model made of it, when it is too late for both: not even the fault at its end is found.
#[test]
fn a_cancelled_token_stops_reading_and_lowering() {
    let token = CancelToken::new();
    token.cancel();
    let elements = vec!["1"; 100_000].join(",");
    let text = format!("array [1..100000] of int: a = [{elements}];\nsolve nothing;");
    let json = format!("{{\"arrays\": {{\"a\": {{\"a\": [{elements}]}}}}, \"nothing\"");
    for file in [text, json] {
        let fault = |limit| flatzinc::read_within(file.as_bytes(), None, limit).expect_err("a fault").fault;
        assert_eq!(fault(Limit::new(None, &token)), Fault::Stopped);
        assert_ne!(fault(Limit::default()), Fault::Stopped);
    }
    let variables: String = (0..1_000).map(|i| format!("var 0..3: x{i};\n")).collect();
    let instance = flatzinc::read(format!("{variables}solve satisfy;").as_bytes()).expect("a file");
    let stopped = translate_within(&instance, Options::default(), &mut Limit::new(None, &token));
    assert_eq!(stopped.err(), Some(TranslateError::Stopped));
    assert!(translate(&instance, Options::default()).is_ok());
}

/// Each part takes the largest number that is left: the numbers tell in which order they were searched.
#[test]
fn parts_are_searched_by_priority() {
    let model = |keys: &str, choice: &str| {
        let parts =
            ["a", "b", "c"].map(|x| format!("seq_search([int_search([{x}],input_order,indomain_max,complete)])"));
        format!(
            "var 1..3: a :: output_var; var 1..3: b :: output_var; var 1..3: c :: output_var;\n\
            var 4..9: x; var {{2,7}}: y; var 5..6: z; constraint ferz_all_different([a,b,c]);\n\
            constraint int_le(x,y); constraint int_lin_ne([1,1],[x,z],12); constraint int_lin_ne([1,2],[x,z],17);\n\
            solve :: priority_search([{keys}],[{}],{choice},complete) satisfy;",
            parts.join(",")
        )
    };
    let order = |keys: &str, choice: &str| {
        let told = said("", &model(keys, choice));
        told.chars().filter(char::is_ascii_digit).collect::<String>()
    };
    // x is 4..7, y is 7, z is 5..6.
    assert_eq!(order("x,y,z", "input_order"), "321");
    assert_eq!(order("x,y,z", "smallest"), "312");
    assert_eq!(order("x,y,z", "largest"), "321");
    assert_eq!(order("x,y,z", "first_fail"), "132");
    assert_eq!(order("x,y,z", "anti_first_fail"), "312");
    assert_eq!(order("x,y,z", "occurrence"), "312");
    // A number counts as a variable that has it.
    assert_eq!(order("6,z,3", "smallest"), "123");
    let random: Vec<String> = (0..9).map(|seed| said(&format!("-r {seed}"), &model("x,y,z", "random"))).collect();
    assert!(random.iter().any(|told| *told != random[0]), "{random:?}");
    // Parts of a part.
    let nested = "var 1..4: a :: output_var; var 1..4: b :: output_var; var 1..4: c :: output_var; var 1..4: d :: output_var;\n\
        constraint int_ne(a,b); constraint int_ne(a,c); constraint int_ne(a,d); constraint int_ne(b,c); constraint int_ne(b,d);\n\
        constraint int_ne(c,d); var 1..9: x; var 2..8: y;\n\
        solve :: priority_search([x,y],[int_search([a],input_order,indomain_max,complete),priority_search([y,x],\
        [int_search([b,c],input_order,indomain_max,complete),int_search([d],input_order,indomain_max,complete)],smallest,complete)],\
        first_fail,complete) satisfy;";
    assert_eq!(said("", nested), "a = 1;\nb = 3;\nc = 2;\nd = 4;\n----------\n");
}

#[test]
fn what_of_an_annotation_cannot_be_followed_is_named() {
    let explore = "var 1..9: x :: output_var; solve :: int_search([x],input_order,indomain_max,lds) satisfy;";
    let told = said("", explore);
    assert!(
        told.starts_with("x = 9;\n----------\nwarning: ")
            && told.ends_with("the exploration lds is not known: complete instead\n"),
        "{told}"
    );
    let uneven = "var 1..9: x; solve :: priority_search([x],[],smallest,complete) satisfy;";
    let told = said("", uneven);
    assert!(told.contains("argument 2 of priority_search: expected a list of 1 element"), "{told}");
    let choice = "var 1..9: x :: output_var; solve :: priority_search([x],[int_search([x],input_order,indomain_max)],first,complete) satisfy;";
    let told = said("", choice);
    assert!(told.ends_with("the variable choice first is not known: input_order instead\n"), "{told}");
}

/// A search that learns begins with the values of a warm start, too, whoever decides.
#[test]
fn a_search_that_learns_is_warm_started() {
    let model = "var 1..9: x :: output_var; var 1..9: y :: output_var; var bool: b :: output_var; constraint int_lin_ne([1,1],[x,y],12);\n\
        solve :: warm_start_array([warm_start([x,y],[7,4]),warm_start([b],[true])]) satisfy;";
    for flags in ["", "--learn fixed", "--learn alternating", "-f"] {
        assert_eq!(said(flags, model), "x = 7;\ny = 4;\nb = true;\n----------\n", "{flags}");
    }
}
