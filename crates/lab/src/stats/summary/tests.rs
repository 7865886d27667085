//! Tests of `summary`.

use super::super::outcomes::elo;
use super::super::{Histogram, wilson};
use super::*;
use crate::rows::{Branching, Fingerprint, GameMeasures, GameRow, Millionths};
use dropline_engine::rules::Winner;

pub fn game(number: u64, winner: Winner, first: i32, second: i32, turns: u32) -> GameRow {
    GameRow {
        game: number,
        variant: "test".into(),
        first_agent: "random".into(),
        second_agent: "random".into(),
        winner,
        first_score: Points::whole(first),
        second_score: Points::whole(second),
        turns,
        actions: 2 * turns,
        end: if turns == 40 { Reason::Cap } else { Reason::Passes },
        branching: Branching::ratio(u64::from(turns), 4),
        first_captures: 3,
        second_captures: 1,
        swapped: false,
        first_turn: "a1".to_owned(),
        fingerprint: Fingerprint(number % 4),
        measures: GameMeasures {
            decision_factor: Some(Branching::ratio(u64::from(turns), 2)),
            game_tree: Millionths::ratio(u64::from(turns), 2),
            rounds: turns / 2,
            lead_changes: number as u32,
            drama: (winner != Winner::Draw).then(|| Millionths::ratio(number, 10)),
            decisiveness: (winner != Winner::Draw).then(|| Millionths::ratio(1, number)),
            coverage: Millionths::ratio(number, 4),
            stone_survival: Some(Millionths::ratio(1, 2)),
            late_upset: number == 4,
        },
    }
}

/// Two wins by 10 and 4, a draw, a loss by 2.
fn four_games() -> Tally {
    let mut tally = Tally::default();
    tally.add(&game(1, Winner::First, 20, 10, 10));
    tally.add(&game(2, Winner::First, 14, 10, 20));
    tally.add(&game(3, Winner::Draw, 10, 10, 30));
    tally.add(&game(4, Winner::Second, 10, 12, 40));
    tally
}

#[test]
fn measures_of_four_games_agree_with_hand_computation() {
    let summary = four_games().summary(Points::ZERO).unwrap();
    let value = |quantity| summary.measure(quantity).value;
    for (quantity, by_hand) in [
        (Quantity::Score, 0.625),
        (Quantity::Advantage, 12.5),
        (Quantity::Elo, 400.0 * (5.0_f64 / 3.0).log10()),
        (Quantity::FirstWins, 0.5),
        (Quantity::Drawishness, 0.25),
        (Quantity::SecondWins, 0.25),
        (Quantity::MeanMargin, 3.0),
        (Quantity::MedianMargin, 2.0),
        (Quantity::Margin5, -2.0),
        (Quantity::Margin25, -2.0),
        (Quantity::Margin75, 4.0),
        (Quantity::Margin95, 10.0),
        (Quantity::StaticKomi, 2.0),
        (Quantity::Turns, 25.0),
        (Quantity::Actions, 50.0),
        (Quantity::Branching, 6.25),
        (Quantity::DecisionFactor, 12.5),
        (Quantity::LeadChanges, 2.5),
        (Quantity::GameTree, 12.5),
        (Quantity::TurnBranching, 0.5),
        (Quantity::LeadChangesPerRound, 0.2),
        // Of games 1, 2 and 4, which have a winner: (1 + 2 + 4)/30 and (1 + 1/2 + 1/4)/3.
        (Quantity::Drama, 7.0 / 30.0),
        (Quantity::Decisiveness, 1.75 / 3.0),
        (Quantity::LateUpsets, 0.25),
        (Quantity::Coverage, 0.625),
        (Quantity::StoneSurvival, 0.5),
        (Quantity::FirstCaptures, 3.0),
        (Quantity::SecondCaptures, 1.0),
        (Quantity::Completion, 0.75),
        (Quantity::Truncated, 0.25),
        (Quantity::DistinctGames, 4.0),
    ] {
        assert!((value(quantity) - by_hand).abs() < 1e-12, "{quantity:?}: {}", value(quantity));
    }
}

#[test]
fn intervals_of_shares_stay_within_0_and_1() {
    let mut tally = Tally::default();
    for number in 1..=4 {
        let row = game(number, Winner::First, 20, 10, 10);
        let (coverage, decisiveness) =
            (Millionths::ratio(3 + number % 2, 4), Millionths::ratio(number / 4, 1));
        let measures = GameMeasures { coverage, decisiveness: Some(decisiveness), ..row.measures };
        tally.add(&GameRow { measures, ..row });
    }
    let summary = tally.summary(Points::ZERO).unwrap();
    let interval = |quantity| summary.measure(quantity).interval.unwrap();
    // Student's interval of the first would end at 1.105, and that of the second begin at -0.546.
    let (coverage, decisiveness) = (interval(Quantity::Coverage), interval(Quantity::Decisiveness));
    assert!(coverage.high == 1.0 && coverage.low > 0.6 && coverage.low < 0.7, "{coverage:?}");
    assert!(decisiveness.low == 0.0 && decisiveness.high == 1.0, "{decisiveness:?}");
}

#[test]
fn quantiles_of_margins_have_intervals_in_points() {
    let summary = four_games().summary(Points::ZERO).unwrap();
    assert_eq!(summary.games(), 4);
    // When four games are resampled, any may be the median.
    let interval = summary.measure(Quantity::MedianMargin).interval;
    assert_eq!(interval, Some(Interval { low: -2.0, high: 10.0 }));
}

#[test]
fn games_are_counted_by_the_reason_for_their_end() {
    let mut tally = Tally::default();
    let ends = [Reason::Passes, Reason::Cap, Reason::Stuck, Reason::Stuck, Reason::Tiles];
    let ends = ends.into_iter().chain([Reason::Tiles; 3]).chain([Reason::Cap; 2]);
    for (number, end) in (1..).zip(ends) {
        tally.add(&GameRow { end, ..game(number, Winner::First, 20, 10, 10) });
    }
    let summary = tally.summary(Points::ZERO).unwrap();
    for (quantity, share) in [
        (Quantity::Ended(Reason::Passes), 0.1),
        (Quantity::Ended(Reason::Stuck), 0.2),
        (Quantity::Ended(Reason::Cap), 0.3),
        (Quantity::Ended(Reason::Tiles), 0.4),
    ] {
        assert!((summary.measure(quantity).value - share).abs() < 1e-12, "{quantity:?}");
    }
    assert_eq!((tally.ended(Reason::Stuck), tally.ended(Reason::Tiles)), (2, 4));
    let counted = |histogram: &Histogram| histogram.counts().collect::<Vec<_>>();
    assert_eq!((counted(tally.turns()), counted(tally.actions())), (vec![(10, 10)], vec![(20, 10)]));
    assert_eq!((tally.outcomes().wins, tally.openings().count()), (10, (1, true)));
}

#[test]
fn every_measure_is_found_under_its_own_name() {
    let summary = four_games().summary(Points::ZERO).unwrap();
    for quantity in Quantity::ALL {
        let not_told = [
            Quantity::Ended(Reason::Quiet),
            Quantity::Ended(Reason::Repetition),
            Quantity::Ended(Reason::Goal),
            Quantity::Ended(Reason::Resigned),
            Quantity::FirstSideScore,
            Quantity::Swapped,
            Quantity::FirstPlayerEffect,
            Quantity::FirstAgentScore,
            Quantity::StrengthDifference,
            Quantity::StrengthElo,
        ];
        let found = summary.get(quantity).map(|measure| measure.quantity);
        assert_eq!(found, (!not_told.contains(&quantity)).then_some(quantity));
    }
    let names: std::collections::BTreeSet<_> = Quantity::ALL.iter().map(|q| q.name()).collect();
    assert_eq!(names.len(), Quantity::ALL.len());
    let definitions: std::collections::BTreeSet<_> =
        Quantity::ALL.iter().map(|q| q.definition(Design::default())).collect();
    assert!(definitions.len() > 1 && !definitions.contains(&String::new()));
}

#[test]
fn the_elo_interval_is_the_converted_score_interval() {
    let summary = four_games().summary(Points::ZERO).unwrap();
    let score = summary.measure(Quantity::Score).interval.unwrap();
    assert_eq!(summary.measure(Quantity::Elo).interval, Some(score.map(elo)));
}

#[test]
fn games_without_scores_have_no_margins_and_no_leader_before_the_end() {
    let summary = |unscored| {
        let mut tally = Tally::new(Design { unscored, ..Design::default() });
        (1..=4).for_each(|number| tally.add(&game(number, Winner::First, 5, 2, 20)));
        tally.summary(Points::ZERO).unwrap()
    };
    let (scored, unscored) = (summary(false), summary(true));
    for quantity in Quantity::ALL {
        let there = scored.get(quantity).is_some() && !quantity.is_of_scores();
        assert_eq!(unscored.get(quantity).is_some(), there, "{quantity:?}");
    }
    assert!(scored.get(Quantity::MeanMargin).is_some() && scored.get(Quantity::LeadChanges).is_some());
}

#[test]
fn the_komi_in_force_is_part_of_the_static_komi() {
    let summary = four_games().summary(Points::hundredths(750)).unwrap();
    assert_eq!(summary.measure(Quantity::StaticKomi).value, 9.5);
}

#[test]
fn no_komi_changes_a_game_that_a_goal_decided() {
    // The first side wins some games by goals, although it is behind by 20. The scores decide the others, by 1, 2, 3, …
    let komi = |by_goals: u64, by_scores: u64| {
        let mut tally = Tally::default();
        for number in 1..=by_goals {
            let row = game(number, Winner::First, 0, 20, 10);
            tally.add(&GameRow { end: Reason::Goal, ..row });
        }
        for margin in 1..=by_scores {
            tally.add(&game(by_goals + margin, Winner::First, margin as i32, 0, 10));
        }
        tally.summary(Points::ZERO).unwrap().get(Quantity::StaticKomi).copied()
    };
    assert_eq!(komi(0, 9).unwrap().value, 5.0);
    // With four of nine games won by goals, the komi must lose the first side all others, or draw the one won by 5.
    assert_eq!(komi(4, 5).unwrap().value, 5.0);
    assert_eq!(komi(2, 7).unwrap().value, 5.0);
    assert_eq!(komi(5, 4), None);
    // Every komi above −3 splits a win by a goal and a loss by 3.
    let mut tally = Tally::default();
    tally.add(&GameRow { end: Reason::Goal, ..game(1, Winner::First, 0, 20, 10) });
    tally.add(&game(2, Winner::Second, 0, 3, 10));
    assert_eq!(tally.summary(Points::ZERO).unwrap().get(Quantity::StaticKomi), None);
    // An end of the interval is infinite where the goals alone could decide.
    assert_eq!(komi(4, 5).unwrap().interval.unwrap().high, f64::INFINITY);
}

#[test]
fn with_the_pie_rule_sides_have_their_own_score_and_komi() {
    let mut tally = Tally::new(Design { swap: true, ..Design::default() });
    for number in 0..20 {
        // The first side wins by 6; in half of the games, the second player has that side.
        let swapped = number % 2 == 0;
        let winner = if swapped { Winner::Second } else { Winner::First };
        let (first, second) = if swapped { (10, 16) } else { (16, 10) };
        tally.add(&GameRow { swapped, ..game(number, winner, first, second, 10) });
    }
    let summary = tally.summary(Points::ZERO).unwrap();
    assert_eq!(summary.measure(Quantity::Score).value, 0.5);
    assert_eq!(summary.measure(Quantity::Swapped).value, 0.5);
    let side = summary.measure(Quantity::FirstSideScore);
    assert_eq!(side.value, 1.0);
    assert!((side.interval.unwrap().low - wilson(1.0, 20.0).low).abs() < 1e-9);
    assert_eq!(summary.measure(Quantity::StaticKomi).value, 6.0);
}

#[test]
fn without_games_there_is_no_summary() {
    assert_eq!(Tally::default().summary(Points::ZERO), None);
}

#[test]
fn a_single_game_has_an_interval_for_its_score_but_not_for_means() {
    let mut tally = Tally::default();
    tally.add(&game(1, Winner::First, 20, 10, 10));
    let summary = tally.summary(Points::ZERO).unwrap();
    let score = summary.measure(Quantity::Score).interval.unwrap();
    assert!(score.high == 1.0 && score.low < wilson(1.0, 1.0).low + 1e-9, "{score:?}");
    for quantity in [Quantity::Turns, Quantity::MeanMargin, Quantity::MedianMargin, Quantity::Margin95] {
        assert_eq!(summary.measure(quantity).interval, None, "{quantity:?}");
    }
    assert_eq!(summary.measure(Quantity::Elo).value, f64::INFINITY);
}

#[test]
fn repeated_games_are_noticed() {
    let mut tally = four_games();
    assert!(!tally.summary(Points::ZERO).unwrap().distinct.repeated);
    tally.add(&game(4, Winner::Second, 10, 12, 40));
    assert!(tally.summary(Points::ZERO).unwrap().distinct.repeated);
}

#[test]
fn measures_that_need_a_winner_count_only_games_with_a_winner() {
    let summary = four_games().summary(Points::ZERO).unwrap();
    assert_eq!((summary.measure(Quantity::Drama).n, summary.measure(Quantity::LeadChanges).n), (3, 4));
    let mut draws = Tally::default();
    draws.add(&game(1, Winner::Draw, 10, 10, 10));
    assert_eq!(draws.summary(Points::ZERO).unwrap().get(Quantity::Drama), None);
}

/// Ten pairs of games, with a stopping rule if `design` has one. The agent named first wins both games of each pair except the
/// last.
pub fn paired(design: Design) -> Tally {
    let mut tally = Tally::new(design);
    for number in 1..=20 {
        let (winner, first, second) =
            if number % 2 == 1 || number == 20 { (Winner::First, 12, 10) } else { (Winner::Second, 10, 12) };
        tally.add(&game(number, winner, first, second, 10));
    }
    tally
}

#[test]
fn pairs_agree_with_hand_computation() {
    let summary = paired(Design { pairs: true, ..Design::default() }).summary(Points::ZERO).unwrap();
    assert_eq!(summary.pairs, 10);
    let of = |quantity| {
        let measure = summary.measure(quantity);
        (measure.value, measure.interval.unwrap(), measure.n)
    };
    // For the first player, nine pairs have the value 1/2 and one has 1; for the agent, nine have 1 and one has 1/2.
    let quarters = |counts| Proportion::of_quarters(counts).unwrap().interval();
    let near = |a: Interval, b: Interval| (a.low - b.low).abs() + (a.high - b.high).abs() < 1e-9;
    let (value, interval, n) = of(Quantity::FirstPlayerEffect);
    assert!(
        (value - 0.55).abs() < 1e-12 && n == 10 && near(interval, quarters([0, 0, 9, 0, 1])),
        "{interval:?}"
    );
    let (value, interval, n) = of(Quantity::Score);
    assert!(
        (value - 0.55).abs() < 1e-12 && n == 10 && near(interval, quarters([0, 0, 9, 0, 1])),
        "{interval:?}"
    );
    let (value, interval, n) = of(Quantity::StrengthDifference);
    let by_hand = quarters([0, 0, 1, 0, 9]).map(|s| (s - 0.5) * 100.0);
    assert!((value - 45.0).abs() < 1e-9 && n == 10 && near(interval, by_hand), "{interval:?}");
}

#[test]
fn all_measures_of_play_are_taken_over_pairs() {
    let tally = paired(Design { pairs: true, ..Design::default() });
    let summary = tally.summary(Points::ZERO).unwrap();
    let over_pairs = |means: &[f64]| {
        // 95 % point of t with 9 degrees of freedom: 2.262157.
        let n = means.len() as f64;
        let mean = means.iter().sum::<f64>() / n;
        let squares: f64 = means.iter().map(|x| (x - mean).powi(2)).sum();
        let half = 2.262_157_163 * (squares / (n - 1.0) / n).sqrt();
        (mean, mean - half, mean + half)
    };
    let lead_changes: Vec<f64> = (0..10).map(|pair| 1.5 + 2.0 * f64::from(pair)).collect();
    let margins = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0];
    for (quantity, pairs) in [(Quantity::LeadChanges, &lead_changes[..]), (Quantity::MeanMargin, &margins)] {
        let Measure { value, interval, n, sampled, .. } = *summary.measure(quantity);
        let (mean, low, high) = over_pairs(pairs);
        let interval = interval.unwrap();
        assert!((value - mean).abs() < 1e-9, "{quantity:?}: {value}");
        assert!((interval.low - low).abs() < 1e-6 && (interval.high - high).abs() < 1e-6, "{interval:?}");
        assert_eq!((n, sampled), (10, Sampled::Pairs));
    }
    // In nine pairs the first player wins one game, in one pair both.
    let wins = summary.measure(Quantity::FirstWins).interval.unwrap();
    let by_hand = Proportion::of_quarters([0, 0, 9, 0, 1]).unwrap().interval();
    assert!((wins.low - by_hand.low).abs() + (wins.high - by_hand.high).abs() < 1e-9, "{wins:?}");
    let counted_by = |sampled| summary.measures().iter().filter(move |of| of.sampled == sampled);
    assert_eq!(counted_by(Sampled::Games).count(), 1, "only the number of distinct games counts games");
}

#[test]
fn an_incomplete_pair_counts_only_in_the_values() {
    let mut tally = paired(Design { pairs: true, ..Design::default() });
    let before = tally.summary(Points::ZERO).unwrap();
    tally.add(&game(21, Winner::First, 31, 10, 10));
    let after = tally.summary(Points::ZERO).unwrap();
    let [before, after] = [&before, &after].map(|summary| *summary.measure(Quantity::MeanMargin));
    assert!((after.value - (20.0 * before.value + 21.0) / 21.0).abs() < 1e-9);
    let width = |measure: Measure| measure.interval.unwrap().half_width();
    assert!((width(after) - width(before)).abs() < 1e-9 && after.n == 10);
}

#[test]
fn a_run_with_until_has_the_interval_of_its_confidence_sequence() {
    for (pairs, until) in [(false, 0.3), (true, 0.3), (false, 0.1)] {
        let tally = paired(Design { pairs, until: Some(until), ..Design::default() });
        let summary = tally.summary(Points::ZERO).unwrap();
        let mut watch = StoppingRule::new(until, pairs);
        (1..=20).for_each(|n| {
            watch.add(if n % 2 == 1 || n == 20 { Winner::First } else { Winner::Second });
        });
        assert_eq!(summary.measure(Quantity::Score).interval, Some(watch.interval()));
        assert_eq!(summary.reached, Some(watch.reached()));
        assert_eq!(summary.needed, (!watch.reached()).then(|| watch.games_needed()));
    }
}

/// A tally of a hundred games, of which every distinct one is played `times` times; the first player wins three of four distinct
/// games.
fn repeating(design: Design, times: u64) -> Summary {
    let mut tally = Tally::new(design);
    for number in 1..=100_u64 {
        let distinct = number.div_ceil(times);
        let winner = if distinct % 4 == 0 { Winner::Second } else { Winner::First };
        tally.add(&GameRow { fingerprint: Fingerprint(distinct), ..game(number, winner, 10, 8, 20) });
    }
    tally.summary(Points::ZERO).unwrap()
}

#[test]
fn games_that_agents_repeat_are_no_new_evidence() {
    let design = Design { repeats: true, ..Design::default() };
    let (once, twice) = (repeating(design, 1), repeating(design, 2));
    let by_chance = repeating(Design::default(), 2);
    let n =
        |summary: &Summary| [Quantity::Score, Quantity::Turns].map(|quantity| summary.measure(quantity).n);
    assert_eq!([n(&once), n(&twice), n(&by_chance)], [[100; 2], [50; 2], [100; 2]]);
    let score = |summary: &Summary| *summary.measure(Quantity::Score);
    let fifty = Proportion::of_quarters([12, 0, 0, 0, 38]).unwrap();
    assert_eq!(score(&twice).interval, Some(fifty.interval()));
    assert_eq!((score(&twice).value, score(&by_chance).value), (0.76, 0.76));
    let wide = |summary: &Summary| {
        let Interval { low, high } = score(summary).interval.unwrap();
        high - low
    };
    assert!(wide(&twice) > 1.3 * wide(&by_chance));
}

#[test]
fn scores_say_what_the_games_that_failed_leave_open() {
    let summary = |failed, losses| {
        let mut tally = Tally::new(Design { failed, ..Design::default() });
        (1..=11).for_each(|number| {
            let winner = if number <= losses { Winner::Second } else { Winner::First };
            tally.add(&GameRow { fingerprint: Fingerprint(number), ..game(number, winner, 10, 8, 20) });
        });
        tally.summary(Points::ZERO).unwrap()
    };
    let range = |failed| summary(failed, 0).measure(Quantity::Score).with_failed;
    assert_eq!(range(0), None);
    assert_eq!(range(9), Some(Interval { low: 0.55, high: 1.0 }));
    assert_eq!(range(11), Some(Interval { low: 0.5, high: 1.0 }));
    assert_eq!([0, 9, 11].map(|failed| summary(failed, 0).hangs_on_failed()), [false, false, true]);
    let few = summary(2, 11);
    assert_eq!(few.measure(Quantity::Score).with_failed, Some(Interval { low: 0.0, high: 2.0 / 13.0 }));
    assert!(!few.hangs_on_failed());
    assert_eq!(summary(9, 0).measure(Quantity::Turns).with_failed, None);
}
