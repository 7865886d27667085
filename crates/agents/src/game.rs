//! The loop of a game between two agents.

use super::{Agent, AgentError};
use dropline_engine::rules::{Action, Position, Trace};
use rand_xoshiro::Xoshiro256PlusPlus;

/// An event of [`play_game`], for its observer.
#[derive(Debug)]
pub enum Event<'p> {
    /// The player to move must choose an action.
    Decision(&'p dyn Position),
    /// The agent has chosen this action, which has not been played yet; reported only if choices are `judged`.
    Chosen(&'p dyn Position, Action),
    /// The action has been played.
    Played(&'p dyn Position, Action),
}

/// Plays a game from `position` to its end. `agents` are the first player's and the second's. Both are notified of the start of
/// the game and of every action: otherwise an agent that searches would continue from an outdated position.
///
/// An agent that [resigns](AgentError::Resigned) loses at once.
///
/// The game begins with the actions of an `opening`, which must be legal; the agents choose the others.
///
/// If choices are `judged`, `watch` sees each one before it is played. If not, agents play their choices themselves, which is
/// faster for some agents.
///
/// # Errors
/// The first error of `watch` or of an agent, which stops the game.
pub fn play_game<E: From<AgentError>>(
    position: &mut dyn Position,
    mut agents: [&mut dyn Agent; 2],
    opening: &[Action],
    rng: &mut Xoshiro256PlusPlus,
    judged: bool,
    mut watch: impl FnMut(Event<'_>) -> Result<(), E>,
) -> Result<(), E> {
    agents.iter_mut().for_each(|agent| agent.new_game());
    let mut opening = opening.iter();
    while position.outcome().is_none() {
        watch(Event::Decision(position))?;
        let agent = &mut agents[position.to_move().index()];
        let given = opening.next();
        let chosen = match given {
            Some(&action) => Ok(action),
            None if judged => agent.try_choose(position, rng),
            None => agent.try_play(position, rng),
        };
        if chosen == Err(AgentError::Resigned) {
            position.resign();
            break;
        }
        let action = chosen?;
        if judged {
            watch(Event::Chosen(position, action))?;
        }
        if judged || given.is_some() {
            position.play(action);
        }
        agents.iter_mut().for_each(|agent| agent.played(action));
        watch(Event::Played(position, action))?;
    }
    Ok(())
}

/// Like [`play_game`], but turn by turn, which is cheaper: `trace` records the game, and `watch` sees the position after each turn.
///
/// # Errors
/// Same as [`play_game`].
pub fn play_turns<E: From<AgentError>>(
    position: &mut dyn Position,
    mut agents: [&mut dyn Agent; 2],
    opening: &[Action],
    rng: &mut Xoshiro256PlusPlus,
    trace: &mut Trace,
    mut watch: impl FnMut(&dyn Position, &Trace) -> Result<(), E>,
) -> Result<(), E> {
    agents.iter_mut().for_each(|agent| agent.new_game());
    for &action in opening {
        let turn = position.turns();
        trace.note(action, position.count_legal());
        position.play(action);
        agents.iter_mut().for_each(|agent| agent.played(action));
        if position.turns() != turn {
            trace.end_turn();
            watch(position, trace)?;
        }
    }
    loop {
        let stage = position.stage();
        if stage.outcome.is_some() {
            return Ok(());
        }
        let mover = stage.to_move();
        let played = agents[mover.index()].play_turn(position, rng, trace);
        if played == Err(AgentError::Resigned) {
            position.resign();
            return Ok(());
        }
        played?;
        trace.end_turn();
        agents[mover.other().index()].played_all(trace.last_turn());
        watch(position, trace)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AgentSpec;
    use dropline_engine::points::Points;
    use dropline_engine::rules::{ActionList, Margin, Reason, Winner};
    use dropline_engine::{chance, rules, variant};

    /// Records the events of its games, and chooses at random.
    #[derive(Default)]
    struct Listening {
        games: u32,
        actions: Vec<Action>,
    }

    impl Agent for Listening {
        fn new_game(&mut self) {
            self.games += 1;
            self.actions.clear();
        }
        fn played(&mut self, action: Action) {
            self.actions.push(action);
        }
        fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
            AgentSpec::Random.build().choose(position, rng)
        }
    }

    #[test]
    fn both_agents_are_notified_of_every_action() {
        let loaded = variant::load("go", &["board.width=3".to_owned()]).expect("a variant");
        let mut position = rules::start(&loaded.variant);
        let (mut first, mut second) = (Listening::default(), Listening::default());
        for game in 1..=2 {
            position.reset();
            let (mut rng, mut actions) = (chance::stream(1, &[0; 32], game.into()), Vec::new());
            let done = play_game(&mut *position, [&mut first, &mut second], &[], &mut rng, false, |event| {
                if let Event::Played(_, action) = event {
                    actions.push(action);
                }
                Ok::<_, AgentError>(())
            });
            assert!(done.is_ok() && position.outcome().is_some() && actions.len() > 9);
            for agent in [&first, &second] {
                assert_eq!((agent.games, &agent.actions), (game, &actions));
            }
        }
    }

    #[test]
    fn a_game_turn_by_turn_is_the_same_as_action_by_action() {
        let loaded = variant::load("send-it", &["board.side=3".to_owned()]).expect("a variant");
        let mut position = rules::start(&loaded.variant);
        let (mut first, mut second) = (Listening::default(), Listening::default());
        let (mut actions, mut counts) = (Vec::new(), Vec::new());
        let mut rng = chance::stream(1, &[0; 32], 1);
        let done = play_game(&mut *position, [&mut first, &mut second], &[], &mut rng, false, |event| {
            match event {
                Event::Decision(position) => counts.push(position.count_legal()),
                Event::Played(_, action) => actions.push(action),
                Event::Chosen(..) => {}
            }
            Ok::<_, AgentError>(())
        });
        assert_eq!(done, Ok(()));
        position.reset();
        let (mut trace, mut turns, mut rng) = (Trace::default(), 0, chance::stream(1, &[0; 32], 1));
        let done = play_turns(
            &mut *position,
            [&mut first, &mut second],
            &[],
            &mut rng,
            &mut trace,
            |position, _| {
                turns += 1;
                assert_eq!(position.turns(), turns);
                Ok::<_, AgentError>(())
            },
        );
        assert_eq!((done, trace.actions(), trace.legal()), (Ok(()), &actions[..], &counts[..]));
        for agent in [&first, &second] {
            assert_eq!((agent.games, &agent.actions), (2, &actions));
        }
    }

    #[test]
    fn the_observer_can_stop_a_game() {
        let loaded = variant::load("go", &[]).expect("a variant");
        let mut position = rules::start(&loaded.variant);
        let mut agents = [Listening::default(), Listening::default()];
        let [first, second] = &mut agents;
        let stopped = play_game(
            &mut *position,
            [first, second],
            &[],
            &mut chance::stream(1, &[0; 32], 1),
            true,
            |event| match event {
                Event::Chosen(position, _) if position.turns() == 3 => {
                    Err(AgentError::Failed("enough".to_owned()))
                }
                _ => Ok(()),
            },
        );
        assert_eq!((stopped, position.turns()), (Err(AgentError::Failed("enough".to_owned())), 3));
    }

    /// Plays this many actions at random, and then stops for this reason.
    struct Stopping(u32, AgentError);

    impl Agent for Stopping {
        fn choose(&mut self, position: &mut dyn Position, rng: &mut Xoshiro256PlusPlus) -> Action {
            AgentSpec::Random.build().choose(position, rng)
        }
        fn try_choose(
            &mut self,
            position: &mut dyn Position,
            rng: &mut Xoshiro256PlusPlus,
        ) -> Result<Action, AgentError> {
            if self.0 == 0 {
                return Err(self.1.clone());
            }
            self.0 -= 1;
            Ok(self.choose(position, rng))
        }
    }

    #[test]
    fn an_agent_that_resigns_loses_in_games_of_every_kind() {
        for (game, scores) in [("go", false), ("hex", true), ("hex-it", false), ("gomoku", true)] {
            let loaded = variant::load(game, &[]).expect("a variant");
            let mut turn_by_turn = Trace::default();
            for mode in 0..3 {
                let mut position = rules::start(&loaded.variant);
                let (mut first, mut second) = (Listening::default(), Stopping(1, AgentError::Resigned));
                let mut rng = chance::stream(1, &[0; 32], 1);
                let agents: [&mut dyn Agent; 2] = [&mut first, &mut second];
                let played = if mode == 2 {
                    play_turns(&mut *position, agents, &[], &mut rng, &mut turn_by_turn, |_, _| Ok(()))
                } else {
                    play_game(&mut *position, agents, &[], &mut rng, mode == 1, |_| Ok::<_, AgentError>(()))
                };
                assert_eq!(played, Ok(()), "{game}");
                let outcome = position.outcome().expect("it is over");
                assert_eq!((outcome.reason, position.winner()), (Reason::Resigned, Winner::First), "{game}");
                let mut legal = ActionList::new();
                position.legal_actions(&mut legal);
                assert!(legal.is_empty() && position.count_legal() == 0, "{game}");
                assert_eq!(position.margin(), Margin::of_result(Winner::First), "{game}");
                if scores {
                    assert_eq!(position.score(), [Points::whole(1), Points::ZERO], "{game}");
                }
                position.reset();
                assert_eq!(position.outcome(), None, "{game}");
            }
        }
    }

    #[test]
    fn an_agent_that_fails_stops_the_game() {
        let loaded = variant::load("go", &[]).expect("a variant");
        for judged in [false, true] {
            let mut position = rules::start(&loaded.variant);
            let (mut first, mut second) =
                (Listening::default(), Stopping(2, AgentError::Failed("asleep".to_owned())));
            let mut rng = chance::stream(1, &[0; 32], 1);
            let agents: [&mut dyn Agent; 2] = [&mut first, &mut second];
            let stopped = play_game(&mut *position, agents, &[], &mut rng, judged, |_| Ok(()));
            assert_eq!((stopped, position.turns()), (Err(AgentError::Failed("asleep".to_owned())), 5));
        }
    }
}
