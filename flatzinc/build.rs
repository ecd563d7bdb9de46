//! Lists the files of MiniZinc's library for Ferz, so that the program has them inside.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("share/minizinc/ferz");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names = Vec::new();
    list_below(&folder, "", &mut names);
    names.sort_unstable();
    let mut list = String::from("&[\n");
    for name in names {
        let path = folder.join(&name);
        let _ = writeln!(list, "    ({name:?}, include_str!({path:?})),");
    }
    list += "]\n";
    let out = Path::new(&env::var("OUT_DIR").expect("set by cargo")).join("library.rs");
    fs::write(out, list).expect("the output folder can be written");
}

/// The `.mzn` files in a folder and those below, by their paths from it.
fn list_below(folder: &Path, path: &str, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder.join(path)).expect("the library is part of the package").flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let name = if path.is_empty() { name } else { format!("{path}/{name}") };
        if folder.join(&name).is_dir() {
            list_below(folder, &name, names);
        } else if name.ends_with(".mzn") {
            names.push(name);
        }
    }
}
