//! Tests of float variables defined in terms of integers.

use super::run;

const PRICES: &str = "var 0..3: x; var 0..3: y; var bool: cheap :: output_var;\n\
    var float: fx :: var_is_introduced; var float: fy :: var_is_introduced; var 0.0..12.9: cost :: output_var;\n\
    var float: third; array [1..3] of var float: shares :: output_array([1..3]) = [third,0.25,fx];\n\
    constraint int2float(x,fx); constraint int2float(y,fy);\n\
    constraint float_lin_eq([2.99,9.949999999999999,-1.0],[fx,fy,cost],-0.0) :: defines_var(cost);\n\
    constraint float_lin_eq([0.3333333333333333,-1.0],[cost,third],0.0);\n\
    constraint float_lt_reif(cost,9.95,cheap);\n";

/// The values, the objective and its bound are printed exactly, whichever search the flags select.
#[test]
fn decimals_are_printed_exactly() {
    for flags in ["", "-f", "-p 2", "--learn activity", "--linear on", "-i"] {
        let printed = run(&format!("-s {flags}"), &format!("{PRICES}solve maximize cost;"));
        let best = "cheap = false;\ncost = 9.95;\nshares = array1d(1..3, [3.316666666666667, 0.25, 0.0]);\n----------\n==========\n";
        assert!(printed.contains(best), "{flags}: {printed}");
        let statistics = "%%%mzn-stat: objective=9.95\n%%%mzn-stat: objectiveBound=9.95\n";
        assert!(printed.contains(statistics), "{flags}: {printed}");
    }
    let verbose = run("-v", &format!("{PRICES}solve maximize cost;"));
    assert!(verbose.contains("% objective 9.95 ("), "{verbose}");
    let constant = run("-s", "var 1..1: x :: output_var; var 2.5..2.5: y :: output_var; solve minimize 2.5;");
    assert!(constant.starts_with("x = 1;\ny = 2.5;\n----------\n==========\n%%%mzn-stat"), "{constant}");
    assert!(constant.contains("objective=2.5\n"), "{constant}");
}

/// A bound computed by MiniZinc is exact to 15 digits, so `0.1 + 0.2` bounds a variable by 0.3.
#[test]
fn bounds_are_rounded_to_the_next_integer() {
    let count = |domain: &str, unit: &str| {
        let text = format!(
            "var -9..9: x; var float: f :: var_is_introduced; var {domain}: y :: output_var;\n\
             constraint int2float(x,f); constraint float_times(f,{unit},y); solve satisfy;"
        );
        run("-a", &text).matches("----------").count()
    };
    assert_eq!((count("0.25..1.05", "0.1"), count("-0.25..0.3", "0.1"), count("-1e300..0.0", "0.1")), (7, 6, 10));
    assert_eq!((count("0.2..0.30000000000000004", "0.1"), count("0.30000000000000004..0.5", "0.1")), (2, 3));
    assert_eq!((count("1e-300..0.3", "0.1"), count("-1e-300..0.3", "0.1"), count("0.26..0.29", "0.1")), (3, 4, 0));
    assert_eq!((count("{0.5,0.7,0.75}", "0.25"), count("float", "0.3333333333333333")), (2, 19));
}

#[test]
fn annotations_of_floats_are_followed() {
    let text = "var 0..9: x; var float: y :: output_var; constraint int2float(x,y);\n\
        solve :: float_search([y],0.001,input_order,indomain_max,complete) :: warm_start([y],[4.0]) satisfy;";
    assert_eq!(run("", text), "y = 4.0;\n----------\n");
    assert_eq!(run("", &text.replace(" :: warm_start([y],[4.0])", "")), "y = 9.0;\n----------\n");
}

#[test]
fn floats_that_integers_do_not_define_say_where_and_why() {
    let files = [
        (
            "free",
            "var 0..9: x; var float: z :: is_defined_var;\nvar 0.0..1.0: y; constraint float_lin_eq([1.0,-2.0],[y,z],0.0); solve minimize z;",
        ),
        ("of a list", "var float: a; var float: b;\nconstraint float_max(a,b,1.5); solve satisfy;"),
        (
            "product",
            "var 1..2: x; var float: f; var float: g;\nconstraint int2float(x,f); constraint float_times(f,f,g); solve minimize g;",
        ),
        (
            "quotient",
            "var 1..2: x; var float: f; var float: g;\nconstraint int2float(x,f); constraint float_div(2.5,f,g); solve minimize g;",
        ),
        ("sine", "var float: f; var float: g;\nconstraint float_sin(f,g); solve minimize g;"),
        (
            "too fine",
            "var 1..2: x; var float: f; var float: g;\nconstraint int2float(x,f); constraint float_lin_eq([1e-25,1.0],[f,g],0.0); solve minimize g;",
        ),
        (
            "too large",
            "var 1..2000000000: x; var float: f; var float: g;\nconstraint int2float(x,f); constraint float_lin_eq([0.123456789012345,-1.0],[f,g],0.0); solve minimize g;",
        ),
        (
            "of one constraint",
            "var 1..2: x; var float: f;\nconstraint int2float(x,f); constraint float_lin_le([1e-25],[f],0.5); solve satisfy;",
        ),
        (
            "too small to be read",
            "var 1..2: x; var float: f;\nconstraint int2float(x,f); constraint float_lin_le([1e-60],[f],0.5); solve satisfy;",
        ),
        ("arity", "var float: f;\nconstraint float_le(f,f,f); solve satisfy;"),
        ("type", "var float: f; var int: x;\nconstraint float_le(f,x); solve satisfy;"),
        ("lengths", "var float: f;\nconstraint float_lin_le([1.0,2.0],[f],1.0); solve satisfy;"),
    ];
    let all: Vec<String> = files.iter().map(|(what, text)| format!("{what}: {}", run("", text))).collect();
    insta::assert_snapshot!(all.concat());
}
