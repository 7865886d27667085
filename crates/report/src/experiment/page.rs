//! The page of an experiment.

use maud::{Markup, html};

use super::compare::Compared;
use super::known::KNOWN_GAMES;
use super::ladder;
use super::model::{Model, Run};
use super::surface::Fitted;
use crate::page::{PageHead, Section, around, figure, key_figure, prose};
use crate::{Chart, words};
use dropline_engine::draw::printable;
use dropline_engine::numbers::is_or_are;
use dropline_lab::run::ExperimentKind;
use dropline_lab::stats::{Quantity, Selection};

/// The findings and warnings of a page.
pub struct Findings<'a> {
    /// The answer, in at most twenty words.
    pub headline: &'a str,
    /// The findings, a sentence or two each.
    pub findings: &'a [String],
    /// The warnings.
    pub warnings: &'a [String],
    /// What to do next.
    pub next: Option<&'a str>,
}

/// The page.
pub fn html(
    model: &Model,
    shown: &Findings<'_>,
    comparisons: &[Compared],
    surfaces: &[Fitted<'_>],
    charts: &[Chart],
) -> String {
    let experiment = &model.experiment;
    let game = model.game().unwrap_or("Several games");
    let title = match experiment.kind {
        ExperimentKind::Compare => "Variants compared".to_owned(),
        ExperimentKind::Sweep | ExperimentKind::Tune => {
            let keys: Vec<String> = experiment.vary.iter().map(|varied| model.key_words(varied)).collect();
            format!("{game}: {}", keys.join(" and "))
        }
        ExperimentKind::Ladder => format!("{game}: effect of strength"),
        ExperimentKind::Study => match model.board() {
            Some(board) => format!("{game} ({board}): is it fair?"),
            None => format!("{game}: is it fair?"),
        },
    };
    let check = super::deciding::check(model);
    let header = html! {
        h1 { (printable(&title)) }
        p {
            (words::counted((model.runs.len() - usize::from(check.is_some())) as u64, "run")) ", " (model.games()) " each"
            @if let Some(check) = check { ", and one of " (experiment.games_of(&check.member)) }
            @if experiment.kind == ExperimentKind::Tune { ". Seed of these fresh games: " } @else { ". Seed: " }
            (experiment.seed) "."
        }
    };
    let aim = model.aim().quantity.name();
    let of_answer = |name: &str| name == aim || OF_ANSWER.contains(&name);
    let is_answer = |chart: &&Chart| of_answer(&chart.name);
    let (of_answer, charts): (Vec<&Chart>, Vec<&Chart>) = charts.iter().partition(is_answer);
    let answer = match experiment.kind {
        ExperimentKind::Study => study(model, shown, &of_answer),
        _ => of_values(model, shown, &of_answer),
    };
    let drawn = html! { h2 { "Charts" } div.charts { @for chart in charts { (figure(chart)) } } };
    let again = html! {
        h2 { "The command" }
        pre.command { code { (printable(&model.command_line())) } }
    };
    let section = |id, name, body| Section { id, name, body };
    let mut sections = vec![section("answer", "Answer", answer), section("charts", "Charts", drawn)];
    if !comparisons.is_empty() {
        sections.push(section("differences", "Differences", differences(model, comparisons)));
    }
    if !surfaces.is_empty() {
        sections.push(section("surface", "Response surface", super::surface::section(model, surfaces)));
    }
    if let Some(search) = model.search() {
        sections.push(section("search", "The search", super::search::section(model, search)));
    }
    sections.push(section("measures", "Measures", html! { (measures(model)) (definitions(model)) }));
    if model.runs.iter().any(|run| run.member.no_game.is_some()) {
        sections.push(section("none", "No game", no_games(model)));
    }
    sections.push(section("run", "The command", again));
    let head = PageHead { title: &title, program: &experiment.program, version: &experiment.version };
    around(head, &header, &sections)
}

/// The findings in words.
fn findings(model: &Model, findings: &[String]) -> Markup {
    html! {
        @for finding in findings { p { (prose(finding)) } }
        p.note {
            "All intervals are at 95 %. " (sequences_note(model))
            @if super::study::is_proved(model) {
                "Scores hold only for the agents named; who wins with perfect play is proved."
            } @else {
                "These results hold only for the agents named. Between other agents, especially stronger ones, the other player may have "
                "the advantage."
            }
        }
    }
}

fn warnings(shown: &Findings<'_>) -> Markup {
    html! { @for warning in shown.warnings { p.warning { strong { "Caution. " } (prose(warning)) } } }
}

/// The answer of all but a study: the headline, the warnings, the scores, and the findings in words.
fn of_values(model: &Model, shown: &Findings<'_>, charts: &[&Chart]) -> Markup {
    html! {
        p.headline.verdict { (prose(shown.headline)) }
        (warnings(shown))
        div.charts { @for chart in charts { (figure(chart)) } }
        @if let Some(next) = shown.next { p { (prose(next)) } }
        details.words { summary { "What the games show" } (findings(model, shown.findings)) }
    }
}

/// The charts that are part of an answer: the scores of a sweep; the curves above the figures of a study, and its place among known
/// games below.
const OF_ANSWER: [&str; 2] = ["skill", KNOWN_GAMES];

/// The answer of a study: the headline, its number in words, the warnings, the curve over strength, the figures that are
/// neither in the number nor in the curve, and how the players were found.
fn study(model: &Model, shown: &Findings<'_>, charts: &[&Chart]) -> Markup {
    let strongest = super::deciding::strongest_run(model);
    let lead_changes = strongest.and_then(|run| run.summary()?.get(Quantity::LeadChanges));
    let levels = ladder::levels_shown(model).map(|[least, most]| match least == most {
        true => least.to_string(),
        false => format!("{least} to {most}"),
    });
    let page = strongest.and_then(|run| run.page.as_ref());
    let number: Vec<String> =
        [super::study::course(model), super::study::passed_over(model)].into_iter().flatten().collect();
    let steps = super::study::shown(model);
    let is_folded = |finding: &&String| !steps.contains(finding) && !number.contains(finding);
    let others: Vec<String> = shown.findings.iter().filter(is_folded).cloned().collect();
    let (known, curves): (Vec<&Chart>, Vec<&Chart>) =
        charts.iter().partition(|chart| chart.name == KNOWN_GAMES);
    html! {
        p.headline.verdict { (prose(shown.headline)) }
        @for sentence in &number { p { (prose(sentence)) } }
        (warnings(shown))
        div.charts { @for chart in curves { (figure(chart)) } }
        dl.key {
            @if let Some(levels) = levels { div { dt { "Levels of play" } dd { strong { (levels) } } } }
            @if let Some(measure) = lead_changes { (key_figure(measure)) }
        }
        @if let (Some(page), Some(run)) = (page, strongest.filter(|run| run.shown > 0)) {
            p {
                @match run.shown { 1 => "One game", 2 => "Two games", 3 => "Three games", n => { (n) " games" } }
                " between " (run.member.agents[0]) " players, to step through, "
                (is_or_are(run.shown as u64)) " in " a href={ (page) "#games" } { "their report" } "."
            }
        }
        @for step in &steps { p { (prose(step)) } }
        div.charts { @for chart in known { (figure(chart)) } }
        details.words { summary { "How this was found" } (findings(model, &others)) }
    }
}

/// Which intervals are confidence sequences, if the runs had a stopping rule; otherwise empty.
fn sequences_note(model: &Model) -> &'static str {
    if model.has_stopping_rule() {
        "Each run was to stop when the confidence sequence of its first player's score was as narrow as \
         requested; such sequences are valid at every look. All other intervals assume a number of games \
         that is fixed beforehand. That matters little here, since a run's stopping time depends on the spread of its \
         results and hardly on who wins. "
    } else {
        ""
    }
}

fn differences(model: &Model, comparisons: &[Compared]) -> Markup {
    html! {
        h2 { "Differences" }
        p.note {
            "First player's score minus that of the first variant, in percentage points, with Newcombe intervals \
             (1998)"
            @if comparisons.len() > 1 { ", jointly at 95 % (Bonferroni), and Holm-corrected p-values (1979)" } "."
            " In Bayesian terms, for each comparison alone: the posterior probability that the true score is above that of the \
             first, from Jeffreys' prior."
        }
        div.scroll { table {
            thead { tr {
                th { "Variant" } th { "Agents" } th.number { "Difference" } th.number { "95 % interval" }
                th.number { "p" } th.number { "P(above)" } th.definition { "Finding" }
            } }
            tbody { @for compared in comparisons {
                @let run = &model.runs[compared.run];
                @let (value, interval) = compared.in_words();
                tr {
                    th scope="row" { (printable(&model.name(run))) }
                    td { (printable(&super::model::against(&run.member.agents))) }
                    td.number { (value) }
                    td.number { (interval) }
                    td.number { (format_p(compared.corrected)) }
                    td.number { (words::decimal(compared.above, 3)) }
                    td.definition { (prose(&compared.verdict(model))) }
                }
            } }
        } }
    }
}

fn format_p(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { words::decimal(p, 4) }
}

fn measures(model: &Model) -> Markup {
    let played: Vec<&Run> = model.runs.iter().filter(|run| run.model.is_some()).collect();
    let known =
        |quantity: Quantity| played.iter().filter_map(|run| run.summary()).any(|s| s.get(quantity).is_some());
    let shown: Vec<Quantity> = selected(model).filter(|&quantity| known(quantity)).collect();
    html! {
        h2 { "Measures" }
        div.scroll { table {
            thead { tr {
                th { "Run" } th.number { "n" }
                @for &quantity in &shown { th.number { (column(model, quantity)) } }
            } }
            tbody { @for run in played {
                @if let Some(summary) = run.summary() {
                    tr {
                        th scope="row" {
                            @let label = label(model, run);
                            @match &run.page {
                                Some(page) => a href=(page) { (printable(&label)) },
                                None => (printable(&label)),
                            }
                        }
                        td.number { (words::played(summary)) }
                        @for &quantity in &shown {
                            td.number {
                                @if let Some(formatted) = summary.get(quantity).map(words::formatted) {
                                    (formatted.value) (formatted.unit)
                                    @if let Some(interval) = formatted.interval { br; small { (interval) } }
                                } @else { "–" }
                            }
                        }
                    }
                }
            } }
        } }
        p.note {
            "Each value has its 95 % interval below it"
            @if model.runs.iter().filter_map(Run::summary).any(|summary| summary.design.pairs) {
                ", over pairs where the agents exchange sides"
            }
            @if model.has_stopping_rule() { ", under the first player's score its confidence sequence" } "."
            @if model.runs.iter().any(|run| run.page.is_some()) { " A run's name links to its own report." }
        }
    }
}

/// The name of a run in the table.
fn label(model: &Model, run: &Run) -> String {
    let label = model.label(run);
    if model.experiment.kind == ExperimentKind::Study {
        super::deciding::marked(model, run, &label)
    } else {
        label
    }
}

/// The measures of the table. A ladder draws the value of the first move in Elo by one model of all games: a second value, from each run
/// alone, would differ where games are drawn. A study gives scores alone.
fn selected(model: &Model) -> impl Iterator<Item = Quantity> {
    let has_rungs = model.experiment.kind.has_rungs();
    Quantity::selected(Selection::Experiment)
        .filter(move |&quantity| !(has_rungs && quantity == Quantity::Elo))
}

/// The title of a column of the table.
fn column(model: &Model, quantity: Quantity) -> &'static str {
    match (model.experiment.kind, quantity) {
        (kind, Quantity::FirstAgentScore) if kind.has_rungs() => "Score against the rung below",
        _ => quantity.title(),
    }
}

/// The combinations without a game, and why.
fn no_games(model: &Model) -> Markup {
    let none: Vec<&Run> = model.runs.iter().filter(|run| run.member.no_game.is_some()).collect();
    html! {
        @if !none.is_empty() {
            h2 { "No game" }
            p.note { "These combinations are not valid games, for the reasons given." }
            div.scroll { table { tbody { @for run in none {
                tr {
                    th scope="row" { (printable(&model.label(run))) }
                    td.definition { (prose(run.member.no_game.as_deref().unwrap_or_default())) }
                }
            } } } }
        }
    }
}

fn definitions(model: &Model) -> Markup {
    let design = model.design();
    html! {
        details {
            summary { "What the measures mean" }
            div.scroll { table { tbody { @for quantity in selected(model) {
                tr { th scope="row" { (quantity.title()) } td.definition { (quantity.definition(design)) } }
            } } } }
        }
    }
}
