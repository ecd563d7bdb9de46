//! Lists the files of MiniZinc's library for Ferz, so that the program has them inside.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("share/minizinc/ferz");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(&folder).expect("the library is part of the package");
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".mzn"))
        .collect();
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
