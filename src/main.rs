//! The program `dropline`.

fn main() -> std::process::ExitCode {
    dropline::main()
}
