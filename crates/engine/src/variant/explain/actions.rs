//! The kinds of action in plain words.

use super::NO_BREAK;
use crate::board::Lines;
use crate::variant::model::{
    ActionKind, ActionRule, Capture, Colour, Deal, Motion, Move, MoveLines, Onto, OntoPrisoner, Pattern,
    Place, Reach, ReleaseSets, Remove, Shapes, Taken, Target, Variant, Whose,
};
use crate::variant::words::{count, listed, quoted};

/// What `action` does and what it asks for.
pub fn describe(action: &ActionRule, variant: &Variant) -> String {
    let mut text = deed(action, variant);
    if action.must_capture {
        let verb = if turns_over(action, variant) { "turn over" } else { "take" };
        text += &format!(" It has to {verb} at least one enemy stone.");
    }
    if let Some(side) = action.side {
        text += &format!(" Only {} has this action.", variant.info.players[side.index()].name());
    }
    text
}

/// Whether all that `action` can do to enemy stones is to turn them over.
fn turns_over(action: &ActionRule, variant: &Variant) -> bool {
    let flips = matches!(
        variant.capture,
        Capture::Custodial { taken: Taken::Flipped, .. } | Capture::Touching { taken: Taken::Flipped }
    );
    flips && !action.captures_by_itself()
}

/// What `action` does, by its kind.
fn deed(action: &ActionRule, variant: &Variant) -> String {
    match &action.kind {
        ActionKind::Move(movement) => describe_move(movement, variant),
        ActionKind::Remove(remove) => describe_remove(remove, variant),
        ActionKind::Place(place) if place.shape.is_some() || variant.first_shape(place).is_some() => {
            place_shape(place, action, variant)
        }
        ActionKind::Place(place) => {
            let clear = place.clear.map_or(String::new(), |reach| {
                format!(" that has no stone on the cells {}", around(reach, variant))
            });
            let whose = if place.neutral { "A neutral stone, of no side," } else { "An own stone" };
            let falls = if place.gravity { ", the lowest of its column" } else { "" };
            let touching = place.touches.map_or(String::new(), |whose| {
                let around = if variant.board.is_hex() { "next to it" } else { "around it (all 8)" };
                format!(" {} stands on one of the cells {around}.", a_stone_of(whose))
            });
            let limits = if place.seen_by_moved {
                let lines = action.sight.map_or("", |lines| along(lines, variant));
                format!(" The stone moved in this turn must see the cell {lines}.")
            } else {
                limits(action, "", variant)
            };
            format!("{whose} is placed on an empty cell{falls}{clear}.{touching}{limits}")
        }
        ActionKind::Displace(displace) => {
            let to = around(displace.to, variant);
            let target = target(displace.target);
            let limits = limits(action, ", once the enemy stone has moved", variant);
            format!(
                "An own stone takes the cell of an enemy stone{target}, which moves to an empty cell {to}.{limits}"
            )
        }
        ActionKind::StackDrop => {
            "A stone from the own hand goes on a tile, of either side, that carries no stack.".to_owned()
        }
        ActionKind::Deal(deal) => describe_deal(*deal, variant),
        ActionKind::Release => release(variant),
    }
}

/// `An enemy stone`.
const fn a_stone_of(whose: Whose) -> &'static str {
    match whose {
        Whose::Own => "An own stone",
        Whose::Enemy => "An enemy stone",
        Whose::Any => "A stone",
    }
}

fn describe_move(movement: &Move, variant: &Variant) -> String {
    let hexes = variant.board.is_hex();
    let lines = match movement.lines {
        _ if hexes => "along one of the three lines of hexes",
        MoveLines::Orthogonal => "along its row or column",
        MoveLines::Diagonal => "along a diagonal",
        MoveLines::Queen => "along its row, its column or a diagonal",
    };
    let onto = match movement.onto {
        Onto::Empty => "an empty cell",
        Onto::Enemy => "an enemy stone, which is captured",
        Onto::Any => "an empty cell, or onto an enemy stone, which is captured",
    };
    let over = match movement.over {
        Whose::Own => "an own stone",
        Whose::Enemy => "an enemy stone",
        Whose::Any => "a stone of either side",
    };
    let short = if variant.board.holes().is_empty() { "" } else { ", which ends at a hole" };
    let mut text = match movement.how {
        Motion::Step => format!("An own stone moves to the next cell {lines}, onto {onto}."),
        Motion::Slide => {
            format!("An own stone moves any number of cells {lines}, over empty cells onto {onto}.")
        }
        Motion::Jump => {
            let captured =
                if movement.over == Whose::Own { "" } else { " Enemy stones jumped over are captured." };
            format!(
                "An own stone jumps {lines} over {over} beside it to the empty cell behind, and may jump on in the same \
                 direction.{captured}"
            )
        }
        Motion::Leap => format!(
            "An own stone moves to a cell two away, whatever stands between (one of {}), onto {onto}.",
            if hexes { 12 } else { 16 }
        ),
        Motion::March => format!(
            "An own stone moves {lines} as many cells as there are stones of both sides on that line{short}, over empty cells \
             and own stones, onto {onto}."
        ),
    };
    if movement.forward {
        let [first, second] = variant.info.players.map(Colour::name);
        text += &format!(" It moves forward only: {first} towards higher rows, {second} towards lower ones.");
    }
    text
}

fn describe_remove(remove: &Remove, variant: &Variant) -> String {
    let beside = if remove.beside_empty { " that has an empty cell beside it" } else { "" };
    let cells = remove.cells.as_ref().map_or(String::new(), |cells| {
        let names: Vec<String> = cells.iter().map(|&cell| variant.board.name(cell)).collect();
        format!(" on {}", listed(names, "or"))
    });
    let counted = if remove.stones == Whose::Own { "" } else { " Enemy stones count as captured." };
    format!("{}{cells}{beside} is taken off the board.{counted}", a_stone_of(remove.stones))
}

/// What sight and the stones of the turn forbid where a single stone is placed.
fn limits(action: &ActionRule, when: &str, variant: &Variant) -> String {
    let mut text = String::new();
    if let Some(lines) = action.sight {
        text += &format!(" A friendly stone must see the cell {}{when}.", along(lines, variant));
    }
    match action.new_per_group {
        None => {}
        Some(1) => text += " Its group may hold no other stone of the same turn.",
        Some(n) => {
            text += &format!(" Its group may hold at most {n} stones of the same turn, itself included.")
        }
    }
    text
}

/// `text` as one word, which is not wrapped.
fn unbroken(text: &str) -> String {
    text.replace(' ', NO_BREAK)
}

/// The placing of several stones at once.
fn place_shape(place: &Place, action: &ActionRule, variant: &Variant) -> String {
    let mut text = match &place.shape {
        None => "An own stone is placed on an empty cell.".to_owned(),
        Some(shapes) => format!("Own stones are placed on {}, all at once.", shape(shapes, place.fixed)),
    };
    let first_shape = variant.first_shape(place);
    if let Some(first) = first_shape {
        text += &format!(
            " The first time in the game, whoever does it, they are placed on {}.",
            shape(first, place.fixed)
        );
    }
    if let Some(reach) = place.clear {
        let around = match (reach, variant.board.is_hex()) {
            (_, true) => "next to any of them",
            (Reach::Adjacent, false) => "that share an edge with any of them",
            (Reach::Touching, false) => "around any of them (all 8)",
        };
        text += &format!(" No other stone may stand on the cells {around}.");
    }
    if let Some(lines) = action.sight {
        let centre =
            |shapes: Option<&Shapes>| matches!(shapes, Some(Shapes::Patterns { centre_seen: true, .. }));
        let seen = match (centre(place.shape.as_ref()), centre(first_shape), first_shape) {
            (true, true, _) | (true, _, None) => "the cell in the centre",
            (false, false, _) => "at least one of the cells",
            (true, false, _) => "the cell in the centre (the first time: at least one of the cells)",
            (false, true, _) => "at least one of the cells (the first time: the one in the centre)",
        };
        text += &format!(" A friendly stone must see {seen} {}.", along_one(lines, variant));
    }
    if let Some(n) = action.new_per_group {
        text += &format!(" No group of theirs may hold more than {} of the same turn.", count(n, "stone"));
    }
    text
}

/// What a shape is: `any connected set of 2 or 3 empty cells`.
fn shape(shapes: &Shapes, fixed: bool) -> String {
    match shapes {
        Shapes::Sizes(sizes) => match sizes.as_slice() {
            [1] => "an empty cell".to_owned(),
            sizes => {
                let sizes = listed(sizes.iter().map(u8::to_string), "or");
                format!("any connected set of {sizes} empty cells")
            }
        },
        Shapes::Patterns { patterns, parts, cells, centre_seen } => {
            let drawn = |pattern: &Pattern| unbroken(&quoted(&pattern.drawn(*parts || *centre_seen)));
            let drawn: Vec<String> = patterns.iter().map(drawn).collect();
            let (pattern, one) = match patterns.len() {
                1 => ("the pattern", "it"),
                _ => ("one of the patterns", "one"),
            };
            let parts = match parts {
                true => format!(", or of any part of {one} that holds its centre and at least one more cell"),
                false => String::new(),
            };
            let way = if fixed { "as drawn" } else { "turned and mirrored freely" };
            let number = match cells.as_slice() {
                [] => String::new(),
                cells => listed(cells.iter().map(u8::to_string), "or") + " ",
            };
            format!("{number}empty cells in the form of {pattern} {}, {way}{parts}", listed(drawn, "and"))
        }
    }
}

fn describe_deal(deal: Deal, variant: &Variant) -> String {
    let onto = match (variant.stacks.onto_prisoner, deal.makes_prisoner) {
        (_, Some(false)) => "",
        (OntoPrisoner::Stack, _) => ", on top of any that stands there",
        (OntoPrisoner::Forbidden, _) => ", where none may stand already",
    };
    let prisoner = match deal.makes_prisoner {
        None => format!(" On the first cell without a tile all that are left make a prisoner{onto}."),
        Some(true) => {
            format!(
                " It has to come to a cell without a tile: all that are left make a prisoner there{onto}."
            )
        }
        Some(false) => " It may not come to a cell without a tile.".to_owned(),
    };
    format!(
        "An own free stack is dealt out along one of the six directions, a stone on each next cell, the lowest \
         first.{prisoner} The first stack met on a tile must be the enemy's, no higher than the one dealt, and among \
         the cells that receive a stone; what lies behind it does not matter."
    )
}

fn release(variant: &Variant) -> String {
    let which = match variant.stacks.release {
        ReleaseSets::Any => "Any such set will do.",
        ReleaseSets::Maximal => "No further prisoner may be left that could join them.",
    };
    let most = variant.end.tiles.map_or(String::new(), |most| {
        format!(" There are never more than {} on the plane.", count(most, "tile"))
    });
    format!(
        "Prisoners, whoever owns them, are replaced by own tiles, and their stones go back to the hands. One after \
         another, each is next to at least two tiles and, after the first, to one released before it. {which}{most}"
    )
}

fn around(reach: Reach, variant: &Variant) -> &'static str {
    match (reach, variant.board.is_hex()) {
        (_, true) => "next to it",
        (Reach::Adjacent, false) => "beside it (the 4 that share an edge)",
        (Reach::Touching, false) => "around it (all 8)",
    }
}

fn along(lines: Lines, variant: &Variant) -> &'static str {
    match (lines, variant.board.is_hex()) {
        (_, true) => "along one of the three lines of hexes, with only empty cells between",
        (Lines::Orthogonal, false) => "along its row or column, with only empty cells between",
        (Lines::Queen, false) => "along its row, its column or a diagonal, with only empty cells between",
    }
}

/// The same where it may be one of several cells.
fn along_one(lines: Lines, variant: &Variant) -> &'static str {
    match (lines, variant.board.is_hex()) {
        (Lines::Orthogonal, false) => "along a row or column, with only empty cells between",
        (Lines::Queen, false) => "along a row, a column or a diagonal, with only empty cells between",
        (_, true) => along(lines, variant),
    }
}

fn target(target: Target) -> String {
    let group = target.group.map(|n| match n {
        1 => "is a group by itself".to_owned(),
        n => format!("belongs to a group of {n}"),
    });
    let liberties = target.liberties.map(|n| match n {
        1 => "has exactly one liberty".to_owned(),
        n => format!("has exactly {n} liberties"),
    });
    let liberties = match target.group {
        Some(_) => liberties,
        None => liberties.map(|liberties| format!("belongs to a group that {liberties}")),
    };
    let conditions: Vec<String> = group.into_iter().chain(liberties).collect();
    if conditions.is_empty() { String::new() } else { format!(" that {}", listed(conditions, "and")) }
}
