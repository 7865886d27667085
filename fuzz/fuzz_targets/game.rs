//! Random games of random variants, each position compared with one rebuilt from scratch. The bytes choose the settings of a
//! shipped variant, and then the actions.
#![no_main]

use dropline::chance;
use dropline::rules::{self, ActionList, PlayoutPolicy};
use dropline::variant::{load, shipped};
use libfuzzer_sys::fuzz_target;

/// Settings that are valid in many variants.
const SETTINGS: [&str; 33] = [
    "board={shape=\"hexagon\",side=2}",
    "board={shape=\"hexagon\",side=3}",
    "board={shape=\"rectangle\",width=3,height=4}",
    "board={shape=\"rectangle\",width=1,height=7}",
    "board={shape=\"rhombus\",side=4}",
    "board={shape=\"triangle\",side=5}",
    "board={shape=\"rectangle\",width=31,height=2}",
    "setup.black=[\"a1\"]",
    "setup.white=[\"b2\"]",
    "setup.white=[]",
    "setup.turns=2",
    "turn.swap=true",
    "turn.steps.0.min=1",
    "turn.steps.0.min=0",
    "turn.steps.0.max=2",
    "turn.steps.0.max=4",
    "capture.rule=none",
    "capture.rule=liberties",
    "capture.suicide=allowed",
    "repetition.rule=positional-superko",
    "repetition.rule=none",
    "end.passes=1",
    "end.max_turns=30",
    "end.stuck=end",
    "end.tiles=9",
    "score.method=area",
    "score.method=groups",
    "score.method=control",
    "score.terms={own=1,\"own groups\"=-2,\"largest enemy group\"=-1}",
    "score.komi=7.25",
    "stacks.hand=3",
    "stacks.release=maximal",
    "stacks.onto_prisoner=forbidden",
];
/// The maximum number of actions in a game.
const LONGEST: usize = 60;

fuzz_target!(|bytes: &[u8]| {
    let Some((&which, rest)) = bytes.split_first() else { return };
    let (chosen, moves) = rest.split_at(rest.len().min(6));
    let sets: Vec<String> = chosen
        .iter()
        .filter_map(|&byte| SETTINGS.get(usize::from(byte)))
        .map(|&set| set.to_owned())
        .collect();
    let Ok(loaded) = load(shipped()[usize::from(which) % shipped().len()].name, &sets) else { return };
    let mut position = rules::start(&loaded.variant);
    let mut rng = chance::stream(u64::from(which), &[0; 32], 1);
    let mut legal = ActionList::default();
    let mut moves = moves.iter().copied();
    for _ in 0..LONGEST {
        if position.outcome().is_some() {
            break;
        }
        position.legal_actions(&mut legal);
        assert_eq!(legal.len() as u32, position.count_legal());
        // Once the bytes are used up, actions are random.
        let action = match moves.next() {
            Some(byte) => legal[usize::from(byte) * legal.len() / 256],
            None => position.random_action(&mut rng, PlayoutPolicy::Unrestricted),
        };
        assert!(legal.contains(&action) && position.check(action).is_ok(), "{action}");
        position.play(action);
        assert_eq!(position.verify(), Ok(()), "{sets:?}");
    }
});
