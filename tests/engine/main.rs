//! Tests of the rules of play, in one binary.

mod chance;
mod common;
mod draw;
mod hand_made;
mod send_it;
mod slow;
mod table;
