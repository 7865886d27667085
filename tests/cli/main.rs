//! What a user of the program does and sees: commands, outputs, exit codes, errors.

mod browser;
mod experiment;
mod facts;
mod hostile;
mod highlights;
mod play;
mod replay;
mod scene;
mod simulate;
mod trouble;
