//! How games end: who won, and why.

use super::player::{Player, Winner};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Why it ended.
    pub reason: Reason,
    /// The result that the reason determines; `None` if the score decides.
    pub decided: Option<Winner>,
}

impl Outcome {
    /// The game is over, and the score decides.
    pub const fn scored(reason: Reason) -> Self {
        Self { reason, decided: None }
    }

    /// The game is over and a draw regardless of the score.
    pub const fn drawn(reason: Reason) -> Self {
        Self { reason, decided: Some(Winner::Draw) }
    }

    /// The game is over, and `winner` has won regardless of the score.
    pub const fn won(reason: Reason, winner: Player) -> Self {
        let winner = match winner {
            Player::First => Winner::First,
            Player::Second => Winner::Second,
        };
        Self { reason, decided: Some(winner) }
    }
}

/// The names and texts of a reason, in files and on pages.
struct Facts {
    name: &'static str,
    meaning: &'static str,
    measure: &'static str,
    title: &'static str,
    definition: &'static str,
    always_counted: bool,
}

/// Declares the reasons, a row for each.
macro_rules! reasons {
    ($($(#[$doc:meta])* $reason:ident($name:literal) {
        meaning: $meaning:literal,
        title: $title:literal,
        share: $share:literal,
        always_counted: $always:literal,
    })*) => {
        /// Why a game ended.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Reason {
            $($(#[$doc])* $reason,)*
        }

        impl Reason {
            /// All reasons, in the order in which tables list them.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$reason,)*];
            /// The number of reasons.
            pub const COUNT: usize = [$($name,)*].len();

            const fn facts(self) -> Facts {
                match self {
                    $(Self::$reason => Facts {
                        name: $name,
                        meaning: $meaning,
                        measure: concat!("end_", $name),
                        title: $title,
                        definition: concat!("share of games that ", $share),
                        always_counted: $always,
                    },)*
                }
            }
        }
    };
}

reasons! {
    /// Enough passed turns in a row.
    Passes("passes") {
        meaning: "passed turns in a row",
        title: "Ended by passing",
        share: "ended by passed turns in a row",
        always_counted: true,
    }
    /// The player to move has no legal action.
    Stuck("stuck") {
        meaning: "the player to move had no legal action",
        title: "Ended by a stuck player",
        share: "ended because the player to move had no legal action",
        always_counted: true,
    }
    /// Enough turns in a row that changed the number of no stones.
    Quiet("quiet") {
        meaning: "quiet turns in a row, which changed the number of no stones",
        title: "Ended by quiet turns",
        share: "ended by turns in a row that changed the number of no stones",
        always_counted: false,
    }
    /// An arrangement of stones has stood as often as the variant allows.
    Repetition("repetition") {
        meaning: "an arrangement of stones that returned",
        title: "Ended by repetition",
        share: "ended because an arrangement of stones returned",
        always_counted: false,
    }
    /// As many tiles lie on the board as the variant allows.
    Tiles("tiles") {
        meaning: "as many tiles on the board as the game allows",
        title: "Ended by the last tile",
        share: "ended with as many tiles on the board as the game allows",
        always_counted: true,
    }
    /// A goal has been reached.
    Goal("goal") {
        meaning: "a goal was reached",
        title: "Ended by a goal",
        share: "ended because a goal was reached",
        always_counted: false,
    }
    /// The cap on turns: the game is truncated and scored as it stands.
    Cap("cap") {
        meaning: "the turn cap: truncated, and scored as it stood",
        title: "Ended by the turn cap",
        share: "were truncated by the turn cap",
        always_counted: true,
    }
    /// The player to move has given the game up.
    Resigned("resigned") {
        meaning: "the player to move resigned",
        title: "Ended by resignation",
        share: "ended because a player resigned",
        always_counted: false,
    }
}

impl Reason {
    /// The word for the reason in the column `end` of tables.
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Whether a game that ended for this reason is decided regardless of the scores. `stuck_decides` says whether a player who is
    /// stuck wins or loses.
    pub const fn ignores_scores(self, stuck_decides: bool) -> bool {
        matches!(self, Self::Goal | Self::Repetition | Self::Resigned)
            || matches!(self, Self::Stuck) && stuck_decides
    }

    /// The reason in words.
    pub const fn meaning(self) -> &'static str {
        self.facts().meaning
    }

    /// The name, in files, of the share of games that end for this reason.
    pub const fn measure(self) -> &'static str {
        self.facts().measure
    }

    /// The title of that share on a page.
    pub const fn title(self) -> &'static str {
        self.facts().title
    }

    /// The definition of that share.
    pub const fn definition(self) -> &'static str {
        self.facts().definition
    }

    /// Whether the share is reported even if no game ended for this reason. The files of earlier versions have these rows, and
    /// must not change.
    pub const fn always_counted(self) -> bool {
        self.facts().always_counted
    }
}
