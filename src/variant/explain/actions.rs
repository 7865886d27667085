//! The kinds of action in plain words.

use super::NO_BREAK;
use crate::board::Lines;
use crate::variant::model::{
    ActionKind, ActionRule, Deal, OntoPrisoner, Pattern, Place, Reach, ReleaseSets, Shapes, Target, Variant,
};
use crate::variant::words::{count, listed, quoted};

/// What `action` does and what it asks for.
pub fn describe(action: &ActionRule, variant: &Variant) -> String {
    match &action.kind {
        ActionKind::Place(place) if place.shape.is_some() || variant.first_shape(place).is_some() => {
            place_shape(place, action, variant)
        }
        ActionKind::Place(place) => {
            let clear = place.clear.map_or(String::new(), |reach| {
                format!(" that has no stone on the cells {}", around(reach, variant))
            });
            format!("An own stone is placed on an empty cell{clear}.{}", limits(action, "", variant))
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
        Some(shapes) => format!("Own stones are placed on {}, all at once.", shape(shapes)),
    };
    let first_shape = variant.first_shape(place);
    if let Some(first) = first_shape {
        text +=
            &format!(" The first time in the game, whoever does it, they are placed on {}.", shape(first));
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
fn shape(shapes: &Shapes) -> String {
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
            let number = match cells.as_slice() {
                [] => String::new(),
                cells => listed(cells.iter().map(u8::to_string), "or") + " ",
            };
            format!(
                "{number}empty cells in the form of {pattern} {}, turned and mirrored freely{parts}",
                listed(drawn, "and")
            )
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
