//! The `ferz` command.

fn main() {
    ferz_cli::ferz(ferz_cli::Invocation::of_this_process())
}
