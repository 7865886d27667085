//! Positions as planes of numbers, and their legal actions as masks, for programs that learn.

use dropline::board::Cell;
use dropline::rules::{self, Action, ActionList, Position, Stage, Winner};
use dropline::space::ActionSpace;
use dropline::variant::{Piece, Side, Variant};

/// The planes of a game: their names, their size, and how to fill them.
#[derive(Debug)]
pub struct Layout {
    pub names: Vec<String>,
    pub height: usize,
    pub width: usize,
    /// The place of each cell within a plane, in the order of the board's cells.
    pub cells: Vec<usize>,
    neutral: bool,
    /// The number of kinds of piece.
    kinds: usize,
    within_turn: bool,
    captures: bool,
    /// The distance of the bits of two neighbouring rows in a set of cells.
    stride: usize,
    /// The words of a set that have cells of the board; the grid of the rules may have more.
    words: usize,
    /// For each bit of a set, the place of its cell.
    places: Vec<u16>,
}

/// Planes that mark cells, at most.
const MOST_SETS: usize = 5 + Piece::MOST;
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
        names.extend(variant.pieces.iter().map(|piece| piece.name.as_str()));
        names.extend(within_turn.then_some("this_turn"));
        names.extend(["last_turn", "first", "turns"]);
        names.extend(within_turn.then_some("actions"));
        names.push("passed");
        names.extend(captures.then_some(["own_captures", "enemy_captures"]).into_iter().flatten());
        let stride = rules::start(variant).occupied(&mut Vec::new());
        let words = (height * stride).div_ceil(64);
        let mut places = vec![0; words * 64];
        let mut cells = Vec::new();
        for cell in board.cells() {
            let place = usize::from(cell.y) * width + usize::from(cell.x);
            places[usize::from(cell.y) * stride + usize::from(cell.x)] = place as u16;
            cells.push(place);
        }
        let (kinds, names) = (variant.pieces.len(), names.into_iter().map(str::to_owned).collect());
        Self { names, height, width, cells, neutral, kinds, within_turn, captures, stride, words, places }
    }

    /// The numbers in a plane.
    pub fn area(&self) -> usize {
        self.height * self.width
    }

    /// The numbers in all planes.
    pub fn size(&self) -> usize {
        self.names.len() * self.area()
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
    /// The stones of the first side, of the second, and neutral ones; then the pieces of each kind.
    stones: Vec<u64>,
    this_turn: Vec<u64>,
    last_turn: Vec<u64>,
    /// The cells that the current turn has changed.
    changed: Vec<u64>,
    passed: bool,
    /// What the planes hold: whose view they are, those that mark cells, and those that hold one number.
    by_second: bool,
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
        stage: &Stage,
        side: Side,
        kept: bool,
        planes: &mut [u8],
    ) {
        position.occupied(&mut self.stones);
        let (area, words, grid) = (layout.area(), layout.words, self.stones.len() / 3);
        position.append_pieces(&mut self.stones);
        let (board, mut planes) = planes.split_at_mut(area);
        let by_second = side == Side::Second;
        if !kept {
            board.fill(0);
            layout.cells.iter().for_each(|&place| board[place] = 1);
            planes.fill(0);
            self.sets.clear();
            self.sets.resize(MOST_SETS * words, 0);
            self.constants = [0; MOST_CONSTANTS];
        } else if self.by_second != by_second {
            // The stones of both sides exchange their planes.
            let (own, others) = planes.split_at_mut(area);
            own.swap_with_slice(&mut others[..area]);
            let (own, others) = self.sets.split_at_mut(words);
            own.swap_with_slice(&mut others[..words]);
        }
        self.by_second = by_second;
        let [own, enemy] = if by_second { [1, 0] } else { [0, 1] };
        let Self { stones, this_turn, last_turn, passed, sets, constants, .. } = self;
        let mut sets = &mut sets[..];
        let mut mark = |set: &[u64]| {
            let (plane, held) = (first_of(&mut planes, area), first_of(&mut sets, words));
            for_each_change(held, set, |bit| plane[usize::from(layout.places[bit])] ^= 1);
        };
        let stones = |which: usize| &stones[which * grid..][..words];
        mark(stones(own));
        mark(stones(enemy));
        if layout.neutral {
            mark(stones(2));
        }
        (3..3 + layout.kinds).for_each(|kind| mark(stones(kind)));
        if layout.within_turn {
            mark(this_turn);
        }
        mark(last_turn);
        let mut constants = constants.iter_mut();
        let mut fill = |constant: u32| {
            let (plane, constant) = (first_of(&mut planes, area), constant.min(255) as u8);
            if let Some(held) = constants.next()
                && *held != constant
            {
                plane.fill(constant);
                *held = constant;
            }
        };
        fill(u32::from(!by_second));
        fill(stage.turns);
        if layout.within_turn {
            fill(stage.actions);
        }
        fill(u32::from(*passed));
        if layout.captures {
            let captured = position.captures();
            fill(captured[own]);
            fill(captured[enemy]);
        }
    }
}

/// Takes the first `count` elements off `rest`.
#[inline]
fn first_of<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, others) = std::mem::take(rest).split_at_mut(count);
    *rest = others;
    first
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
        self.stones.truncate(space.words());
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

    /// The words of a set that have cells of the board.
    fn words(&self) -> usize {
        self.of_bits.len() / 64
    }
}

/// The result for the first player and for the second: 1, 0 or -1; 0 while the game goes on.
pub fn returns(position: &dyn Position) -> [f32; 2] {
    if position.outcome().is_none() {
        return [0.0; 2];
    }
    match position.winner() {
        Winner::First => [1.0, -1.0],
        Winner::Second => [-1.0, 1.0],
        Winner::Draw => [0.0; 2],
    }
}
