//! Embeds MiniZinc's library for Ferz into the program, with the reified and half-reified forms of its constraints.

use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("share/minizinc/ferz");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    list_below(&folder, "", &mut files);
    files.sort_unstable();
    let list: String = files.iter().map(|(name, text)| format!("    ({name:?}, {text:?}),\n")).collect();
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("library.rs");
    fs::write(out, format!("&[\n{list}]\n")).expect("the output folder can be written");
}

/// Lists the `.mzn` files in a folder and its subfolders, by relative path, and the files generated from them.
fn list_below(folder: &Path, path: &str, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder.join(path)).expect("the library is part of the package").flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let name = if path.is_empty() { name } else { format!("{path}/{name}") };
        if folder.join(&name).is_dir() {
            list_below(folder, &name, files);
        } else if let Some(stem) = name.strip_suffix(".mzn") {
            let text = fs::read_to_string(folder.join(&name)).expect("a file of the library can be read");
            match with_conditions(stem, &text) {
                Some([text, reified]) => files.extend([(format!("{stem}_reif.mzn"), reified), (name, text)]),
                None => files.push((name, text)),
            }
        }
    }
}

/// Adds the half-reified and reified forms of a constraint whose file, `fzn_y`, ends with `predicate ferz_x(…);` and
/// `predicate fzn_y(…) = ferz_x(…);`. Returns the text of that file extended by `fzn_y_imp`, for which MiniZinc
/// includes no separate file, and the text of the file `fzn_y_reif`.
fn with_conditions(name: &str, text: &str) -> Option<[String; 2]> {
    let (head, rest) = text.split_once("predicate ferz_")?;
    let (native, rest) = rest.split_once('(')?;
    let (parameters, rest) = rest.split_once(");\n")?;
    let (own, rest) = rest.strip_prefix(&format!("predicate {name}("))?.split_once(") =\n    ")?;
    let arguments = rest.strip_prefix(&format!("ferz_{native}("))?.strip_suffix(");\n")?;
    let truth = if parameters.ends_with(": b") { "truth" } else { "b" };
    let declared = |form: &str| format!("predicate ferz_{native}_{form}({parameters}, var bool: {truth});\n");
    if name.ends_with("_bool") {
        // The compiler itself reifies constraints over truth values.
        let (before, definition) = text.split_at(text.find("predicate fzn_")?);
        let text = format!("{before}{}{}{definition}", declared("imp"), declared("reif"));
        let why = format!("under a condition, too, {name} is the predicate that it is defined by.");
        return Some([text, format!("% Empty, in place of the standard one: {why}\n")]);
    }
    let form = |form: &str| {
        let defined =
            format!("predicate {name}_{form}({own}, var bool: b) =\n    ferz_{native}_{form}({arguments}, b);\n");
        declared(form) + &defined
    };
    let includes = head.lines().filter(|line| line.starts_with("include")).map(|line| format!("{line}\n\n"));
    Some([format!("{text}\n{}", form("imp")), includes.collect::<String>() + &form("reif")])
}
