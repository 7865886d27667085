//! First turns: their scores, the fairest of them, and the advantage that the pie rule would leave.

use maud::{Markup, html};

use super::model::Model;
use super::tables::rounded;
use super::words::{self, decimal};
use dropline_engine::draw::printable;
use dropline_engine::text::inert;
use dropline_lab::stats::{Diversity, Fairest, Interval, Opening, Openings, Quantity, Residual};
use std::borrow::Cow;

/// The table's file.
pub const FILE: &str = "openings.csv";
/// The maximum number of first turns that the page lists; the table has all.
const LISTED: usize = 200;

/// The first turns with enough games as a table: observed and shrunken scores.
pub fn csv(model: &Model) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let mut write = |fields: [&str; 11]| writer.write_record(fields).is_ok();
    write([
        "first_turn",
        "n",
        "wins",
        "draws",
        "losses",
        "score",
        "score_low",
        "score_high",
        "shrunken",
        "shrunken_low",
        "shrunken_high",
    ]);
    for opening in judged(model) {
        let Opening { turn, outcomes, score, shrunken, interval } = &opening;
        let seen = outcomes.interval().unwrap_or(Interval { low: 0.0, high: 1.0 });
        let number = |x: f64| rounded(x).to_string();
        write([
            &cell(turn),
            &outcomes.games().to_string(),
            &outcomes.wins.to_string(),
            &outcomes.draws.to_string(),
            &outcomes.losses.to_string(),
            &number(*score),
            &number(seen.low),
            &number(seen.high),
            &number(*shrunken),
            &number(interval.low),
            &number(interval.high),
        ]);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

/// A first turn as a cell of the table. A turn in the notation is never a spreadsheet formula, even if it begins with a minus
/// sign. Other text, which untrusted rows may contain, is made inert.
fn cell(turn: &str) -> Cow<'_, str> {
    let is_notation = |byte: u8| byte.is_ascii_alphanumeric() || b"+-,.:>".contains(&byte);
    if turn.bytes().all(is_notation) { Cow::Borrowed(turn) } else { inert(turn) }
}

/// The first turns with enough games to be judged; empty for two different agents, whose preferences would be confounded with the
/// turns.
fn judged(model: &Model) -> Vec<Opening> {
    if model.has_one_agent() { model.first_turns().judged() } else { Vec::new() }
}

/// The findings on first turns, a sentence or two each.
fn findings(model: &Model) -> Vec<String> {
    if !model.has_one_agent() {
        let why = "The players are different agents: the score after a first turn shows which agent the turn suits, not \
                   what the turn is worth. First turns are judged only where one agent plays both sides.";
        return vec![why.to_owned()];
    }
    let (openings, symmetries) = (model.first_turns(), model.symmetries().len());
    let (count, all) = openings.count();
    let diversity = openings.diversity().map(|diversity| diverse(&diversity, symmetries));
    let Some(fairest) = openings.fairest() else {
        let at_least = if all { "" } else { "at least " };
        let none = format!(
            "None of the {at_least}{} different first turns{} was played in {} games or more (n = {}): too few to judge any.",
            words::count(count as u64),
            up_to(symmetries),
            Openings::ENOUGH,
            words::count(model.summary.games())
        );
        return [Some(none), diversity].into_iter().flatten().collect();
    };
    if fairest.of == 1 {
        let one = format!(
            "Only one first turn{} has at least {} games, so it cannot be compared with others.",
            up_to(symmetries),
            Openings::ENOUGH
        );
        return [Some(one), diversity].into_iter().flatten().collect();
    }
    // If players can exchange sides, the games already include the effect.
    let rule = (!fairest.alike && !model.variant.has_swaps()).then(|| pie_rule(&fairest));
    let residual =
        if fairest.alike { None } else { openings.residual().map(|residual| residual_finding(&residual)) };
    let komi = model.was_decided_by_score().then(|| komi(model));
    [Some(fairest_finding(&fairest, symmetries)), rule, residual, diversity, komi]
        .into_iter()
        .flatten()
        .collect()
}

/// A clause on the symmetries by which first turns are pooled.
fn up_to(symmetries: usize) -> String {
    if symmetries > 1 { format!(" (up to the {symmetries} symmetries of the game)") } else { String::new() }
}

/// How diverse first turns are.
fn diverse(diversity: &Diversity, symmetries: usize) -> String {
    let (number, interval) = diversity.equally_often();
    let Interval { low, high } = interval;
    format!(
        "The first turns{} are as diverse as {} turns that are all played equally often (95 % interval {} to {}): their entropy is {} bits, \
         over {} different turns in n = {}.",
        up_to(symmetries),
        decimal(number, 1),
        decimal(low, 1),
        decimal(high, 1),
        decimal(diversity.entropy, 2),
        words::count(diversity.turns as u64),
        words::games(diversity.games)
    )
}

fn fairest_finding(
    Fairest { opening, gap, interval, of, set, alike }: &Fairest,
    symmetries: usize,
) -> String {
    let judged = format!("{of} first turns{} with at least {} games", up_to(symmetries), Openings::ENOUGH);
    if *alike {
        return format!(
            "The {judged} differ no more than chance would explain: none can be called fairer than the others, and the \
             advantage that the pie rule would leave is unknown."
        );
    }
    format!(
        "Of the {judged}, {}. With 95 % confidence the fairest of them is among these. With scores shrunk towards the \
         mean of all, {} is nearest to even: the first side scores {} % after it (95 % interval {}, n = {}; observed \
         {} %), {} percentage points from even ({}).",
        candidates(set, *of),
        opening.turn,
        percent(opening.shrunken),
        ends(opening.interval),
        words::count(opening.outcomes.games()),
        percent(opening.score),
        percent(*gap),
        ends(*interval),
    )
}

fn percent(share: f64) -> String {
    decimal(share * 100.0, 1)
}

fn ends(Interval { low, high }: Interval) -> String {
    format!("{} to {}", percent(low), percent(high))
}

/// The first turns that may be the fairest, in a clause.
fn candidates(set: &[String], of: usize) -> String {
    const NAMED: usize = 12;
    let names = set.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = match set.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let many = match set.len() {
        1 => "one".to_owned(),
        n if n == of => "all".to_owned(),
        n => n.to_string(),
    };
    format!("{many} may be the fairest: {names}{more}")
}

fn pie_rule(Fairest { opening, gap, interval, .. }: &Fairest) -> String {
    format!(
        "With the pie rule, {} would leave the second player, who takes the better side, an advantage of {} percentage points ({}), if \
         both play on as these players did. A first player who knows a fairer turn leaves less.",
        opening.turn,
        percent(*gap),
        ends(*interval)
    )
}

/// The finding on the residual: the second player's score under the pie rule if both choose well, without selection bias.
fn residual_finding(Residual { turn, takes, score, interval, outcomes }: &Residual) -> String {
    format!(
        "If both choose well, the pie rule leaves the second player a score of {} % (95 % interval {}, n = {}). \
         Judged by one half of the games, {turn} is the fairest first turn and the {} side is better after it. The \
         score is from the other half, so luck in the choice does not affect it.",
        percent(*score),
        ends(*interval),
        words::count(outcomes.games()),
        if *takes { "first" } else { "second" },
    )
}

fn komi(model: &Model) -> String {
    let Some(komi) = model.summary.get(Quantity::StaticKomi) else {
        return "No komi would have split these games evenly: too many were decided regardless of scores."
            .to_owned();
    };
    format!(
        "The komi that would have split these games evenly is {}. It is static: players that knew it would play differently, \
         which a sweep over `score.komi` measures.",
        words::measure_in_words(komi, model.summary.design)
    )
}

/// The section of the page.
pub fn section(model: &Model) -> Markup {
    let judged = judged(model);
    html! {
        h2 { "First turns" }
        @for finding in findings(model) { p { (super::page::prose(&finding)) } }
        @if !judged.is_empty() {
            details {
                summary { "Scores of the first turns" }
                p.note {
                    "The first side's score after each first turn with at least " (Openings::ENOUGH) " games, as \
                        observed and shrunk towards the mean of all (Morris 1983), each with its 95 % interval."
                    @if model.symmetries().len() > 1 { " Turns that a symmetry of the game maps to each other are \
                        counted as one." }
                    @if judged.len() > LISTED { " The first " (LISTED) " of " (judged.len()) "; " (FILE) " has all." }
                }
                div.scroll { table {
                    thead { tr {
                        th { "First turn" } th.number { "n" } th.number { "Observed" } th.number { "95 % interval" }
                        th.number { "Shrunken" } th.number { "95 % interval" }
                    } }
                    tbody { @for opening in judged.iter().take(LISTED) {
                        @let seen = opening.outcomes.interval().unwrap_or(Interval { low: 0.0, high: 1.0 });
                        tr {
                            th scope="row" { (printable(&opening.turn)) }
                            td.number { (words::count(opening.outcomes.games())) }
                            td.number { (percent(opening.score)) "\u{a0}%" }
                            td.number { (ends(seen)) }
                            td.number { (percent(opening.shrunken)) "\u{a0}%" }
                            td.number { (ends(opening.interval)) }
                        }
                    } }
                } }
            }
        }
    }
}
