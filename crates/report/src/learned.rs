//! The page that `learn` writes: how the evaluation values a stone on each cell, and which shapes it prefers or avoids.

use maud::{Markup, html};

use super::maps::classes;
use super::page::{self, PageHead, Section, figure, prose};
use super::{Chart, Ground, words};
use dropline_engine::board::{Direction, Point};
use dropline_engine::draw::palette::{self, INK, PAPER, QUIET, Rgb};
use dropline_engine::draw::sheet::{CellStyle, Sheet, short};
use dropline_engine::variant::{ScoreMethod, Side, Variant};
use dropline_learn::insight::{Insight, Shape, Worth};
use dropline_learn::logistic::exp;
use dropline_learn::pattern::Pattern;
use dropline_learn::states::{Content, Stone, Tiles};
use dropline_solve::game_symmetries;

/// Logits beyond which a chance is 0 or 1 in all digits that are shown.
const LARGEST: f64 = 30.0;
/// The fewest positions with a stone on a cell, or on an equivalent one, for its worth to be shown.
const ENOUGH: u64 = 30;
/// How many shapes are shown of the best and of the worst.
const SHAPES: usize = 8;
/// The distance between neighbouring cells of a shape, in units of its picture.
const UNIT: f64 = 24.0;

/// What can be on a cell of the boundless plane, in the order of the pairs of states.
const ON_PLANE: [&str; Tiles::Fine.pairs()] = [
    "A tile without a stack",
    "A single stone on its own tile",
    "A single stone on an enemy tile",
    "A single stone as a prisoner",
    "A stack of two on its own tile",
    "A stack of two on an enemy tile",
    "A prisoner of two stones",
    "A higher stack on its own tile",
    "A higher stack on an enemy tile",
    "A prisoner of more stones",
];

/// What was learned, to be shown on a page.
#[derive(Debug)]
pub struct LearnedPage<'a> {
    /// The game.
    pub variant: &'a Variant,
    /// The name of the file with the weights.
    pub file: &'a str,
    /// The games that were learned from.
    pub games: u64,
    /// The score against greedy, with its interval and n.
    pub strength: &'a str,
    /// Whether that is no more than one half.
    pub is_weak: bool,
    /// What the evaluation says.
    pub insight: &'a Insight,
}

impl LearnedPage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        let title = self.variant.info.title();
        let is_boundless = self.variant.board.is_boundless();
        let cells = if is_boundless { Vec::new() } else { self.cells() };
        let header = html! {
            h1 { "What was learned of " (title) }
            p { (prose(&self.source())) }
        };
        let answer = html! {
            p.headline.verdict {
                (prose(&if is_boundless { self.headline_of_plane() } else { self.headline(&cells) }))
            }
            @if self.is_weak {
                p.warning { "It is no stronger than greedy: what it has learned may be wrong." }
            }
            p.note {
                "A number is what a " (if is_boundless { "tile, or a stack," } else { "stone, or a shape," })
                " adds to the chance to win of its side in an even game, in percentage points. "
                "The evaluation adds up many such numbers, so none of them means much alone."
                @if !is_boundless {
                    " Shapes count on top of the stones and smaller shapes that they consist of."
                }
            }
        };
        let section = |id, name, body| Section { id, name, body };
        let mut sections = vec![section("answer", "Answer", answer)];
        if !cells.is_empty() {
            sections.push(section("cells", "Cells", self.maps(&cells)));
        }
        if is_boundless {
            sections.push(section("tiles", "Tiles", self.tiles()));
        } else {
            sections.push(section("shapes", "Shapes", self.shapes()));
        }
        let head = PageHead {
            title: &format!("{title}: learned"),
            program: "dropline",
            version: env!("CARGO_PKG_VERSION"),
        };
        page::around(head, &header, &sections)
    }

    fn colour(&self, side: Side) -> &'static str {
        self.variant.info.players[side.index()].name()
    }

    fn source(&self) -> String {
        format!(
            "`{}` learned from {} games; one action ahead, it scored {} against greedy. This page looks at {} games that it \
             played against itself ({} positions).",
            self.file,
            words::count(self.games),
            self.strength,
            words::count(self.insight.games),
            words::count(self.insight.positions)
        )
    }

    /// For each side, the worth of a stone on each cell, equivalent cells pooled; nothing for sides that never have stones.
    fn cells(&self) -> Vec<(Side, Vec<Worth>)> {
        let classes = classes(&game_symmetries(self.variant), self.variant.board.cells().len());
        let pooled = |worths: &[Worth]| {
            let mut pooled = vec![Worth::default(); worths.len()];
            for alike in &classes {
                let sum = alike.iter().map(|&at| worths[at]).fold(Worth::default(), Worth::and);
                alike.iter().for_each(|&at| pooled[at] = sum);
            }
            pooled
        };
        let sides = Side::BOTH.into_iter().map(|side| (side, pooled(&self.insight.stones[side.index()])));
        sides.filter(|(_, worths)| worths.iter().any(|worth| points(worth).is_some())).collect()
    }

    /// The most valuable cell, in words.
    fn headline(&self, cells: &[(Side, Vec<Worth>)]) -> String {
        let all = cells.iter().flat_map(|(side, worths)| {
            worths.iter().enumerate().filter_map(|(at, worth)| Some((*side, at, points(worth)?)))
        });
        // The first of equals.
        match all.rev().max_by(|one, other| one.2.total_cmp(&other.2)) {
            None => "It saw too few stones on any cell to say what they are worth".to_owned(),
            Some((side, at, most)) => format!(
                "A {} stone is worth most on {}: {} points",
                self.colour(side),
                self.variant.board.cells()[at],
                words::decimal(most, 0)
            ),
        }
    }

    /// On the boundless plane, what each tile and stack is worth to its side, the best first: its name, percentage points, and how many of
    /// them all positions had.
    fn worths_on_plane(&self) -> Vec<(&'static str, f64, u64)> {
        let [first, second] = &self.insight.stones;
        let both = first.iter().zip(second).map(|(&first, &second)| first.and(second));
        let known = ON_PLANE.iter().zip(both);
        let mut worths: Vec<_> =
            known.filter_map(|(&what, worth)| Some((what, points(&worth)?, worth.positions))).collect();
        worths.sort_by(|one, other| other.1.total_cmp(&one.1));
        worths
    }

    /// The most valuable tile or stack, in words.
    fn headline_of_plane(&self) -> String {
        match self.worths_on_plane().first() {
            None => "It saw too few tiles to say what they are worth".to_owned(),
            Some((what, most, _)) => format!("{what} is worth most: {} points", words::decimal(*most, 0)),
        }
    }

    /// The worth of tiles and stacks as a table.
    fn tiles(&self) -> Markup {
        html! {
            h2 { "What tiles and stacks are worth to their side" }
            table {
                thead { tr { th { "What" } th.number { "Points" } th.number { "How many in a position" } } }
                tbody {
                    @for (what, worth, positions) in self.worths_on_plane() {
                        tr {
                            td { (what) }
                            td.number { (words::decimal(worth, 1)) }
                            td.number { (words::decimal(positions as f64 / self.insight.positions.max(1) as f64, 1)) }
                        }
                    }
                }
            }
            p.note {
                "A stack belongs to the side of its top stone. A prisoner stands on no tile. Both sides are counted together."
            }
        }
    }

    fn maps(&self, cells: &[(Side, Vec<Worth>)]) -> Markup {
        let worths = cells.iter().flat_map(|(_, worths)| worths).filter_map(points);
        let reach = worths.fold(1.0, |reach: f64, worth| reach.max(worth.abs())).ceil();
        html! {
            h2 { "What a stone is worth on each cell" }
            div.charts {
                @for (side, worths) in cells { (figure(&self.map(*side, worths, reach))) }
            }
        }
    }

    /// A map of what stones of `side` are worth, with shades up to `reach` points.
    fn map(&self, side: Side, worths: &[Worth], reach: f64) -> Chart {
        let board = &self.variant.board;
        let title = format!("A {} stone", self.colour(side));
        let shade = |points: f64| palette::diverging(points / reach * 0.85);
        let mut sheet = Sheet::blank();
        sheet.heading(&title);
        sheet.board(board, board.cells(), |cell| {
            let worth = board.index(cell).map(|at| worths[at]).unwrap_or_default();
            match points(&worth) {
                None => CellStyle {
                    tooltip: format!("{cell}: too few stones"),
                    ..CellStyle::plain(palette::UNKNOWN)
                },
                Some(points) => CellStyle {
                    text: words::decimal(points, 0),
                    tooltip: format!(
                        "{cell}: {} points, in {} positions with a stone there or on an equivalent cell",
                        words::decimal(points, 1),
                        words::count(worth.positions)
                    ),
                    ..CellStyle::plain(shade(points))
                },
            }
        });
        let shades: Vec<Rgb> = (-10..=10).map(|step| shade(reach * f64::from(step) / 10.0)).collect();
        let words = [(0.0, -reach), (0.5, 0.0), (1.0, reach)];
        sheet.key(&shades, &words.map(|(at, points)| (at, format!("{} points", words::decimal(points, 0)))));
        let caption = "In each cell: what a stone there adds to its side's chance to win in an even game, in percentage points.";
        sheet.note(caption);
        let svg = sheet.finish(&title, caption);
        Chart {
            name: format!("stones_{}", self.colour(side)),
            caption: String::new(),
            svg,
            narrow: None,
            ground: Ground::Light,
        }
    }

    /// The best and the worst shapes.
    fn shapes(&self) -> Markup {
        // Cells two steps apart make no shape that a reader would recognize.
        let mut shapes: Vec<&Shape> =
            self.insight.shapes.iter().filter(|shape| shape.pattern != Pattern::Reach).collect();
        shapes.sort_by(|one, other| other.weight.total_cmp(&one.weight));
        let good = shapes.iter().take_while(|shape| shape.weight > 0.0).take(SHAPES);
        let bad = shapes.iter().rev().take_while(|shape| shape.weight < 0.0).take(SHAPES);
        let row = |title: &str, shapes: Vec<&&Shape>| {
            html! {
                h2 { (title) }
                @if shapes.is_empty() { p { "None." } }
                div.shapes { @for shape in shapes { (self.figure_of(shape)) } }
            }
        };
        html! {
            (row("Shapes that are good for the side to move", good.collect()))
            (row("Shapes that are bad for the side to move", bad.collect()))
            p.note {
                "Filled circles are stones of the side to move, rings those of its opponent, dots empty cells, squares neutral stones, \
                 and crosses lie off the board. A number in a stone says how many liberties its group has, if they are few."
                @if self.variant.score.method == ScoreMethod::Control {
                    " Small circles are empty cells that only one side controls: the side to move if they are filled, else its opponent."
                }
            }
        }
    }

    fn figure_of(&self, shape: &Shape) -> Markup {
        let value = in_points(shape.weight);
        let sign = if value > 0.0 { "+" } else { "" };
        let share = shape.count as f64 / self.insight.positions.max(1) as f64;
        let often = if share < 1.0 {
            format!("{} in 100 positions", words::decimal(100.0 * share, 0))
        } else {
            format!("{} in each position", words::decimal(share, 1))
        };
        let whose = shape.side.map(|side| format!(", {} to move", self.colour(side))).unwrap_or_default();
        html! {
            figure {
                (picture(shape, self.variant))
                figcaption { strong { (sign) (words::decimal(value, 1)) } " points" (whose) br; (often) }
            }
        }
    }
}

/// What a stone is worth, in percentage points, if there were enough.
fn points(worth: &Worth) -> Option<f64> {
    worth.mean().filter(|_| worth.positions >= ENOUGH).map(in_points)
}

/// What these logits add to the chance to win an even game, in percentage points: at most 50.
fn in_points(logits: f64) -> f64 {
    let size = exp(-logits.abs().min(LARGEST));
    (50.0 * (1.0 - size) / (1.0 + size)).copysign(logits)
}

/// A shape as a small picture.
fn picture(shape: &Shape, variant: &Variant) -> Markup {
    let board = &variant.board;
    let place = |(x, y): Direction| {
        let Point { x, y } = board.drawn((x.into(), y.into()));
        (UNIT * x, -UNIT * y)
    };
    let inside = shape.cells.iter().map(|&(to, content)| (place(to), Some(content)));
    let parts: Vec<_> = inside.chain(shape.outside.iter().map(|&to| (place(to), None))).collect();
    let least = |of: fn(&(f64, f64)) -> f64| parts.iter().map(|(at, _)| of(at)).fold(f64::INFINITY, f64::min);
    let most =
        |of: fn(&(f64, f64)) -> f64| parts.iter().map(|(at, _)| of(at)).fold(f64::NEG_INFINITY, f64::max);
    let (left, top) = (least(|at| at.0) - UNIT * 0.6, least(|at| at.1) - UNIT * 0.6);
    let (width, height) = (most(|at| at.0) - left + UNIT * 0.6, most(|at| at.1) - top + UNIT * 0.6);
    html! {
        svg viewBox={ (short(left)) " " (short(top)) " " (short(width)) " " (short(height)) }
            width=(short(width)) height=(short(height)) role="img" {
            title { (described(shape)) }
            @for ((x, y), content) in parts { (part(x, y, content, variant)) }
        }
    }
}

fn part(x: f64, y: f64, content: Option<Content>, variant: &Variant) -> Markup {
    let stone = |fill: Rgb, ink: Rgb, Stone { liberties, kind }: Stone| {
        let letter = usize::from(kind).checked_sub(1).map(|kind| variant.pieces[kind].mark.to_string());
        let number = (liberties > 0).then(|| liberties.to_string());
        let text = letter.unwrap_or_default() + &number.unwrap_or_default();
        html! {
            circle cx=(short(x)) cy=(short(y)) r=(short(UNIT * 0.42)) fill=(fill) stroke=(INK) stroke-width="1.5" {}
            @if !text.is_empty() {
                text x=(short(x)) y=(short(y + 4.5)) text-anchor="middle" font-size="13" fill=(ink) { (text) }
            }
        }
    };
    match content {
        Some(Content::Empty) => html! { circle cx=(short(x)) cy=(short(y)) r="2.5" fill=(QUIET) {} },
        Some(Content::Controlled { by_own }) => {
            let fill = if by_own { palette::FIRST } else { PAPER };
            html! { circle cx=(short(x)) cy=(short(y)) r="4" fill=(fill) stroke=(INK) stroke-width="1" {} }
        }
        Some(Content::Own(of)) => stone(palette::FIRST, PAPER, of),
        Some(Content::Enemy(of)) => stone(PAPER, INK, of),
        Some(Content::Neutral) => {
            html! { rect x=(short(x - 8.0)) y=(short(y - 8.0)) width="16" height="16" fill=(palette::NEUTRAL) {} }
        }
        None => html! {
            path d={ "M" (short(x - 4.0)) " " (short(y - 4.0)) "l8 8m0-8l-8 8" } stroke=(QUIET) stroke-width="1.5" {}
        },
    }
}

/// A shape in words, for screen readers.
fn described(shape: &Shape) -> String {
    let named = |content: Content| match content {
        Content::Empty => "empty",
        Content::Controlled { by_own: true } => "own control",
        Content::Controlled { by_own: false } => "enemy control",
        Content::Own(_) => "own",
        Content::Enemy(_) => "enemy",
        Content::Neutral => "neutral",
    };
    let cells: Vec<String> =
        shape.cells.iter().map(|&((x, y), content)| format!("{} at {x},{y}", named(content))).collect();
    format!("{}: {}", shape.pattern.name(), cells.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_adds_more_than_fifty_points_to_an_even_chance() {
        let said = [0.0, 0.1, -1.0, 9.96, -800.0].map(|logits| words::decimal(in_points(logits), 1));
        assert_eq!(said, ["0.0", "2.5", "−23.1", "50.0", "−50.0"]);
    }
}
