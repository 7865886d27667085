//! What a user of the program does and sees: commands, outputs, exit codes, errors.

mod experiment;
mod facts;
mod replay;
mod resume;
mod scene;
mod shards;
mod simulate;
mod trouble;
