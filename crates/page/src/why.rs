//! What the side to move may do at a cell, and which rule forbids the rest.

use dropline_engine::notation::{Fault, read_legal_by};
use dropline_engine::rules::{Action, ActionList, IllegalReason, Position};
use dropline_engine::variant::{ActionKind, ActionRule, Loaded, Onto, PieceKind, Side, Step, Whose};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Actions at a cell that are written alike.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Way {
    /// Their names in the variant file.
    pub actions: Vec<String>,
    /// The legal ones that name the cell.
    pub legal: Vec<String>,
    /// Why none is legal.
    pub why: Option<String>,
    /// The keys of the variant file that say so, with their values.
    pub keys: BTreeMap<String, Value>,
    /// How the notation writes them.
    #[serde(skip)]
    form: String,
    /// Whether the turn that is due offers them to the side to move, now or later.
    #[serde(skip)]
    due: bool,
}

impl Way {
    /// Whether it differs from `other` only in its actions.
    fn says_as(&self, other: &Self) -> bool {
        let Self { actions: _, legal, why, keys, form, due } = self;
        (legal, why, keys, form, due) == (&other.legal, &other.why, &other.keys, &other.form, &other.due)
    }

    /// The keys with their values, as lines of a variant file.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let in_toml = |value: &Value| {
            toml::Value::try_from(value).map_or_else(|_| value.to_string(), |it| it.to_string())
        };
        self.keys.iter().map(move |(key, value)| format!("{key} = {}", in_toml(value)))
    }
}

/// The texts of the legal actions that name all of `cells`.
pub fn legal_at(position: &dyn Position, cells: &[&str]) -> Vec<(Action, String)> {
    let mut legal = ActionList::new();
    position.legal_actions(&mut legal);
    legal.sort_unstable();
    let board = position.board();
    let names = |action: &Action| {
        action.named(|named| cells.iter().all(|cell| named.iter().any(|&at| board.name(at) == *cell)))
    };
    legal.into_iter().filter(names).map(|action| (action, action.to_string())).collect()
}

/// The fault that says most, the first of several, with whether it is about more than the form of the action.
pub fn clearest(faults: impl IntoIterator<Item = Fault>) -> Option<(Fault, bool)> {
    let faults = faults.into_iter().map(|fault| (reason(&fault).map_or(0, IllegalReason::weight), fault));
    let (weight, fault) = faults.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    Some((fault, weight > 1))
}

const fn reason(fault: &Fault) -> Option<IllegalReason> {
    match fault {
        Fault::Illegal(illegal) | Fault::Unfulfilled { illegal, .. } => Some(illegal.why),
        Fault::Precedence { .. } => Some(IllegalReason::Precedence),
        _ => None,
    }
}

/// What the side to move may do at `cell` in a `position` by the rules of `loaded`, action by action in the order of the file.
/// Actions that the notation does not tell apart, such as two kinds of move, are one way if the same is to be said of them. Empty if
/// the game is over.
pub fn ways(loaded: &Loaded, position: &dyn Position, cell: &str) -> Vec<Way> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    let legal = legal_at(position, &[cell]);
    let due = Due::of(position);
    let mut ways: Vec<Way> = Vec::new();
    for number in 0..loaded.variant.actions.len() {
        let way = way(loaded, position, cell, number, &due, &legal);
        match ways.iter_mut().find(|known| known.says_as(&way)) {
            Some(same) => same.actions.extend(way.actions),
            None => ways.push(way),
        }
    }
    // Of actions that are written alike, only those that this turn offers are in question, if there are any.
    let due: Vec<String> = ways.iter().filter(|way| way.due).map(|way| way.form.clone()).collect();
    ways.retain(|way| way.due || !due.contains(&way.form));
    ways
}

/// What the action with this `number` in the file may do at `cell`; `legal` are the legal actions that name it.
fn way(
    loaded: &Loaded,
    position: &dyn Position,
    cell: &str,
    number: usize,
    due: &Due<'_>,
    legal: &[(Action, String)],
) -> Way {
    let rule = &loaded.variant.actions[number];
    let form = form_of(loaded, rule);
    let mut way = Way {
        actions: vec![rule.name.clone()],
        form: form.to_owned(),
        due: due.offers(number, rule),
        ..Way::default()
    };
    let own =
        legal.iter().filter(|(action, _)| is_of(*action, form) && position.check_by(number, *action).is_ok());
    way.legal = own.map(|(_, text)| text.clone()).collect();
    if !way.legal.is_empty() {
        return way;
    }
    let texts = written(position, form, cell, &|owner| moves(rule, owner, due.side));
    let faults: Vec<Fault> =
        texts.iter().filter_map(|text| read_legal_by(number, text, position).err()).collect();
    if let Some((why, key, value)) = blocked(rule, position, cell, &faults).filter(|_| rule.is_for(due.side))
    {
        way.keys = BTreeMap::from([(format!("action.{}.move.{key}", rule.name), value.into())]);
        way.why = Some(why);
        return way;
    }
    let why = match clearest(faults) {
        _ if !rule.is_for(due.side) => {
            let owner = loaded.variant.info.players[due.side.other().index()].name();
            way.keys = with_values(loaded, &rule.name, &["by"], &[]);
            format!("only {owner} has this action")
        }
        Some((fault, _)) => {
            let keys = |why| keys_behind(loaded, rule, way.due, due, why);
            way.keys = reason(&fault).map_or_else(BTreeMap::new, keys);
            fault.to_string()
        }
        None if form == "shape" => {
            let (why, key) = no_shape(rule, position, cell);
            way.keys = with_values(loaded, &rule.name, key, &[]);
            why.to_owned()
        }
        None => "no stone that this action could start from is on the board".to_owned(),
    };
    way.why = Some(why);
    way
}

/// Why `rule` can place no shape that covers `cell`, and the key that says so, if one does.
fn no_shape(
    rule: &ActionRule,
    position: &dyn Position,
    cell: &str,
) -> (&'static str, &'static [&'static str]) {
    let board = position.board();
    let Some(at) = board.cells().iter().copied().find(|&at| board.name(at) == cell) else {
        return ("the board has no such cell", &[]);
    };
    if position.stone(at).is_some() || position.is_neutral(at) {
        return ("the cell is not empty", &[]);
    }
    if rule.on.as_ref().is_some_and(|on| !on.cells.contains(&at)) {
        return ("the action is not possible on that cell", &["on"]);
    }
    ("no shape that can be placed now covers the cell", &["shape"])
}

/// Why no move of `rule` is possible at `cell`, if what stands there is the reason, with the key of the move that says so and its value.
/// `faults` are those of all moves that begin or end there.
fn blocked(
    rule: &ActionRule,
    position: &dyn Position,
    cell: &str,
    faults: &[Fault],
) -> Option<(String, &'static str, String)> {
    let ActionKind::Move(kind) = &rule.kind else { return None };
    let (board, variant) = (position.board(), position.variant());
    let at = board.cells().iter().copied().find(|&at| board.name(at) == cell)?;
    let owner = position.stone(at);
    let begins = (owner.is_some() || position.is_neutral(at)) && moves(rule, owner, position.side_to_move());
    let found = |why| faults.iter().any(|fault| reason(fault) == Some(why));
    if begins && found(IllegalReason::NotPiece) {
        let piece = rule.piece?;
        let name = match piece {
            PieceKind::Plain => "none",
            PieceKind::Kind(index) => &variant.pieces[usize::from(index)].name,
        };
        return Some((
            format!("the stone on {cell} is not {}", piece.words(variant)),
            "piece",
            name.to_owned(),
        ));
    }
    let is_taken = !begins && (owner.is_some() || position.is_neutral(at)) && kind.onto == Onto::Empty;
    let only_that = faults.iter().all(|fault| reason(fault) == Some(IllegalReason::WrongMove));
    (is_taken && only_that).then(|| ("the cell is not empty".to_owned(), "onto", "empty".to_owned()))
}

/// The turn that is due.
struct Due<'v> {
    side: Side,
    /// The steps that it may consist of, those of a player who catches up included.
    steps: Vec<&'v Step>,
    /// The key of its steps.
    key: String,
}

impl<'v> Due<'v> {
    fn of(position: &'v dyn Position) -> Self {
        let variant = position.variant();
        let done = position.stage().due as usize;
        let (turns, key): (Vec<_>, _) = match variant.openings.get(done) {
            Some(opening) => (vec![opening], format!("opening.{done}.steps")),
            None => ([&variant.turn].into_iter().chain(&variant.catch_up).collect(), "turn.steps".to_owned()),
        };
        Self {
            side: position.side_to_move(),
            steps: turns.into_iter().flat_map(|turn| &turn.steps).collect(),
            key,
        }
    }

    /// Whether it offers action number `at` of the variant, which is `rule`, to the side to move.
    fn offers(&self, at: usize, rule: &ActionRule) -> bool {
        rule.is_for(self.side)
            && self.steps.iter().any(|step| step.tiers.iter().flatten().any(|&offered| offered == at))
    }
}

/// The kind of the action called `name`, as the file calls it.
fn kind_of<'l>(loaded: &'l Loaded, name: &str) -> &'l str {
    let table = loaded.effective["action"][name].as_object();
    table.and_then(|table| table.keys().next()).map_or("", String::as_str)
}

/// How the notation writes the actions of `rule`.
fn form_of<'l>(loaded: &'l Loaded, rule: &ActionRule) -> &'l str {
    let kind = kind_of(loaded, &rule.name);
    match &rule.kind {
        ActionKind::Place(place) if place.enemy => "enemy",
        _ if loaded.effective["action"][&rule.name][kind]["shape"].is_object() => "shape",
        _ => kind,
    }
}

/// Whether `rule`, of an action of the side `acts`, moves stones of this `owner`; of neither side if `None`.
fn moves(rule: &ActionRule, owner: Option<Side>, acts: Side) -> bool {
    let stones = if let ActionKind::Move(kind) = &rule.kind { kind.stones } else { Whose::Own };
    match stones {
        Whose::Own => owner == Some(acts),
        Whose::Enemy => owner == Some(acts.other()),
        Whose::Any => owner.is_some(),
        Whose::Neutral => owner.is_none(),
    }
}

/// Whether the notation writes `action` in this `form`.
const fn is_of(action: Action, form: &str) -> bool {
    matches!(
        (action, form.as_bytes()),
        (Action::Place(_), b"place" | b"shape")
            | (Action::PlaceEnemy(_), b"enemy")
            | (Action::Shape(_), b"shape")
            | (Action::Displace { .. }, b"displace")
            | (Action::Move { .. }, b"move")
            | (Action::Remove(_), b"remove")
            | (Action::Flip(_), b"flip")
            | (Action::Drop(_), b"stack-drop")
            | (Action::Deal { .. }, b"deal")
            | (Action::Release(_), b"release")
    )
}

/// The actions of this `form` that begin or end at `cell`, as the notation writes them. `moved` says of which owners it moves stones.
fn written(
    position: &dyn Position,
    form: &str,
    cell: &str,
    moved: &dyn Fn(Option<Side>) -> bool,
) -> Vec<String> {
    let board = position.board();
    let movable = |at: &&_| match position.stack(**at).last() {
        Some(&owner) => moved(Some(owner)),
        None => position.is_neutral(**at) && moved(None),
    };
    let all = || board.cells().iter().map(|&at| board.name(at)).filter(|name| name != cell);
    let begins = board.cells().iter().filter(movable).any(|&at| board.name(at) == cell);
    let from_or_to = |sign: &str| -> Vec<String> {
        if begins {
            return all().map(|to| format!("{cell}{sign}{to}")).collect();
        }
        board
            .cells()
            .iter()
            .filter(movable)
            .map(|&from| format!("{}{sign}{cell}", board.name(from)))
            .collect()
    };
    match form {
        "place" | "stack-drop" => vec![cell.to_owned()],
        "enemy" => vec![format!("e:{cell}")],
        "remove" => vec![format!("x{cell}")],
        "flip" => vec![format!("f:{cell}")],
        "release" => vec![format!("r:{cell}")],
        "displace" => all().map(|to| format!("{cell}>{to}")).collect(),
        "move" => from_or_to("-"),
        "deal" => from_or_to(">"),
        _ => Vec::new(),
    }
}

/// The keys of `rule`, or of the whole game, that `why` is about, with their values; `is_due` says whether the turn offers such actions.
/// Of a condition, only the line that is not fulfilled.
fn keys_behind(
    loaded: &Loaded,
    rule: &ActionRule,
    is_due: bool,
    due: &Due<'_>,
    why: IllegalReason,
) -> BTreeMap<String, Value> {
    use IllegalReason as Why;
    let (of_action, of_game): (&[&str], &[&str]) = match why {
        Why::Kind => (if is_due { &[] } else { &["by"] }, &[&due.key]),
        Why::Precedence => (&[], &[&due.key]),
        Why::Unseen => (&["sight"], &[]),
        Why::UnseenByMoved => (&["seen_by"], &[]),
        Why::NotOn => (&["on", "from"], &[]),
        Why::Where(_) => (&["where"], &[]),
        Why::Makes(_) => (&["makes"], &[]),
        Why::NewPerGroup => (&["new_per_group"], &[]),
        Why::NoCapture => (&["must_capture"], &[]),
        Why::Falls => (&["gravity"], &[]),
        Why::WrongTo | Why::NotTo => (&["to"], &[]),
        Why::WrongMove => (&["how", "lines", "forward", "directions", "onto", "over"], &[]),
        Why::NoStone | Why::NotFlippable | Why::NoMovable => (&["stones"], &[]),
        Why::WrongPrisoner => (&["makes_prisoner"], &[]),
        Why::Suicide => (&[], &["capture.rule", "capture.suicide"]),
        Why::Capture => (&[], &["capture.rule"]),
        Why::Repetition => (&[], &["repetition.rule"]),
        Why::Leaves(_) => (&[], &["turn.leaves"]),
        Why::Unfinished => (&[], &[&due.key]),
        Why::OntoPrisoner => (&[], &["stacks.onto_prisoner"]),
        Why::NotMaximal => (&[], &["stacks.release"]),
        Why::TooManyTiles => (&[], &["end.tiles"]),
        _ => (&[], &[]),
    };
    let keys = with_values(loaded, &rule.name, of_action, of_game);
    let Some(line) = rule.line_missed(why, &loaded.variant) else { return keys };
    let term = line.term.name(&loaded.variant);
    let line = |(key, condition): (String, Value)| match condition.get(&term) {
        Some(bound) if term.contains(' ') => (format!("{key}.\"{term}\""), bound.clone()),
        Some(bound) => (format!("{key}.{term}"), bound.clone()),
        None => (key, condition),
    };
    keys.into_iter().map(line).collect()
}

/// These keys of the action called `name`, and of the game, with their values; without those that say nothing.
fn with_values(loaded: &Loaded, name: &str, of_action: &[&str], of_game: &[&str]) -> BTreeMap<String, Value> {
    let kind = kind_of(loaded, name);
    let of_action = of_action.iter().map(|key| format!("action.{name}.{kind}.{key}"));
    let paths = of_action.chain(of_game.iter().map(|&path| path.to_owned()));
    let value = |path: String| {
        let value = loaded.effective.pointer(&format!("/{}", path.replace('.', "/")))?.clone();
        let says_nothing = value.is_null() || value == false || value == "none";
        (!says_nothing).then_some((path, value))
    };
    paths.filter_map(value).collect()
}
