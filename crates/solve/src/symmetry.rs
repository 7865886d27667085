//! The symmetries of a board that the rules of a variant share.

use dropline_engine::board::{Board, Cell, Symmetry};
use dropline_engine::variant::conditions::Set;
use dropline_engine::variant::{ActionRule, End, Goal, Score, Setup, Side, Step, Turn, Variant};
use std::collections::{BTreeSet, HashSet};

/// The symmetries under which positions of a variant have the same value.
///
/// The setup need not be symmetric: only the values of transformed positions matter.
#[derive(Clone, Debug)]
pub enum Symmetries {
    /// On a finite board: for each symmetry and each cell, the index in [`Board::cells`] of the cell whose contents move there.
    /// The first symmetry is the identity.
    Cells(Vec<Vec<u16>>),
    /// On the boundless plane: rotations, reflections and translations.
    Plane,
    /// On a plane whose limit is too small for translations.
    None,
}

impl Symmetries {
    /// The symmetries that the board and the rules of `variant` have.
    pub fn of(variant: &Variant) -> Self {
        if variant.board.is_boundless() {
            return if ends_far_away(variant) { Self::Plane } else { Self::None };
        }
        let mut seen = HashSet::new();
        let mut all = variant.board.symmetries();
        all.retain(|symmetry| keeps_rules(symmetry, variant) && seen.insert(symmetry.cells.clone()));
        let all = all.into_iter().map(|symmetry| symmetry.cells).collect();
        Self::Cells(all)
    }

    /// Only the identity.
    pub fn identity(board: &Board) -> Self {
        if board.is_boundless() {
            return Self::None;
        }
        Self::Cells(vec![(0..board.cells().len() as u16).collect()])
    }

    /// How many there are, without translations.
    pub fn count(&self) -> usize {
        match self {
            Self::Cells(all) => all.len(),
            Self::Plane => 12,
            Self::None => 1,
        }
    }
}

/// The symmetries under which a whole game of `variant` is the same: those of its board and rules that leave the setup unchanged.
/// For each, the source of each cell's contents, as in `Symmetries::Cells`. The identity is always among them.
pub fn game_symmetries(variant: &Variant) -> Vec<Vec<u16>> {
    let Symmetries::Cells(all) = Symmetries::of(variant) else {
        return vec![(0..variant.board.cells().len() as u16).collect()];
    };
    let Setup { stones: [first, second], neutral, .. } = &variant.setup;
    let places = |cells: &[Cell]| -> Vec<usize> {
        cells.iter().filter_map(|&cell| variant.board.index(cell)).collect()
    };
    let sets = [first, second, neutral].into_iter().chain(variant.pieces.iter().map(|piece| &piece.cells));
    let sets: Vec<Vec<usize>> = sets.map(|cells| places(cells)).collect();
    let keeps =
        |image: &Vec<u16>| sets.iter().all(|set| set.iter().all(|&at| set.contains(&usize::from(image[at]))));
    all.into_iter().filter(keeps).collect()
}

/// Whether `symmetry` leaves the rules of `variant` unchanged.
///
/// Every part of the rules is listed, so that each new part must be considered here.
fn keeps_rules(symmetry: &Symmetry, variant: &Variant) -> bool {
    let Variant {
        id: _,
        info: _,
        board,
        setup: Setup { .. },
        openings: _,
        turn: _,
        catch_up: _,
        swap: _,
        actions,
        capture: _,
        stacks: _,
        repetition: _,
        goals,
        end: End { passes: _, stuck: _, quiet: _, repeated: _, tiles: _, max_turns: _ },
        // Terms count on the whole board.
        leaves: _,
        score: Score { method: _, terms: _, empties: _, komi: _ },
        // They are turned and mirrored in all ways.
        patterns: _,
        sets,
        // They belong to the position.
        pieces: _,
    } = variant;
    let keeps_turn = |turn: &Turn| {
        // A claim asks for nothing on the board.
        let Turn { steps, claim: _ } = turn;
        steps.iter().all(|step| {
            let Step { tiers: _, min: _, max: _, unmet: _, or: _ } = step;
            true
        })
    };
    let keeps_action = |action: &ActionRule| action.is_kept_by(symmetry, board);
    let keeps_set = |set: &Set| set.on.as_ref().is_none_or(|on| symmetry.keeps(board, &on.cells));
    variant.turns().all(keeps_turn)
        && sets.iter().all(keeps_set)
        && actions.iter().all(keeps_action)
        && goals.iter().all(|goal| keeps_goal(symmetry, goal, board))
}

/// Whether a symmetry of `board` leaves a goal unchanged for each side: a half turn of a Hex board maps the two edges of a side
/// to each other.
fn keeps_goal(symmetry: &Symmetry, goal: &Goal, board: &Board) -> bool {
    goal.kind.is_isotropic()
        || Side::BOTH.into_iter().all(|side| {
            let places = |cells: &Vec<Cell>| cells.iter().filter_map(|&cell| board.index(cell)).collect();
            let sets: BTreeSet<BTreeSet<usize>> = goal.kind.cells(board, side).iter().map(places).collect();
            let image = |set: &BTreeSet<usize>| set.iter().map(|&at| symmetry.cells[at].into()).collect();
            sets.iter().map(image).collect::<BTreeSet<BTreeSet<usize>>>() == sets
        })
}

/// Whether no game of `variant` reaches the limit of its plane, wherever its tiles are moved: each new tile lies next to two
/// others, so two new tiles extend the game by at most one cell.
fn ends_far_away(variant: &Variant) -> bool {
    let far = |cell: Cell| {
        let (q, r) = cell.axial();
        q.unsigned_abs().max(r.unsigned_abs())
    };
    let setup = &variant.setup;
    let cells = setup.tiles.iter().flatten().copied().chain(setup.stacks.iter().map(|stack| stack.cell));
    let tiles = variant.end.tiles.unwrap_or(End::MOST_TILES);
    let reach = u16::from(variant.board.reach().unwrap_or(0));
    cells.map(far).max().unwrap_or(0) + tiles / 2 < reach
}
