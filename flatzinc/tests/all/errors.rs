//! Tests of the messages about invalid files: the location, what was expected, and what was found.

use std::fmt::Write;

use flatzinc::{json, text};

/// Formats each file with its message, for a snapshot.
fn messages<'a>(read: fn(&[u8]) -> Result<flatzinc::Instance, flatzinc::ReadError>, files: &[&'a [u8]]) -> String {
    let mut all = String::new();
    for file in files {
        let error = read(file).expect_err(&String::from_utf8_lossy(file));
        writeln!(all, "{}\n    {error}", String::from_utf8_lossy(file).escape_debug()).unwrap();
    }
    all
}

#[track_caller]
fn snapshot(name: &str, all: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, all));
}

macro_rules! files {
    ($($file:expr),* $(,)?) => { &[$(AsRef::<[u8]>::as_ref($file)),*] };
}

#[test]
fn text_syntax() {
    let deep = format!("solve :: {}", "a(".repeat(100_000));
    assert!(text::read(deep.as_bytes()).is_err());
    snapshot(
        "text_syntax",
        &messages(
            text::read,
            files![
                "var 1..99999999999999999999: x; solve satisfy;",
                "var -9223372036854775809..1: x; solve satisfy;",
                "var 0x8000000000000000..1: x; solve satisfy;",
                "var 0..0xfg: x; solve satisfy;",
                "var 0.0..1e999: x; solve satisfy;",
                "var 1..5: x;\nconstraint int_le(x 3);\nsolve satisfy;",
                "var 1..5: x;\nconstraint int_le(x,);\nsolve satisfy;",
                "var 1..5: x;\nconstraint int_le(x,3)\nsolve satisfy;",
                "var 1..5: x;\nconstraint int_le x,3);\nsolve satisfy;",
                "var 1..5: x;\nconstraint p([[x]]);\nsolve satisfy;",
                "var 1..5: x;\nconstraint p([x,]);\nsolve satisfy;",
                "var 1..5 x;\nsolve satisfy;",
                "var 1.5: x;\nsolve satisfy;",
                "var 1..: x;\nsolve satisfy;",
                "var integer: x;\nsolve satisfy;",
                "var set of bool: x;\nsolve satisfy;",
                "var set 1..5: x;\nsolve satisfy;",
                "var {1,two}: x;\nsolve satisfy;",
                "var 1..5: true;\nsolve satisfy;",
                "int: n;\nsolve satisfy;",
                "int: n = true;\nsolve satisfy;",
                "int: n = m;\nsolve satisfy;",
                "array [0..2] of int: a = [1,2,3];\nsolve satisfy;",
                "array [1..2] of int: a;\nsolve satisfy;",
                "array [1..2] of int: a = 3;\nsolve satisfy;",
                "array [1..2] of int: a = b;\nsolve satisfy;",
                "predicate p(int x);\nsolve satisfy;",
                "var 1..5: x ::;\nsolve satisfy;",
                "var 1..5: x :: output_array([1..5]);\nconstraint p(x[y]);\nsolve satisfy;",
                "array [1..2] of var int: a :: output_array(1..2) = [1,2];\nsolve satisfy;",
                "function int: f(int: x) = x;\nsolve satisfy;",
                "solve minimise x;",
                "solve minimize;",
                "constraint p(\"no end);\nsolve satisfy;",
                "constraint p(\"a\\qb\");\nsolve satisfy;",
                "constraint p(é);\nsolve satisfy;",
                "constraint p(x)\u{0};\nsolve satisfy;",
                "{ \"variables\": {} }",
                "var 1..5: x;\nconstraint int_le(x,",
                "var 1..5: x;\nconstraint int_le(x,3)",
                "var 1..5: x;\nvar",
                "% only a comment",
                "",
                b"var 1..5: x;\n% caf\xe9\nsolve satisfy;",
                b"\x1f\x8b\x08\x00",
            ],
        ),
    );
}

#[test]
fn text_meaning() {
    snapshot(
        "text_meaning",
        &messages(
            text::read,
            files![
                "var 1..5: x;\nconstraint int_le(y,3);\nsolve satisfy;",
                "var 1..5: x;\nconstraint p([x,2,stranger]);\nconstraint p(neither);\nsolve satisfy;",
                "var 1..5: x = y;\nsolve satisfy;",
                "solve minimize y;",
                "array [1..3] of var int: a = [x[1]];\nsolve satisfy;",
                "var 1..5: x;\nvar bool: x;\nsolve satisfy;",
                "int: x = 3;\narray [1..1] of int: x = [1];\nsolve satisfy;",
                "array [1..3] of int: a = [1,2];\nsolve satisfy;",
                "array [1..0] of int: a = [1];\nsolve satisfy;",
                "array [1..4] of var 0..1: a :: output_array([1..2,1..3]) = [1,0,1,0];\nsolve satisfy;",
                "array [1..2] of int: a = [1,2];\nconstraint p(a[3]);\nsolve satisfy;",
                "array [1..2] of int: a = [1,2];\nconstraint p(a[0]);\nsolve satisfy;",
                "array [1..1] of int: a = [a[1]];\nsolve satisfy;",
                "var bool: b = 3;\nsolve satisfy;",
                "var 1..5: x = b;\nvar bool: b;\nsolve satisfy;",
                "array [1..1] of int: a = [1];\nvar 1..5: x = a;\nsolve satisfy;",
                "array [1..1] of int: a = [1];\nsolve minimize a;",
                "solve satisfy;\nsolve satisfy;",
                "var 1..5: x;",
            ],
        ),
    );
}

#[test]
fn json_files() {
    fn with(variables: &str, arrays: &str, constraints: &str, rest: &str) -> String {
        format!(
            "{{\"variables\":{{{variables}}},\n\"arrays\":{{{arrays}}},\n\"constraints\":[{constraints}],\n\
             \"output\":[],\"solve\":{{\"method\":\"satisfy\"}},\"version\":\"1.0\"{rest}}}"
        )
    }
    let x = "\"x\":{\"type\":\"int\",\"domain\":[[1,5]]}";
    assert!(json::read(with(x, "", "", "").as_bytes()).is_ok());
    // serde_json reads an overlong integer as a float, which is an error where an integer is required.
    let long = json::read(with(x, "", r#"{"id":"int_le","args":["x",99999999999999999999]}"#, "").as_bytes()).unwrap();
    let error = long.constraints().next().unwrap().int(1).unwrap_err();
    insta::assert_snapshot!(error, @"line 3, column 40: argument 2 of int_le: expected an integer, found 1e20");
    let deep = format!("{{\"solve\":{{\"method\":\"satisfy\",\"ann\":[{}", "{\"id\":\"a\",\"args\":[".repeat(100_000));
    let deep_lists = with(x, "", &format!("{{\"id\":\"p\",\"args\":{}", "[".repeat(100_000)), "");
    insta::assert_snapshot!(json::read(deep.as_bytes()).unwrap_err(), @"line 1, column 1153: recursion limit exceeded");
    insta::assert_snapshot!(json::read(deep_lists.as_bytes()).unwrap_err(), @r#"line 3, column 35: invalid type: sequence, expected a number, true, false, a name, {"set": …} or {"string": …}"#);
    snapshot(
        "json_files",
        &messages(
            json::read,
            files![
                &with(x, "", r#"{"id":"int_le","args":["x",]}"#, ""),
                &with(x, "", r#"{"id":"int_le","args":["y",3]}"#, ""),
                &with(x, "", r#"{"id":"int_le","args":[["x",[3]]]}"#, ""),
                &with(x, "", r#"{"id":"int_le","args":["x",null]}"#, ""),
                &with(x, "", r#"{"id":"int_le","args":["x",}"#, ""),
                &with(x, "", r#"{"id":"int_le","args":["x",9223372036854775808]}"#, ""),
                &with(x, "", r#"{"id":"int_le","args":["x",{"sett":[[1,2]]}]}"#, ""),
                &with(x, "", r#"{"id":"int_le","args":["x",{"set":[[1,2,3]]}]}"#, ""),
                &with(x, "", r#"{"id":"int_le","args":["x",{"set":[1]}]}"#, ""),
                &with(x, "", r#"{"id":"int_le","args":["x",{}]}"#, ""),
                &with(x, "", r#"{"id":"int_le","args":["x",{"set":[],"string":""}]}"#, ""),
                &with(x, "", r#"{"id":"int_le","args":["x",{"id":"call","args":[]}]}"#, ""),
                &with(x, "", r#"{"id":"int_le"}"#, ""),
                &with(x, "", r#"{"args":["x"]}"#, ""),
                &with(x, "", r#"{"id":3,"args":["x"]}"#, ""),
                &with(x, "", r#"{"id":"int_le","args":["x"],"name":"rows"}"#, ""),
                &with(x, "", r#"{"id":"int_le","args":["x",3],"ann":[3]}"#, ""),
                &with(x, "", r#"{"id":"int_le","args":["x",3],"ann":[{"id":"priority"}]}"#, ""),
                &with(x, "", r#"{"id":"int_le","args":["x",3],"ann":["bounds"}"#, ""),
                &with("\"x\":{\"type\":\"int\",\"domain\":[[1,99999999999999999999]]}", "", "", ""),
                &with("\"x\":{\"type\":\"int\",\"domain\":[[1,9223372036854775808]]}", "", "", ""),
                &with("\"x\":{\"type\":\"int\",\"domain\":[[1,2.5]]}", "", "", ""),
                &with("\"x\":{\"type\":\"int\",\"domain\":[1,2]}", "", "", ""),
                &with("\"x\":{\"type\":\"bool\",\"domain\":[[0,1]]}", "", "", ""),
                &with("\"x\":{\"type\":\"integer\"}", "", "", ""),
                &with("\"x\":{\"domain\":[[1,2]]}", "", "", ""),
                &with("\"x\":{\"type\":\"int\",\"rhs\":true}", "", "", ""),
                &with("\"x\":{\"type\":\"int\",\"rhs\":\"stranger\"}", "", "", ""),
                &with("\"x\":{\"type\":\"int\"},\n\"x\":{\"type\":\"bool\"}", "", "", ""),
                &with("\"x\":{\"type\":\"int\",\"hidden\":true}", "", "", ""),
                &with(x, "\"a\":{\"a\":[[1]]}", "", ""),
                &with(x, "\"a\":{}", "", ""),
                &with(x, "\"a\":[1]", "", ""),
                &with(x, "", "", ",\"output\":[\"stranger\"]"),
                &with(x, "", "", ",\"solve\":{\"method\":\"satisfy\"}"),
                &with(x, "", "", "} {"),
                r#"{"solve":{"method":"minimise"}}"#,
                r#"{"solve":{"method":"minimize"}}"#,
                r#"{"solve":{}}"#,
                r#"{"solve":{"method":"satisfy"}"#,
                r#"{"variables":{"x":{"type":"int","dom"#,
                "{\n",
                "{}",
                "[]",
                "",
                "var 1..5: x; solve satisfy;",
                b"{\"variables\":{\"caf\xe9\":{}}}",
            ],
        ),
    );
}

#[test]
fn typed_access() {
    let instance = flatzinc::read_named(
        b"array [1..3] of var int: xs = [x,2,b];\nvar 1..5: x; var bool: b; var set of 1..3: s;\n\
          constraint p(x,b,[1,2.5,x],\"a\",{1,2},{1,3,5,7,9,11},s,xs,1.0..2.0,[]) :: q(first_fail,[r(1)],3);\nsolve satisfy;",
        Some("small.fzn"),
    )
    .unwrap();
    let p = instance.constraints().next().unwrap();
    let q = p.annotations().iter().next().unwrap();
    let mut all = String::new();
    let mut say = |error: flatzinc::instance::ArgumentError| writeln!(all, "{error}").unwrap();
    say(p.int(0).unwrap_err());
    say(p.int_operand(1).unwrap_err());
    say(p.bool_operand(0).unwrap_err());
    say(p.bool(4).unwrap_err());
    say(p.ints(2).unwrap_err());
    say(p.int_operands(2).unwrap_err());
    say(p.ints(3).unwrap_err());
    say(p.ints(0).unwrap_err());
    say(p.int(5).unwrap_err());
    say(p.set(6).unwrap_err());
    say(p.set_operand(0).unwrap_err());
    say(p.float(7).unwrap_err());
    say(p.int_operands(7).unwrap_err());
    say(p.variables(7).unwrap_err());
    say(p.variable(8).unwrap_err());
    say(p.string(2).unwrap_err());
    say(p.annotation(3).unwrap_err());
    say(p.elements(9).map(|_| p.expect_elements(9, 1).unwrap_err()).unwrap());
    say(p.argument(10).unwrap_err());
    say(p.expect_arguments(3).unwrap_err());
    say(p.expect_arguments_between(1, 2).unwrap_err());
    say(q.int(0).unwrap_err());
    say(q.ints(1).unwrap_err());
    say(q.annotations(2).unwrap_err());
    snapshot("typed_access", &all);
}
