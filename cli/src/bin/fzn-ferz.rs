//! The `fzn-ferz` command: the solver that MiniZinc calls.

fn main() -> std::process::ExitCode {
    ferz_cli::fzn_ferz()
}
