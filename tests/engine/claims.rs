//! The claims that `check` makes about variants, tested in random games of random variants.

use crate::chance::{once_in, pick, seeded};
use crate::draw::text;
use crate::hand_made::shipped;
use crate::oracle::{Oracle, oracle};
use crate::table::{legal, scene};
use crate::{family, family_mixtures, family_tiles};
use dropline::rules::{Action, IllegalReason, Outcome, Position, Reason};
use dropline::variant::{Claims, NoReturn, Passed, Side, Step, Turn, TurnClaims, Variant, explain};
use rand_xoshiro::Xoshiro256PlusPlus as Random;
use std::collections::{BTreeMap, BTreeSet};

/// How often play has confirmed each claim.
type Seen = BTreeMap<&'static str, u32>;

#[test]
fn the_claims_of_check_hold_in_play() {
    let mut seen = Seen::new();
    for number in 0..400 {
        let rng = &mut seeded(number);
        try_out(&family::small(number), rng, &mut seen);
        try_out(&family_tiles::any(number), rng, &mut seen);
    }
    // Every claim must have been tested.
    for claim in [
        "passed at will",
        "passed without anything compulsory",
        "passed with nothing possible",
        "not passed: something compulsory is possible",
        "never passed",
        "closed by pass",
        "never closed by pass",
        "a game without pass",
        "swap offered",
        "swap never offered",
    ] {
        assert!(seen.get(claim).is_some_and(|&times| times > 9), "{claim}: {:?}", seen.get(claim));
    }
}

#[test]
fn arrangements_that_are_claimed_never_to_return_do_not() {
    let mut seen = BTreeMap::new();
    for number in 0..3000 {
        for variant in
            [family::small(number), family_mixtures::any(number), family_mixtures::wrapping(number)]
        {
            let Some(why) = Claims::of(&variant).no_return else { continue };
            let mut game = dropline::rules::start(&variant);
            let mut arrangements = BTreeSet::from([stones(game.as_ref())]);
            let rng = &mut seeded(number);
            while game.outcome().is_none() {
                let action = pick(rng, &legal(game.as_ref()));
                game.play(action);
                if !matches!(action, Action::Pass | Action::Swap) {
                    assert!(arrangements.insert(stones(game.as_ref())), "{why:?}{}", scene(game.as_ref()));
                    *seen.entry(format!("{why:?}")).or_insert(0) += 1;
                }
            }
        }
    }
    println!("{seen:?}");
    assert!(seen.len() == 2 && seen.values().all(|&actions| actions > 100), "{seen:?}");
}

#[test]
fn whether_arrangements_can_return_depends_on_all_actions() {
    for (name, sets, no_return) in [
        ("othello", &[][..], Some(NoReturn::Grows)),
        ("go", &[], None),
        ("clobber", &[], Some(NoReturn::Recedes)),
        ("clobber", &["action.clobber.move.onto=any"], None),
        ("konane", &[], Some(NoReturn::Recedes)),
        ("konane", &["action.jump.move.over=any"], None),
        ("breakthrough", &[], Some(NoReturn::Recedes)),
        ("breakthrough", &["board.wrap=columns"], Some(NoReturn::Recedes)),
        ("breakthrough", &["board.wrap=rows"], None),
        ("breakthrough", &["action.strike.move.forward=false"], None),
        ("amazons", &[], Some(NoReturn::Grows)),
        ("amazons", &["action.shoot.place.where={'stones adjacent' = 0}"], None),
        ("amazons", &["action.shoot.place.sight=orthogonal"], None),
        ("amazons", &["action.walk.move.how=leap"], None),
        ("amazons", &["action.walk.move.onto=any"], None),
        ("ataxx", &[], None),
        ("lines-of-action", &[], None),
        ("exxit", &[], None),
    ] {
        assert_eq!(Claims::of(&shipped(name, sets)).no_return, no_return, "{name} {sets:?}");
    }
}

/// The side of the stone on each cell of the board, and whether the stone is neutral.
fn stones(game: &dyn Position) -> Vec<(Option<usize>, bool)> {
    let cells = game.board().cells().iter();
    cells.map(|&cell| (game.stone(cell).map(Side::index), game.is_neutral(cell))).collect()
}

#[test]
fn the_words_of_check_match_its_claims() {
    for number in 0..1000 {
        for variant in [family::small(number), family_tiles::any(number)] {
            let (claims, said) = (Claims::of(&variant), explain(&variant));
            let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
            let says = |words: &str, claimed: bool| {
                assert_eq!(said.contains(words), claimed, "variant {number}: {words}\n{said}");
            };
            says("Pie rule", claims.swap.is_some());
            let no_return = claims.no_return;
            says("the number of stones only grows", no_return == Some(NoReturn::Grows));
            says("takes a stone off or moves one forward", no_return == Some(NoReturn::Recedes));
            says("There is no pass.", !claims.some_pass());
            says("No turn can be passed.", claims.some_pass() && !claims.some_passed_turn());
            let passed = claims.normal().passed;
            says("A turn without an action is a pass.", passed == Passed::Always);
            says("if no required action is possible, they may pass.", passed == Passed::WithoutCompulsory);
            says("a player who can do nothing passes.", passed == Passed::WithoutAnything);
        }
    }
}

/// Plays a random game of `variant` and checks its claims in each position.
fn try_out(variant: &Variant, rng: &mut Random, seen: &mut Seen) {
    let claims = Claims::of(variant);
    let mut game = dropline::rules::start(variant);
    let mut judge = oracle(variant);
    let mut see = |claim| *seen.entry(claim).or_default() += 1;
    for _ in 0..60 {
        if game.outcome().is_some() {
            break;
        }
        check_claims(&claims, game.as_ref(), judge.as_ref(), &mut see);
        let mut actions = legal(game.as_ref());
        if actions.len() > 1 && !once_in(4, rng) {
            actions.retain(|&action| action != Action::Pass);
        }
        let action = pick(rng, &actions);
        play_and_check_end(&claims, game.as_mut(), judge.as_ref(), action);
        judge.play(action);
    }
    if !claims.some_pass() {
        see("a game without pass");
    }
}

fn check_claims(
    claims: &Claims,
    game: &dyn Position,
    judge: &dyn Oracle,
    see: &mut impl FnMut(&'static str),
) {
    let holds = |claim: bool, what: &str| assert!(claim, "{what}: {claims:?}{}", scene(game));
    let first_action = game.actions_in_turn() == 0;
    check_swap(claims, game, see);
    let pass = match game.check(Action::Pass) {
        Ok(()) => true,
        // Superko forbids a pass that would otherwise be legal.
        Err(illegal) if illegal.why == IllegalReason::Repetition => return,
        Err(_) => false,
    };
    let turn = turn_of(claims, game);
    let others = others(game);
    holds(claims.some_pass() || !pass, "there is no pass");
    holds(turn.passed != Passed::Never || !first_action || !pass, "the turn is never passed");
    // While the player may swap, the other claims about passing do not apply.
    if game.check(Action::Swap).is_ok() {
        return;
    }
    holds(turn.closed || first_action || !pass, "the turn cannot be closed by pass");
    if !first_action {
        see(if pass { "closed by pass" } else { "not closed by pass" });
        if !turn.closed {
            see("never closed by pass");
        }
    }
    let binding = binding(game, judge, &others);
    holds(!pass || !binding, "what is compulsory cannot be left out");
    if first_action {
        match turn.passed {
            Passed::Always => {
                holds(pass, "the turn can be passed");
                see("passed at will");
            }
            Passed::WithoutCompulsory => {
                holds(pass || compulsory(game, judge, &others), "the turn can be passed");
                see(if pass {
                    "passed without anything compulsory"
                } else {
                    "not passed: something compulsory is possible"
                });
            }
            Passed::WithoutAnything => {
                holds(pass == others.is_empty(), "only a player who can do nothing passes");
                if pass {
                    see("passed with nothing possible");
                }
            }
            Passed::Never => {
                holds(!pass, "the turn is never passed");
                see("never passed");
            }
        }
    }
}

/// Plays `action`. If a turn is claimed never to be cut short, it must end with an action of its last step, or by the player's
/// choice.
fn play_and_check_end(claims: &Claims, game: &mut dyn Position, judge: &dyn Oracle, action: Action) {
    let turn = turn_of(claims, game);
    let (steps, kinds) = (steps(game), judge.kinds_of(action));
    let ends_a_kind = |i: usize| steps.get(i + 1).is_none_or(|next| next.or);
    let last = (0..steps.len()).filter(|&i| ends_a_kind(i));
    let last = last.flat_map(|i| steps[i].actions()).any(|kind| kinds.contains(&kind));
    let turns = game.turns();
    game.play(action);
    let ended = game.turns() > turns && game.outcome() != Some(Outcome::scored(Reason::Tiles));
    let by_player = matches!(action, Action::Pass | Action::Swap);
    assert!(!ended || by_player || last || turn.cut_short, "a turn was cut short: {claims:?}{}", scene(game));
}

/// Checks who may swap, and when.
fn check_swap(claims: &Claims, game: &dyn Position, see: &mut impl FnMut(&'static str)) {
    let may_claim = opening(game).is_some_and(|turn| turn.claim);
    let second_turn = game.variant().swap && game.turns() == 1 && !game.swapped();
    let now = (may_claim || second_turn) && game.actions_in_turn() == 0;
    let claimed = now && claims.swap == Some(game.side_to_move());
    let offered = game.check(Action::Swap).is_ok();
    assert_eq!(offered, claimed, "swap: {claims:?}{}", scene(game));
    if offered {
        see("swap offered");
    } else if game.variant().has_swaps() && claims.swap.is_none() {
        see("swap never offered");
    }
}

/// The claims about the current turn.
fn turn_of(claims: &Claims, game: &dyn Position) -> TurnClaims {
    let number = game.stage().due;
    *claims.turns.iter().find(|turn| turn.number >= number).unwrap_or(&claims.normal())
}

/// The legal actions other than `pass` and `swap`.
fn others(game: &dyn Position) -> Vec<Action> {
    let mut others = legal(game);
    others.retain(|action| !matches!(action, Action::Pass | Action::Swap));
    others
}

/// The opening that is due.
fn opening(game: &dyn Position) -> Option<&Turn> {
    game.variant().openings.get(game.stage().due as usize)
}

fn steps(game: &dyn Position) -> &[Step] {
    &opening(game).unwrap_or(&game.variant().turn).steps
}

/// Whether one of the legal `actions` certainly belongs to a step that still requires it: every step that offers the action is
/// compulsory, and allows no more than its minimum unless the turn has just begun.
fn binding(game: &dyn Position, judge: &dyn Oracle, actions: &[Action]) -> bool {
    let binds = |step: &Step| step.min > 0 && (step.min == step.max || game.actions_in_turn() == 0);
    any_of_steps(game, judge, actions, |offering| offering.iter().all(|step| binds(step)))
}

/// Whether one of the legal `actions` may belong to a compulsory step.
fn compulsory(game: &dyn Position, judge: &dyn Oracle, actions: &[Action]) -> bool {
    any_of_steps(game, judge, actions, |offering| offering.iter().any(|step| step.min > 0))
}

/// Whether `question` is true of the steps that offer one of the `actions`.
fn any_of_steps(
    game: &dyn Position,
    judge: &dyn Oracle,
    actions: &[Action],
    question: impl Fn(&[&Step]) -> bool,
) -> bool {
    actions.iter().any(|&action| {
        let kinds = judge.kinds_of(action);
        assert!(!kinds.is_empty(), "`{}` has no kind{}", text(action), scene(game));
        let offers = |step: &&Step| step.actions().any(|kind| kinds.contains(&kind));
        let offering: Vec<&Step> = steps(game).iter().filter(offers).collect();
        question(&offering)
    })
}
