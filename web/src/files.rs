//! The files of the page, as `ferz play` serves them. `web/build` combines them into one file.

macro_rules! files {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../page/", $name)))),*] };
}
/// The names and contents, the start page first.
pub const FILES: &[(&str, &str)] = &files![
    "index.html"
    "base.css" "board.css" "make.css" "play.css"
    "board.js" "dom.js" "engine.js" "game.js" "help.js" "home.js" "icons.js" "keys.js" "kept.js" "legend.js" "lines.js" "link.js"
    "main.js" "make.js" "pad.js" "pieces.js" "play.js" "program.js" "statement.js" "wasm.js" "watch.js"
];

#[cfg(test)]
mod tests {
    use super::FILES;

    /// The worker runs the engine of the single-file page: `ferz play` does not serve it.
    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let there = std::fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").file_name());
        let mut there: Vec<String> = there.map(|name| name.into_string().expect("UTF-8")).collect();
        there.retain(|name| name != "worker.js");
        there.sort();
        let mut served: Vec<&str> = FILES.iter().map(|&(name, _)| name).collect();
        served.sort_unstable();
        assert_eq!(served, there);
        assert_eq!(FILES[0].0, "index.html");
    }
}
