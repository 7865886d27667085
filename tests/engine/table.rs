//! A game played on all engines at once: every assertion of a test must hold for each.

use crate::draw::{action, actions, cell, describe, picture, rows, texts};
use crate::oracle::oracle;
use dropline::points::Points;
use dropline::rules::{self, Action, IllegalReason, Margin, Ownership, Player, Position, Reason};
use dropline::variant::conditions::{Missed, Term};
use dropline::variant::{Side, Variant};

/// Reasons that name the line of a condition, to be compared by [`IllegalReason::is_same_rule`]: whatever the line.
pub const WHERE: IllegalReason = IllegalReason::Where(ANY);
pub const MAKES: IllegalReason = IllegalReason::Makes(ANY);
pub const LEAVES: IllegalReason = IllegalReason::Leaves(ANY);
const ANY: Missed = Missed::new(Term::Group, 0);

/// A game, played by both versions of the fast engine and by the slow one.
pub struct Table {
    engines: Vec<Box<dyn Position>>,
}

impl Table {
    /// The start of a game.
    pub fn of(variant: &Variant) -> Self {
        Self { engines: vec![rules::start(variant), rules::start_on_large_grid(variant), oracle(variant)] }
    }

    /// Plays legal actions, written as in the rules; every `pass` is explicit.
    pub fn play(mut self, text: &str) -> Self {
        for action in actions(text) {
            for engine in &mut self.engines {
                let verdict = engine.check(action);
                assert!(verdict.is_ok(), "{action:?}: {verdict:?}{}", scene(engine.as_ref()));
                engine.play(action);
            }
        }
        self
    }

    /// Checks that listing, counting and checking agree on what is legal.
    fn agree(&self) {
        for game in &self.engines[..2] {
            let (game, listed) = (game.as_ref(), legal(game.as_ref()));
            assert_eq!(game.count_legal() as usize, listed.len(), "{}", scene(game));
            for &action in listed.iter().step_by(1 + listed.len() / 100) {
                assert_eq!(game.check(action), Ok(()), "{action:?} is listed{}", scene(game));
            }
            let cells = if game.board().is_boundless() { &[] } else { game.board().cells() };
            let stones = cells.iter().filter(|&&cell| game.check(Action::Place(cell)).is_ok()).count();
            let listed = listed.iter().filter(|action| matches!(action, Action::Place(_))).count();
            assert_eq!(stones, listed, "stones that can be placed{}", scene(game));
        }
    }

    /// Checks that each of the actions is legal by itself.
    pub fn allows(self, text: &str) -> Self {
        self.agree();
        for action in actions(text) {
            self.each(|game| assert_eq!(game.check(action), Ok(()), "{action:?}{}", scene(game)));
            self.each(|game| {
                assert!(legal(game).contains(&action), "{action:?} is generated{}", scene(game));
            });
        }
        self
    }

    /// Checks that each of the actions is illegal for that reason.
    pub fn refuses(self, text: &str, why: IllegalReason) -> Self {
        for action in actions(text) {
            self.each(|game| {
                let verdict = game.check(action).map_err(|illegal| illegal.why);
                let is_as_said = verdict.is_err_and(|it| it.is_same_rule(why));
                assert!(is_as_said, "{action:?}: {verdict:?}, not {why:?}{}", scene(game));
                assert!(!legal(game).contains(&action), "{action:?} is generated{}", scene(game));
            });
        }
        self
    }

    /// Checks that exactly these actions are legal.
    pub fn allows_only(self, text: &str) -> Self {
        let mut expected = actions(text);
        expected.sort();
        self.agree();
        self.each(|game| assert_eq!(texts(&legal(game)), texts(&expected), "{}", scene(game)));
        self
    }

    /// Checks the stones, given as a drawing.
    pub fn shows(self, drawing: &str) -> Self {
        let expected =
            drawing.split([' ', '/', '\n']).filter(|row| !row.is_empty()).collect::<Vec<_>>().join(" ");
        self.each(|game| assert_eq!(rows(game), expected, "{}", scene(game)));
        self
    }

    /// Checks the tiles and stacks, as [`rows`] writes them.
    pub fn shows_tiles(self, text: &str) -> Self {
        self.each(|game| assert_eq!(rows(game), text, "{}", scene(game)));
        self
    }

    /// Checks the stones on the cell `name`, from bottom to top.
    pub fn stacked(self, name: &str, stones: &str) -> Self {
        let sides: Vec<_> =
            stones.chars().map(|mark| if mark == 'x' { Side::First } else { Side::Second }).collect();
        self.each(|game| assert_eq!(game.stack(cell(name)), sides, "{name}{}", scene(game)));
        self
    }

    /// Checks the stones in the hands of the first side and the second.
    pub fn hands(self, hands: [u32; 2]) -> Self {
        self.each(|game| assert_eq!(game.hands(), Some(hands), "{}", scene(game)));
        self
    }

    /// Checks which player takes the next action, and how many turns are complete.
    pub fn waits_for(self, player: Player, side: Side, turns: u32) -> Self {
        self.each(|game| {
            assert_eq!((game.to_move(), game.side_to_move()), (player, side), "{}", scene(game));
            assert_eq!(game.turns(), turns, "{}", scene(game));
        });
        self
    }

    /// Checks that the game is over, and why.
    pub fn ended_by(self, reason: Reason) -> Self {
        self.each(|game| {
            assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(reason), "{}", scene(game));
            assert_eq!(game.actions_in_turn(), 0, "the last turn has ended{}", scene(game));
            assert_eq!(legal(game), [], "{}", scene(game));
        });
        self
    }

    /// Checks that the game is not over.
    pub fn goes_on(self) -> Self {
        self.each(|game| assert_eq!(game.outcome(), None, "{}", scene(game)));
        self
    }

    /// Checks the scores of the first and the second player, given as decimals.
    pub fn scores(self, first: &str, second: &str) -> Self {
        let expected = [first, second].map(|text| text.parse::<Points>().expect("a score"));
        self.each(|game| assert_eq!(game.score(), expected, "{}", scene(game)));
        self
    }

    /// Checks which sides the empty cell `name` counts for.
    pub fn counts(self, name: &str, counts_for: [bool; 2]) -> Self {
        self.each(|game| {
            let mut ownership = vec![];
            game.ownership(&mut ownership);
            let at = game.board().index(cell(name)).expect("a cell of the board");
            let owned = ownership.into_iter().find(|owned| owned.at == at);
            let expected = (counts_for != [false; 2]).then_some(Ownership { at, stone: None, counts_for });
            assert_eq!(owned, expected, "{name}{}", scene(game));
        });
        self
    }

    /// Checks the numbers of stones captured by the first and by the second side.
    pub fn captured(self, captures: [u32; 2]) -> Self {
        self.each(|game| assert_eq!(game.captures(), captures, "{}", scene(game)));
        self
    }

    /// Checks the first player's margin after an action, without playing the action.
    pub fn margin_after(mut self, text: &str, margin: &str) -> Self {
        let expected = Margin::of_points([margin.parse().expect("a score"), Points::ZERO]);
        for game in &mut self.engines {
            assert_eq!(game.margin_after(action(text)), expected, "{text}{}", scene(game.as_ref()));
        }
        self
    }

    fn each(&self, test: impl Fn(&dyn Position)) {
        for engine in &self.engines {
            test(engine.as_ref());
        }
    }
}

/// The legal actions, sorted.
pub fn legal(game: &dyn Position) -> Vec<Action> {
    let mut legal = vec![];
    game.legal_actions(&mut legal);
    legal.sort();
    legal
}

/// The position and its variant, for messages.
pub fn scene(game: &dyn Position) -> String {
    format!("\n{}\n{}", picture(game), describe(game.variant()))
}
