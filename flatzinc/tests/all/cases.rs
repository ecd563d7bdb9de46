//! Tests of valid inputs: small files on which readers differ, and corner cases of the grammar.

use flatzinc::instance::{Consistency, Domain, Operand, Output, Type, Value, names};
use flatzinc::{Instance, text};
use solver_core::Goal;

fn read(file: &str) -> Instance {
    text::read(file.as_bytes()).unwrap_or_else(|error| panic!("{error}\nin {file}"))
}

#[test]
fn float_domain() {
    let instance = read("var 0.0..1.5: x :: output_var; constraint float_le(x,1.0); solve satisfy;");
    let x = instance.variable_named("x").unwrap();
    assert_eq!((x.ty(), x.domain()), (Type::Float, Domain::FloatInterval { lo: 0.0, hi: 1.5 }));
    assert!(x.is_output());
    let le = instance.constraints().next().unwrap();
    assert_eq!(le.float_operand(0), Ok(Operand::Variable(x.id())));
    assert_eq!(le.float_operand(1), Ok(Operand::Constant(1.0)));
}

#[test]
fn interleaved_declarations() {
    insta::assert_snapshot!(read(
        "var 1..5: x; array [1..1] of var int: a = [x]; var 1..3: y; array [1..1] of var int: b = [y];
         constraint int_le(x,y); solve satisfy;"
    ), @r"
    var 1..5: x;
    var 1..3: y;
    array [1..1] of var int: a = [x];
    array [1..1] of var int: b = [y];
    constraint int_le(x,y);
    solve satisfy;
    ");
}

#[test]
fn annotations_over_several_lines() {
    let instance = read(
        r#"var 1..5: x :: mzn_path("a;b|c") :: mzn_constraint_name("hello");
% a comment; with constraint int_le(x,
constraint
  int_le(x,
3) :: domain;
solve :: seq_search([int_search([x],first_fail,indomain_min,complete), bool_search([],input_order,indomain_max,complete)]) satisfy;"#,
    );
    let x = instance.variable_named("x").unwrap();
    assert_eq!(x.annotations().string(names::MZN_PATH), Some("a;b|c"));
    assert_eq!(x.annotations().string(names::MZN_CONSTRAINT_NAME), Some("hello"));
    let le = instance.constraints().next().unwrap();
    assert_eq!(le.consistency(), Some(Consistency::Domain));
    assert_eq!(instance.location(le.place()).to_string(), "line 4, column 3");
    assert_eq!(instance.location(le.argument(1).unwrap().place()).to_string(), "line 5, column 1");
    let search = instance.solve().annotations.call(names::SEQ_SEARCH).unwrap();
    let parts = search.annotations(0).unwrap();
    assert_eq!(parts.iter().map(|p| p.name()).collect::<Vec<_>>(), ["int_search", "bool_search"]);
    assert_eq!(parts[0].variables(0).unwrap(), [x.id()]);
    assert_eq!(parts[0].annotation(1).unwrap().name(), "first_fail");
    assert_eq!(parts[1].bool_operands(0).unwrap(), []);
}

#[test]
fn parameters_are_their_values() {
    let instance = read(
        "int: n = 4; array [1..2] of int: c = [1,-1]; var 1..5: x; var bool: b = true;
         set of int: s = {3,1,2}; float: f = 1e-3; constraint int_le_reif(x,n,b);
         constraint p(s,f,c,n); solve minimize x;",
    );
    let le = instance.constraints().next().unwrap();
    assert_eq!(le.int(1), Ok(4));
    assert!(matches!(instance.variable_named("b").unwrap().rhs(), Some(Value::Bool(true))));
    let p = instance.constraints().nth(1).unwrap();
    assert_eq!(p.set(0).unwrap().ranges(), [(1, 3)]);
    assert_eq!((p.float(1), p.ints(2), p.int(3)), (Ok(0.001), Ok(vec![1, -1]), Ok(4)));
    assert!(matches!(instance.solve().goal, Some((Goal::Minimize, x)) if x.as_variable().is_some()));
    assert!(matches!(instance.find("n"), Some(Value::Int(4))));
    assert_eq!(instance.parameters().map(|p| p.0).collect::<Vec<_>>(), ["n", "s", "f"]);
}

#[test]
fn sets() {
    let instance = read(
        "var set of 1..5: s :: output_var; var set of {1,3}: t; var set of int: u; var {1,3,5}: x; var {}: none;
         constraint set_card(s,3); constraint set_in(x,{1,3}); constraint set_in(x,1..3); constraint set_in(x,1..0);
         constraint set_in(x,{}); constraint array_bool_or([],true); constraint set_eq(t,-4..-2); solve satisfy;",
    );
    let domain = |name| instance.variable_named(name).unwrap().domain();
    assert_eq!(domain("s"), Domain::Interval { lo: 1, hi: 5 });
    assert_eq!(domain("u"), Domain::Unbounded);
    let ranges = |name| match domain(name) {
        Domain::Values(set) => set.ranges().to_vec(),
        other => panic!("{other:?}"),
    };
    assert_eq!(ranges("t"), [(1, 1), (3, 3)]);
    assert_eq!(ranges("x"), [(1, 1), (3, 3), (5, 5)]);
    assert_eq!(ranges("none"), []);
    let sets: Vec<String> =
        instance.constraints().skip(1).filter_map(|c| c.set(1).ok()).map(|s| s.to_string()).collect();
    assert_eq!(sets, ["{1,3}", "1..3", "{}", "{}", "-4..-2"]);
    let or = instance.constraints().nth(5).unwrap();
    assert_eq!((or.bool_operands(0), or.bool(1)), (Ok(vec![]), Ok(true)));
}

#[test]
fn an_empty_domain_is_kept_as_it_was_written() {
    let instance = read("var 5..1: x; var 2.0..1.0: f; var set of 3..-3: s; solve satisfy;");
    let domains: Vec<Domain> = instance.variables().map(|v| v.domain()).collect();
    assert_eq!(
        domains,
        [
            Domain::Interval { lo: 5, hi: 1 },
            Domain::FloatInterval { lo: 2.0, hi: 1.0 },
            Domain::Interval { lo: 3, hi: -3 }
        ]
    );
}

#[test]
fn numbers() {
    let instance = read(
        "constraint p([0,-0,007,9223372036854775807,-9223372036854775808,0x2a,-0xFF,0o17]);
         constraint p([1.5,-0.25,1e+30,2E-2,3.0e8]); solve satisfy;",
    );
    let mut constraints = instance.constraints();
    assert_eq!(constraints.next().unwrap().ints(0).unwrap(), [0, 0, 7, i64::MAX, i64::MIN, 42, -255, 15]);
    assert_eq!(constraints.next().unwrap().floats(0).unwrap(), [1.5, -0.25, 1e30, 0.02, 3e8]);
}

#[test]
fn strings_and_escapes() {
    let instance =
        read(r#"constraint p("","a;b|c","\"\\ \n\t\r\a\b\f\v\'","\101\x42","é … ∀","%") :: "alone"; solve satisfy;"#);
    let p = instance.constraints().next().unwrap();
    let strings: Vec<&str> = (0..6).map(|i| p.string(i).unwrap()).collect();
    assert_eq!(strings, ["", "a;b|c", "\"\\ \n\t\r\x07\x08\x0c\x0b'", "AB", "é … ∀", "%"]);
    assert_eq!(p.annotations().len(), 1);
    assert_eq!(p.annotations().iter().count(), 0, "a string is no call");
}

#[test]
fn values_and_aliases_on_the_right() {
    let instance =
        read("var 1..5: x = y; var 2..9: y = 3; var float: f = 2; var set of 1..3: s = {1,3}; solve satisfy;");
    let variable = |name| instance.variable_named(name).unwrap();
    assert_eq!(variable("x").alias(), Some(variable("y").id()));
    assert_eq!(variable("x").domain(), Domain::Interval { lo: 1, hi: 5 });
    assert!(matches!(variable("y").rhs(), Some(Value::Int(3))));
    assert!(matches!(variable("s").rhs(), Some(Value::IntSet(set)) if set.ranges() == [(1, 1), (3, 3)]));
    assert_eq!(variable("y").alias(), None);
}

#[test]
fn output_in_order_with_ranges() {
    let instance = read(
        "var 1..2: x :: output_var; array [1..6] of var 1..2: a :: output_array([1..2,-1..1]) = [x,x,x,x,x,1];
         var bool: hidden; array [1..0] of var int: e :: output_array([1..0]) = []; var bool: z::output_var;
         solve satisfy;",
    );
    let shown: Vec<String> = instance
        .output()
        .map(|item| match item {
            Output::Variable(v) => v.name().to_string(),
            Output::Array { array, ranges } => format!("{}{ranges:?}", array.name()),
        })
        .collect();
    assert_eq!(shown, ["x", "a[(1, 2), (-1, 1)]", "e[(1, 0)]", "z"]);
}

#[test]
fn marks_of_the_compiler() {
    let instance = read(
        "var int: x :: var_is_introduced :: is_defined_var :: mip;
         constraint int_plus(1,2,x) :: defines_var(x) :: mzn_constraint_name(\"sum\") :: priority(3) :: boundsZ;
         solve satisfy;",
    );
    let x = instance.variable_named("x").unwrap();
    assert!(x.is_introduced() && x.is_defined() && !x.is_output());
    assert_eq!(x.annotations().to_string(), " :: mip");
    let plus = instance.constraints().next().unwrap();
    assert_eq!((plus.defines(), plus.given_name()), (Some(x.id()), Some("sum")));
    assert_eq!(plus.consistency(), Some(Consistency::Bounds));
    assert_eq!(plus.annotations().call(names::PRIORITY).unwrap().int(0), Ok(3));
}

#[test]
fn old_and_odd_files() {
    // Covers array elements, quoted names, a byte order mark, an array equal to another, and Windows line endings.
    let instance = read(
        "\u{feff}array [1..2] of int: c = [7,8];\r\nvar 1..9: 'the x';\r\narray [1..2] of var int: xs = ['the x',c[2]];\r\n\
         array [int] of var int: ys = xs;\r\nconstraint int_le(xs[1],c[1]);\r\nconstraint p(ys);\r\nsolve maximize xs[1];",
    );
    let x = instance.variable_named("'the x'").unwrap().id();
    let le = instance.constraints().next().unwrap();
    assert_eq!((le.int_operand(0), le.int(1)), (Ok(Operand::Variable(x)), Ok(7)));
    let p = instance.constraints().nth(1).unwrap();
    assert_eq!(p.int_operands(0).unwrap(), [Operand::Variable(x), Operand::Constant(8)]);
    assert_eq!(p.named_array(0).unwrap().unwrap().name(), "ys");
    assert!(matches!(instance.solve().goal, Some((Goal::Maximize, term)) if term.as_variable() == Some(x)));
}

#[test]
fn names_of_variables_and_annotations_do_not_clash() {
    let instance = read(
        "var 1..2: domain; var 1..2: first_fail; constraint int_le(domain,2) :: domain;
         solve :: int_search([domain],first_fail,indomain_min,complete) satisfy;",
    );
    assert_eq!(instance.constraints().next().unwrap().consistency(), Some(Consistency::Domain));
    let search = instance.solve().annotations.call(names::INT_SEARCH).unwrap();
    assert_eq!(search.annotation(1).unwrap().name(), "first_fail");
}

#[test]
fn predicates_by_name_and_number_of_parameters() {
    let instance = read(
        "predicate median(var int: x, var int: y,var set of {1,2}: s, array [int] of var -1.5..2.5: xs);
         predicate nothing(); solve satisfy;",
    );
    let all: Vec<(&str, usize)> = instance.predicates().map(|p| (p.name, p.parameters)).collect();
    assert_eq!(all, [("median", 4), ("nothing", 0)]);
}

#[test]
fn nesting_up_to_the_limit() {
    let nested = |depth: usize| {
        let (open, close) = ("a(".repeat(depth / 2) + &"[".repeat(depth - depth / 2), "]".repeat(depth - depth / 2));
        format!("solve :: {open}1{close}{} satisfy;", ")".repeat(depth / 2))
    };
    read(&nested(text::MAX_DEPTH));
    let error = text::read(nested(text::MAX_DEPTH + 1).as_bytes()).unwrap_err();
    insta::assert_snapshot!(error, @"line 1, column 106: annotations and lists are nested more than 64 levels deep");
}

#[test]
fn json_says_the_same() {
    let json = br#"{
  "solve": { "method": "maximize", "objective": "x", "ann": [{"id": "int_search", "args": ["xs", "first_fail", "indomain_min"]}] },
  "output": ["xs", "x"],
  "constraints": [
    { "id": "int_lin_le", "args": [[1, -1], ["x", 3], 0], "defines": "x",
      "ann": ["domain", {"id": "mzn_constraint_name", "args": [{"string": "a\"b;\n\u00e9"}]}] },
    { "id": "set_in", "args": ["x", {"set": [[1, 2], [5, 5]]}] },
    { "id": "set_eq", "args": ["s", {"set": []}] },
    { "id": "float_le", "args": ["f", 1.5] },
    { "id": "bool_eq", "args": ["b", true] }
  ],
  "arrays": { "xs": { "a": ["x", "y", 7], "ann": ["note"], "introduced": true } },
  "variables": {
    "x": { "type": "int", "domain": [[1, 3], [5, 5]], "defined": true },
    "y": { "domain": [[1, 9]], "rhs": "x", "type": "int", "introduced": true },
    "k": { "type": "int", "rhs": 4 },
    "s": { "type": "set of int", "domain": [[1, 5]], "rhs": {"set": [[2, 2]]} },
    "b": { "type": "bool" },
    "f": { "type": "float", "domain": [[0, 2.5]] },
    "none": { "type": "int", "domain": [] }
  },
  "version": "1.0",
  "something new": { "later": [1, 2, {}] }
}"#;
    let instance = flatzinc::read(json).unwrap_or_else(|error| panic!("{error}"));
    insta::assert_snapshot!(instance);
    let names: Vec<String> = instance
        .output()
        .map(|item| match item {
            Output::Variable(v) => v.name().to_string(),
            Output::Array { array, ranges } => format!("{}{ranges:?}", array.name()),
        })
        .collect();
    assert_eq!(names, ["xs[(1, 3)]", "x"]);
    let le = instance.constraints().next().unwrap();
    assert_eq!(instance.location(le.place()).to_string(), "line 5, column 14");
    assert_eq!(le.given_name(), Some("a\"b;\né"));
    // A number is located by the last string before it.
    assert_eq!(instance.location(le.argument(2).unwrap().place()).to_string(), "line 5, column 47");
}
