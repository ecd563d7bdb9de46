//! Puts the page of `ferz play` into the program, if `web/build` has made it: a plain `cargo build` works without.

use std::path::Path;

fn main() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/page/ferz.html");
    println!("cargo::rustc-check-cfg=cfg(has_page)");
    println!("cargo::rerun-if-changed={}", page.display());
    if page.exists() {
        println!("cargo::rustc-cfg=has_page");
        println!("cargo::rustc-env=FERZ_PAGE={}", page.display());
    }
}
