//! Restarts controlled by the model, as MiniZinc 2.10 compiles `on_restart`.

use super::run;

/// `abs(x)` grows, and the search completes as soon as `x > 2`.
const COMPLETES: &str = "var -1..5: x :: output_var; var 0..5: size; var bool: done; var bool: small; var 1..5: status;\n\
    var bool: first;\n\
    constraint int_abs(x,size); constraint fzn_on_restart_status(status);\n\
    constraint bool_clause([done,small,first],[]); constraint fzn_on_restart_complete(done);\n\
    constraint int_le_imp(x,2,small); constraint int_eq_imp(status,1,first);\n\
    solve :: int_search([x],input_order,indomain_min,complete) maximize size;";

/// `y` counts the restarts, each of which follows a solution.
const COUNTS: &str = "var -1..4: x :: output_var; var 0..9: y :: output_var; var 0..4: size; var 1..5: status;\n\
    var bool: first; var 0..9: before; var bool: next;\n\
    constraint int_abs(x,size); constraint fzn_on_restart_status(status);\n\
    constraint fzn_on_restart_last_val_int(y,before); constraint bool_clause([first,next],[]);\n\
    constraint int_eq_imp(y,0,first); constraint int_eq_reif(status,1,first);\n\
    constraint int_lin_eq_imp([1,-1],[y,before],1,next);\n\
    solve :: int_search([x],input_order,indomain_min,complete) maximize size;";

#[test]
fn a_model_completes_its_search() {
    let found: String = [-1, 2, 3].map(|x| format!("x = {x};\n----------\n")).concat();
    assert_eq!(run("-a", COMPLETES), format!("{found}==========\n"));
    // Without the literal, the search continues to the optimum.
    let free = COMPLETES.replace("constraint fzn_on_restart_complete(done);", "");
    assert_eq!(run("", &free), "x = 5;\n----------\n==========\n");
}

#[test]
fn earlier_values_are_read_after_a_restart() {
    let found: String =
        [(-1, 0), (2, 1), (3, 2), (4, 3)].map(|(x, y)| format!("x = {x};\ny = {y};\n----------\n")).concat();
    assert_eq!(run("-a", COUNTS), format!("{found}==========\n"));
    // An unbounded variable does not weaken the claim, because the objective has reached its declared bound.
    let unbounded = run("", &COUNTS.replace("var 0..9: y", "var int: y"));
    assert!(unbounded.starts_with("x = 4;\ny = 3;\n----------\n==========\nwarning: "), "{unbounded}");
    assert_eq!(run("", &COUNTS.replace("last_val", "sol")), "x = 4;\ny = 3;\n----------\n==========\n");
}

/// Each restart keeps about half the values of the best solution; random numbers decide which.
#[test]
fn random_neighbourhoods_are_repeatable() {
    let mut model = String::new();
    for i in 1..=6 {
        model += &format!(
            "var 0..9: x{i} :: output_var; var 0..9: best{i}; var 1..10: dice{i}; var bool: keeps{i};\n\
             constraint fzn_on_restart_sol_int(x{i},best{i}); constraint fzn_on_restart_uniform_int(1,10,dice{i});\n\
             constraint int_le_reif(6,dice{i},keeps{i}); constraint int_eq_imp(x{i},best{i},holds{i});\n\
             constraint bool_clause([holds{i},start],[keeps{i}]);\n"
        );
        model = format!("var bool: holds{i};\n{model}");
    }
    let model = format!(
        "var 1..5: status; var bool: start;\n{model}\
         constraint fzn_on_restart_status(status); constraint int_eq_reif(status,1,start);\n\
         constraint int_lin_le([3,5,7,4,6,9],[x1,x2,x3,x4,x5,x6],91);\n\
         var 0..999: profit; constraint int_lin_eq([4,7,9,5,8,13,-1],[x1,x2,x3,x4,x5,x6,profit],0);\n\
         solve :: restart_constant(20) maximize profit;"
    );
    // FlatZinc declares variables before constraints.
    let (mut declared, mut rest) = (String::new(), String::new());
    for item in model.split_inclusive(';') {
        let item = item.trim();
        if item.starts_with("var") { &mut declared } else { &mut rest }.push_str(&format!("{item}\n"));
    }
    let model = declared + &rest;
    let optimum = run("", &model.split_inclusive('\n').filter(|line| !line.contains("on_restart")).collect::<String>());
    let best = |printed: &str| {
        let values =
            printed.lines().filter_map(|line| line.split_once(" = ")?.1.strip_suffix(';')?.parse::<i64>().ok());
        let values: Vec<i64> = values.collect();
        let last = &values[values.len() - 6..];
        [4, 7, 9, 5, 8, 13].iter().zip(last).map(|(c, x)| c * x).sum::<i64>()
    };
    let first = run("-i -r 1", &model);
    assert_eq!(first, run("-i -r 1", &model));
    assert_eq!(best(&first), best(&optimum), "{first}\n{optimum}");
}

/// A neighbourhood without solutions proves nothing, and the search in it ends.
#[test]
fn an_empty_neighbourhood_proves_nothing() {
    let model = "var 1..9: x :: output_var; var 1..5: status; var bool: later; var bool: same; var 1..9: best;\n\
        constraint fzn_on_restart_status(status); constraint fzn_on_restart_sol_int(x,best);\n\
        constraint int_le_reif(2,status,later); constraint int_eq_imp(x,best,same); constraint bool_clause([same],[later]);\n\
        solve :: int_search([x],input_order,indomain_min,complete) maximize x;";
    assert_eq!(run("", model), "x = 1;\n----------\n");
    let none = model.replace("solve", "constraint int_lt(x,1);\nsolve");
    assert_eq!(run("", &none), "=====UNSATISFIABLE=====\n");
}

#[test]
fn what_restarts_do_not_allow_is_said() {
    let model = COMPLETES.replace("maximize size", "satisfy");
    let warned = run("-a", &model);
    assert!(warned.contains("x = -1;\n----------\nwarning: one search finds one solution"), "{warned}");
    let under = COUNTS.replace("fzn_on_restart_status(status)", "fzn_on_restart_status_reif(status,first)");
    assert!(run("", &under).contains("fzn_on_restart_status_reif"), "{}", run("", &under));
}
