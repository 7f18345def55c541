//! What the tools page says.

// app
pub const TOOLS: &str = "Tools";
pub const SUITES: &str = "Test suites";
pub const ANNOTATE: &str = "Annotate";
pub const SPEED: &str = "Speed";
pub const CONSOLE: &str = "Console";
pub const SUITES_HINT: &str = "Positions with known solutions, solved by one engine or several side by side.";
pub const ANNOTATE_HINT: &str =
    "Many games in one run: judgements, variations and evaluations written into them.";
pub const SPEED_HINT: &str = "How fast the move generator and the engines are on this machine.";
pub const CONSOLE_HINT: &str = "What the page and its engines say to each other.";
