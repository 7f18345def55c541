//! Steps through the moves with the mouse wheel.

/// Distance of a step in CSS pixels: less than a notch of a mouse wheel.
const STEP_PX: f64 = 60.0;
/// Distance of a line in CSS pixels; Firefox reports three a notch.
const LINE_PX: f64 = 20.0;
/// Time without events after which another gesture begins, in milliseconds.
const PAUSE_MS: f64 = 250.0;

/// Wheel over the board: the first event of a gesture is a step, so that every notch of a mouse counts; then every [`STEP_PX`] is, so that
/// a touchpad, which sends many small distances, doesn't race through the game.
#[derive(Clone, Copy, Debug)]
pub struct Wheel {
    total_px: f64,
    last_ms: f64,
    is_forward: bool,
}

impl Default for Wheel {
    fn default() -> Self {
        Self { total_px: 0.0, last_ms: f64::NEG_INFINITY, is_forward: false }
    }
}

impl Wheel {
    /// Returns whether to step, forward if true. `delta` and `mode` are `deltaY` and `deltaMode` of the event, `at_ms` is its time.
    pub fn turn(&mut self, delta: f64, mode: u32, at_ms: f64) -> Option<bool> {
        if delta == 0.0 {
            return None;
        }
        let is_forward = delta > 0.0;
        let is_new = at_ms - self.last_ms > PAUSE_MS || is_forward != self.is_forward;
        (self.last_ms, self.is_forward) = (at_ms, is_forward);
        self.total_px += delta.abs() * if mode == 0 { 1.0 } else { LINE_PX };
        if !is_new && self.total_px < STEP_PX {
            return None;
        }
        self.total_px = 0.0;
        Some(is_forward)
    }
}

/// Returns whether the wheel steps over a board of this width: where the board leaves no room beside it, as on a phone, the page must scroll.
pub fn leaves_room(board_px: f64, window_px: f64) -> bool {
    board_px <= window_px * 0.67
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notch_of_a_mouse_is_a_step() {
        let mut wheel = Wheel::default();
        for at in [0.0, 30.0, 900.0] {
            assert_eq!(wheel.turn(100.0, 0, at), Some(true));
        }
        assert_eq!(wheel.turn(-3.0, 1, 910.0), Some(false), "three lines in Firefox");
        assert_eq!(wheel.turn(-3.0, 1, 940.0), Some(false));
        assert_eq!(wheel.turn(4.0, 0, 5000.0), Some(true), "a slow notch on a Mac");
        assert_eq!(wheel.turn(0.0, 0, 9000.0), None, "sideways");
    }

    #[test]
    fn a_touchpad_steps_by_distance() {
        let mut wheel = Wheel::default();
        let steps = (0..61).filter(|event| wheel.turn(4.0, 0, f64::from(*event) * 16.0).is_some()).count();
        assert_eq!(steps, 5, "the first touch, and four times 60 px");
        assert_eq!(wheel.turn(-4.0, 0, 980.0), Some(false), "the other way at once");
    }

    #[test]
    fn the_page_scrolls_where_the_board_fills_the_window() {
        assert!(!leaves_room(374.0, 390.0));
        assert!(!leaves_room(696.0, 768.0));
        assert!(leaves_room(648.0, 1280.0));
        assert!(leaves_room(560.0, 1000.0));
    }
}
