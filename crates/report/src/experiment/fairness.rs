//! How fair a game is between strong players: the rule that decides, and its words.

use crate::words::{counted, decimal};
use dropline_engine::text::capital;
use dropline_lab::stats::{Decision, Difference, Interval, Proportion, exact_p_value};

/// The chance of a false alarm when the scores of the two strongest rungs are compared.
const ALPHA: f64 = 0.05;
/// The chance of a false alarm when a game that is about even is checked, or how large an advantage is. It is small, since the check
/// has few games, and either player may win them all by chance.
const ALPHA_FEW: f64 = 0.01;
/// The share of games at the turn cap above which their results count in the verdict.
const FEW_CUT_OFF: f64 = 0.05;
/// The share of draws from which nearly every game is drawn, and that from which the headline gives it.
const NEARLY_ALL: f64 = 0.9;
const MANY_DRAWN: f64 = 0.4;
/// The score that is still called close to even, and its mirror image.
const CLOSE: Interval = Interval { low: 0.4, high: 0.6 };

/// How fair a game is.
#[derive(Clone, Debug, PartialEq)]
pub enum Fairness {
    /// The result under perfect play is known.
    Proved(String),
    /// Some games have not been played yet.
    Incomplete,
    /// The games of the strongest players give no verdict, for this reason.
    None(String),
    /// The strongest players swap sides whatever the first turn, so that the first player's score says nothing about the pie rule.
    Swaps(Swaps),
    /// This share of the strongest players' games is cut off at the turn cap, and their results could change the verdict.
    CutOff { share: f64 },
    /// Nearly every game between the strongest players is drawn: this share.
    Drawn { share: f64 },
    /// No player is clearly stronger than this one, the weakest.
    Weak(String),
    /// A player is ahead by these percentage points.
    Ahead { first: bool, points: f64, trend: Trend },
    /// The score is within the margin of balance.
    Fair,
    /// Who is ahead is unknown, but the score is known to be close to one half.
    Close(Interval),
    /// There are too few games to tell.
    Open(Interval),
    /// The score depends on the learning seed: it is this with either of two.
    Seeds([f64; 2]),
    /// The score changes with strength, between these values.
    Moving([f64; 2]),
    /// The check, in so many games, does not agree with this score.
    Contradicted { score: f64, check: f64, games: u64 },
}

/// How players swap sides who do not tell first turns apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swaps {
    Always,
    NearlyAlways,
    Never,
    ByChance,
}

/// What stronger players do to an advantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trend {
    /// Nothing that these games show.
    Unknown,
    Widen,
    Narrow,
}

/// The scores that decide.
pub struct Scores {
    /// That of the strongest players, which is compared with those of weaker ones.
    pub own: Proportion,
    /// That over all learning seeds.
    pub all: Proportion,
    /// How far from one half a balanced score may be.
    pub margin: f64,
    /// That with each of two learning seeds, if these differ by more than chance would explain.
    pub of_seeds: Option<[f64; 2]>,
}

impl Fairness {
    /// The verdict as a word, for programs.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Proved(result) => match result.as_bytes() {
                b"first" => "first",
                b"second" => "second",
                _ => "balanced",
            },
            Self::None(_) | Self::Swaps(_) => "none",
            Self::Incomplete
            | Self::CutOff { .. }
            | Self::Weak(_)
            | Self::Ahead { trend: Trend::Narrow, .. }
            | Self::Open(_)
            | Self::Seeds(_)
            | Self::Moving(_)
            | Self::Contradicted { .. } => "open",
            Self::Close(_) => "close",
            Self::Ahead { first: true, .. } => "first",
            Self::Ahead { first: false, .. } => "second",
            Self::Fair => "balanced",
            Self::Drawn { .. } => "drawn",
        }
    }

    /// The headline.
    pub fn text(&self) -> String {
        let whole = |share: f64| decimal(share * 100.0, 0);
        match self {
            Self::Proved(result) if result == "draw" => "A draw with perfect play: proved".to_owned(),
            Self::Proved(player) => format!("The {player} player wins: proved"),
            Self::Incomplete => "Not settled: the study is not complete".to_owned(),
            Self::None(why) => format!("No verdict: {why}."),
            Self::Swaps(swaps) => format!(
                "Not settled: the strongest players here {}",
                match swaps {
                    Swaps::Always => "swapped sides in every game",
                    Swaps::NearlyAlways => "swapped sides in nearly every game",
                    Swaps::Never => "never swapped sides",
                    Swaps::ByChance => "swapped sides by chance",
                }
            ),
            Self::CutOff { share } => {
                format!(
                    "Not settled: {} % of the games that decide are cut off at the turn cap",
                    whole(*share)
                )
            }
            Self::Drawn { share } if *share >= 1.0 => "Every game is drawn".to_owned(),
            Self::Drawn { share } => {
                // All but a few are not all.
                let places = usize::from(whole(*share) == "100");
                format!("Nearly every game is drawn: {} %", decimal(100.0 * share.min(0.999), places))
            }
            Self::Weak(weakest) => {
                format!("Not settled: {weakest} is as strong as any player here")
            }
            Self::Ahead { first, points, trend } => {
                let who = if *first { "first" } else { "second" };
                let ahead = format!(
                    "the {who} player is ahead by {} points",
                    decimal(*points, if *points < 1.0 { 1 } else { 0 })
                );
                match trend {
                    Trend::Unknown => format!("{} between strong players", capital(&ahead)),
                    Trend::Widen => format!("{}, and stronger players widen it", capital(&ahead)),
                    Trend::Narrow => format!("Not settled: {ahead}, but stronger players narrow it"),
                }
            }
            Self::Fair => "Fair between strong players".to_owned(),
            Self::Close(interval) => {
                format!("No large advantage: the first player scores {}", range(*interval))
            }
            Self::Open(interval) => {
                format!(
                    "Not settled: the first player scores {}, and more games would tell",
                    range(*interval)
                )
            }
            Self::Seeds([one, other]) => format!(
                "Not settled: the first player scores {} % with one learning seed and {} % with another",
                whole(*one),
                whole(*other)
            ),
            Self::Moving([weak, strong]) => format!(
                "Not settled: stronger players move the first player's score from {} to {} %",
                whole(*weak),
                whole(*strong)
            ),
            Self::Contradicted { score, check, games } => format!(
                "Not settled: the first player scores {} %, but the check ({}, {} %) contradicts it",
                whole(*score),
                counted(*games, "game"),
                whole(*check)
            ),
        }
    }

    /// How fair a game is in which the strongest players gave the first player these `scores`, and those one rung and two rungs `below` gave it
    /// these.
    pub fn of(scores: &Scores, below: [Option<Proportion>; 2]) -> Self {
        let &Scores { own, all, margin, of_seeds } = scores;
        let interval = all.interval();
        let is_balanced = matches!(Decision::of(all, interval, false, margin), Decision::Balanced);
        let [below, before] = below;
        let difference = below.map(|below| Difference::new(own, below));
        let drift = difference.filter(|difference| difference.p_value < ALPHA).map_or(0.0, |d| d.value);
        let first = all.share > 0.5;
        let is_ahead = |rung: Proportion| {
            let Interval { low, high } = rung.interval();
            if first { low > 0.5 } else { high < 0.5 }
        };
        // Scores that go up and down with strength have no trend. Who is ahead is open, too, unless all of them agree.
        let turned = below.zip(before);
        let turned = turned.filter(|(below, before)| drift * (below.share - before.share) < 0.0);
        let is_agreed = turned.is_none_or(|(below, before)| is_ahead(below) && is_ahead(before));
        if !interval.contains(0.5) && is_agreed {
            // Over both learning seeds the advantage may be no larger than weaker players'.
            let is_larger = below.is_some_and(|below| (below.share < all.share) == first);
            let trend = match if first { drift } else { -drift } {
                less if less < 0.0 => Trend::Narrow,
                more if more > 0.0 && turned.is_none() && is_larger => Trend::Widen,
                _ => Trend::Unknown,
            };
            return Self::Ahead { first, points: 100.0 * (all.share - 0.5).abs(), trend };
        }
        let is_close = CLOSE.contains(interval.low) && CLOSE.contains(interval.high);
        match below {
            // Neither more games nor the trend of one seed would settle it.
            _ if !is_close && let Some(scores) = of_seeds => Self::Seeds(scores),
            Some(below) if drift != 0.0 => Self::Moving([below.share, own.share]),
            _ if is_balanced => Self::Fair,
            _ if is_close => Self::Close(interval),
            _ => Self::Open(interval),
        }
    }

    /// The same, where players that are clearly weaker, though they stand higher, gave the first player these `scores`: an advantage
    /// that is smaller between one of them does not grow with strength.
    pub fn beside(self, scores: impl IntoIterator<Item = Proportion>) -> Self {
        let Self::Ahead { first, points, trend: Trend::Widen } = self else { return self };
        let advantage = |score: Proportion| 100.0 * if first { score.share - 0.5 } else { 0.5 - score.share };
        let grows = scores.into_iter().all(|score| advantage(score) >= points);
        Self::Ahead { first, points, trend: if grows { Trend::Widen } else { Trend::Unknown } }
    }

    /// The same, where this `share` of the strongest players' games is drawn: if that is nearly every game, they hardly say who is ahead.
    pub fn with_draws(self, share: f64) -> Self {
        let is_over = matches!(
            self,
            Self::Proved(_) | Self::Incomplete | Self::None(_) | Self::Swaps(_) | Self::CutOff { .. }
        );
        if share < NEARLY_ALL || is_over { self } else { Self::Drawn { share } }
    }

    /// The headline, where this `share` of the strongest players' games is drawn.
    pub fn headline(&self, share: Option<f64>) -> String {
        let counts = matches!(
            self,
            Self::Ahead { .. }
                | Self::Fair
                | Self::Close(_)
                | Self::Open(_)
                | Self::Seeds(_)
                | Self::Moving(_)
        );
        let text = self.text();
        match share.filter(|&share| counts && share >= MANY_DRAWN) {
            Some(share) => format!("{text}; {} % are draws", decimal(share * 100.0, 0)),
            None => text,
        }
    }

    /// The same, where this `share` of the strongest players' games is cut off, and their score has this `interval`. If they are more than a
    /// few, the verdict remains only if a player is ahead whoever would have won them.
    pub fn without_cut_off(self, share: f64, interval: Interval) -> Self {
        let is_sure = interval.low - share > 0.5 || interval.high + share < 0.5;
        if share <= FEW_CUT_OFF || is_sure { self } else { Self::CutOff { share } }
    }

    /// The same, checked in few games of players with more iterations, where the strongest players of the study gave the first player this
    /// `score`. What the `check` contradicts is not settled. It contradicts an advantage that it does not show itself if it shows a
    /// significantly smaller one, and a game that is about even if its score differs significantly. An advantage that it shows to be
    /// smaller is one that stronger players narrow, and one that it shows to be larger is one that they widen.
    pub fn checked(self, score: Proportion, check: Proportion) -> Self {
        let p_value = exact_p_value(check, score);
        let contradicted = Self::Contradicted {
            score: score.share,
            check: check.share,
            games: check.results().round() as u64,
        };
        match self {
            Self::Ahead { first, points, trend: Trend::Unknown | Trend::Widen } => {
                let Interval { low, high } = check.interval();
                let is_shown = if first { low > 0.5 } else { high < 0.5 };
                let is_less = (check.share < score.share) == first;
                match p_value {
                    p if is_less && !is_shown && p < ALPHA => contradicted,
                    p if p < ALPHA_FEW => {
                        let trend = if is_less { Trend::Narrow } else { Trend::Widen };
                        Self::Ahead { first, points, trend }
                    }
                    _ => self,
                }
            }
            Self::Fair | Self::Close(_) if p_value < ALPHA_FEW => contradicted,
            _ => self,
        }
    }
}

/// A range of scores in percent. An end that would round to 50 has a decimal, so that it shows on which side it lies.
fn range(Interval { low, high }: Interval) -> String {
    let is_near = [low, high].map(|end| decimal(end * 100.0, 0)).contains(&"50".to_owned());
    let [low, high] = [low, high].map(|end| decimal(end * 100.0, usize::from(is_near)));
    format!("{low} to {high} %")
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Scores {
        /// The score of the strongest players alone.
        pub fn alone(score: Proportion) -> Self {
            Self { own: score, all: score, margin: 0.02, of_seeds: None }
        }
    }

    /// What is said where the strongest players won, drew and lost these many games, and those one and two rungs below won and lost
    /// these many.
    fn said([wins, draws, losses]: [u64; 3], below: [Option<[u64; 2]>; 2]) -> (&'static str, String) {
        let score = Proportion::of_quarters([losses, 0, draws, 0, wins]).expect("games");
        let below = below.map(|games| Proportion::of_quarters([games?[1], 0, 0, 0, games?[0]]));
        let fairness = Fairness::of(&Scores::alone(score), below);
        (fairness.word(), fairness.text())
    }

    #[test]
    fn the_strongest_players_are_believed_and_what_moves_is_not_settled() {
        for (games, below, word, text) in [
            (
                [116, 0, 84],
                [Some([110, 90]), None],
                "first",
                "The first player is ahead by 8 points between strong players",
            ),
            (
                [40, 0, 160],
                [Some([70, 130]), None],
                "second",
                "The second player is ahead by 30 points, and stronger players widen it",
            ),
            (
                [130, 0, 70],
                [Some([160, 40]), None],
                "open",
                "Not settled: the first player is ahead by 15 points, but stronger players narrow it",
            ),
            (
                [104, 0, 96],
                [Some([150, 50]), None],
                "open",
                "Not settled: stronger players move the first player's score from 75 to 52 %",
            ),
            ([5000, 0, 5000], [Some([5010, 4990]), None], "balanced", "Fair between strong players"),
            ([100, 0, 100], [None, None], "close", "No large advantage: the first player scores 43 to 57 %"),
            (
                [10, 5, 10],
                [None, None],
                "open",
                "Not settled: the first player scores 33 to 67 %, and more games would tell",
            ),
            (
                [40, 0, 160],
                [Some([100, 100]), Some([60, 140])],
                "open",
                "Not settled: stronger players move the first player's score from 50 to 20 %",
            ),
            (
                [188, 0, 12],
                [Some([170, 30]), Some([185, 15])],
                "first",
                "The first player is ahead by 44 points between strong players",
            ),
            (
                [40, 0, 160],
                [Some([70, 130]), Some([90, 110])],
                "second",
                "The second player is ahead by 30 points, and stronger players widen it",
            ),
        ] {
            assert_eq!(said(games, below), (word, text.to_owned()));
            assert!(text.split_whitespace().count() <= 20);
        }
    }

    #[test]
    fn many_games_that_are_cut_off_settle_nothing_unless_a_player_is_ahead_anyway() {
        let interval = |low, high| Interval { low, high };
        let close = Fairness::Close(interval(0.45, 0.55));
        assert_eq!(close.clone().without_cut_off(0.05, interval(0.45, 0.55)), close);
        let cut = close.without_cut_off(0.419, interval(0.45, 0.55));
        assert_eq!(
            (cut.word(), cut.text()),
            ("open", "Not settled: 42 % of the games that decide are cut off at the turn cap".to_owned())
        );
        let ahead = Fairness::Ahead { first: false, points: 40.0, trend: Trend::Unknown };
        assert_eq!(ahead.clone().without_cut_off(0.2, interval(0.05, 0.15)), ahead);
        assert_eq!(ahead.without_cut_off(0.4, interval(0.05, 0.15)), Fairness::CutOff { share: 0.4 });
    }

    #[test]
    fn draws_are_in_the_headline_if_they_are_many_and_the_verdict_if_they_are_nearly_all() {
        let ahead = Fairness::Ahead { first: false, points: 7.2, trend: Trend::Unknown };
        for (share, word, text) in [
            (0.39, "second", "The second player is ahead by 7 points between strong players"),
            (
                0.822,
                "second",
                "The second player is ahead by 7 points between strong players; 82 % are draws",
            ),
            (0.982, "drawn", "Nearly every game is drawn: 98 %"),
            (0.9962, "drawn", "Nearly every game is drawn: 99.6 %"),
            (0.9999, "drawn", "Nearly every game is drawn: 99.9 %"),
            (1.0, "drawn", "Every game is drawn"),
        ] {
            let fairness = ahead.clone().with_draws(share);
            assert_eq!((fairness.word(), fairness.headline(Some(share))), (word, text.to_owned()));
        }
        let longest = [
            Fairness::Ahead { first: true, points: 7.2, trend: Trend::Narrow },
            Fairness::Open(Interval { low: 0.3, high: 0.7 }),
            Fairness::Moving([0.4, 0.5]),
        ];
        for fairness in longest {
            let text = fairness.headline(Some(0.5));
            assert!(text.ends_with("; 50 % are draws") && text.split_whitespace().count() <= 20, "{text}");
        }
        assert_eq!(Fairness::Proved("draw".to_owned()).with_draws(1.0).word(), "balanced");
    }

    #[test]
    fn ends_of_a_range_near_one_half_have_a_decimal() {
        let of = |low, high| range(Interval { low, high });
        assert_eq!(of(0.495, 0.574), "49.5 to 57.4 %");
        assert_eq!(of(0.426, 0.504), "42.6 to 50.4 %");
        assert_eq!(of(0.431, 0.569), "43 to 57 %");
    }

    #[test]
    fn what_players_above_contradict_does_not_grow_with_strength() {
        let proportion = |wins: u64| Proportion::of_quarters([320 - wins, 0, 0, 0, wins]).expect("games");
        let widened = Fairness::Ahead { first: true, points: 11.0, trend: Trend::Widen };
        for (above, text) in [
            (&[][..], "The first player is ahead by 11 points, and stronger players widen it"),
            (&[200], "The first player is ahead by 11 points, and stronger players widen it"),
            (&[200, 169], "The first player is ahead by 11 points between strong players"),
            (&[154], "The first player is ahead by 11 points between strong players"),
        ] {
            assert_eq!(widened.clone().beside(above.iter().map(|&wins| proportion(wins))).text(), text);
        }
    }

    #[test]
    fn what_one_learning_seed_shows_does_not_grow_with_strength() {
        let proportion = |wins: u64| Proportion::of_quarters([200 - wins, 0, 0, 0, wins]).expect("games");
        let (own, below) = (proportion(150), proportion(125));
        for (all, text) in [
            (proportion(140), "The first player is ahead by 20 points, and stronger players widen it"),
            (proportion(120), "The first player is ahead by 10 points between strong players"),
        ] {
            let scores = Scores { all, ..Scores::alone(own) };
            assert_eq!(Fairness::of(&scores, [Some(below), None]).text(), text);
        }
    }

    #[test]
    fn what_the_check_contradicts_is_not_settled() {
        let proportion = |[wins, losses]: [u64; 2]| Proportion::of_quarters([losses, 0, 0, 0, wins]);
        let of = |games: [u64; 2]| {
            let score = proportion(games).expect("games");
            (score, Fairness::of(&Scores::alone(score), [None; 2]))
        };
        for (games, check, text) in [
            (
                [1005, 0],
                [7, 5],
                "Not settled: the first player scores 100 %, but the check (12 games, 58 %) contradicts it",
            ),
            ([1005, 0], [11, 1], "The first player is ahead by 50 points between strong players"),
            ([232, 168], [7, 5], "The first player is ahead by 8 points between strong players"),
            ([232, 168], [14, 0], "The first player is ahead by 8 points, and stronger players widen it"),
            (
                [232, 168],
                [0, 6],
                "Not settled: the first player scores 58 %, but the check (6 games, 0 %) contradicts it",
            ),
            (
                [10, 190],
                [4, 2],
                "Not settled: the first player scores 5 %, but the check (6 games, 67 %) contradicts it",
            ),
            ([10, 190], [0, 6], "The second player is ahead by 45 points between strong players"),
            (
                [452, 24],
                [17, 6],
                "Not settled: the first player is ahead by 45 points, but stronger players narrow it",
            ),
            (
                [10, 190],
                [6, 17],
                "Not settled: the second player is ahead by 45 points, but stronger players narrow it",
            ),
            ([360, 40], [19, 5], "The first player is ahead by 40 points between strong players"),
            ([5000, 5000], [12, 12], "Fair between strong players"),
            (
                [5000, 5000],
                [24, 0],
                "Not settled: the first player scores 50 %, but the check (24 games, 100 %) contradicts it",
            ),
            (
                [200, 200],
                [0, 8],
                "Not settled: the first player scores 50 %, but the check (8 games, 0 %) contradicts it",
            ),
        ] {
            let (score, fairness) = of(games);
            let checked = fairness.checked(score, proportion(check).expect("games"));
            assert_eq!(checked.text(), text);
            assert_eq!(checked.word() == "open", text.starts_with("Not"));
        }
    }

    #[test]
    fn players_who_do_not_tell_first_turns_apart_settle_nothing() {
        for (swaps, how) in [
            (Swaps::Always, "swapped sides in every game"),
            (Swaps::NearlyAlways, "swapped sides in nearly every game"),
            (Swaps::Never, "never swapped sides"),
            (Swaps::ByChance, "swapped sides by chance"),
        ] {
            let fairness = Fairness::Swaps(swaps);
            let text = format!("Not settled: the strongest players here {how}");
            assert_eq!((fairness.word(), fairness.text()), ("none", text));
        }
    }

    #[test]
    fn a_proof_is_the_answer() {
        let of = |result: &str| Fairness::Proved(result.to_owned());
        assert_eq!(
            (of("second").word(), of("second").text()),
            ("second", "The second player wins: proved".to_owned())
        );
        assert_eq!(
            (of("draw").word(), of("draw").text()),
            ("balanced", "A draw with perfect play: proved".to_owned())
        );
    }
}
