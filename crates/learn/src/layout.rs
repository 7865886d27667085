//! The patterns of a game on its board: where they lie, and which of them share weights.

use crate::pattern::Pattern;
use crate::sharing::{Build, Group, Place, class_of, places, states_of};
use crate::states::{MOST_SETS, States};
use crate::symmetry::symmetries;
use dropline_engine::board::Board;
use dropline_engine::rules::{Position, SETS_OF_TILES};
use dropline_engine::variant::Variant;

/// Numbers that distinguish contexts: a weight for each side to move and for each of the first actions of a turn.
pub const CONTEXTS: usize = 2 * ACTIONS;
/// The evaluation distinguishes the first three actions of a turn; all later ones share the last weight.
const ACTIONS: usize = 4;
/// Parts of the game, by the share of the cells that are occupied, in which the margin has weights of its own.
pub const PARTS: usize = 4;
/// Parts of the game, likewise, in which patterns have weights of their own besides those of the whole game.
pub const STAGES: usize = 3;
/// Only patterns with at most this many arrangements have them: others would be learned slowly.
const MOST_STAGED: usize = 20_000;

/// A place of a pattern that a cell belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// The number of the pattern's place.
    pub place: u32,
    /// What the place's index changes by, if the state of the cell rises by one.
    pub step: u32,
}

/// All places of patterns on a board, and their weights.
///
/// The index of a place is the start of its table plus the states of its cells as digits. A table gives each index its weights, which add
/// up: those for the first side to move, and those for the second. Symmetric arrangements share weights, and so do all places that look
/// alike; where the pattern is located, each place has weights of its own. To each small pattern's weight comes one for the stage of the
/// game.
#[derive(Debug)]
pub struct Layout {
    /// How many [cells] can be occupied.
    cells: usize,
    /// The number of the cell of each bit of [`Position::occupied`].
    cell_of_bit: Vec<u16>,
    /// The index of each place on an empty board.
    empty: Vec<u32>,
    /// The places that each cell belongs to: those of plain patterns, and of fine ones.
    members: [Members; 2],
    /// The states of a cell in plain patterns, and in fine ones.
    states: [States; 2],
    /// What these states rise by for each set that a cell belongs to.
    rises: [[u32; MOST_SETS]; 2],
    /// For each side to move and each index, the number of the weight.
    weights: [Vec<u32>; 2],
    /// For each side to move and each of the first indices, the number of the place's own weight.
    own: [Vec<u32>; 2],
    /// How many places, the first, have such indices.
    twofold: usize,
    /// The groups of weights, by key.
    groups: Vec<Group>,
    /// How many weights the patterns have, without those of the stages.
    count: usize,
    /// The first so many of these weights have one for each stage, too.
    staged: usize,
}

/// The members of all cells.
#[derive(Debug)]
struct Members {
    /// The members, one cell after another.
    all: Vec<Member>,
    /// Where the members of each cell begin, and the end.
    begins: Vec<u32>,
}

impl Members {
    fn new(of_cells: Vec<Vec<Member>>) -> Self {
        let ends = of_cells.iter().scan(0, |end, members| {
            *end += members.len() as u32;
            Some(*end)
        });
        let begins = std::iter::once(0).chain(ends).collect();
        Self { all: of_cells.into_iter().flatten().collect(), begins }
    }

    #[inline]
    fn of(&self, cell: usize) -> &[Member] {
        &self.all[self.begins[cell] as usize..self.begins[cell + 1] as usize]
    }
}

impl Layout {
    /// The places of all patterns in the game that begins at `start`. If `located`, each row of four cells has weights of its own, unless the
    /// board is the boundless plane.
    pub fn new(start: &dyn Position, located: bool) -> Self {
        let is_boundless = start.board().is_boundless();
        let located = located && !is_boundless;
        let board = &start.board().folded();
        let symmetries = symmetries(start);
        let states = States::of(start);
        let numbers = states.map(States::number);
        let is_large = |kind: &Pattern| {
            let cells = kind.forms(board).first().map_or(0, Vec::len);
            numbers[class_of(&states, *kind)].pow(cells as u32) > MOST_STAGED
        };
        let mut kinds = Pattern::ALL.to_vec();
        kinds.retain(|kind| states[0] != states[1] || !kind.is_fine());
        if is_boundless {
            // It does not matter where on the plane a cell is, and a cell has too many fine states for those around it to be seen so, too.
            kinds.retain(|kind| !matches!(kind, Pattern::Cell | Pattern::Cross));
        }
        kinds.sort_by_key(is_large);
        let places: Vec<Place> = kinds.iter().flat_map(|&kind| places(board, kind)).collect();
        let mut tables = Build::new(&symmetries, states, located);
        let empty: Vec<u32> = places.iter().map(|place| tables.table(place)).collect();
        let small = tables.groups.iter().filter(|group| !is_large(&group.pattern));
        let staged = small.map(|group| group.len).sum();
        let twofold = places.iter().take_while(|place| tables.is_twofold(place)).count();
        let mut of_cells = [(); 2].map(|()| vec![Vec::new(); board.cells().len()]);
        for (number, place) in places.iter().enumerate() {
            let class = class_of(&states, place.kind);
            for (digit, (cell, _)) in place.cells.iter().enumerate() {
                let step = numbers[class].pow(digit as u32) as u32;
                of_cells[class][usize::from(*cell)].push(Member { place: number as u32, step });
            }
        }
        Self {
            cells: cells(start.variant()),
            cell_of_bit: cell_of_bit(start, board),
            empty,
            members: of_cells.map(Members::new),
            states,
            rises: states.map(|of_class| of_class.rises(&states[1])),
            weights: tables.weights,
            own: tables.own,
            twofold,
            groups: tables.groups,
            count: tables.count,
            staged,
        }
    }

    /// The number of the weight of the context: which side moves, and how many actions of its turn it has taken.
    pub fn context(&self, side: usize, actions: u32) -> usize {
        self.of_patterns() + side * ACTIONS + (actions as usize).min(ACTIONS - 1)
    }

    /// The number of the weight of the margin when `occupied` cells hold stones.
    pub fn margin(&self, occupied: u32) -> usize {
        self.of_patterns() + CONTEXTS + self.part(occupied, PARTS)
    }

    /// How many weights patterns have.
    fn of_patterns(&self) -> usize {
        self.count + STAGES * self.staged
    }

    /// The stage of the game when `occupied` cells hold stones.
    #[inline]
    pub fn stage(&self, occupied: u32) -> usize {
        self.part(occupied, STAGES)
    }

    /// The part of the game, of so many `parts`, when `occupied` cells hold stones.
    #[inline]
    fn part(&self, occupied: u32, parts: usize) -> usize {
        // On the boundless plane, prisoners are on no tile.
        (occupied as usize).min(self.cells) * parts / (self.cells + 1)
    }

    /// Whether rows of four cells have weights of their own.
    pub fn is_located(&self) -> bool {
        self.twofold > 0
    }

    /// How many weights, the first, have one for each stage of the game, too.
    pub fn staged(&self) -> usize {
        self.staged
    }

    /// The number of the weight that joins the one with this `number` at a `stage` of the game, if there is one.
    #[inline]
    pub fn of_stage(&self, number: usize, stage: usize) -> Option<usize> {
        (number < self.staged).then_some(self.count + stage * self.staged + number)
    }

    /// Fills `into` with the numbers of all weights that the `indices` of all places have at a `stage` of the game, when the side with this
    /// number moves.
    pub fn read_weights(&self, side: usize, stage: usize, indices: &[u32], into: &mut Vec<u32>) {
        into.clear();
        let mut add = |number: u32| {
            into.push(number);
            into.extend(self.of_stage(number as usize, stage).map(|number| number as u32));
        };
        if self.is_boundless() {
            // Most of the plane is empty. What is said of it would be said hundreds of times in each position, and outweigh the rest.
            let used = indices.iter().zip(&self.empty).filter(|(index, empty)| index != empty);
            return used.for_each(|(&index, _)| add(self.weights[side][index as usize]));
        }
        indices.iter().for_each(|&index| add(self.weights[side][index as usize]));
        indices[..self.twofold].iter().for_each(|&index| add(self.own[side][index as usize]));
    }

    /// The number of all weights.
    pub fn weights(&self) -> usize {
        self.of_patterns() + CONTEXTS + PARTS
    }

    /// The groups of weights that patterns share.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The number of the weight of each index, when the side with this number moves.
    pub fn numbers(&self, side: usize) -> &[u32] {
        &self.weights[side]
    }

    /// The number of the own weight of the place of each of the first indices, likewise.
    pub fn own(&self, side: usize) -> &[u32] {
        &self.own[side]
    }

    /// The number of places; on the boundless plane, of those around as many cells as can be occupied.
    pub fn places(&self) -> usize {
        self.empty.len() * self.cells / (self.members[0].begins.len() - 1)
    }

    /// The index of each place on the empty board.
    pub fn empty(&self) -> &[u32] {
        &self.empty
    }

    /// The places that a cell belongs to: those of plain patterns, and of fine ones.
    #[inline]
    pub fn members(&self, cell: usize) -> [&[Member]; 2] {
        [self.members[0].of(cell), self.members[1].of(cell)]
    }

    /// Fills `into` with the sets of cells that decide the index of every place: those of [`Position::occupied`], and for fine patterns
    /// those of [`Position::append_short_groups`], [`Position::append_controlled`] and [`Position::append_pieces`]; on the boundless plane
    /// those of [`Position::stacks_and_tiles`].
    pub fn read(&self, position: &dyn Position, into: &mut Vec<u64>) {
        let [_, fine] = self.states;
        if self.is_boundless() {
            return position.stacks_and_tiles(into);
        }
        position.occupied(into);
        if fine.short > 0 {
            position.append_short_groups(fine.short, into);
        }
        if fine.controlled {
            position.append_controlled(into);
        }
        if fine.kinds > 0 {
            read_pieces(position, fine.kinds, into);
        }
    }

    /// How many sets of cells [`Layout::read`] gives.
    pub fn sets(&self) -> usize {
        let [_, fine] = self.states;
        if self.is_boundless() {
            return SETS_OF_TILES;
        }
        3 + fine.short + 2 * usize::from(fine.controlled) + fine.kinds
    }

    /// What the state of a cell in plain patterns and in fine ones rises by for each set that the cell belongs to.
    #[inline]
    pub fn rises(&self) -> &[[u32; MOST_SETS]; 2] {
        &self.rises
    }

    /// The states of a cell in patterns of this kind.
    pub fn states_of(&self, pattern: Pattern) -> States {
        states_of(&self.states, pattern)
    }

    /// The cell of a bit of [`Position::occupied`].
    #[inline]
    pub fn cell(&self, bit: usize) -> usize {
        self.cell_of_bit[bit].into()
    }

    /// Whether the board is the boundless plane.
    #[inline]
    pub fn is_boundless(&self) -> bool {
        self.states[0].tiles.is_some()
    }

    /// What [`Layout::context`] takes: the side to move, and the actions that it has taken in its turn. On the boundless plane a turn is one
    /// action, and deals are compulsory; there the second number says how much choice the side has.
    #[inline]
    pub fn moment(&self, position: &dyn Position) -> (usize, u32) {
        let stage = position.stage();
        let actions = if self.is_boundless() {
            match position.count_legal() {
                0..=1 => 0,
                2 => 1,
                3..=8 => 2,
                _ => 3,
            }
        } else {
            stage.actions
        };
        (stage.side.index(), actions)
    }

    /// How many [cells] can be occupied.
    pub fn cells(&self) -> usize {
        self.cells
    }
}

/// How many cells can be occupied: those of the board, or the tiles of the boundless plane.
pub fn cells(variant: &Variant) -> usize {
    let board = variant.board.cells().len();
    variant.end.tiles.filter(|_| variant.board.is_boundless()).map_or(board, usize::from)
}

/// Appends the sets of the first `kinds` kinds of piece, without neutral ones, to those of [`Position::occupied`] and others.
fn read_pieces(position: &dyn Position, kinds: usize, into: &mut Vec<u64>) {
    let before = into.len();
    position.append_pieces(into);
    let size = (into.len() - before) / position.variant().pieces.len();
    into.truncate(before + kinds * size);
    let (others, pieces) = into.split_at_mut(before);
    for (at, word) in pieces.iter_mut().enumerate() {
        *word &= others[at % size] | others[size + at % size];
    }
}

/// The number of the cell of each bit of [`Position::occupied`], or of [`Position::stacks_and_tiles`], on the folded `board`.
fn cell_of_bit(start: &dyn Position, board: &Board) -> Vec<u16> {
    let mut words = Vec::new();
    let (stride, bits) = if start.board().is_boundless() {
        (Board::FOLD.into(), board.cells().len())
    } else {
        (start.occupied(&mut words), words.len() / 3 * 64)
    };
    let mut cell_of_bit = vec![0; bits];
    for (number, cell) in board.cells().iter().enumerate() {
        cell_of_bit[usize::from(cell.y) * stride + usize::from(cell.x)] = number as u16;
    }
    cell_of_bit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Evaluator;
    use crate::states::{Content, Stone};
    use dropline_engine::board::Cell;
    use dropline_engine::chance;
    use dropline_engine::rules::{self, PlayoutPolicy};
    use dropline_engine::variant::{self, Side};
    use std::collections::{HashMap, HashSet};
    use std::sync::Arc;

    /// How many empty cells touch the group of the stone on `cell`.
    fn liberties(position: &dyn Position, cell: Cell) -> usize {
        let (board, owner) = (position.board(), position.stone(cell));
        let (mut group, mut beside) = (vec![cell], HashSet::new());
        let mut at = 0;
        while let Some(&stone) = group.get(at) {
            at += 1;
            for near in board.adjacent().iter().filter_map(|&direction| board.step(stone, direction)) {
                match position.stone(near) {
                    None => drop(beside.insert(near)),
                    side if side == owner && !group.contains(&near) => group.push(near),
                    Some(_) => {}
                }
            }
        }
        beside.len()
    }

    #[test]
    fn fine_patterns_see_short_groups_and_control() {
        for name in ["go", "nogo", "send-it", "send-it-square", "dispatch"] {
            let loaded = variant::load(name, &[]).unwrap_or_else(|_| panic!("{name} is a variant"));
            let mut position = rules::start(&loaded.variant);
            let layout = Arc::new(Layout::new(&*position, true));
            let states = layout.states_of(Pattern::Cross);
            let (mut evaluator, mut owned) = (Evaluator::new(layout.clone()), Vec::new());
            let mut rng = chance::stream(1, &[0; 32], 1);
            while position.outcome().is_none() && position.turns() < 60 {
                position.play_random(&mut rng, PlayoutPolicy::Unrestricted);
                evaluator.set(&*position);
                let seen: HashMap<usize, [u32; 2]> = evaluator.states().collect();
                position.ownership(&mut owned);
                for (at, &cell) in position.board().cells().iter().enumerate() {
                    let state = seen.get(&at).map_or(0, |states| states[1]);
                    let expected = match position.stone(cell) {
                        Some(side) => {
                            let few = liberties(&*position, cell);
                            let few = if few <= states.short { few as u8 } else { 0 };
                            let stone = Stone { liberties: few, kind: 0 };
                            if side == Side::First { Content::Own(stone) } else { Content::Enemy(stone) }
                        }
                        None => match owned.iter().find(|owned| owned.at == at).map(|owned| owned.counts_for)
                        {
                            Some([first, second]) if states.controlled && first != second => {
                                Content::Controlled { by_own: first }
                            }
                            _ => Content::Empty,
                        },
                    };
                    assert_eq!(states.content(state, Side::First), expected, "{name} {cell}");
                }
            }
        }
    }

    #[test]
    fn patterns_of_the_plane_see_tiles_and_stacks() {
        let loaded = variant::load("hex-it", &[]).expect("a shipped variant");
        let mut position = rules::start(&loaded.variant);
        let layout = Arc::new(Layout::new(&*position, true));
        let torus = position.board().folded();
        let mut evaluator = Evaluator::new(layout);
        let (mut rng, mut heights) = (chance::stream(1, &[0; 32], 1), [false; 3]);
        while position.outcome().is_none() {
            position.play_random(&mut rng, PlayoutPolicy::Unrestricted);
            evaluator.set(&*position);
            let mut expected: HashMap<usize, [u32; 2]> = HashMap::new();
            for &cell in position.board().cells() {
                let (tile, stack) = (position.tile(cell), position.stack(cell));
                let of_second = |side| u32::from(side == Side::Second);
                let states = match (tile, stack.last()) {
                    (None, None) => continue,
                    (Some(tile), None) => [3 + of_second(tile), 1 + of_second(tile)],
                    (tile, Some(&top)) => {
                        let height = stack.len().min(3);
                        heights[height - 1] = true;
                        let on = tile.map_or(2, |tile| u32::from(tile != top));
                        let pair = 3 * (height as u32 - 1) + on + 1;
                        [1 + of_second(top), 1 + 2 * pair + of_second(top)]
                    }
                };
                let folded = Cell::new(cell.x % Board::FOLD, cell.y % Board::FOLD);
                expected.insert(torus.index(folded).expect("a cell of the torus"), states);
            }
            assert_eq!(evaluator.states().collect::<HashMap<_, _>>(), expected);
        }
        assert_eq!(heights, [true; 3]);
    }

    #[test]
    fn fine_patterns_and_cells_see_kinds_of_piece() {
        for name in ["entourage", "trike"] {
            let loaded = variant::load(name, &[]).unwrap_or_else(|_| panic!("{name} is a variant"));
            let mut position = rules::start(&loaded.variant);
            let layout = Arc::new(Layout::new(&*position, true));
            let mut evaluator = Evaluator::new(layout.clone());
            let mut rng = chance::stream(1, &[0; 32], 1);
            let mut pieces = 0;
            while position.outcome().is_none() && position.turns() < 60 {
                position.play_random(&mut rng, PlayoutPolicy::Unrestricted);
                evaluator.set(&*position);
                let states: HashMap<usize, [u32; 2]> = evaluator.states().collect();
                for (at, &cell) in position.board().cells().iter().enumerate() {
                    let kind = position.piece(cell).map_or(0, |kind| kind as u8 + 1);
                    let stone = Stone { liberties: 0, kind };
                    let expected = match position.stone(cell) {
                        Some(Side::First) => Content::Own(stone),
                        Some(Side::Second) => Content::Enemy(stone),
                        None => Content::Empty,
                    };
                    let state = states.get(&at).map_or(0, |states| states[1]);
                    for pattern in [Pattern::Cell, Pattern::Cross] {
                        assert_eq!(
                            layout.states_of(pattern).content(state, Side::First),
                            expected,
                            "{name} {cell}"
                        );
                    }
                    pieces += usize::from(kind);
                }
            }
            assert!(pieces > 0, "{name} has pieces");
        }
    }
}
