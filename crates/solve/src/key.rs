//! Positions as short strings of bytes, equal if and only if the positions are equivalent under a symmetry of the rules.

use super::symmetry::Symmetries;
use dropline_engine::board::{Cell, Turned, turned};
use dropline_engine::rules::{Position, Site, Snapshot};
use dropline_engine::variant::{ActionKind, Repetition, Variant};

/// Encodes positions as keys, and decodes the keys of positions at the start of a turn.
#[derive(Clone, Debug)]
pub struct Coder {
    layout: Layout,
    symmetries: Symmetries,
    /// For each symmetry, the cell whose contents move to the first cell.
    first: Vec<u16>,
    turns: Vec<Turned>,
    snapshot: Snapshot,
    /// Symmetric images of the sites: the least one so far, and the current one.
    sites: [Vec<Site>; 2],
    cells: Vec<u8>,
}

/// Which parts of a snapshot the keys of a variant contain.
#[derive(Clone, Copy, Debug)]
struct Layout {
    /// The number of turns played, capped where further turns make no difference.
    turns: bool,
    /// The full number of turns played, if the cap is a rule.
    all_turns: bool,
    /// What positions within a turn add: the step, the actions taken in it, the stones placed in the turn.
    within_turns: bool,
    /// The stone that moved in the turn.
    moved: bool,
    /// The cells where stones have been turned over in the turn.
    turned: bool,
    /// The number of bytes that store how many turns in a row were passed.
    passes: usize,
    /// The number of bytes that store which kinds of shapes have been placed.
    begun: usize,
    /// The hands.
    hands: bool,
    /// The arrangements that must not repeat.
    history: bool,
    /// How often each arrangement has stood.
    stood: bool,
    /// The stones that each side has captured.
    captured: bool,
    /// How many turns in a row were quiet and, within a turn, how many stones it began with.
    quiet: bool,
    /// The largest groups that the turn began with.
    largest: bool,
    /// The cells of a finite board.
    cells: usize,
    /// The number of states that a cell can have: one more if there are neutral stones; 4 for each kind of piece and for plain stones,
    /// if there are kinds.
    contents: u8,
}

/// What keys must distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Whether positions within a turn are also encoded.
    pub within_turns: bool,
    /// Whether keys include the number of turns played, because the turn cap is a rule.
    pub cap: bool,
    /// Whether keys include how often each arrangement has stood.
    pub stood: bool,
}

impl Layout {
    /// How many cells fit into a byte: five with three states (243 combinations), four with four states (256), or one.
    const fn in_a_byte(&self) -> usize {
        match self.contents {
            3 => 5,
            4 => 4,
            _ => 1,
        }
    }

    /// The state of a cell with this `code`.
    const fn state(&self, code: u8) -> u8 {
        let stone = code & Snapshot::NEUTRAL;
        if self.contents > 4 { stone + 4 * (code / Snapshot::PIECE) } else { stone }
    }

    /// The code of a cell in this `state`.
    const fn code(state: u8) -> u8 {
        state % 4 + state / 4 * Snapshot::PIECE
    }
}

impl Coder {
    /// A coder for positions of `variant` up to `symmetries`.
    pub fn new(variant: &Variant, symmetries: Symmetries, scope: Scope) -> Self {
        let kinds = || variant.actions.iter().map(|action| &action.kind);
        let first_shapes = kinds().any(|kind| kind.first_shape().is_some());
        let shapes = kinds().filter(|kind| !kind.shapes().is_empty()).count();
        let layout = Layout {
            turns: !variant.openings.is_empty() || variant.has_swaps(),
            all_turns: scope.cap,
            within_turns: scope.within_turns,
            moved: scope.within_turns
                && kinds().any(|kind| matches!(kind, ActionKind::Place(place) if place.seen_by_moved)),
            turned: scope.within_turns && kinds().any(|kind| matches!(kind, ActionKind::Flip(_))),
            passes: if variant.end.passes > u16::from(u8::MAX) { 2 } else { 1 },
            begun: if first_shapes { shapes.div_ceil(8) } else { 0 },
            hands: variant.board.is_boundless(),
            history: variant.repetition != Repetition::None,
            stood: scope.stood,
            captured: variant.counts_captures(),
            quiet: variant.end.quiet.is_some(),
            largest: variant.catch_up.is_some() && scope.within_turns,
            cells: if variant.board.is_boundless() { 0 } else { variant.board.cells().len() },
            contents: match variant.pieces.len() as u8 {
                0 if variant.has_neutral_stones() => 4,
                0 => 3,
                kinds => 4 * (kinds + 1),
            },
        };
        let turns = variant.board.turns();
        let turns = if matches!(symmetries, Symmetries::Plane) { turns } else { turns[..1].to_vec() };
        let first = match &symmetries {
            Symmetries::Cells(all) => all.iter().filter_map(|sources| sources.first().copied()).collect(),
            _ => Vec::new(),
        };
        Self {
            layout,
            symmetries,
            first,
            turns,
            snapshot: Snapshot::default(),
            sites: Default::default(),
            cells: Vec::new(),
        }
    }

    /// The length of the keys, if they are all equally long.
    pub fn stride(&self) -> Option<usize> {
        let Layout { turns, all_turns, within_turns, passes, begun, hands, history, cells, .. } = self.layout;
        let head = 1 + usize::from(turns) + 4 * usize::from(all_turns) + passes + begun;
        let head = head + 2 * usize::from(hands) + 16 * usize::from(history) + 4 * usize::from(within_turns);
        let head = head + 16 * usize::from(self.layout.stood);
        let head = head + 8 * usize::from(self.layout.captured) + 8 * usize::from(self.layout.largest);
        let head = head + if self.layout.quiet { if within_turns { 14 } else { 2 } } else { 0 };
        let marks = usize::from(within_turns) + usize::from(self.layout.turned);
        let marked = marks * cells.div_ceil(8) + 2 * usize::from(self.layout.moved);
        (cells > 0).then_some(head + marked + cells.div_ceil(self.layout.in_a_byte()))
    }

    /// Appends the key of `position` to `key`.
    pub fn append(&mut self, position: &dyn Position, key: &mut Vec<u8>) {
        position.snapshot(&mut self.snapshot);
        self.append_head(position, key);
        if self.layout.cells > 0 {
            self.canonicalize_cells();
            push_cells(&self.cells, &self.layout, key);
        } else {
            self.canonicalize_sites();
            self.sites[0].iter().for_each(|site| push_site(site, key));
        }
    }

    /// The part of a key before the cells.
    fn append_head(&self, position: &dyn Position, key: &mut Vec<u8>) {
        let (layout, course) = (&self.layout, &self.snapshot.course);
        let flags = [course.side == 1, course.swapped, course.made > 0, course.over, course.catching_up];
        key.push((0..).zip(flags).fold(0, |bits, (bit, flag)| bits | u8::from(flag) << bit));
        if layout.turns {
            // The value fits a byte: it is at most the number of openings plus 1.
            key.push(course.due as u8);
        }
        if layout.all_turns {
            key.extend(position.turns().to_le_bytes());
        }
        key.extend(&course.passes.to_le_bytes()[..layout.passes]);
        key.extend(&self.snapshot.begun.to_le_bytes()[..layout.begun]);
        if layout.hands {
            key.extend(self.snapshot.hands);
        }
        if layout.history {
            key.extend(self.snapshot.history.to_le_bytes());
        }
        if layout.stood {
            key.extend(self.snapshot.stood.to_le_bytes());
        }
        if layout.captured {
            self.snapshot.captured.iter().for_each(|stones| key.extend(stones.to_le_bytes()));
        }
        if layout.quiet {
            key.extend(course.quiet.to_le_bytes());
            if layout.within_turns {
                self.snapshot.census.iter().for_each(|stones| key.extend(stones.to_le_bytes()));
            }
        }
        if layout.largest {
            self.snapshot.largest.iter().for_each(|stones| key.extend(stones.to_le_bytes()));
        }
        if layout.within_turns {
            // At the start of a turn, the step is the first with a legal action, which follows from the rest of the key.
            let (step, done) = if course.made > 0 { (course.step, course.done) } else { (0, 0) };
            key.extend(step.to_le_bytes());
            key.extend(done.to_le_bytes());
        }
    }

    /// Finds the symmetric image of the cells that comes last in order: since most cells are empty, most images differ from it at once.
    fn canonicalize_cells(&mut self) {
        let Symmetries::Cells(all) = &self.symmetries else {
            self.cells.clone_from(&self.snapshot.cells);
            return;
        };
        let from = &self.snapshot.cells;
        let image = |sources: &'_ [u16], at: usize| from[usize::from(sources[at])];
        let mut best = &all[0];
        for (other, &first) in all.iter().zip(&self.first).skip(1) {
            // A torus has hundreds of symmetries. This rules most of them out without a look at their cells, which lie far apart in memory.
            if from[usize::from(first)] < image(best, 0) {
                continue;
            }
            for at in 0..from.len() {
                let (own, greatest) = (image(other, at), image(best, at));
                if own != greatest {
                    if own > greatest {
                        best = other;
                    }
                    break;
                }
            }
        }
        self.cells.clear();
        self.cells.extend((0..from.len()).map(|at| image(best, at)));
    }

    /// Finds the rotated, mirrored and translated image of the sites that comes first in order.
    fn canonicalize_sites(&mut self) {
        let moves = matches!(self.symmetries, Symmetries::Plane);
        for (number, &turn) in self.turns.iter().enumerate() {
            let [best, image] = &mut self.sites;
            let into = if number == 0 { &mut *best } else { &mut *image };
            let at = |cell: Cell| turned(turn, (i16::from(cell.x), i16::from(cell.y)));
            let sites = &self.snapshot.sites;
            let least =
                |of: fn((i16, i16)) -> i16| sites.iter().map(|site| of(at(site.cell))).min().unwrap_or(0);
            let (left, low) = if moves { (least(|(x, _)| x), least(|(_, y)| y)) } else { (0, 0) };
            into.clear();
            into.extend(sites.iter().map(|&site| {
                let (x, y) = at(site.cell);
                Site { cell: Cell::new((x - left) as u8, (y - low) as u8), ..site }
            }));
            into.sort_unstable();
            if number > 0 && image < best {
                std::mem::swap(best, image);
            }
        }
    }

    /// The position of `key`, or an equivalent one, at the start of a turn.
    pub fn read(&mut self, key: &[u8]) -> &Snapshot {
        let (layout, snapshot) = (self.layout, &mut self.snapshot);
        let mut rest = Reader(key);
        let flags = rest.number(1);
        let course = &mut snapshot.course;
        (course.side, course.swapped, course.made, course.over) =
            ((flags & 1) as u8, flags & 2 > 0, (flags >> 2 & 1) as u8, flags & 8 > 0);
        course.catching_up = flags & 16 > 0;
        course.due = if layout.turns { rest.number(1) as u32 } else { 0 };
        course.passes = rest.number(layout.passes) as u16;
        snapshot.begun = rest.number(layout.begun);
        snapshot.hands = if layout.hands { [rest.number(1) as u8, rest.number(1) as u8] } else { [0; 2] };
        debug_assert!(!layout.within_turns, "such keys are not read");
        let hash = |rest: &mut Reader<'_>| u128::from(rest.number(8)) | u128::from(rest.number(8)) << 64;
        snapshot.history = if layout.history { hash(&mut rest) } else { 0 };
        snapshot.stood = if layout.stood { hash(&mut rest) } else { 0 };
        snapshot.captured = if layout.captured { [0; 2].map(|_: u32| rest.number(4) as u32) } else { [0; 2] };
        course.quiet = if layout.quiet { rest.number(2) as u16 } else { 0 };
        (course.step, course.done) = (0, 0);
        snapshot.cells.clear();
        snapshot.sites.clear();
        while !rest.0.is_empty() {
            if layout.cells > 0 {
                let mut packed = rest.number(1);
                let count = layout.in_a_byte().min(layout.cells - snapshot.cells.len());
                for _ in 0..count {
                    snapshot.cells.push(Layout::code((packed % u64::from(layout.contents)) as u8));
                    packed /= u64::from(layout.contents);
                }
            } else {
                snapshot.sites.push(rest.site());
            }
        }
        if matches!(self.symmetries, Symmetries::Plane) {
            to_the_middle(&mut snapshot.sites);
        }
        snapshot
    }
}

/// Writes the contents of cells and, if it matters, which stones are new, were turned over or moved.
fn push_cells(cells: &[u8], layout: &Layout, key: &mut Vec<u8>) {
    for some in cells.chunks(layout.in_a_byte()) {
        key.push(some.iter().rev().fold(0, |packed, &code| layout.contents * packed + layout.state(code)));
    }
    for (mark, is_kept) in [(Snapshot::FRESH, layout.within_turns), (Snapshot::TURNED, layout.turned)] {
        for eight in cells.chunks(8).filter(|_| is_kept) {
            key.push(eight.iter().rev().fold(0, |bits, code| bits << 1 | u8::from(code & mark > 0)));
        }
    }
    if layout.moved {
        let moved = cells.iter().position(|code| code & Snapshot::MOVED > 0);
        key.extend(moved.map_or(0, |at| at as u16 + 1).to_le_bytes());
    }
}

/// Writes the contents of a cell of the plane: heights are below 64.
fn push_site(site: &Site, key: &mut Vec<u8>) {
    key.extend([site.cell.x, site.cell.y, site.tile | site.height << 2]);
    key.extend(&site.stones.to_le_bytes()[..usize::from(site.height.div_ceil(8))]);
}

/// Moves `sites` to the middle of the plane.
fn to_the_middle(sites: &mut [Site]) {
    let middle = Cell::from_axial(0, 0).expect("the middle of the plane");
    let [right, high] = [|cell: Cell| cell.x, |cell: Cell| cell.y]
        .map(|of| sites.iter().map(|site| of(site.cell)).max().unwrap_or(0) / 2);
    for site in sites {
        site.cell = Cell::new(middle.x - right + site.cell.x, middle.y - high + site.cell.y);
    }
}

/// Reads a key from its start.
struct Reader<'k>(&'k [u8]);

impl Reader<'_> {
    /// A number of `bytes` bytes, at most 8.
    fn number(&mut self, bytes: usize) -> u64 {
        let (own, rest) = self.0.split_at(bytes);
        self.0 = rest;
        own.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    fn site(&mut self) -> Site {
        let cell = Cell::new(self.number(1) as u8, self.number(1) as u8);
        let kind = self.number(1) as u8;
        let height = kind >> 2;
        Site { cell, tile: kind & 3, height, stones: self.number(usize::from(height.div_ceil(8))) as u32 }
    }
}

/// A hash of a key, for lookups: the halves of 128-bit products, folded (as in wyhash, Wang Yi 2019). Keys themselves are
/// compared, so collisions cost only time.
pub fn hash(key: &[u8]) -> u64 {
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        (product >> 64) as u64 ^ product as u64
    };
    let mut chunks = key.chunks_exact(8);
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let mut hash = 0x9e37_79b9_7f4a_7c15 ^ key.len() as u64;
    for chunk in &mut chunks {
        hash = fold(hash ^ word(chunk), 0xa076_1d64_78bd_642f);
    }
    hash = fold(hash ^ word(chunks.remainder()), 0xe703_7ed1_a0b4_28db);
    fold(hash, 0x8ebc_6af0_9c88_c6e3)
}
