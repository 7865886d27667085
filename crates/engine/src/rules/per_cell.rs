//! Tables with an entry for each cell of a grid.

use super::cells::{Cells, Entry};
use super::index::on_grid;
use std::borrow::{Borrow, BorrowMut};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A table with an entry for each bit of the grid of `S`, padding included, in `A`: an array, or an array on the heap.
///
/// Every cell number is [on the grid](on_grid), so reducing it to the grid changes nothing. But the reduction tells the compiler
/// that every access is in bounds, so no access is checked and none panics.
#[derive(Clone, Copy)]
pub struct PerCell<T: Entry, S: Cells, A = <S as Cells>::Table<T>> {
    entries: A,
    grid: PhantomData<(T, S)>,
}

/// A table on the heap.
pub type BoxedPerCell<T, S> = PerCell<T, S, Box<<S as Cells>::Table<T>>>;

impl<T: Entry, S: Cells> PerCell<T, S> {
    /// A table that holds `value` everywhere.
    #[inline(always)]
    pub fn of(value: T) -> Self {
        Self { entries: S::table(value), grid: PhantomData }
    }
}

impl<T: Entry, S: Cells> BoxedPerCell<T, S> {
    /// A table that holds `value` everywhere, created directly on the heap: the tables of large grids do not fit on the stack.
    pub fn boxed(value: T) -> Self {
        Self { entries: S::boxed_table(value), grid: PhantomData }
    }
}

impl<T: Entry, S: Cells, A: Borrow<S::Table<T>>> Index<usize> for PerCell<T, S, A> {
    type Output = T;

    #[inline(always)]
    fn index(&self, cell: usize) -> &T {
        &self.entries.borrow()[on_grid::<S>(cell)]
    }
}

impl<T: Entry, S: Cells, A: BorrowMut<S::Table<T>>> IndexMut<usize> for PerCell<T, S, A> {
    #[inline(always)]
    fn index_mut(&mut self, cell: usize) -> &mut T {
        &mut self.entries.borrow_mut()[on_grid::<S>(cell)]
    }
}
