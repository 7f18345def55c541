//! Texts of the repertoire panel.

use std::fmt::Display;

use tabia_chess::Color;

use crate::language::{texts, tr};

texts! {
    repertoire: "Repertoire";
    repertoire_on_or_off: "Repertoire on or off";
    loading_repertoire: "Loading the repertoire…";
    marking_hint: "Learn the moves of this game: its variations are what you play and what you may meet. Own moves marked ?, ?? or ?! are left out.";
    no_longer: "No longer a repertoire";
    nothing_due: "Nothing is due.";
    repeat_everything: "Repeat everything";
    not_saved: "The result could not be saved";
    not_read: "The repertoires could not be read";

    // training
    training: "Train the repertoire";
    other_answers: "Also in the repertoire:";

    // compare
    compare_with_games: "Compare with games";
    compare_hint: "Where games leave this repertoire, the most frequent moves first.";
    games_from: "Games from";
    comparing_games: "Comparing…";
    no_gaps: "No game leaves the repertoire.";
    in_the_repertoire: "In the repertoire";
    no_answer: "no reply";
    won_drawn_lost: "Won, drawn, lost";
}

/// Label of the button that makes a game a repertoire.
pub fn make_repertoire(side: Color) -> &'static str {
    match side {
        Color::White => tr!("Make it a repertoire for White"),
        Color::Black => tr!("Make it a repertoire for Black"),
    }
}

/// Label of the button that makes all games on the board repertoires.
pub fn make_all_repertoires(side: Color, games: usize) -> String {
    match side {
        Color::White => {
            tr!("Make {n} game a repertoire for White" | "Make all {n} games a repertoire for White" % games)
        }
        Color::Black => {
            tr!("Make {n} game a repertoire for Black" | "Make all {n} games a repertoire for Black" % games)
        }
    }
}

/// Names the repertoire in the panel.
pub fn repertoire_for(side: Color) -> &'static str {
    match side {
        Color::White => tr!("Repertoire for White"),
        Color::Black => tr!("Repertoire for Black"),
    }
}

/// Counts the positions by what is to be done.
pub fn standing(due: usize, new: usize, known: usize) -> String {
    tr!("Positions due: {due}, new: {new}, known: {known}", due, new, known)
}

/// Says when the next repetition is due.
pub fn next_repetition(day: &str) -> String {
    tr!("Next repetition: {day}", day)
}

/// Label of the button that trains the game on the board.
pub fn train(count: usize) -> String {
    tr!("Train {n} position" | "Train {n} positions" % count)
}

/// Label of the button that trains all repertoires.
pub fn train_all(count: usize) -> String {
    tr!("Train all repertoires: {n} position" | "Train all repertoires: {n} positions" % count)
}

/// Instruction of an exercise.
pub fn play_the_move(side: Color) -> &'static str {
    match side {
        Color::White => tr!("White to move: play the move of the repertoire."),
        Color::Black => tr!("Black to move: play the move of the repertoire."),
    }
}

/// Place in the training.
pub fn remaining(left: usize, known: usize) -> String {
    tr!("Remaining: {left}, known at once: {known}", left, known)
}

/// The move was right.
pub fn right(san: &dyn Display) -> String {
    tr!("{san} is right.", san)
}

/// The move was wrong.
pub fn wrong(san: &dyn Display) -> String {
    tr!("{san} is not in the repertoire. Try again.", san)
}

/// The move is shown.
pub fn answer_is(san: &dyn Display) -> String {
    tr!("The repertoire plays {san}.", san)
}

/// The training is over.
pub fn trained(known: usize, all: usize) -> String {
    tr!("Done: {known} of {all} known at once.", known, all)
}

/// Result of a comparison.
pub fn compared(reached: usize, games: usize, faithful: usize) -> String {
    tr!(
        "Games: {games}. Of these, {reached} reach the repertoire, and {faithful} follow it to the end of a line.",
        games,
        reached,
        faithful
    )
}

/// Says that not all games were compared.
pub fn only_the_first(count: usize) -> String {
    tr!("Only the first {n} game was compared." | "Only the first {n} games were compared." % count)
}
