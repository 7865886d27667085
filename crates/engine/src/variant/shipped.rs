//! The variants embedded in the binary.

/// A variant file that is part of the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    /// The description of its family.
    pub about: &'static str,
    /// The file's text.
    pub text: &'static str,
}

/// Declares the shipped variants by name, in families.
macro_rules! shipped {
    ($($about:literal: $($name:literal)*;)*) => {
        &[$($(Shipped {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../variants/", $name, ".toml")),
        },)*)*]
    };
}

const SHIPPED: &[Shipped] = shipped! {
    "Sight, shapes and pushes": "send-it" "send-it-square" "send-it-square-nopush" "dispatch" "dispatch-chris" "dropper";
    "Stacks on tiles": "hex-it" "exxit";
    "Territory and liberties": "go" "atari-go" "nogo" "gonnect";
    "Connection": "hex" "y" "havannah" "unlur" "crossway" "slither";
    "Lines": "tic-tac-toe" "connect-four" "gomoku" "connect6" "pente" "yavalath" "squava" "order-and-chaos" "masons-marks";
    "Turning stones over": "othello" "ataxx";
    "Groups": "catchup" "bamboo" "oust" "tanbo" "manalath" "strands" "symple" "coral" "trefoil";
    "Movement": "breakthrough" "lines-of-action" "konane" "clobber" "amazons" "fox-and-hounds" "tablut" "unane" "bounce" "hasami-shogi" "teeko" "slimetrail" "trike" "entourage" "scatter";
    "Room": "domineering" "cats-and-dogs" "control";
};

/// All shipped variants, grouped by family.
pub fn shipped() -> &'static [Shipped] {
    SHIPPED
}

/// The shipped variant called `name`, if there is one.
pub(super) fn find(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|shipped| shipped.name == name)
}
