//! The `fzn-ferz` command: the solver that MiniZinc calls.

fn main() {
    ferz_cli::fzn_ferz(ferz_cli::Invocation::of_this_process())
}
