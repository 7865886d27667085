//! Tests of `openings`.

use super::*;

fn openings(turns: &[(&str, u64, u64)]) -> Openings {
    let mut openings = Openings::default();
    for &(turn, wins, losses) in turns {
        (0..wins).for_each(|_| openings.add(turn, Winner::First, false));
        (0..losses).for_each(|_| openings.add(turn, Winner::Second, false));
    }
    openings
}

#[test]
fn turns_that_differ_no_more_than_chance_explains_get_the_same_score() {
    let openings = openings(&[("a1", 55, 45), ("b1", 50, 50), ("c1", 45, 55), ("d1", 50, 50)]);
    let judged = openings.judged();
    assert!(judged.iter().all(|opening| (opening.shrunken - 0.5).abs() < 1e-12), "{judged:?}");
    // All turns together are known as precisely as 400 games allow: σ² / 4 = 0.0025 / 4.
    let half = Z * (0.0025_f64 / 4.0).sqrt();
    assert!((judged[1].interval.high - 0.5 - half).abs() < 1e-12, "{judged:?}");
    assert!(openings.fairest().unwrap().alike);
}

#[test]
fn turns_that_differ_are_shrunk_as_computed_by_hand() {
    // Mean 1/2, variance of an outcome 1/4. Q = 1,000 · 4 · 0.3² / (1/4) = 1,440, weights 4,000 - 1,000 = 3,000:
    // τ² = 1,437/3,000 · 1/4 = 0.11975, σ² = 0.00025, B = 0.00025/0.12.
    let openings = openings(&[("a1", 800, 200), ("b1", 200, 800), ("c1", 800, 200), ("d1", 200, 800)]);
    let judged = openings.judged();
    let drawn = 0.00025 / 0.12;
    assert!((judged[0].shrunken - (0.8 - drawn * 0.3)).abs() < 1e-12);
    let variance: f64 = 0.00025 * (1.0 - drawn * 0.75) + 2.0 * (drawn * 0.3_f64).powi(2);
    assert!((judged[0].interval.high - judged[0].shrunken - Z * variance.sqrt()).abs() < 1e-12);
    assert_eq!((judged[1].turn.as_str(), judged[1].score), ("b1", 0.2));
    assert!(!openings.fairest().unwrap().alike);
}

#[test]
fn three_turns_are_not_shrunk() {
    let openings = openings(&[("a1", 55, 45), ("b1", 50, 50), ("c1", 45, 55)]);
    let judged = openings.judged();
    assert!(judged.iter().all(|opening| opening.shrunken == opening.score), "{judged:?}");
    // The variance of an outcome is 1/4, and the variance of a score over 100 games is a hundredth of this.
    let half = Z * 0.0025_f64.sqrt();
    assert!(judged.iter().all(|opening| (opening.interval.half_width() - half).abs() < 1e-12), "{judged:?}");
    let same = self::openings(&[("a1", 50, 50), ("b1", 50, 50), ("c1", 50, 50)]);
    assert!(!same.fairest().unwrap().alike, "three turns are too few to tell");
}

#[test]
fn five_turns_with_draws_agree_with_hand_computation() {
    let wins = [("a1", 600), ("b1", 200), ("c1", 400), ("d1", 600), ("e1", 200)];
    let mut openings = openings(&wins.map(|(turn, wins)| (turn, wins, 800 - wins)));
    for (turn, _) in wins {
        (0..200).for_each(|_| openings.add(turn, Winner::Draw, false));
    }
    let judged = openings.judged();
    // Scores 0.7, 0.3, 0.5, 0.7 and 0.3 of 1,000 games each: mean 1/2. 2,000 of the 5,000 games are won and 1,000 drawn, so the
    // variance of an outcome is (2,000 + 1,000/4)/5,000 - 1/4 = 0.2.
    let error: f64 = 0.2 / 1_000.0;
    // Q = 1,000 · 4 · 0.2² / 0.2 = 800, weights 5,000 - 1,000: τ² = 796/4,000 · 0.2.
    let drawn = error / (796.0 / 4_000.0 * 0.2 + error);
    let variance = error * (1.0 - drawn * 4.0 / 5.0) + 2.0 * (drawn * 0.2).powi(2) / 2.0;
    assert!((judged[0].shrunken - (0.7 - drawn * 0.2)).abs() < 1e-12, "{judged:?}");
    assert!((judged[0].interval.half_width() - Z * variance.sqrt()).abs() < 1e-12, "{judged:?}");
}

#[test]
fn turns_that_always_win_have_a_score_of_one() {
    let openings = openings(&[("a1", 40, 0), ("b1", 40, 0), ("c1", 40, 0), ("d1", 40, 0)]);
    for opening in openings.judged() {
        assert_eq!((opening.shrunken, opening.interval), (1.0, Interval { low: 1.0, high: 1.0 }));
    }
}

#[test]
fn the_gap_has_the_interval_of_a_distance() {
    let of = |wins, losses| openings(&[("a1", wins, losses)]).fairest().unwrap();
    // The interval of the score contains 1/2, so the gap may be 0. Its upper end is the larger of the two distances.
    let even = of(52, 48);
    let Interval { low, high } = even.opening.interval;
    assert!(low < 0.5 && high > 0.5);
    assert_eq!(even.interval, Interval { low: 0.0, high: high - 0.5 });
    // One turn wins too often, another too rarely by the same amount.
    let (above, below) = (of(800, 200), of(200, 800));
    let Interval { low, high } = above.opening.interval;
    assert_eq!(above.interval, Interval { low: low - 0.5, high: high - 0.5 });
    assert!((below.gap - 0.3).abs() < 1e-12 && (above.gap - 0.3).abs() < 1e-12);
    assert!((below.interval.low - above.interval.low).abs() < 1e-12, "{below:?}");
    assert!((below.interval.high - above.interval.high).abs() < 1e-12, "{below:?}");
}

#[test]
fn the_fairest_turn_is_picked_with_its_gap() {
    let turns = [("a1", 700, 300), ("b1", 560, 440), ("c1", 900, 100), ("d1", 800, 200)];
    let fairest = openings(&turns).fairest().unwrap();
    assert_eq!((fairest.opening.turn.as_str(), fairest.of), ("b1", 4));
    assert!(fairest.gap > 0.05 && fairest.gap < 0.08, "{fairest:?}");
    assert!(fairest.interval.low > 0.0 && fairest.interval.low < fairest.gap);
    assert!(fairest.interval.high > fairest.gap);
}

#[test]
fn the_fairest_set_has_nearly_even_and_rarely_played_turns() {
    let set = |turns| openings(turns).fairest().unwrap().set;
    let turns = [("a1", 700, 300), ("b1", 510, 490), ("c1", 20, 20), ("d1", 490, 510), ("e1", 30, 10)];
    // a1 is far from even. e1 looks as far, but has too few games to be excluded.
    assert_eq!(set(&turns), ["c1", "b1", "d1", "e1"]);
    assert_eq!(set(&[("a1", 20, 20)]), ["a1"]);
}

#[test]
fn the_fairest_turn_is_in_its_set_95_times_in_100() {
    let worth = [0.5, 0.51, 0.53, 0.56, 0.6, 0.64, 0.68, 0.72];
    let share = super::super::simulated::covered(|rng| {
        let mut openings = Openings::default();
        for (turn, score) in worth.iter().enumerate() {
            let outcomes = super::super::simulated::Games::decisive(*score).outcomes(200, rng);
            openings.outcomes.insert(turn.to_string(), outcomes);
        }
        openings.fairest_set().contains(&"0".to_owned())
    });
    assert!(share >= 0.95, "{share}");
}

#[test]
fn equivalent_first_turns_are_judged_as_one() {
    let openings = openings(&[("a1", 12, 8), ("a3", 9, 11), ("b2", 20, 20)]);
    assert_eq!(openings.judged().len(), 1, "neither corner has enough games by itself");
    let pooled = openings.pooled(|turn| if turn == "b2" { "b2" } else { "a1" }.to_owned());
    let judged = pooled.judged();
    assert_eq!((judged[0].turn.as_str(), judged[0].outcomes.wins, judged[0].outcomes.losses), ("a1", 21, 19));
    assert_eq!((judged.len(), pooled.count()), (2, (2, true)));
}

#[test]
fn the_diversity_of_four_turns_agrees_with_hand_computation() {
    let even = openings(&[("a1", 1_000, 0), ("b1", 1_000, 0), ("c1", 0, 1_000), ("d1", 500, 500)]);
    let Diversity { entropy, interval, turns, games } = even.diversity().unwrap();
    // Two bits, plus 3 / 8,000 nats for the bias of n games; equal shares have no variance.
    assert!((entropy - 2.0 - 3.0 / 8_000.0 / std::f64::consts::LN_2).abs() < 1e-12, "{entropy}");
    assert!(interval.half_width() < 1e-6 && turns == 4 && games == 4_000);
    // Shares 1/2, 1/4, 1/4: 1.5 bits; Σ p ln² p - H² = (ln 2)² (1/2 + 2 - 2.25).
    let uneven = openings(&[("a1", 200, 0), ("b1", 100, 0), ("c1", 100, 0)]).diversity().unwrap();
    let half = Z * (0.25_f64 / 400.0).sqrt();
    assert!((uneven.interval.half_width() - half).abs() < 1e-12, "{uneven:?}");
    assert!((uneven.equally_often().0 - uneven.entropy.exp2()).abs() < 1e-12);
    let one = openings(&[("a1", 10, 0)]).diversity().unwrap();
    assert_eq!((one.entropy, one.equally_often().0), (0.0, 1.0));
    assert_eq!(Openings::default().diversity(), None);
}

#[test]
fn few_games_get_no_verdict() {
    assert_eq!(openings(&[("a1", 20, 9)]).judged(), []);
    assert_eq!(openings(&[]).fairest(), None);
    assert_eq!(openings(&[("a1", 20, 10)]).judged().len(), 1);
}

#[test]
fn swapping_players_do_not_change_the_side_of_a_turn() {
    let mut openings = Openings::default();
    openings.add("a1", Winner::Second, true);
    openings.add("a1", Winner::First, true);
    openings.add("a1", Winner::Draw, true);
    assert_eq!(openings.outcomes["a1"], Outcomes { wins: 1, draws: 1, losses: 1 });
}

#[test]
fn the_memory_for_turns_is_bounded() {
    let mut openings = Openings::default();
    (0..=Openings::CAP).for_each(|turn| openings.add(&turn.to_string(), Winner::Draw, false));
    assert_eq!(openings.count(), (Openings::CAP, false));
    let mut openings = Openings::default();
    openings.add(&"a".repeat(Openings::LONGEST), Winner::Draw, false);
    assert_eq!(openings.count(), (1, true));
    openings.add(&"a".repeat(Openings::LONGEST + 1), Winner::Draw, false);
    assert_eq!(openings.count(), (1, false));
}

/// Over many experiments with true scores from a normal distribution: how often the interval of the fairest turn contains its
/// true score, and how often the interval of its games alone would.
#[test]
fn the_interval_of_the_fairest_turn_allows_for_the_selection() {
    let mut state = 7_u64;
    let mut uniform = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let (mut held, mut naive, experiments) = (0, 0, 400);
    for _ in 0..experiments {
        let mut openings = Openings::default();
        let mut truths = BTreeMap::new();
        for turn in 0..60 {
            // A sum of 12 uniform numbers is nearly normal: mean 0.62, deviation 0.05.
            let truth = 0.62 + 0.05 * ((0..12).map(|_| uniform()).sum::<f64>() - 6.0);
            let turn = format!("{turn:02}");
            for _ in 0..100 {
                let winner = if uniform() < truth { Winner::First } else { Winner::Second };
                openings.add(&turn, winner, false);
            }
            truths.insert(turn, truth);
        }
        let fairest = openings.fairest().unwrap().opening;
        let truth = truths[&fairest.turn];
        held += u32::from(fairest.interval.contains(truth));
        naive += u32::from(fairest.outcomes.interval().unwrap().contains(truth));
    }
    let share = |count: u32| f64::from(count) / f64::from(experiments);
    assert!(share(held) > 0.90, "held {}", share(held));
    assert!(share(naive) < share(held), "the naive interval held {}", share(naive));
}
