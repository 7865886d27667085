//! Arrays of Python that Rust reads and writes without the GIL.

#![allow(unsafe_code, reason = "memory of another language cannot be borrowed safely")]

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A contiguous array of Python. It lives and keeps its place and length as long as this value does: that is what a buffer
/// promises.
pub struct Shared<T>(PyBuffer<T>);

impl<T: Element> Shared<T> {
    /// The array behind `buffer`.
    ///
    /// # Errors
    /// Returns an error if it is not contiguous.
    pub fn new(buffer: PyBuffer<T>) -> PyResult<Self> {
        if buffer.as_slice_ptr().is_some() {
            return Ok(Self(buffer));
        }
        Err(PyValueError::new_err("expected a contiguous array"))
    }

    /// The array behind `buffer`, of `length` elements, which can be written to.
    ///
    /// # Errors
    /// Returns an error if it is something else.
    pub fn of(buffer: PyBuffer<T>, length: usize) -> PyResult<Self> {
        if buffer.readonly() || buffer.item_count() != length {
            return Err(PyValueError::new_err(format!("expected a writable array of {length} elements")));
        }
        Self::new(buffer)
    }

    /// All elements.
    pub fn all(&self) -> &[T] {
        let all = self.0.as_slice_ptr().expect("it is contiguous");
        // SAFETY: the buffer keeps the memory, and `T` is a number, for which all bytes are valid. Python code on another thread
        // may write to the array at the same time; the documentation forbids that, as NumPy's does for its own functions.
        unsafe { all.as_ref() }
    }

    /// All elements, to be written.
    pub fn all_mut(&mut self) -> &mut [T] {
        let mut all = self.0.as_slice_ptr().expect("it is contiguous");
        // SAFETY: as above; arrays that are written to are made by `VectorEnv`, each for one purpose, so no two overlap.
        unsafe { all.as_mut() }
    }
}
