//! The variants that travel in the binary.

/// A variant file that is part of the program.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// The name it is asked for by.
    pub name: &'static str,
    /// The file's text.
    pub text: &'static str,
}

const SHIPPED: [Shipped; 9] = [
    Shipped { name: "send-it", text: include_str!("../../variants/send-it.toml") },
    Shipped { name: "send-it-square", text: include_str!("../../variants/send-it-square.toml") },
    Shipped {
        name: "send-it-square-nopush",
        text: include_str!("../../variants/send-it-square-nopush.toml"),
    },
    Shipped { name: "dispatch", text: include_str!("../../variants/dispatch.toml") },
    Shipped { name: "dispatch-chris", text: include_str!("../../variants/dispatch-chris.toml") },
    Shipped { name: "dropper", text: include_str!("../../variants/dropper.toml") },
    Shipped { name: "hex-it", text: include_str!("../../variants/hex-it.toml") },
    Shipped { name: "exxit", text: include_str!("../../variants/exxit.toml") },
    Shipped { name: "go", text: include_str!("../../variants/go.toml") },
];

/// All shipped variants, each family from its first member on.
pub fn shipped() -> &'static [Shipped] {
    &SHIPPED
}

/// The shipped variant called `name`, if there is one.
pub(super) fn find(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|shipped| shipped.name == name)
}
