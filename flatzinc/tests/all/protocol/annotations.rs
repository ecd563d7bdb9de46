//! Checks that search annotations are obeyed, or named in a warning.

use super::run;
use flatzinc::protocol::Flags;

#[test]
fn annotations_decide_the_order() {
    let of = |choice: &str| {
        let model =
            format!("var 1..4: x :: output_var; solve :: int_search([x],input_order,{choice},complete) satisfy;");
        run("-a", &model)
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
    // With random choices, a different seed gives a different order.
    for choice in ["indomain_random", "indomain_split_random", "outdomain_random"] {
        let model = format!("var 1..99: x :: output_var; solve :: int_search([x],input_order,{choice}) satisfy;");
        let first = run("-r 1", &model);
        assert!(
            !first.contains("warning") && (2..9).any(|seed| run(&format!("-r {seed}"), &model) != first),
            "{first}"
        );
    }
    // y = 5 - x is a view, so its smallest value is the largest value of x.
    let view = "var 1..4: x :: output_var; var 1..4: y; constraint int_lin_eq([1,1],[x,y],5);\n\
        solve :: int_search([y],input_order,indomain_min,complete) satisfy;";
    assert_eq!(run("", view), "x = 4;\n----------\n");
    let sequence = "var 1..2: x :: output_var; var bool: b :: output_var; solve :: seq_search([bool_search([b],input_order,indomain_max,\
        complete),int_search([x],input_order,indomain_max,complete)]) satisfy;";
    assert_eq!(run("", sequence), "x = 2;\nb = true;\n----------\n");
    let warm = "var 1..9: x :: output_var; solve :: warm_start([x],[7]) satisfy;";
    assert_eq!(run("", warm), "x = 7;\n----------\n");
}

#[test]
fn restarts_are_as_the_command_line_says() {
    let pigeons: String = (1..=7).map(|i| format!("var 1..6: p{i};\n")).collect();
    let apart: String = (1..=7).flat_map(|i| (1..i).map(move |j| format!("constraint int_ne(p{i},p{j});\n"))).collect();
    let restarts = |flags: &str, annotation: &str| -> u64 {
        let model = format!("{pigeons}{apart}solve {annotation} satisfy;");
        let all = run(&format!("-s {flags}"), &model);
        assert!(all.starts_with("=====UNSATISFIABLE=====\n"), "{all}");
        let line = all.lines().find_map(|line| line.strip_prefix("%%%mzn-stat: restarts="));
        line.map_or(0, |number| number.parse().expect("a number"))
    };
    let annotated = ":: int_search([p1,p2,p3,p4,p5,p6,p7], input_order, indomain_min)";
    assert_eq!(restarts("", annotated), 0);
    // Without an annotation, the search has its own restarts.
    assert!(restarts("", "") > 0);
    for sequence in ["constant", "linear", "luby", "geometric"] {
        let often = restarts(&format!("--restart {sequence} --restart-scale 3"), "");
        assert!(often > restarts(&format!("--restart {sequence} --restart-scale 300"), ""), "{sequence}: {often}");
    }
    let slowly = restarts("--restart geometric --restart-base 1.1 --restart-scale 3", "");
    assert!(slowly > restarts("--restart geometric --restart-base 4 --restart-scale 3", ""), "{slowly}");
    // Free search ignores an annotation.
    let annotation = ":: restart_constant(5)";
    assert!(restarts("", annotation) > 0);
    assert_eq!(restarts("--restart none", annotation), 0);
    assert!(restarts("-f --restart constant --restart-scale 2", "") > restarts("-f", ""));
    // A search with learning has its own restarts.
    assert_eq!(restarts("--learn fixed --restart none", ""), 0);
    let refused = run("--learn fixed --restart luby", "var 0..1: x;\nsolve satisfy;");
    assert!(refused.contains("a search that learns has its own restarts"), "{refused}");
    for wrong in ["--restart sometimes", "--restart", "--restart-base much", "--restart-base inf", "--restart-scale -1"]
    {
        assert!(Flags::read(wrong.split_whitespace()).is_err(), "{wrong}");
    }
}

#[test]
fn comments_report_the_progress_of_the_search() {
    let model = "var 1..4: x :: output_var; var 1..4: y; constraint int_lt(x,y);\n\
        solve :: int_search([x],input_order,indomain_min,complete) maximize x;";
    let printed = run("-v", model);
    let comments: Vec<&str> = printed.lines().filter(|line| line.starts_with("% ")).collect();
    assert!(comments[0].starts_with("% 2 variables and 1 constraints in the file, 2 variables and 1 constraints"));
    assert_eq!(comments[1], "% search as annotated: annotations with variables: 1, threads: 1");
    let objectives = ["% objective 1 (", "% objective 2 (", "% objective 3 ("];
    assert!(objectives.iter().zip(&comments[2..]).all(|(wanted, line)| line.starts_with(wanted)), "{printed}");
    // The last comment comes after the best solution.
    assert!(comments[5].contains(" nodes, "), "{printed}");
    assert!(printed.contains("x = 3;\n----------\n% ") && printed.ends_with("==========\n"), "{printed}");
    assert!(!run("", model).contains('%'));
}

/// Each nested search takes the largest value that is still free, so the values show the order of the searches.
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
        let printed = run("", &model(keys, choice));
        printed.chars().filter(char::is_ascii_digit).collect::<String>()
    };
    // x is 4..7, y is 7, z is 5..6.
    assert_eq!(order("x,y,z", "input_order"), "321");
    assert_eq!(order("x,y,z", "smallest"), "312");
    assert_eq!(order("x,y,z", "largest"), "321");
    assert_eq!(order("x,y,z", "first_fail"), "132");
    assert_eq!(order("x,y,z", "anti_first_fail"), "312");
    assert_eq!(order("x,y,z", "occurrence"), "312");
    // A constant counts as a variable fixed to it.
    assert_eq!(order("6,z,3", "smallest"), "123");
    let random: Vec<String> = (0..9).map(|seed| run(&format!("-r {seed}"), &model("x,y,z", "random"))).collect();
    assert!(random.iter().any(|printed| *printed != random[0]), "{random:?}");
    // Nests priority searches.
    let nested = "var 1..4: a :: output_var; var 1..4: b :: output_var; var 1..4: c :: output_var; var 1..4: d :: output_var;\n\
        constraint int_ne(a,b); constraint int_ne(a,c); constraint int_ne(a,d); constraint int_ne(b,c); constraint int_ne(b,d);\n\
        constraint int_ne(c,d); var 1..9: x; var 2..8: y;\n\
        solve :: priority_search([x,y],[int_search([a],input_order,indomain_max,complete),priority_search([y,x],\
        [int_search([b,c],input_order,indomain_max,complete),int_search([d],input_order,indomain_max,complete)],smallest,complete)],\
        first_fail,complete) satisfy;";
    assert_eq!(run("", nested), "a = 1;\nb = 3;\nc = 2;\nd = 4;\n----------\n");
}

#[test]
fn what_of_an_annotation_cannot_be_followed_is_named() {
    let explore = "var 1..9: x :: output_var; solve :: int_search([x],input_order,indomain_max,lds) satisfy;";
    let printed = run("", explore);
    assert!(
        printed.starts_with("x = 9;\n----------\nwarning: ")
            && printed.ends_with("unknown exploration lds: using complete\n"),
        "{printed}"
    );
    let uneven = "var 1..9: x; solve :: priority_search([x],[],smallest,complete) satisfy;";
    let printed = run("", uneven);
    assert!(printed.contains("argument 2 of priority_search: expected a list of 1 element"), "{printed}");
    let choice = "var 1..9: x :: output_var; solve :: priority_search([x],[int_search([x],input_order,indomain_max)],first,complete) satisfy;";
    let printed = run("", choice);
    assert!(printed.ends_with("unknown variable choice first: using input_order\n"), "{printed}");
}

/// Lists inside `array1d`, `array2d`, … are read like plain lists.
#[test]
fn an_array_in_an_annotation_is_read_through() {
    for on in ["array1d(a)", "array1d(1..2,a)", "array2d(1..1,1..2,[a[1],y])", "array3d(1..1,1..1,1..2,array1d(a))"] {
        let model = format!(
            "var 1..3: x :: output_var; var 1..3: y; array [1..2] of var int: a = [x,y]; constraint int_ne(x,y);\n\
             solve :: int_search({on},input_order,indomain_max,complete) satisfy;"
        );
        assert_eq!(run("", &model), "x = 3;\n----------\n", "{on}");
    }
}

/// An invalid annotation causes a warning; the other annotations are obeyed.
#[test]
fn an_annotation_that_cannot_be_read_is_a_warning_and_the_others_are_followed() {
    for (wrong, why) in [
        (
            "int_search(b,first_fail,indomain_min)",
            "argument 1 of int_search: expected a list or an array, found the annotation b",
        ),
        ("int_search(reverse(a),first_fail,indomain_min)", "found the annotation reverse; int_search is ignored"),
        ("int_search(array1d(),first_fail,indomain_min)", "found the annotation array1d"),
        ("int_search(arrayed(a),first_fail,indomain_min)", "found the annotation arrayed"),
        ("int_search(a,first_fail)", "int_search: expected 3 to 4 arguments, found 2; int_search is ignored"),
        ("int_search([a[3],x],first_fail,indomain_min)", "argument 1 of int_search, element 1"),
        ("int_search([b[1]],first_fail,indomain_min)", "argument 1 of int_search, element 1"),
        (
            "bool_search(a,first_fail,indomain_min)",
            "expected true or false or a bool variable, found the int variable x",
        ),
        ("seq_search([int_search(qq(a),first_fail,indomain_min)])", "found the annotation qq"),
        ("seq_search(everything)", "argument 1 of seq_search"),
        ("set_search(qq,first_fail)", "argument 1 of set_search"),
        ("restart_luby(x)", "expected an integer, found the int variable x; restart_luby is ignored"),
        ("restart_geometric(1.5)", "restart_geometric: expected at least 2 arguments, found 1"),
        ("warm_start([x],[1,2])", "expected a list of 1 element, found 2 elements; warm_start is ignored"),
        ("relax_and_reconstruct(array1d(a),80)", "unknown annotation relax_and_reconstruct is ignored"),
    ] {
        let model = format!(
            "var 1..3: x :: output_var;\narray [1..1] of var int: a = [x];\n\
             solve :: seq_search([{wrong},int_search(a,input_order,indomain_max)]) satisfy;"
        );
        let printed = run("", &model);
        assert!(printed.starts_with("x = 3;\n----------\nwarning: model.fzn:3:"), "{wrong}: {printed}");
        assert!(printed.contains(why) && printed.matches("warning").count() == 1, "{wrong}: {printed}");
    }
}

/// A search with learning also starts with the values of a warm start.
#[test]
fn a_search_that_learns_is_warm_started() {
    let model = "var 1..9: x :: output_var; var 1..9: y :: output_var; var bool: b :: output_var; constraint int_lin_ne([1,1],[x,y],12);\n\
        solve :: warm_start_array([warm_start([x,y],[7,4]),warm_start([b],[true])]) satisfy;";
    for flags in ["", "--learn fixed", "--learn alternating", "-f"] {
        assert_eq!(run(flags, model), "x = 7;\ny = 4;\nb = true;\n----------\n", "{flags}");
    }
}

/// Runs a search; returns its output and its number of failures.
fn failures(flags: &str, model: &str) -> (String, u32) {
    let all = run(&format!("-v -s {flags}"), model);
    let line = all.lines().find_map(|line| line.strip_prefix("%%%mzn-stat: failures="));
    let failures = line.expect("statistics").parse().expect("a number");
    (all, failures)
}

/// MiniZinc computes the index into a three-dimensional array as a sum of three variables.
#[test]
fn a_sum_of_more_than_three_variables_is_domain_consistent_where_it_is_asked_to_be() {
    // Positions 5 and 23 have z = 2; bounds consistency infers only that z is in 1..3.
    let model = |level: &str| {
        format!(
            "var 1..3: x; var 1..3: y; var 1..3: z; var {{5,23}}: i; constraint int_lin_eq([9,3,1,-1],[x,y,z,i],12){level};\n\
             solve :: int_search([z,x,y],input_order,indomain_min,complete) satisfy;"
        )
    };
    assert!(failures("", &model("")).1 > 0);
    assert_eq!(failures("", &model(" :: domain")).1, 0);
    // There are too many tuples to list, so the sum is only bounds consistent, as it is without the annotation.
    let wide = model(" :: domain").replace("1..3: x", "1..3000: x").replace("5,23", "5,23,26999");
    assert_eq!(failures("", &wide).1, failures("", &wide.replace(" :: domain", "")).1);
}

/// The values in the domains decide a reified equality, not only the bounds.
#[test]
fn the_truth_of_an_equality_is_domain_consistent() {
    let wrong = |constraint: &str| {
        let model = format!(
            "var {{1,3}}: x :: output_var; var {{2,4}}: y; var bool: b;\nconstraint {constraint};\n\
             solve :: bool_search([b],input_order,indomain_max,complete) satisfy;"
        );
        failures("", &model).1
    };
    for constraint in ["int_eq_reif(x,y,b)", "int_eq_imp(x,y,b)", "int_lin_eq_reif([1,-1],[x,y],0,b)"] {
        assert_eq!(wrong(constraint), 0, "{constraint}");
        assert_eq!(wrong(&format!("{constraint} :: domain")), 0, "{constraint}");
        assert_eq!(wrong(&format!("{constraint} :: bounds")), 1, "{constraint}");
    }
    let differ = "var {1,3}: x; var {2,4}: y; var bool: b;\nconstraint int_ne_reif(x,y,b);\n\
                  solve :: bool_search([b],input_order,indomain_min,complete) satisfy;";
    assert_eq!(failures("", differ).1, 0);
}

/// If the requested level is not available, the equation is only bounds consistent, without an error.
#[test]
fn an_equation_over_wide_domains_keeps_bounds() {
    for constraint in ["int_lin_eq([1,2],[x,y],5)", "int_eq_reif(t,x,b)", "int_plus(y,z,x)"] {
        for wide in ["0..70000", "{0,3,70000}"] {
            let model = format!(
                "var {wide}: x; var 0..9: y; var 0..9: z; var 0..1: t; var bool: b; constraint bool2int(b,t);\n\
                 constraint {constraint} :: domain; solve satisfy;"
            );
            let printed = run("", &model);
            assert!(printed.contains("----------"), "{constraint} {wide}: {printed}");
        }
    }
}

/// Element constraints on variables with few values are domain consistent, and others are bounds consistent, unless the
/// file requests a level.
#[test]
fn elements_of_variables_are_domain_consistent_where_values_are_few() {
    let failures = |flags: &str, annotation: &str, most: i32| {
        let model = format!(
            "var {{1,3,{most}}}: x; var {{1,3,{most}}}: y; var 1..2: i; var {{1,2,{most}}}: e :: output_var;\n\
             constraint array_var_int_element(i,[x,y],e){annotation};\n\
             solve :: int_search([e,i,x,y],input_order,indomain_median,complete) satisfy;"
        );
        failures(flags, &model).1
    };
    for most in [4, 256] {
        assert_eq!(failures("", "", most), 0, "{most}");
        assert!(failures("", " :: bounds", most) > 0, "{most}");
    }
    assert!(failures("", "", 257) > 0);
    assert_eq!(failures("", " :: domain", 257), 0);
    // A search with learning must explain holes.
    assert_eq!(failures("--learn fixed", "", 32), 0);
    assert!(failures("--learn fixed", "", 33) > 0);
    assert_eq!(failures("--learn fixed", " :: domain", 33), 0);
}

/// If the successors of two nodes are limited to the same two nodes, no other node can have these as its successor.
#[test]
fn a_circuit_is_as_strong_as_the_file_says() {
    let failures = |annotation: &str| {
        let model = format!(
            "var 3..4: a; var 3..4: b; var 1..5: c; var 1..5: d; var 1..4: e :: output_var;\n\
             constraint ferz_circuit([a,b,c,d,e],1){annotation};\n\
             solve :: int_search([e,a,b,c,d],input_order,indomain_max,complete) satisfy;"
        );
        failures("", &model).1
    };
    assert_eq!(failures(" :: domain"), 0);
    assert!(failures("") > 0);
    assert!(failures(" :: value_propagation") >= failures(""));
}

/// The result of an element constraint on constants initially has only these constants as its values.
#[test]
fn an_element_of_constants_is_one_of_them() {
    // The median of the result's domain is the element at some index.
    let model = |element: &str| {
        format!(
            "var 0..9: e :: output_var; var 1..2: i; var 1..1: one; constraint {element} :: bounds;\n\
             solve :: int_search([e],input_order,indomain_median,complete) satisfy;"
        )
    };
    assert_eq!(failures("", &model("array_int_element(i,[2,7],e)")).1, 0);
    assert_eq!(failures("", &model("ferz_int_element2d(one,i,[2,7],2,e)")).1, 0);
    assert!(failures("", &model("array_var_int_element(i,[2,7],e)")).1 > 0, "the test sees a difference");
}

/// A warning reports the number of equations that are too large for the requested domain consistency.
#[test]
fn equations_that_keep_less_than_was_asked_for_are_counted() {
    let warns = |most: i32, constraint: &str| {
        let model = format!(
            "var 1..{most}: a :: output_var;\nvar 1..{most}: b :: output_var;\nvar 1..{most}: c :: output_var;\nvar 1..{most}: d :: output_var;\n\
             constraint {constraint} :: domain;\nsolve satisfy;"
        );
        failures("", &model).0.contains("equations too large for domain consistency: 1")
    };
    let four = |name: &str| format!("int_lin_{name}([1,2,-3,4],[a,b,c,d],5)");
    assert!(warns(30, &four("eq")), "30³ combinations of three variables");
    assert!(!warns(10, &four("eq")), "a table");
    assert!(!warns(30, &four("le")) && !warns(30, &four("ne")), "these need no level");
    assert!(warns(3_000, "int_lin_eq([1,2,-3],[a,b,c],5)") && !warns(30, "int_lin_eq([1,2,-3],[a,b,c],5)"));
}

/// Free search and learning use domain-consistent permutations, unless the file requests a level.
#[test]
fn permutations_are_stronger_where_the_search_is_free() {
    // Only domain consistency infers that the last variable has the largest value.
    let found = |flags: &str, level: &str, most: i32| {
        let model = format!(
            "var 1..3: a :: output_var;\nvar 1..3: b :: output_var;\nvar 1..3: c :: output_var;\nvar 1..{most}: d :: output_var;\n\
             constraint ferz_all_different([a,b,c,d]){level};\n\
             solve :: int_search([d,a,b,c],input_order,indomain_min,complete) satisfy;"
        );
        let (all, failures) = failures(flags, &model);
        (all.contains("permutations kept domain consistent: 1"), failures > 0)
    };
    for flags in ["-f", "--learn fixed"] {
        assert_eq!(found(flags, "", 4), (true, false), "{flags}");
        assert!(!found(flags, " :: value_propagation", 4).0, "{flags}");
        assert!(!found(flags, "", 5).0, "{flags}: one value is left over");
    }
    assert_eq!(found("--learn fixed", " :: value_propagation", 4), (false, true));
    assert_eq!(found("", "", 4), (false, true));
}

/// For variables without annotations, the value best for the objective is tried first.
#[test]
fn values_that_are_better_come_first() {
    let model = |goal: &str, signs: &str| {
        format!(
            "var 0..100000: x; var 0..100000: y; var bool: b; var 0..1: i :: var_is_introduced;\n\
             var -1000000..1000000: z :: var_is_introduced :: is_defined_var;\n\
             constraint bool2int(b,i) :: defines_var(i); constraint int_lin_eq([{signs}],[x,y,i,z],0) :: defines_var(z); solve {goal} z;"
        )
    };
    for goal in ["minimize", "maximize"] {
        for signs in ["3,5,7,-1", "-3,5,-7,1", "3,-5,0,1"] {
            let (found, failures) = failures("", &model(goal, signs));
            assert!(failures < 10 && found.contains("=========="), "{goal} {signs}: {found}");
            let solutions = run("-a", &model(goal, signs)).matches("----------").count();
            assert_eq!(solutions, 1, "{goal} {signs}");
        }
    }
}

/// The number of solutions can be limited.
#[test]
fn all_solutions_may_be_limited() {
    let model = "var 1..5: x :: output_var; solve satisfy;";
    let found = |flags: &str| run(flags, model).matches("----------").count();
    assert_eq!(["", "-n 2", "-a -n 2", "-n 2 -a", "-n 9", "-a", "-n 0"].map(found), [1, 2, 2, 2, 5, 5, 5]);
}
