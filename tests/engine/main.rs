//! Tests of the rules of play, in one binary.

mod chance;
mod common;
mod compare;
mod conformance;
mod dispatch;
mod draw;
mod dropper;
mod family;
mod go;
mod hand_made;
mod perft;
mod send_it;
mod slow;
mod steps;
mod table;
