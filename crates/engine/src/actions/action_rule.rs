//! An action of a variant: its kind, and the restrictions that kinds share.

use super::shared_keys::along;
use super::{ActionKind, On, Whose};
use crate::board::{Board, Cell, Lines, Symmetry};
use crate::conditions::{Condition, Line, Missed, Moment, Who};
use crate::pieces::PieceKind;
use crate::rules::{Action, Family, IllegalReason};
use crate::variant::{CellSupply, Side, Variant};

/// A kind of action with its restrictions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRule {
    /// Its name in the variant file.
    pub name: String,
    /// What it does.
    pub kind: ActionKind,
    /// A friendly stone must see the new stone's cell along these lines.
    pub sight: Option<Lines>,
    /// The maximum number of stones placed in this turn that the new stone's group may contain after captures; at least 1.
    pub new_per_group: Option<u16>,
    /// The side that may take the action; both if `None`.
    pub side: Option<Side>,
    /// The action must capture or turn over at least one enemy stone.
    pub must_capture: bool,
    /// The cells where the action may be taken; all if `None`.
    pub on: Option<On>,
    /// The kind of the pieces that it may act on: move, take off, turn over or displace; any if `None`.
    pub piece: Option<PieceKind>,
    /// The kind of the piece that it places, or that a moved piece becomes; the same as before if `None`.
    pub becomes: Option<PieceKind>,
    /// What must hold, before the action, on each cell where a stone is placed or taken off, or that a moved stone leaves.
    pub condition: Condition,
    /// What must hold where the stone stands that was placed or moved, before anything is captured.
    pub makes: Condition,
}

impl ActionRule {
    /// The largest number of kinds of action in a game.
    pub const MOST: usize = 64;
    /// The longest name, in characters.
    pub const LONGEST_NAME: usize = 64;

    /// The action called `name` that does what `kind` says, without any further restriction.
    pub fn new(name: &str, kind: ActionKind) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            sight: None,
            new_per_group: None,
            side: None,
            must_capture: false,
            on: None,
            piece: None,
            becomes: None,
            condition: Condition::default(),
            makes: Condition::default(),
        }
    }

    /// Whether `side` has this action.
    pub fn is_for(&self, side: Side) -> bool {
        self.side.is_none_or(|only| only == side)
    }

    /// Whether some side may take both this action and `other`.
    pub fn shares_side_with(&self, other: &Self) -> bool {
        self.side.is_none() || other.side.is_none() || self.side == other.side
    }

    /// What it does and requires, in sentences.
    pub(crate) fn words(&self, variant: &Variant) -> String {
        let mut text = self.kind.words(self, variant) + &self.words_of_conditions(variant);
        if self.must_capture {
            let flips = variant.capture.flips() && !self.kind.captures_by_itself();
            let verb = if flips { "turn over" } else { "take" };
            text += &format!(" It must {verb} at least one enemy stone.");
        }
        if let Some(side) = self.side {
            text += &format!(" Only {} has this action.", variant.info.players[side.index()].name());
        }
        text
    }

    /// Whether it is restricted neither to some cells nor by conditions.
    pub fn is_unconditional(&self) -> bool {
        self.on.is_none() && self.piece.is_none() && self.condition.is_empty() && self.makes.is_empty()
    }

    /// Whether its conditions take long to read: cell by cell, for each stone that may move, or by way of patterns.
    pub fn has_slow_conditions(&self) -> bool {
        self.kind.read_on_cells(self).is_slow() || self.makes.is_slow() || self.reads_groups_after_moves()
    }

    /// Whether its conditions are read on the groups that each move would leave.
    pub fn reads_groups_after_moves(&self) -> bool {
        self.kind.moves_own() && self.makes.is_about_groups()
    }

    /// What the stone is that it places or moves, seen by the side that acts.
    pub(crate) fn stone(&self) -> Who {
        match (self.kind.adds_neutral(), self.kind.adds_enemy()) {
            (true, _) => Who::Neutral,
            (_, true) => Who::Enemy,
            _ => Who::Own,
        }
    }

    /// Whether its conditions are about groups.
    pub fn has_conditions_on_groups(&self) -> bool {
        self.kind.read_on_cells(self).is_about_groups() || self.makes.is_about_groups()
    }

    /// The key whose condition needs stones on the board.
    pub(crate) fn condition_needing_stones(&self) -> Option<&'static str> {
        let needs = |condition: &Condition| condition.needs().any(|who| who != Who::Empty);
        [("where", &self.condition), ("makes", &self.makes)]
            .into_iter()
            .find_map(|(key, condition)| needs(condition).then_some(key))
    }

    /// Whether its conditions may hold with the stones of `supply`.
    pub(crate) fn is_possible(&self, supply: &CellSupply<'_>) -> bool {
        let mut needs = self.condition.needs().chain(self.makes.needs());
        needs.all(|who| match who {
            Who::Own => supply.has(Whose::Own),
            Who::Enemy => supply.has(Whose::Enemy),
            Who::Neutral => supply.variant.has_neutral_stones(),
            Who::Stones => supply.has(Whose::Any) || supply.has(Whose::Neutral),
            Who::Empty | Who::Set(_) => true,
        }) && self.kind.is_possible(supply)
    }

    /// Whether it is the same after `symmetry` of `board`.
    pub fn is_kept_by(&self, symmetry: &Symmetry, board: &Board) -> bool {
        let Self {
            name: _,
            kind,
            sight: _,
            new_per_group: _,
            side: _,
            must_capture: _,
            on,
            piece: _,
            becomes: _,
            condition: _,
            makes: _,
        } = self;
        on.as_ref().is_none_or(|on| symmetry.keeps(board, &on.cells)) && kind.is_kept_by(symmetry, board)
    }

    /// Why it is not symmetric under a half turn of the board that exchanges the sides; `None` if it is. `same` returns whether two
    /// lists of cells are opposite each other.
    pub fn why_asymmetric(&self, same: &dyn Fn(&[Cell], &[Cell]) -> bool) -> Option<&'static str> {
        match &self.on {
            Some(on) if !same(&on.cells, &on.cells) => {
                Some("the cells where an action may be taken are not symmetric about the centre of the board")
            }
            _ => self.kind.why_asymmetric(same),
        }
    }

    /// What it requires, in a clause, if `why` is that `action` does not fulfil it; `None` if the rule does not allow such actions.
    pub(crate) fn condition_behind(
        &self,
        action: Action,
        why: IllegalReason,
        variant: &Variant,
    ) -> Option<String> {
        let of_kind = match action {
            Action::Place(_) | Action::Shape(_) => {
                matches!(&self.kind, ActionKind::Place(place) if !place.enemy)
            }
            Action::PlaceEnemy(_) => self.kind.adds_enemy(),
            Action::Move { .. } => matches!(self.kind, ActionKind::Move(_)),
            Action::Remove(_) => matches!(self.kind, ActionKind::Remove(_)),
            Action::Flip(_) => matches!(self.kind, ActionKind::Flip(_)),
            Action::Displace { .. } => matches!(self.kind, ActionKind::Displace(_)),
            _ => false,
        };
        let words = match why {
            IllegalReason::NotOn => self.words_of_cells(),
            IllegalReason::NotPiece => self.words_of_piece(variant),
            IllegalReason::NotTo => match &self.kind {
                ActionKind::Move(kind) => kind.words_of_end(),
                _ => return None,
            },
            _ => {
                let (missed, condition, moment) = self.missed(why, variant)?;
                missed.words(condition, moment, variant)
            }
        };
        let (words, first) = (words.trim().trim_end_matches('.'), words.trim().chars().next()?);
        let rest = &words[first.len_utf8()..];
        of_kind.then(|| format!("{}{rest}", first.to_lowercase()))
    }

    /// The line of a condition that an action of this rule does not fulfil, if that is `why` it is illegal.
    pub fn line_missed(&self, why: IllegalReason, variant: &Variant) -> Option<Line> {
        self.missed(why, variant).and_then(|(missed, condition, _)| missed.line_of(condition))
    }

    /// What an action of this rule does not fulfil, of which condition, and when that is read, if that is `why` it is illegal.
    fn missed<'a>(
        &'a self,
        why: IllegalReason,
        variant: &'a Variant,
    ) -> Option<(Missed, &'a Condition, Moment)> {
        match why {
            IllegalReason::Where(missed) => Some((missed, &self.condition, self.before())),
            IllegalReason::Makes(missed) => Some((missed, &self.makes, Moment::Made)),
            IllegalReason::Leaves(missed) => Some((missed, &variant.leaves, Moment::TurnEnd)),
            _ => None,
        }
    }

    /// When `where` is read.
    fn before(&self) -> Moment {
        if self.kind.moves() { Moment::Left } else { Moment::Before }
    }

    /// The kind of piece that it acts on, and what that becomes, in sentences.
    fn words_of_piece(&self, variant: &Variant) -> String {
        let acts = self.piece.map(|piece| format!(" The piece must be {}.", piece.words(variant)));
        let is = if self.kind.moves() { "It becomes" } else { "The stone is" };
        let becomes = self.becomes.map(|piece| format!(" {is} {}.", piece.words(variant)));
        acts.unwrap_or_default() + &becomes.unwrap_or_default()
    }

    /// The cells where it may be taken, in a sentence.
    fn words_of_cells(&self) -> String {
        let beginning = if self.kind.moves() { "It must start" } else { "The cell must be" };
        self.on.as_ref().map_or_else(String::new, |on| on.sentence_of(beginning))
    }

    /// Its cells and conditions, in sentences.
    fn words_of_conditions(&self, variant: &Variant) -> String {
        let text = self.words_of_piece(variant) + &self.words_of_cells();
        let condition = if self.kind.family() == Family::Shape && !self.condition.is_empty() {
            format!(
                " For each of these cells, {}.",
                self.condition.clauses(self.before(), variant).join(", and ")
            )
        } else {
            self.condition.words(self.before(), variant)
        };
        text + &condition + &self.makes.words(Moment::Made, variant)
    }

    /// Two restrictions on placing a single stone, in sentences: sight, and the number of new stones in its group.
    pub fn limits(&self, when: &str, variant: &Variant) -> String {
        let mut text = String::new();
        if let Some(lines) = self.sight {
            text += &format!(" A friendly stone must see the cell {}{when}.", along(lines, variant));
        }
        match self.new_per_group {
            None => {}
            Some(1) => text += " The new stone's group may contain no other stone placed in the same turn.",
            Some(n) => {
                text += &format!(
                    " The new stone's group may contain at most {n} stones placed in the same turn, including the new one."
                );
            }
        }
        text
    }
}
