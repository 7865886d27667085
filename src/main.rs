//! The command line of `dropline`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
