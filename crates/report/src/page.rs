//! The page: a whole report in one HTML file that needs no other file and no network.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::Value;

use super::headline::headline;
use super::model::Model;
use super::tables::definition;
use super::{Chart, charts, games, maps, openings, words};
use dropline_engine::draw::{self, printable};
use dropline_engine::numbers::counted;
use dropline_engine::rules::Reason;
use dropline_engine::variant::explained;
use dropline_lab::stats::{Measure, Quantity, Selection, wilson};

const STYLE: &str = include_str!("page.css");
/// The page's script.
pub const SCRIPT: &str = include_str!("page.js");

/// The head of a page.
pub struct PageHead<'a> {
    /// Its title.
    pub title: &'a str,
    /// The program that made it.
    pub program: &'a str,
    /// The version of that program.
    pub version: &'a str,
}

/// A section of a page: its anchor, its title in the table of contents, and its content.
pub struct Section {
    pub id: &'static str,
    pub name: &'static str,
    pub body: Markup,
}

/// A page with these sections, its style and its script: self-contained, and readable without the script.
pub fn around(head: PageHead<'_>, header: &Markup, sections: &[Section]) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            (draw::head(head.title, &format!("{} {}", head.program, head.version), &[STYLE]))
            body {
                header { (header) }
                div.around {
                    nav aria-label="contents" {
                        @for section in sections { a href={ "#" (section.id) } { (section.name) } }
                    }
                    main { @for section in sections { section id=(section.id) { (section.body) } } }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

/// The page of a run; `silent` says why some maps are missing.
pub fn html(model: &Model, charts: &[Chart], silent: &[String], found: &games::Found) -> String {
    let manifest = &model.manifest;
    let [first, second] = &model.names;
    let title = format!("{}: {first} against {second}", manifest.game);
    let section = |id, name, body| Section { id, name, body };
    let (score, others): (Vec<&Chart>, Vec<&Chart>) =
        charts.iter().partition(|chart| chart.name == charts::SCORE);
    let sections = [
        section("answer", "Answer", findings(model, &score)),
        section("charts", "Charts", drawn(&others, silent)),
        section("games", "Games", games::section(model, found)),
        section("turns", "First turns", openings::section(model)),
        section("ends", "Ends", endings(model)),
        section("measures", "Measures", measures(model)),
        section("run", "The run", run(model)),
    ];
    let head = PageHead { title: &title, program: &manifest.program, version: &manifest.version };
    around(head, &header(model), &sections)
}

fn header(model: &Model) -> Markup {
    let manifest = &model.manifest;
    let [first, second] = &manifest.agents;
    let [mover, other] = &manifest.players;
    html! {
        h1 { (printable(&manifest.game)) }
        p {
             (games(model.summary.games())) ". Board: " (printable(&manifest.board))
            @if model.variant.has_swaps() {
                ". Sides: " (printable(mover)) " moves first, then " (printable(other)) "; the second player may take "
                (printable(mover)) "’s side "
                @if model.summary.design.swap { "instead of its first turn (pie rule)" } @else { "in an opening" }
                ". The first player is the one that moved first, whichever side it has afterwards. "
            } @else {
                ". First player: " (printable(mover)) ", second player: " (printable(other)) ". "
            }
            @if model.summary.design.pairs {
                "In pairs: " code { (printable(first)) } " and " code { (printable(second)) }
                " take turns as the first player."
            } @else {
                "Played by " code { (printable(first)) } " and " code { (printable(second)) } "."
            }
            @if !manifest.openings.is_empty() {
                " The games begin with " (counted(manifest.openings.len() as u64, "opening")) " in turn."
            }
        }
        (rules(model))
    }
}

/// The rules in words, so that the page can be read without other files.
fn rules(model: &Model) -> Markup {
    let summary = &model.variant.info.summary;
    html! {
        details.words {
            summary { "The rules" }
            @if !summary.is_empty() { div { (printable(summary)) } }
            dl.rules { @for (part, text) in explained(&model.variant) { dt { (prose(&part)) } dd { (prose(&text)) } } }
        }
    }
}

/// The charts and the maps, and sentences for those that are left out.
fn drawn(charts: &[&Chart], silent: &[String]) -> Markup {
    html! {
        h2 { "Charts" }
        div.charts { @for chart in charts { (figure(chart)) } }
        @if !silent.is_empty() { p.note { @for why in silent { (prose(why)) " " } } }
    }
}

/// The headline, the warnings, the first player's score, the main figures that the charts do not have, and the findings in words.
fn findings(model: &Model, charts: &[&Chart]) -> Markup {
    let chosen =
        Quantity::selected(Selection::Page).filter(|&quantity| model.is_scored() || !quantity.is_of_scores());
    let turns = model.summary.measure(Quantity::Turns);
    // Charts have some figures as their title, and where each turn is one action, there are as many actions.
    let is_new = |measure: &&Measure| match measure.quantity {
        Quantity::Turns => turns.interval.is_none(),
        Quantity::Actions => measure.value != turns.value,
        Quantity::Branching => model.course.is_empty(),
        _ => true,
    };
    let chosen = chosen.filter_map(|quantity| model.summary.get(quantity)).filter(is_new);
    html! {
        p.headline.verdict { (prose(&headline(model.case()))) }
        @for warning in model.warnings() {
            p.warning { strong { "Caution. " } (prose(&warning)) }
        }
        div.charts { @for chart in charts { (figure(chart)) } }
        dl.key {
            @for measure in model.komi().into_iter().chain(chosen) { (key_figure(measure)) }
        }
        p.note {
            "Each value has its 95 % interval below it; n = " (games(model.summary.games()))
            @if model.summary.pairs > 0 {
                ", taken over " (words::sample(model.summary.measure(Quantity::Score)))
                " (figures of single cells and turns are taken over games)"
            }
            "."
        }
        details.words {
            summary { "What the games show" }
            p { (prose(&model.headline())) }
            p.note {
                "These results hold only for the agents named. Between other agents, especially stronger ones, the other \
                 player may have the advantage. "
                a href="#run" { "The command of the run" } " plays the same games again."
            }
        }
    }
}

fn command(model: &Model) -> Markup {
    html! { pre.command { code { (printable(&model.manifest.deciding_command_line())) } } }
}

/// A chart with its caption.
pub fn figure(chart: &Chart) -> Markup {
    html! {
        figure class=[chart.ground.class()] id=(chart.name) {
            @if let Some(narrow) = &chart.narrow { (PreEscaped(narrow)) }
            (PreEscaped(&chart.svg))
            @if !chart.caption.is_empty() { figcaption { (prose(&chart.caption)) } }
        }
    }
}

/// A measure among the main figures, in a `dl`.
pub fn key_figure(measure: &Measure) -> Markup {
    let words::Formatted { value, interval, unit } = words::formatted(measure);
    html! {
        div {
            dt { (measure.quantity.title()) }
            dd {
                strong { (value) (unit) }
                @if let Some(interval) = interval { span { (interval) } }
            }
        }
    }
}

/// Running text: text between backticks is code, and lines do not break between a number and its percent sign, or within `n =
/// 400`.
pub fn prose(text: &str) -> Markup {
    let text = printable(text).replace(" %", "\u{a0}%");
    let text = text.replace(" = ", "\u{a0}=\u{a0}").replace(" < ", "\u{a0}<\u{a0}");
    let parts: Vec<&str> = text.split('`').collect();
    // An unpaired last backtick is literal.
    let pairs = parts.len() % 2 == 1;
    html! {
        @if pairs {
            @for (i, part) in parts.iter().enumerate() { @if i % 2 == 1 { (code(part)) } @else { (part) } }
        } @else { (text) }
    }
}

/// Code in running text: lines break between its words, not at the hyphens of an option.
pub fn code(text: &str) -> Markup {
    html! { code { @for (i, word) in text.split(' ').enumerate() { @if i > 0 { " " } span { (word) } } } }
}

/// How games end: the reasons that occurred, and the turn cap.
fn endings(model: &Model) -> Markup {
    let shown = |&&(reason, games): &&(Reason, u64)| games > 0 || reason == Reason::Cap;
    html! {
        h2 { "How games end" }
        div.scroll {
            table {
                thead { tr {
                    th { "End" } th.number { "Games" } th.number { "Share" } th.number { "95 % interval" }
                    th.number { "n" } th.definition { "By" }
                } }
                tbody {
                    @for &(reason, games) in model.summary.ends.iter().filter(shown) {
                        @let measure = model.summary.measure(Quantity::Ended(reason));
                        @let words::Formatted { value, interval, unit } = words::formatted(measure);
                        tr {
                            th scope="row" { (reason.name()) }
                            td.number { (words::count(games)) }
                            td.number { (value) (unit) }
                            td.number { (interval.unwrap_or_default()) }
                            td.number.games { (words::sample(measure)) }
                            td.definition { (reason.meaning()) }
                        }
                    }
                }
            }
        }
        @if !model.cells.is_empty() { (cells(model)) }
    }
}

fn measures(model: &Model) -> Markup {
    // The reasons for the end of games have their own table.
    let shown = |measure: &&Measure| !matches!(measure.quantity, Quantity::Ended(_));
    html! {
        h2 { "Measures" }
        @if let Some(belief) = words::posterior_finding(&model.tally, &model.summary) { p { (prose(&belief)) } }
        p.note {
            "The names are those of the literature: C. Browne, " em { "Automatic generation and evaluation of recombination "
            "games" } " (thesis, 2008); C. Browne and F. Maire, " em { "Evolutionary game design" } " (2010); É. Piette and "
            "others, " em { "General board game concepts" } " (Ludii, 2021). Each measure is defined beside its name."
        }
        details {
            summary { "All measures, with their intervals and definitions" }
            div.scroll {
                table.measures {
                    thead { tr {
                        th { "Measure" } th.number { "Value" } th.number { "95 % interval" } th.number { "n" }
                        th.definition { "Definition" }
                    } }
                    tbody { @for measure in model.summary.measures().iter().filter(shown) { (measure_row(measure, model)) } }
                }
            }
        }
    }
}

fn measure_row(measure: &Measure, model: &Model) -> Markup {
    let words::Formatted { value, interval, unit } = words::formatted(measure);
    html! {
        tr {
            th scope="row" { (measure.quantity.title()) }
            td.number { (value) (unit) }
            td.number { (interval.unwrap_or_default()) }
            td.number.games { (words::sample(measure)) }
            td.definition { (definition(measure.quantity, model)) }
        }
    }
}

fn cells(model: &Model) -> Markup {
    let percent = |share: f64| words::decimal(share * 100.0, 1);
    let known = |share: f64, games: u64| {
        let interval = wilson(share.min(1.0), games as f64);
        format!("{} % ({} to {})", percent(share), percent(interval.low), percent(interval.high))
    };
    html! {
        details {
            summary { "First turns and ends, cell by cell" }
            p.note {
                "Score: the first player's in games whose first turn " (maps::first_turn_placement(model.variant.score.method))
                " on the cell, with its 95 % interval, if there are at least " (maps::ENOUGH) " games. At the end: the share of games in which "
                "the cell belonged to the player, with its 95 % interval in brackets; a cell belongs to the player who "
                (maps::ownership(model.variant.score.method)) "."
            }
            div.scroll {
                table {
                    thead { tr {
                        th { "Cell" } th.number { "First turns" } th.number { "Won" } th.number { "Drawn" }
                        th.number { "Lost" } th.number { "Score" } th.number { "95 % interval" }
                        th.number { "Owned by the first" } th.number { "Owned by the second" } th.number { "n" }
                    } }
                    tbody {
                        @for row in &model.cells {
                            @let score = maps::score(row);
                            @let [first, second] = maps::shares(row, model.variant.score.method);
                            tr {
                                th scope="row" { (row.name()) }
                                td.number { (words::count(row.first_turn_games)) }
                                td.number { (words::count(row.first_turn_wins)) }
                                td.number { (words::count(row.first_turn_draws)) }
                                td.number { (words::count(row.first_turn_losses)) }
                                @if let Some((score, interval)) = score {
                                    td.number { (percent(score)) " %" }
                                    td.number { (percent(interval.low)) " to " (percent(interval.high)) }
                                } @else { td.number { "–" } td.number { "–" } }
                                td.number { (known(first, row.games)) }
                                td.number { (known(second, row.games)) }
                                td.number { (words::count(row.games)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn run(model: &Model) -> Markup {
    let manifest = &model.manifest;
    // The start and the duration are only in the manifest: the same games have the same page.
    let facts = [
        ("Program", format!("{} {}", manifest.program, manifest.version)),
        ("Variant", manifest.variant.clone()),
        ("Rules' hash", manifest.rules_hash.clone()),
        ("Seed", manifest.seed.to_string()),
        (
            "Games",
            format!("{} of {}", words::count(manifest.games_played), words::count(manifest.games_asked)),
        ),
    ];
    let mut keys = Vec::new();
    flatten("", &manifest.rules, &mut keys);
    html! {
        h2 { "The run" }
        (command(model))
        div.scroll {
            table { tbody {
                @for (name, value) in &facts { tr { th scope="row" { (name) } td { (printable(value)) } } }
            } }
        }
        details {
            summary { "All rules in force" }
            div.scroll {
                table { tbody {
                    @for (key, value) in &keys {
                        tr { th scope="row" { code { (printable(key)) } } td { code { (printable(value)) } } }
                    }
                } }
            }
        }
    }
}

/// The keys of `value` by their dotted paths, as `--set` takes them.
fn flatten(path: &str, value: &Value, into: &mut Vec<(String, String)>) {
    let under = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| flatten(&under(key), value, into)),
        Value::Array(list) if list.iter().any(Value::is_object) => {
            list.iter().enumerate().for_each(|(i, value)| flatten(&under(&i.to_string()), value, into));
        }
        _ => into.push((path.to_owned(), value.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_between_backticks_is_code() {
        assert_eq!(
            prose("leave out `--set a=b`, 5 % of it").into_string(),
            "leave out <code><span>--set</span> <span>a=b</span></code>, 5\u{a0}% of it"
        );
        assert_eq!(prose("a ` and <b>").into_string(), "a ` and &lt;b&gt;");
    }
}
