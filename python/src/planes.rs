//! Positions as planes of numbers, and their legal actions as masks, for programs that learn.

use dropline::board::Cell;
use dropline::rules::{self, Action, ActionList, Player, Position};
use dropline::space::ActionSpace;
use dropline::variant::{Side, Variant};

/// The planes of a game: their names, their size, and how to fill them.
#[derive(Debug)]
pub struct Layout {
    pub names: Vec<&'static str>,
    pub height: usize,
    pub width: usize,
    /// The place of each cell within a plane, in the order of the board's cells.
    pub cells: Vec<usize>,
    neutral: bool,
    within_turn: bool,
    captures: bool,
    /// The distance of the bits of two neighbouring rows in a set of cells.
    stride: usize,
    /// The words of a set of cells.
    words: usize,
    /// For each bit of a set, the place of its cell.
    places: Vec<u16>,
}

/// Changed cells of a plane up to which they are changed one by one.
const SPARSE: u32 = 24;

/// The bits of each byte, as eight bytes.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Planes that mark cells, at most.
const MOST_SETS: usize = 5;
/// Planes that hold one number on all cells, at most.
const MOST_CONSTANTS: usize = 6;

impl Layout {
    pub fn new(variant: &Variant) -> Self {
        let board = &variant.board;
        let (height, width) = (usize::from(board.height()), usize::from(board.width()));
        let neutral = variant.has_neutral_stones();
        let within_turn =
            variant.turns().any(|turn| turn.steps.len() > 1 || turn.steps.iter().any(|step| step.max > 1));
        let captures = variant.counts_captures();
        let mut names = vec!["board", "own", "enemy"];
        names.extend(neutral.then_some("neutral"));
        names.extend(within_turn.then_some("this_turn"));
        names.extend(["last_turn", "first", "turns"]);
        names.extend(within_turn.then_some("actions"));
        names.push("passed");
        names.extend(captures.then_some(["own_captures", "enemy_captures"]).into_iter().flatten());
        let mut sets = Vec::new();
        let stride = rules::start(variant).occupied(&mut sets);
        let words = sets.len() / 3;
        let mut places = vec![0; words * 64];
        let mut cells = Vec::new();
        for cell in board.cells() {
            let place = usize::from(cell.y) * width + usize::from(cell.x);
            places[usize::from(cell.y) * stride + usize::from(cell.x)] = place as u16;
            cells.push(place);
        }
        Self { names, height, width, cells, neutral, within_turn, captures, stride, words, places }
    }

    /// The numbers in a plane.
    pub fn area(&self) -> usize {
        self.height * self.width
    }

    /// The numbers in all planes.
    pub fn size(&self) -> usize {
        self.names.len() * self.area()
    }

    /// Writes `set` into `plane`.
    #[inline]
    fn spread(&self, set: &[u64], plane: &mut [u8]) {
        for (y, row) in plane.chunks_exact_mut(self.width).enumerate() {
            let mut bit = y * self.stride;
            for cells in row.chunks_mut(8) {
                let (word, shift) = (bit / 64, bit % 64);
                let mut bits = set[word] >> shift;
                if shift > 56 {
                    bits |= set.get(word + 1).copied().unwrap_or(0) << (64 - shift);
                }
                let bytes = &SPREAD[(bits & 255) as usize];
                match <&mut [u8; 8]>::try_from(&mut *cells) {
                    Ok(cells) => *cells = *bytes,
                    Err(_) => cells.iter_mut().zip(bytes).for_each(|(cell, byte)| *cell = *byte),
                }
                bit += 8;
            }
        }
    }

    /// The bit of a cell in a set.
    #[inline]
    fn bit(&self, cell: Cell) -> usize {
        usize::from(cell.y) * self.stride + usize::from(cell.x)
    }
}

/// The cells that the last turns changed, followed action by action, and what was last written.
#[derive(Clone, Debug, Default)]
pub struct Recent {
    /// The stones of the first side, of the second, and neutral ones.
    stones: Vec<u64>,
    this_turn: Vec<u64>,
    last_turn: Vec<u64>,
    /// The cells that the current turn has changed.
    changed: Vec<u64>,
    passed: bool,
    /// What the planes hold: those that mark cells, and those that hold one number.
    sets: Vec<u64>,
    constants: [u8; MOST_CONSTANTS],
}

impl Recent {
    /// Begins a game.
    pub fn begin(&mut self, layout: &Layout) {
        for set in [&mut self.this_turn, &mut self.last_turn, &mut self.changed] {
            set.clear();
            set.resize(layout.words, 0);
        }
        self.passed = false;
    }

    /// Plays `action` on `position`.
    #[inline]
    pub fn play(&mut self, layout: &Layout, position: &mut dyn Position, action: Action) {
        let turns = position.turns();
        position.play(action);
        let set = |bits: &mut [u64], cell| {
            let bit = layout.bit(cell);
            bits[bit / 64] |= 1 << (bit % 64);
        };
        if let Some(cell) = action.stone() {
            set(&mut self.this_turn, cell);
            set(&mut self.changed, cell);
        } else {
            action.taken(|cell| set(&mut self.this_turn, cell));
            action.touched(|cell| set(&mut self.changed, cell));
        }
        if position.turns() != turns {
            self.passed = action == Action::Pass && self.changed.iter().all(|&word| word == 0);
            std::mem::swap(&mut self.last_turn, &mut self.changed);
            self.changed.fill(0);
            self.this_turn.fill(0);
        }
    }

    /// Fills `planes`, which are [`Layout::size`] numbers, as `side` sees the position. If `kept`, they hold what the last call wrote.
    pub fn write(
        &mut self,
        layout: &Layout,
        position: &dyn Position,
        side: Side,
        kept: bool,
        planes: &mut [u8],
    ) {
        position.occupied(&mut self.stones);
        let (area, words) = (layout.area(), layout.words);
        let (board, mut planes) = planes.split_at_mut(area);
        if !kept {
            board.fill(0);
            layout.cells.iter().for_each(|&place| board[place] = 1);
            planes.fill(0);
            self.sets.clear();
            self.sets.resize(MOST_SETS * words, 0);
            self.constants = [0; MOST_CONSTANTS];
        }
        let [own, enemy] = if side == Side::First { [0, 1] } else { [1, 0] };
        let stones = |which: usize| &self.stones[which * words..][..words];
        let sets = [
            Some(stones(own)),
            Some(stones(enemy)),
            layout.neutral.then(|| stones(2)),
            layout.within_turn.then_some(&self.this_turn[..]),
            Some(&self.last_turn[..]),
        ];
        for (set, held) in sets.into_iter().zip(self.sets.chunks_exact_mut(words)) {
            let Some(set) = set else { continue };
            let plane;
            (plane, planes) = planes.split_at_mut(area);
            let changes: u32 = held.iter().zip(set).map(|(held, set)| (held ^ set).count_ones()).sum();
            // At a turn's end the stones of both players exchange their planes.
            if changes > SPARSE {
                held.copy_from_slice(set);
                layout.spread(set, plane);
            } else {
                for_each_change(held, set, |bit| plane[usize::from(layout.places[bit])] ^= 1);
            }
        }
        let captured = position.captures().map(|stones| stones.min(255) as u8);
        let count = |n: u32| n.min(255) as u8;
        let constants = [
            Some(u8::from(side == Side::First)),
            Some(count(position.turns())),
            layout.within_turn.then(|| count(position.actions_in_turn())),
            Some(u8::from(self.passed)),
            layout.captures.then_some(captured[own]),
            layout.captures.then_some(captured[enemy]),
        ];
        for (constant, held) in constants.into_iter().zip(&mut self.constants) {
            let Some(constant) = constant else { continue };
            let plane;
            (plane, planes) = planes.split_at_mut(area);
            if *held != constant {
                plane.fill(constant);
                *held = constant;
            }
        }
    }
}

/// Calls `each` with every bit in which `held` differs from `set`, and makes them the same.
#[inline]
fn for_each_change(held: &mut [u64], set: &[u64], mut each: impl FnMut(usize)) {
    for (word, (held, &set)) in held.iter_mut().zip(set).enumerate() {
        let mut rest = *held ^ set;
        *held = set;
        while rest != 0 {
            each(word * 64 + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// The legal actions of a position, and what the mask holds.
#[derive(Clone, Debug, Default)]
pub struct Legal {
    /// The cells of the legal single stones.
    stones: Vec<u64>,
    /// The other legal actions, and their numbers.
    list: ActionList,
    others: Vec<u32>,
    /// The cells of the legal single stones in the mask.
    held: Vec<u64>,
    count: u32,
}

impl Legal {
    /// Finds the legal actions of `position` and fills `mask` with a byte for each action, 1 if it is legal. If `kept`, it holds what
    /// the last call wrote.
    pub fn write(&mut self, space: &Numbers, position: &dyn Position, kept: bool, mask: &mut [u8]) {
        position.legal_apart(&mut self.stones, &mut self.list);
        if kept {
            self.others.iter().for_each(|&number| mask[number as usize] = 0);
        } else {
            mask.fill(0);
            self.held.clear();
            self.held.resize(self.stones.len(), 0);
        }
        for_each_change(&mut self.held, &self.stones, |bit| mask[usize::from(space.of_bits[bit])] ^= 1);
        self.others.clear();
        for &action in &self.list {
            let number = space.space.index(action).expect("every legal action has a number");
            mask[number] = 1;
            self.others.push(number as u32);
        }
        let stones: u32 = self.stones.iter().map(|word| word.count_ones()).sum();
        self.count = stones + self.others.len() as u32;
    }

    /// How many actions are legal.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The number of the `nth` legal action, counted from 0.
    pub fn nth(&self, space: &Numbers, mut nth: u32) -> u32 {
        for (word, &bits) in self.stones.iter().enumerate() {
            let here = bits.count_ones();
            if nth < here {
                let mut rest = bits;
                (0..nth).for_each(|_| rest &= rest - 1);
                return space.of_bits[word * 64 + rest.trailing_zeros() as usize].into();
            }
            nth -= here;
        }
        self.others[nth as usize]
    }
}

/// The numbers of the actions.
#[derive(Debug)]
pub struct Numbers {
    pub space: ActionSpace,
    /// For each bit of a set of cells, the number of a single stone there.
    of_bits: Vec<u16>,
}

impl Numbers {
    pub fn new(space: ActionSpace, layout: &Layout) -> Self {
        let mut of_bits = vec![0; layout.words * 64];
        for (number, action) in space.actions().iter().enumerate() {
            if let Action::Place(cell) = *action {
                of_bits[layout.bit(cell)] = number as u16;
            }
        }
        Self { space, of_bits }
    }
}

/// The result of a finished game for the first player and for the second: 1, 0 or -1.
pub fn returns(position: &dyn Position) -> [f32; 2] {
    use dropline::rules::Winner;
    if position.outcome().is_none() {
        return [0.0; 2];
    }
    match position.winner() {
        Winner::First => [1.0, -1.0],
        Winner::Second => [-1.0, 1.0],
        Winner::Draw => [0.0; 2],
    }
}

/// The player to move: 0 for the first, 1 for the second.
pub fn mover(position: &dyn Position) -> u8 {
    u8::from(position.to_move() == Player::Second)
}
