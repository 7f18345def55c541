//! One side of a game, as the peer of its engine.

use tabia_arena::Game;
use tabia_chess::Color;

use crate::engines::Peer;

/// One side of a game.
pub(crate) struct GameSide<'a> {
    pub(crate) game: &'a mut Game,
    pub(crate) color: Color,
}

impl Peer for GameSide<'_> {
    fn started(&mut self, now_ms: f64) {
        self.game.started(self.color, now_ms);
    }

    fn disconnected(&mut self, reason: String, now_ms: f64) {
        self.game.disconnected(self.color, reason, now_ms);
    }

    fn line(&mut self, line: &str, at_ms: f64) {
        self.game.line(self.color, line, at_ms);
    }

    fn returned(&mut self, now_ms: f64) {
        self.game.returned(self.color, now_ms);
    }

    fn time(&mut self, now_ms: f64) {
        self.game.time(now_ms);
    }

    fn is_stopping(&self) -> bool {
        self.game.player(self.color).is_stopping()
    }
}
