//! The games worth seeing: a typical one, the most dramatic, the shortest, drawn turn by turn.

mod lead;
mod replayed;

use maud::{Markup, html};

pub use replayed::{Found, ReplayedGame, read};

use super::model::Model;
use super::page::{code, prose};
use super::words::{self, count, counted, decimal};
use dropline_engine::draw::small::SmallBoard;
use dropline_engine::draw::{GoalCells, OF_GOALS, printable};
use dropline_engine::numbers::thousands;
use dropline_engine::record::Record;
use dropline_engine::rules::Winner;
use dropline_engine::text::fitted;
use dropline_lab::run::{Highlight, HighlightReason, Manifest};

/// The maximum number of boards that are drawn side by side for a game, as on paper and without scripts.
const MOST_BOARDS: usize = 24;
/// The number of first turns of a longer game that are all drawn.
const FIRST_TURNS: usize = 6;
/// The maximum number of turns of a game on the slider.
const MOST_STEPS: usize = 200;

/// The section of the page.
pub fn section(model: &Model, found: &Found) -> Markup {
    html! {
        h2 { "Games worth seeing" }
        @match found {
            Found::Games(games) if games.is_empty() => p.note {
                "Their records are too long: records of more than " (thousands(Record::LONGEST_LINE as u64)) " bytes are not read."
            },
            Found::Games(games) => (shown(model, games)),
            Found::Outdated => p.note {
                "The games in " (Highlight::FILE) " were chosen from a different number of games than games.csv \
                    holds: they are left out."
            },
            Found::Missing => p.note { (why_missing(model)) },
        }
    }
}

/// Why no games are shown.
fn why_missing(model: &Model) -> String {
    let Manifest { complete, reproducible, .. } = model.manifest;
    let file = Highlight::FILE;
    if !complete {
        "A typical game, the most dramatic and the shortest are chosen when a run is complete.".to_owned()
    } else if reproducible {
        format!("There is no {file}: the file is gone.")
    } else {
        let why = if model.manifest.has_programs() {
            "An external program played"
        } else {
            "An agent had a time limit"
        };
        format!("{why}, so no game can be replayed and drawn here; with --records the games are kept.")
    }
}

fn shown(model: &Model, games: &[ReplayedGame]) -> Markup {
    let tiles = model.variant.board.is_boundless();
    let changes = if tiles {
        "A heavy outline: a change. Striped tiles are black's, plain ones white's; a number is the \
         height of a stack, the small stones beside it are its stones in order; a stack without a tile is a \
         prisoner."
    } else {
        "A dot: a new stone. A cross: a removed stone."
    };
    html! {
        p.note {
            "Chosen by fixed rules from all " (words::games(model.summary.games())) "; ties go to the earliest game. " (changes)
            @if !GoalCells::all(&model.variant).is_empty() { " " (OF_GOALS) }
            " The arrow keys step through the turns. In the folder of the run, "
            (code(&format!("dropline replay {} {} --game N --show=turns", Manifest::FILE, Highlight::FILE)))
            " shows game N in the terminal."
        }
        @for game in games { (article(model, game)) }
    }
}

fn article(model: &Model, game: &ReplayedGame) -> Markup {
    let number = game.reasons.game;
    let id = format!("game-{number}");
    html! {
        article.game id=(id) {
            h3 { "Game " (count(number)) ": " (title(&game.reasons.why)) }
            p { (prose(&result(model, game))) @for why in &game.reasons.why { " " (prose(&reason(*why, model, game))) } }
            @if model.is_scored() { (lead::chart(game)) }
            div.stepper {}
            (boards(model, game, &id))
            (turns(game))
        }
    }
}

/// Why the game is shown.
fn title(why: &[HighlightReason]) -> String {
    let names = why.iter().map(|why| match why {
        HighlightReason::Typical => "a typical one",
        HighlightReason::Dramatic => "the most dramatic",
        HighlightReason::Shortest => "the shortest",
    });
    names.collect::<Vec<_>>().join(", ")
}

/// How the game ended.
fn result(model: &Model, game: &ReplayedGame) -> String {
    let [first, second] = game.turns.last().map(|turn| turn.score).unwrap_or_default();
    let (who, high, low) = match game.winner {
        Winner::First => ("The first player won", first, second),
        Winner::Second => ("The second player won", second, first),
        Winner::Draw => ("A draw", first, second),
    };
    let won = if model.is_scored() { format!("{who}, {high} to {low},") } else { who.to_owned() };
    let (turns, actions) = (game.turns.len() as u64 - 1, game.actions as u64);
    format!("{won} after {} and {}.", counted(turns, "turn"), counted(actions, "action"))
}

/// Why the game was chosen.
fn reason(why: HighlightReason, model: &Model, game: &ReplayedGame) -> String {
    let n = count(model.summary.games());
    match why {
        HighlightReason::Typical => {
            let result = match game.winner {
                Winner::First => "a win for the first player",
                Winner::Second => "a win for the second player",
                Winner::Draw => "a draw",
            };
            format!(
                "Typical: the most frequent result is {result}. Of the games with this result, this one ranks closest to \
                 the median in number of turns{} (n = {n}).",
                if model.is_scored() { " and margin" } else { "" }
            )
        }
        HighlightReason::Dramatic => {
            let drama = decimal(game.reasons.drama.unwrap_or_default(), 2);
            let (behind, turn) = largest_deficit(game);
            format!(
                "Dramatic: the winner trailed by up to {} and led for good from turn {turn} on. The product of its \
                 drama ({drama}) and decisiveness is the highest of all games (n = {n}).",
                lead::points(behind)
            )
        }
        HighlightReason::Shortest => format!("Shortest: no game had fewer turns (n = {n})."),
    }
}

/// The winner's largest deficit, and the turn from which the winner led. Both are taken after whole rounds, as in drama and
/// decisiveness.
fn largest_deficit(game: &ReplayedGame) -> (f64, usize) {
    let last = game.turns.len() - 1;
    let ends_round = |&turn: &usize| turn == last || game.turns[turn + 1].mover == game.turns[1].mover;
    let sign = if game.winner == Winner::Second { -1.0 } else { 1.0 };
    (1..=last).filter(ends_round).fold((0.0, last), |(behind, since), turn| {
        let lead = sign * game.turns[turn].lead();
        let since = if lead <= 0.0 { last } else { since.min(turn) };
        (f64::max(behind, -lead), since)
    })
}

/// The turns after which the board is drawn, always including the last.
fn drawn(turns: usize) -> Vec<usize> {
    if turns <= MOST_BOARDS {
        return (1..=turns).collect();
    }
    let every = (turns - FIRST_TURNS).div_ceil(MOST_BOARDS - FIRST_TURNS);
    let rest = (FIRST_TURNS..turns).step_by(every).skip(1);
    (1..=FIRST_TURNS).chain(rest).chain([turns]).collect()
}

/// A sentence on which turns are drawn; `None` if all are.
fn left_out(turns: usize) -> Option<String> {
    let every = (turns > MOST_BOARDS).then(|| (turns - FIRST_TURNS).div_ceil(MOST_BOARDS - FIRST_TURNS))?;
    Some(format!(
        "The first {FIRST_TURNS} of {turns} turns are drawn, then {}, and the last.",
        if every == 1 { "each".to_owned() } else { format!("one in {every}") }
    ))
}

/// The turns on the slider: all, or for a very long game a limited number that includes the last.
fn steps(turns: usize) -> Vec<usize> {
    let every = turns.div_ceil(MOST_STEPS).max(1);
    (1..turns).step_by(every).chain((turns > 0).then_some(turns)).collect()
}

/// The turns after which the position is stored.
fn kept(turns: usize) -> Vec<usize> {
    let mut kept = steps(turns);
    kept.extend(drawn(turns));
    kept.sort_unstable();
    kept.dedup();
    kept
}

fn boards(model: &Model, game: &ReplayedGame, id: &str) -> Markup {
    let (board, wanted) = (&model.variant.board, GoalCells::all(&model.variant));
    let board = SmallBoard::new(board, &wanted, game.used.iter().copied(), format!("{id}-board"));
    let turns = game.turns.len() - 1;
    let some = drawn(turns);
    let mut before = 0;
    let pictures = kept(turns).into_iter().enumerate().map(|(at, turn)| {
        let since = std::mem::replace(&mut before, turn);
        let lines = caption(model, game, since, turn);
        let held = &game.shown[&turn];
        html! {
            figure.some[some.contains(&turn)] data-turn=(turn) {
                (board.draw(held, Some(&game.shown[&since]), &lines.join(", "), at == 0))
                figcaption { @for line in &lines { span { (printable(line)) } } }
            }
        }
    });
    let pictures: Vec<Markup> = pictures.collect();
    html! {
        @if let Some(sentence) = left_out(turns) { p.note.still { (sentence) } }
        div.boards { @for picture in &pictures { (picture) } }
    }
}

/// The label of a picture: the turns since the previous picture, and the score.
fn caption(model: &Model, game: &ReplayedGame, since: usize, turn: usize) -> Vec<String> {
    let shown = &game.turns[turn];
    let [first, second] = shown.score;
    let what = if turn - since > 1 {
        format!("Turns {} to {turn}", since + 1)
    } else {
        let mover = shown.mover.unwrap_or_default();
        format!("{turn}. {mover} {}", fitted(&shown.text, LONGEST_TURN))
    };
    [Some(what), model.is_scored().then(|| format!("score {first} to {second}"))]
        .into_iter()
        .flatten()
        .collect()
}

/// The longest turn that fits under a board, in characters.
const LONGEST_TURN: usize = 40;

/// All turns in the notation.
fn turns(game: &ReplayedGame) -> Markup {
    html! {
        details {
            summary { "All turns" }
            ol.turns { @for turn in game.turns.iter().skip(1) { li { (printable(&turn.text)) } } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_of_a_short_game_is_drawn() {
        assert_eq!(drawn(3), [1, 2, 3]);
        assert_eq!((drawn(MOST_BOARDS).len(), left_out(MOST_BOARDS)), (MOST_BOARDS, None));
        assert!(drawn(0).is_empty());
    }

    #[test]
    fn the_slider_goes_through_all_turns_while_there_is_room() {
        assert_eq!(steps(5), [1, 2, 3, 4, 5]);
        assert_eq!((steps(0), steps(1), steps(MOST_STEPS).len()), (vec![], vec![1], MOST_STEPS));
        for turns in [201, 400, 100_000] {
            let kept = kept(turns);
            assert!(kept.len() <= MOST_STEPS + MOST_BOARDS + 2, "{turns}: {}", kept.len());
            assert!(kept.is_sorted_by(|a, b| a < b) && kept.last() == Some(&turns), "{turns}");
        }
    }

    #[test]
    fn the_first_turns_some_others_and_the_last_of_a_long_game_are_drawn() {
        assert_eq!(drawn(25), (1..=6).chain((8..25).step_by(2)).chain([25]).collect::<Vec<_>>());
        for turns in [25, 42, 43, 110, 1000, 100_000] {
            let drawn = drawn(turns);
            assert!(drawn.len() <= MOST_BOARDS + 1, "{turns}: {}", drawn.len());
            assert!(drawn.is_sorted_by(|a, b| a < b) && drawn.last() == Some(&turns), "{turns}: {drawn:?}");
        }
        assert_eq!(
            left_out(110).unwrap(),
            "The first 6 of 110 turns are drawn, then one in 6, and the last."
        );
    }
}
