//! The compiled rules for placing a single stone.

use super::Place;
use crate::actions::ActionRule;
use crate::board::Lines;
use crate::pieces::PieceKind;
use crate::rules::{Allowed, By};
use crate::variant::{Repetition, Variant};

/// Properties that some placement rules share. The loops of random games are compiled for each profile, so that the compiler
/// knows these properties and drops the branches that cannot run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Profile {
    /// Candidates need not satisfy `where` and `makes`, which takes long to find out: a cell that is drawn is tried alone first.
    Tried,
    /// No shared properties.
    Any,
    /// Only sight and the limit on new stones in a group restrict placing, and both apply.
    Usual,
    /// The rule is [`PlaceRule::COMMON`].
    Common,
}

impl Profile {
    /// `rule`, with the values that all rules of the profile share.
    #[inline(always)]
    pub fn of(self, rule: &PlaceRule) -> PlaceRule {
        match self {
            Self::Tried | Self::Any => *rule,
            Self::Usual => PlaceRule {
                sight: Some(rule.sight.unwrap_or(Lines::Orthogonal)),
                new_per_group: Some(rule.new_per_group.unwrap_or(1)),
                profile: Self::Usual,
                ..PlaceRule::COMMON
            },
            Self::Common => PlaceRule::COMMON,
        }
    }
}

/// A rule for placing a single stone.
#[derive(Clone, Copy, PartialEq)]
pub struct PlaceRule {
    /// The lines along which the cell must be seen.
    pub sight: Option<Lines>,
    /// The maximum number of stones placed in this turn in the new stone's group.
    pub new_per_group: Option<u16>,
    /// Whether no stone may be placed next to a group that holds as many new stones as the strictest limit of the variant allows.
    pub bars_full: bool,
    /// The cells that `on`, `where` and `makes` allow.
    pub cells: Allowed,
    /// Whether all its candidates are legal.
    pub certain: bool,
    /// Whether the stone falls: the cell right below must not be empty.
    pub gravity: bool,
    /// Whether the stone belongs to no side.
    pub neutral: bool,
    /// The kind of the piece; none if `None`.
    pub becomes: Option<PieceKind>,
    /// The lines along which the stone moved in this turn must see the cell.
    pub seen_by_moved: Option<Lines>,
    /// Whether the stone has to capture an enemy stone.
    pub must_capture: bool,
    /// Whether a stone may be placed on every empty cell in any position.
    pub anywhere: bool,
    /// Whether the resulting position must be checked as a whole: see `effect`.
    pub by_effect: bool,
    /// The narrowest profile of the rule.
    pub profile: Profile,
}

impl PlaceRule {
    /// The most common rule: the cell must be seen along orthogonal lines, and the new stone's group may contain no other stone
    /// placed in this turn.
    pub const COMMON: Self = Self {
        sight: Some(Lines::Orthogonal),
        new_per_group: Some(1),
        bars_full: true,
        cells: Allowed::ALL,
        certain: false,
        gravity: false,
        neutral: false,
        becomes: None,
        seen_by_moved: None,
        must_capture: false,
        anywhere: false,
        by_effect: false,
        profile: Profile::Common,
    };

    /// The rule of `action`, the action with this `number`, which places single stones as `place` says.
    pub fn new(place: &Place, action: &ActionRule, number: usize, variant: &Variant) -> Self {
        let superko = variant.repetition != Repetition::None;
        let liberties = variant.capture.by_liberties();
        // Compulsory capture by `Taking` need not be checked: candidates are only cells where a stone captures something.
        let found = action.must_capture && !variant.capture.is_by_stone();
        let by_effect = found
            || variant.binds_turns()
            || (place.neutral || !variant.pieces.is_empty()) && (liberties || superko)
            || variant.capture.changes_stones() && !liberties && (superko || action.new_per_group.is_some());
        let sight = if place.seen_by_moved { None } else { action.sight };
        let cells = Allowed::new(action, number);
        let tried = !action.condition.is_nearby() || !action.makes.is_nearby();
        let certain = !tried
            && !liberties
            && !superko
            && sight.is_none()
            && action.new_per_group.is_none()
            && !by_effect;
        // If own stones may be captured, the new stone may be removed with its group, and then it breaks no limit.
        let stays = !variant.capture.may_take_own();
        let mut rule = Self {
            sight,
            new_per_group: action.new_per_group,
            bars_full: stays
                && action.new_per_group.is_some()
                && action.new_per_group == variant.least_limit(),
            cells,
            certain,
            gravity: place.gravity,
            neutral: place.neutral,
            becomes: action.becomes,
            seen_by_moved: action.sight.filter(|_| place.seen_by_moved),
            must_capture: action.must_capture,
            anywhere: false,
            by_effect,
            profile: if tried { Profile::Tried } else { Profile::Any },
        };
        rule.profile = [Profile::Common, Profile::Usual]
            .into_iter()
            .find(|&profile| Self { profile, ..rule } == profile.of(&rule))
            .unwrap_or(rule.profile);
        rule.anywhere = certain && rule.is_plain() && rule.cells.is_all();
        rule
    }

    /// Whether candidates must be [tried](Profile::Tried).
    #[inline(always)]
    pub fn is_tried(&self) -> bool {
        self.profile == Profile::Tried
    }

    /// Whether the rule places a stone of the player with only the usual restrictions.
    pub fn is_plain(&self) -> bool {
        !self.by_effect
            && matches!(self.cells.by, By::Nothing | By::Clear(_))
            && !self.gravity
            && !self.neutral
            && self.seen_by_moved.is_none()
            && !self.must_capture
    }
}
