//! The page's files, as served by `ferz play`. `web/build` combines them into one file.

macro_rules! files {
    ($($name:literal)*) => { [$(($name, include_str!(concat!("../page/", $name)))),*] };
}
/// The file names and contents, start page first.
pub const FILES: &[(&str, &str)] = &files![
    "index.html" "manifest.webmanifest"
    "base.css" "board.css" "game.css" "make.css" "play.css"
    "best.js" "board.js" "daily.js" "dom.js" "engine.js" "frame.js" "game.js" "help.js" "hints.js" "home.js"
    "icons.js" "kept.js" "keys.js" "legend.js" "lines.js" "link.js" "live.js" "main.js" "make.js" "own.js" "pad.js"
    "pieces.js" "play.js" "pointer.js" "program.js" "settings.js" "share.js" "statement.js" "storage.js" "ticks.js"
    "timer.js" "units.js" "wasm.js" "watch.js" "won.js"
];

#[cfg(test)]
mod tests {
    use super::FILES;

    /// The worker runs the engine in the single-file page, so `ferz play` does not serve it.
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
