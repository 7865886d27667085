//! What a user of the program does and sees: commands, outputs, exit codes, errors.

mod accuracy;
mod begun;
mod browser;
mod changed;
mod chromium;
mod engine;
mod experiment;
mod facts;
mod finish;
mod highlights;
mod hostile;
mod killed;
mod ladder;
mod learn;
mod listed;
mod openings;
mod openspiel;
mod orphans;
mod play;
#[cfg(feature = "png")]
mod png;
#[cfg(unix)]
mod programs;
mod replay;
mod resume;
mod rows;
mod scene;
mod sentences;
mod simulate;
mod solve;
mod study;
mod submit;
mod terminal;
mod trouble;
mod tune;
mod units;
mod verify;
mod why;
