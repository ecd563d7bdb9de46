//! The `fzn-ferz` command: what MiniZinc calls to have a model solved.

fn main() -> std::process::ExitCode {
    ferz_cli::fzn_ferz()
}
