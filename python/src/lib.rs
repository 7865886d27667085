//! The Python package `dropline`: the part in Rust.

#![allow(missing_debug_implementations, reason = "Python prints its classes with `__repr__`")]

mod board;
mod callable;
mod game;
mod planes;
mod position;
mod shared;
mod simulate;
mod table;
mod threads;
mod vector;

/// The module `dropline._native`, which the package wraps.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use super::callable::{forget, register};
    #[pymodule_export]
    use super::game::Rules;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::simulate::{Agent, call, read_table, simulate};
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::vector::Vector;
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
