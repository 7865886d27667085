//! Games: loaded rules.

use crate::board::Board;
use crate::position::{Position, State};
use crate::vector::{Buffers, Vector};
use dropline::learn::symmetry::symmetries;
use dropline::variant::{self, Disk, Document, Loaded};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::Path;
use std::sync::Arc;

/// Rules, loaded and checked.
#[pyclass(frozen, module = "dropline._native")]
pub struct Rules {
    pub loaded: Loaded,
    pub board: Arc<Board>,
}

/// A symmetry: whether it exchanges the sides; where each number of a plane goes; where each action goes.
type Symmetry = (bool, Vec<usize>, Vec<usize>);

#[pymethods]
impl Rules {
    /// Loads the shipped variant or the file `spec`, or the `text` of a file, with the settings `sets`.
    #[new]
    fn new(spec: &str, sets: Vec<String>, text: Option<String>) -> PyResult<Self> {
        let loaded = match text {
            None => variant::load(spec, &sets),
            Some(text) => {
                variant::load_document(Document::file(Path::new(spec), text.into_bytes()), &sets, &Disk)
            }
        };
        let loaded = loaded.map_err(|wrong| PyValueError::new_err(wrong.render(false)))?;
        let board = Board::new(&loaded.variant);
        Ok(Self { loaded, board })
    }

    #[getter]
    fn id(&self) -> &str {
        &self.loaded.variant.id
    }

    #[getter]
    fn name(&self) -> String {
        self.loaded.variant.info.title()
    }

    #[getter]
    fn summary(&self) -> &str {
        &self.loaded.variant.info.summary
    }

    #[getter]
    fn notes(&self) -> Vec<String> {
        self.loaded.notes.clone()
    }

    #[getter]
    fn explanation(&self) -> String {
        variant::explain(&self.loaded.variant)
    }

    /// Every key with its value, as JSON.
    #[getter]
    fn keys(&self) -> String {
        self.loaded.effective.to_string()
    }

    #[getter]
    fn rules_hash(&self) -> String {
        self.loaded.rules_hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[getter]
    fn players(&self) -> (&'static str, &'static str) {
        let [first, second] = self.loaded.variant.info.players.map(|colour| colour.name());
        (first, second)
    }

    /// The names of the cells of the board; `None` on the boundless plane.
    #[getter]
    fn cells(&self) -> Option<Vec<String>> {
        let board = &self.loaded.variant.board;
        (!board.is_boundless()).then(|| board.cells().iter().map(|&cell| board.name(cell)).collect())
    }

    /// The place of each cell in a plane.
    #[getter]
    fn places(&self) -> PyResult<Vec<usize>> {
        Ok(self.board.numbered()?.layout.cells.clone())
    }

    #[getter]
    fn actions(&self) -> PyResult<Vec<String>> {
        Ok(self.board.numbered()?.actions().iter().map(ToString::to_string).collect())
    }

    #[getter]
    fn plane_names(&self) -> PyResult<Vec<String>> {
        Ok(self.board.numbered()?.layout.names.clone())
    }

    /// The shape of the planes: how many, rows, columns.
    #[getter]
    fn plane_shape(&self) -> PyResult<(usize, usize, usize)> {
        let layout = &self.board.numbered()?.layout;
        Ok((layout.names.len(), layout.height, layout.width))
    }

    fn symmetries(&self, py: Python<'_>) -> PyResult<Vec<Symmetry>> {
        let numbered = self.board.numbered()?;
        let cells = self.loaded.variant.board.cells();
        let found = py.detach(|| symmetries(&*self.board.start()));
        let each = found.into_iter().filter_map(|symmetry| {
            let image = |cell| {
                let at = cells.binary_search(&cell).ok()?;
                cells.get(usize::from(symmetry.board.cells[at])).copied()
            };
            let mut places: Vec<usize> = (0..numbered.layout.area()).collect();
            for (&from, &cell) in numbered.layout.cells.iter().zip(cells) {
                let to = image(cell)?;
                places[from] = numbered.layout.cells[cells.binary_search(&to).ok()?];
            }
            let actions = numbered.actions().iter();
            let actions = actions.map(|action| numbered.index(action.on_cells(image)?));
            Some((symmetry.exchanges, places, actions.collect::<Option<Vec<_>>>()?))
        });
        Ok(each.collect())
    }

    fn start(&self) -> Position {
        State::new(&self.board).into()
    }

    /// The position after the game in a record.
    fn position_of(&self, record: &str) -> PyResult<Position> {
        Position::of_record(&self.board, record)
    }

    fn vector(&self, count: usize, seed: u64, threads: usize, buffers: Buffers) -> PyResult<Vector> {
        Vector::new(&self.board, self.loaded.rules_hash, count, seed, threads, buffers)
    }
}
