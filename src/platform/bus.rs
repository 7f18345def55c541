//! Events between the applications of the page, which share no memory.

/// The event of the window that carries a game from the Lab to the analysis; its detail is PGN.
pub const OPEN_GAME: &str = "tabia-open-game";

/// The event of the window that tells that a match began or ended in the Lab; [`PLAYING_MARK`] says which.
pub const LAB_PLAYS: &str = "tabia-lab-plays";

/// The attribute that the page's root has while a match is being played: [`BY_CLOCK`] if time counts in it.
pub const PLAYING_MARK: &str = "data-lab-plays";

/// The value of [`PLAYING_MARK`] while a match is played in which an engine's time counts.
pub const BY_CLOCK: &str = "clock";
