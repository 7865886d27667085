//! Random actions are uniform, and random games consist of random actions.

use crate::chance::seeded;
use crate::conformance::{all_of, plain_push, positions, variants};
use crate::draw::text;
use crate::hand_made::{
    go, hexagon, place, place_shape, seen, send_it, send_it_with_push, shipped, squares, step, turn,
};
use crate::table::{legal, scene};
use dropline::rules::{self, Action, PlayoutPolicy, Position};
use dropline::variant::{End, Shapes, Variant, load};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use statrs::distribution::{ChiSquared, ContinuousCDF};
use std::collections::BTreeMap;

/// A position on a small board with at least one push.
fn position_with_pushes(seed: u64) -> Box<dyn Position> {
    let (mut game, rng) = (rules::start(&send_it_with_push(squares(5, 5))), &mut seeded(seed));
    while !legal(game.as_ref()).iter().any(|action| matches!(action, Action::Displace { .. })) {
        if game.outcome().is_some() {
            game.reset();
        }
        let action = game.random_action(rng, PlayoutPolicy::Unrestricted);
        game.play(action);
    }
    game
}

/// Games whose stones must make or find what takes long to read: a cell that is drawn may be refused.
fn with_conditions() -> impl Iterator<Item = Variant> {
    let games: [(&str, &[&str]); 4] = [
        ("oust", &["board.side=3"]),
        ("bamboo", &["board.side=3"]),
        ("crossway", &["board.width=5", "board.height=5"]),
        ("symple", &["board.width=4", "board.height=4"]),
    ];
    games.into_iter().map(|(name, sets)| shipped(name, sets))
}

#[test]
fn a_random_action_is_uniform_among_those_other_than_pass() {
    let with_pushes = (0..4).map(position_with_pushes);
    let of_variants = variants().into_iter().chain([plain_push()]).chain(with_conditions());
    let of_variants = of_variants.flat_map(|variant| positions(&variant, &[0, 1, 6, 11, 40]));
    for mut game in with_pushes.chain(of_variants) {
        let actions: Vec<_> = legal(game.as_ref()).into_iter().filter(|&a| a != Action::Pass).collect();
        let mut counts: BTreeMap<_, _> = actions.iter().map(|&action| (action, 0_u32)).collect();
        if actions.is_empty() {
            counts.insert(Action::Pass, 0);
        }
        let (before, rng) = (all_of(game.as_ref()), &mut seeded(1));
        let draws = 30 * counts.len();
        for _ in 0..draws {
            let action = game.random_action(rng, PlayoutPolicy::Unrestricted);
            let count = counts.get_mut(&action);
            *count.unwrap_or_else(|| panic!("{}{}", text(action), scene(game.as_ref()))) += 1;
        }
        let p = uniform(&counts.values().copied().collect::<Vec<_>>());
        assert!(p > 1e-5, "p = {p}: {counts:?}{}", scene(game.as_ref()));
        assert_eq!(before, all_of(game.as_ref()), "choosing changes nothing");
    }
}

/// Variants in which several kinds of action may place the same stone or the same pair of stones.
fn actions_of_several_kinds() -> impl Iterator<Item = Variant> {
    let sizes = |name, sizes: &[u8]| place_shape(name, Some(Shapes::Sizes(sizes.to_vec())), None);
    let kinds = [
        vec![sizes("one-or-two", &[1, 2]), place("one")],
        vec![place("one"), sizes("one-or-two", &[1, 2])],
        vec![sizes("two", &[2]), sizes("one-or-two", &[1, 2]), seen(place("one"))],
    ];
    kinds.into_iter().map(|actions| {
        let turn = turn([step((0..actions.len()).collect::<Vec<_>>(), 0, 2)]);
        Variant { openings: vec![], turn, actions, ..send_it(squares(3, 3)) }
    })
}

/// Games with the pie rule after their first turn, when the sides may be swapped.
pub fn swaps() -> [Box<dyn Position>; 3] {
    let exxit = load("exxit", &[]).expect("a valid variant").variant;
    let (opening, normal) = (turn([step([0], 1, 1)]), turn([step([1], 0, 2)]));
    let push = Variant { openings: vec![opening], turn: normal, ..plain_push() };
    [go(squares(2, 2)), exxit, push].map(|variant| {
        let mut game = rules::start(&Variant { swap: true, ..variant });
        let action = game.random_action(&mut seeded(12), PlayoutPolicy::Unrestricted);
        game.play(action);
        assert_eq!(game.check(Action::Swap), Ok(()), "{}", scene(game.as_ref()));
        game
    })
}

#[test]
fn an_action_of_several_kinds_and_a_swap_are_as_likely_as_any_other_action() {
    let several = actions_of_several_kinds().flat_map(|variant| positions(&variant, &[0, 1, 2]));
    for mut game in several.chain(swaps()) {
        let actions = legal(game.as_ref()).into_iter().filter(|&action| action != Action::Pass);
        let mut counts: BTreeMap<_, _> = actions.map(|action| (action, 0_u32)).collect();
        let rng = &mut seeded(13);
        for _ in 0..60 * counts.len() {
            *counts.entry(game.random_action(rng, PlayoutPolicy::Unrestricted)).or_default() += 1;
        }
        let p = uniform(&counts.values().copied().collect::<Vec<_>>());
        assert!(p > 1e-5, "p = {p}: {counts:?}{}", scene(game.as_ref()));
    }
}

#[test]
fn playouts_swap_as_often_as_they_take_any_other_action() {
    // After the first stone, the second can be placed on three cells, or the sides are swapped.
    let end = End { max_turns: 2, ..End::default() };
    let mut game = rules::start(&Variant { swap: true, end, ..go(squares(2, 2)) });
    let rng = &mut seeded(14);
    let swaps = (0..400).filter(|_| {
        game.reset();
        game.playout(rng, PlayoutPolicy::Unrestricted);
        game.swapped()
    });
    let swaps = swaps.count();
    assert!((60..140).contains(&swaps), "{swaps} of 400");
}

#[test]
fn a_playout_plays_random_actions_to_the_end() {
    let cap = |variant, max_turns| Variant { end: End { max_turns, ..End::default() }, ..variant };
    let few_tiles = |name| {
        let variant = load(name, &["end.tiles=9".to_owned()]).expect("a valid variant").variant;
        Variant { end: End { max_turns: 60, ..variant.end }, ..variant }
    };
    let several_steps =
        Variant { turn: turn([step([0], 0, 2), step([1, 2], 1, 2)]), ..push_from_the_start() };
    for variant in [
        send_it(hexagon(3)),
        send_it_with_push(squares(4, 4)),
        cap(go(squares(3, 3)), 40),
        Variant { swap: true, ..cap(several_steps, 20) },
        few_tiles("hex-it"),
        Variant { swap: true, ..few_tiles("exxit") },
    ]
    .into_iter()
    .chain(actions_of_several_kinds().take(1))
    {
        let mut game = rules::start(&variant);
        let playouts = games(&mut game, 600, 1, |game, rng| game.playout(rng, PlayoutPolicy::Unrestricted));
        let loops = games(&mut game, 600, 2, |game, rng| {
            let mut actions = 0;
            while game.outcome().is_none() {
                let action = game.random_action(rng, PlayoutPolicy::Unrestricted);
                game.play(action);
                actions += 1;
            }
            actions
        });
        let p = same_distribution(playouts, loops);
        assert!(p > 1e-5, "p = {p}{}", scene(game.as_ref()));
    }
}

/// Send It with the push on a small board, without openings.
fn push_from_the_start() -> Variant {
    Variant { openings: vec![], ..send_it_with_push(squares(4, 3)) }
}

/// The probability of counts at least as uneven as these if all outcomes are equally likely (Pearson's chi-squared test).
fn uniform(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    let statistic = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    tail(statistic, counts.len() - 1)
}

/// The counts of kinds of games: who wins, and after how many turns.
type Kinds = BTreeMap<(i32, u32), f64>;

/// Plays games from the start to the end and counts their kinds.
fn games(
    game: &mut Box<dyn Position>,
    count: u32,
    seed: u64,
    mut play: impl FnMut(&mut dyn Position, &mut Random) -> u32,
) -> Kinds {
    let (mut kinds, rng) = (Kinds::new(), &mut seeded(seed));
    for _ in 0..count {
        game.reset();
        let actions = play(game.as_mut(), rng);
        let [first, second] = game.score();
        *kinds.entry(((first - second).as_hundredths().signum(), actions / 4)).or_default() += 1.0;
    }
    kinds
}

/// The p-value of the chi-squared test of homogeneity for equal numbers of games: the probability of counts that differ at least
/// this much if both come from the same distribution. Rare kinds are pooled.
fn same_distribution(one: Kinds, other: Kinds) -> f64 {
    let mut pairs: BTreeMap<_, [f64; 2]> = BTreeMap::new();
    for (index, kinds) in [one, other].into_iter().enumerate() {
        for (kind, count) in kinds {
            pairs.entry(Some(kind)).or_default()[index] += count;
        }
    }
    let (rare, mut common): (Vec<_>, Vec<_>) = pairs.into_values().partition(|[a, b]| a + b < 10.0);
    common.push(rare.iter().fold([1.0; 2], |[a, b], [c, d]| [a + c, b + d]));
    let statistic = common.iter().map(|[a, b]| (a - b).powi(2) / (a + b)).sum();
    tail(statistic, common.len() - 1)
}

/// The upper tail of the chi-squared distribution.
fn tail(statistic: f64, freedom: usize) -> f64 {
    if freedom == 0 { 1.0 } else { ChiSquared::new(freedom as f64).expect("a positive number").sf(statistic) }
}
