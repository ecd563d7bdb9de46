//! The `ferz` command.

fn main() -> std::process::ExitCode {
    ferz_cli::ferz()
}
