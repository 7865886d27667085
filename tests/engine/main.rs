//! Tests of the rules of play, in one binary.

mod chance;
mod claims;
mod common;
mod compare;
mod conformance;
mod dispatch;
mod draw;
mod dropper;
mod family;
mod family_mixtures;
mod family_tiles;
mod games;
mod go;
mod guided;
mod hand_made;
mod hex_it;
mod oracle;
mod perft;
mod search;
mod send_it;
mod slow;
mod slow_tiles;
mod snapshot;
mod solve;
mod steps;
mod table;
