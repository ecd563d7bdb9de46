//! Generates files: each instance in both formats, restricted to features that all readers support.

use std::fmt::Write;

use crate::dice::Dice;

pub(crate) struct Made {
    pub(crate) text: String,
    pub(crate) json: String,
}

fn int(r: &mut Dice) -> i64 {
    match r.below(8) {
        0 => *r.choose(&[0, 1, -1, i64::MAX, i64::MIN + 1]),
        1 => r.below(2_000_000_000) as i64 - 1_000_000_000,
        _ => r.below(21) as i64 - 10,
    }
}

/// The same item in both formats.
type Both = (String, String);

/// Formats a list in both formats.
fn list(elements: Vec<Both>) -> Both {
    let (texts, jsons): (Vec<String>, Vec<String>) = elements.into_iter().unzip();
    (format!("[{}]", texts.join(",")), format!("[{}]", jsons.join(", ")))
}

#[derive(Default)]
struct Names {
    /// The names of each type: bool, int, float, set of int.
    variables: [Vec<String>; 4],
    arrays: Vec<String>,
}

impl Made {
    pub(crate) fn new(seed: u64) -> Made {
        let mut r = Dice(seed);
        let mut names = Names::default();
        let mut text = String::from("predicate p(array [int] of var int: xs,var bool: b);\n");
        let (mut variables, mut arrays, mut constraints, mut output) = (vec![], vec![], vec![], vec![]);
        for i in 0..1 + r.below(6) {
            let ty = r.below(4);
            let name = format!("{}{i}", r.choose(&["x", "X_INTRODUCED_", "long_name_of_a_variable_", "yes_", "e"]));
            let (declared, fields) = declaration(&mut r, ty);
            let (marks, mark_fields, shown) = marks(&mut r);
            let (notes, note_field) = notes(&mut r, &names);
            let out = if shown { ":: output_var" } else { "" };
            writeln!(text, "var {declared}: {name}{marks}{out}{notes};").unwrap();
            variables.push(format!("\"{name}\" : {{ {fields}{mark_fields}{note_field} }}"));
            output.extend(shown.then(|| format!("\"{name}\"")));
            names.variables[ty].push(name);
        }
        for i in 0..r.below(4) {
            let name = format!("a{i}");
            let ty = r.below(4);
            let length = r.below(4);
            let elements: Vec<Both> = (0..length).map(|_| element(&mut r, ty, &names)).collect();
            let is_var =
                elements.iter().any(|e| e.0.starts_with(char::is_alphabetic) && e.0 != "true" && e.0 != "false");
            let (elements, json) = list(elements);
            let var = if is_var { "var " } else { "" };
            let of = ["bool", "int", "float", "set of int"][ty];
            let shown = is_var && r.below(2) == 0;
            let out = if shown { format!(":: output_array([1..{length}])") } else { String::new() };
            writeln!(text, "array [1..{length}] of {var}{of}: {name}{out} = {elements};").unwrap();
            arrays.push(format!("\"{name}\" : {{ \"a\": {json} }}"));
            output.extend(shown.then(|| format!("\"{name}\"")));
            names.arrays.push(name);
        }
        for _ in 0..r.below(6) {
            let name = *r.choose(&["int_lin_le", "p", "set_in", "array_bool_or", "float_le"]);
            let count = 1 + r.below(3);
            let (mut arguments, json) = list((0..count).map(|_| argument(&mut r, &names)).collect());
            arguments = arguments[1..arguments.len() - 1].to_owned();
            let (notes, note_field) = notes(&mut r, &names);
            let defined = names.variables[1].first().filter(|_| r.below(3) == 0);
            let defines = defined.map_or(String::new(), |v| format!(":: defines_var({v})"));
            let define_field = defined.map_or(String::new(), |v| format!(", \"defines\" : \"{v}\""));
            writeln!(text, "constraint {name}({arguments}){notes}{defines};").unwrap();
            constraints.push(format!("{{ \"id\" : \"{name}\", \"args\" : {json}{note_field}{define_field} }}"));
        }
        let method =
            if names.variables[1].is_empty() { "satisfy" } else { *r.choose(&["satisfy", "minimize", "maximize"]) };
        let objective = names.variables[1].first().filter(|_| method != "satisfy");
        let (search, search_field) = notes(&mut r, &names);
        let objective_field = objective.map_or(String::new(), |v| format!(", \"objective\" : \"{v}\""));
        let objective = objective.map_or(String::new(), |v| format!(" {v}"));
        let gap = if search.is_empty() { "" } else { " " };
        writeln!(text, "solve{gap}{search} {method}{objective};").unwrap();
        let json = format!(
            "{{\n\"variables\": {{{}}},\n\"arrays\": {{{}}},\n\"constraints\": [{}],\n\"output\": [{}],\n\
             \"solve\": {{ \"method\" : \"{method}\"{objective_field}{search_field} }},\n\"version\": \"1.0\"\n}}\n",
            variables.join(",\n"),
            arrays.join(",\n"),
            constraints.join(",\n"),
            output.join(", ")
        );
        Made { text, json }
    }
}

/// Generates a type with its domain, and the corresponding JSON fields.
fn declaration(r: &mut Dice, ty: usize) -> Both {
    let ints = |r: &mut Dice| match r.below(3) {
        0 => None,
        1 => {
            let low = r.below(21) as i64 - 10;
            let high = low + r.below(30) as i64;
            Some((format!("{low}..{high}"), format!("[[{low}, {high}]]")))
        }
        _ => {
            let (text, ranges) = holes(r);
            Some((text, ranges))
        }
    };
    match ty {
        0 => ("bool".into(), "\"type\" : \"bool\"".into()),
        1 => ints(r).map_or(("int".into(), "\"type\" : \"int\"".into()), |(text, json)| {
            (text, format!("\"type\" : \"int\", \"domain\" : {json}"))
        }),
        2 if r.below(2) == 0 => ("float".into(), "\"type\" : \"float\"".into()),
        2 => ("-0.5..2.25".into(), "\"type\" : \"float\", \"domain\" : [[-0.5, 2.25]]".into()),
        _ => ints(r).map_or(("set of int".into(), "\"type\" : \"set of int\"".into()), |(text, json)| {
            (format!("set of {text}"), format!("\"type\" : \"set of int\", \"domain\" : {json}"))
        }),
    }
}

/// Generates a set with a gap: `{4,-3,-2}` and `[[-3, -2], [4, 4]]`.
fn holes(r: &mut Dice) -> Both {
    let low = r.below(10) as i64 - 5;
    let (next, high) = (low + 1, low + 3 + r.below(5) as i64);
    (format!("{{{high},{low},{next}}}"), format!("[[{low}, {next}], [{high}, {high}]]"))
}

fn marks(r: &mut Dice) -> (String, String, bool) {
    let (defined, introduced) = (r.below(4) == 0, r.below(4) == 0);
    let mut text = String::new();
    let mut fields = String::new();
    if introduced {
        text += ":: var_is_introduced";
        fields += ", \"introduced\" : true";
    }
    if defined {
        text += ":: is_defined_var";
        fields += ", \"defined\" : true";
    }
    (text, fields, r.below(2) == 0)
}

/// Generates up to two annotations.
fn notes(r: &mut Dice, names: &Names) -> Both {
    let all: Vec<Both> = (0..r.below(3)).map(|_| note(r, names, 0)).collect();
    if all.is_empty() {
        return Both::default();
    }
    let text: String = all.iter().map(|a| format!(":: {}", a.0)).collect();
    (text, format!(", \"ann\" : {}", list(all).1))
}

fn note(r: &mut Dice, names: &Names, depth: u32) -> Both {
    if r.below(2) == 0 {
        let name = *r.choose(&["domain", "bounds", "first_fail", "complete"]);
        return (name.to_owned(), format!("\"{name}\""));
    }
    let name = *r.choose(&["priority", "int_search", "seq_search", "mzn_constraint_name"]);
    let (text, json) = list((0..1 + r.below(3)).map(|_| note_argument(r, names, depth)).collect());
    (format!("{name}({})", &text[1..text.len() - 1]), format!("{{ \"id\" : \"{name}\", \"args\" : {json} }}"))
}

fn note_argument(r: &mut Dice, names: &Names, depth: u32) -> Both {
    match r.below(6) {
        0 if depth < 2 => note(r, names, depth + 1),
        1 if depth < 2 => list((0..r.below(3)).map(|_| note(r, names, depth + 1)).collect()),
        2 => {
            let text = *r.choose(&["rows", "", "a b | c", "say \\\"yes\\\"", "back\\\\slash", "line\\nend"]);
            (format!("\"{text}\""), format!("{{ \"string\" : \"{text}\" }}"))
        }
        3 => {
            let value = int(r).to_string();
            (value.clone(), value)
        }
        _ => element(r, 1, names),
    }
}

fn argument(r: &mut Dice, names: &Names) -> Both {
    match r.below(4) {
        0 if !names.arrays.is_empty() => {
            let name = &names.arrays[r.below(names.arrays.len())];
            (name.clone(), format!("\"{name}\""))
        }
        1 => {
            let ty = r.below(4);
            list((0..r.below(4)).map(|_| element(r, ty, names)).collect())
        }
        _ => {
            let ty = r.below(4);
            element(r, ty, names)
        }
    }
}

/// Generates a constant or variable of a type.
fn element(r: &mut Dice, ty: usize, names: &Names) -> Both {
    let variables = &names.variables[ty];
    if !variables.is_empty() && r.below(2) == 0 {
        let name = &variables[r.below(variables.len())];
        return (name.clone(), format!("\"{name}\""));
    }
    let same = |value: String| (value.clone(), value);
    match ty {
        0 => same((*r.choose(&["true", "false"])).to_owned()),
        1 => same(int(r).to_string()),
        2 => same(format!("{:?}", r.choose(&[0.5, -1.25, 3.0, 1e30, -2.5e-7, 100.0]))),
        _ => match r.below(3) {
            0 => ("{}".into(), "{ \"set\" : [] }".into()),
            1 => {
                let (text, json) = holes(r);
                (text, format!("{{ \"set\" : {json} }}"))
            }
            _ => ("-2..3".into(), "{ \"set\" : [[-2, 3]] }".into()),
        },
    }
}
