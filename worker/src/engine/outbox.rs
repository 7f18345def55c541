//! When the engine's output is posted, and what is dropped.
//!
//! An engine may print thousands of lines a second; a page can show only a few. Lines are therefore buffered and posted together,
//! at most once per [`INTERVAL_MS`], and a newer `info` line replaces an older one about the same thing. The replies that a
//! caller waits for (`uciok`, `readyok`, `bestmove`) are posted at once, after the lines printed before them. The buffer is
//! bounded in lines and bytes: the oldest `info` lines are dropped, but nothing else is, so an engine that prints too many other
//! lines [overfills](Outbox::is_overfull) its outbox. If [every line](Outbox::keep_all) is requested, lines don't replace each
//! other and are posted more often.

use std::collections::VecDeque;

/// Minimum time between two posts while no caller waits, in milliseconds: 8 posts a second.
pub const INTERVAL_MS: f64 = 125.0;

/// Time without output after which `Outbox::poll` returns an empty post, in milliseconds: the heartbeat of an engine that
/// searches without printing.
pub const HEARTBEAT_MS: f64 = 1000.0;

/// Maximum number of lines in one post; beyond it, the oldest `info` lines are dropped.
const CAPACITY: usize = 1024;

/// Maximum size of one post, in bytes.
pub const MAX_BYTES: usize = 4 << 20;

/// Approximate overhead of a line in addition to its text, in bytes.
const LINE_BYTES: usize = 64;

/// [`CAPACITY`] when every line is requested: 65,000 lines a second, in posts that take the page a few milliseconds.
const CAPACITY_OF_ALL: usize = 4096;

/// Minimum time between two posts when every line is requested, in milliseconds.
const INTERVAL_OF_ALL_MS: f64 = 30.0;

/// Lines ready to be posted.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Post {
    /// The lines, oldest first.
    pub lines: Vec<String>,
    /// Number of lines dropped from this post.
    pub dropped: u32,
}

/// Buffer of output for the page. Times are in milliseconds from any fixed origin.
#[derive(Debug)]
pub struct Outbox {
    held: VecDeque<String>,
    /// Size of the held lines, in bytes.
    bytes: usize,
    dropped: u32,
    is_keeping_all: bool,
    last_post_ms: f64,
    /// Time when the oldest held line was printed.
    held_since_ms: f64,
}

impl Outbox {
    /// Creates an empty outbox; the first line may be posted at the first poll.
    pub const fn new() -> Self {
        Self {
            held: VecDeque::new(),
            bytes: 0,
            dropped: 0,
            is_keeping_all: false,
            last_post_ms: f64::NEG_INFINITY,
            held_since_ms: 0.0,
        }
    }

    /// Sets whether to keep every line from now on.
    pub fn keep_all(&mut self, is_wanted: bool) {
        self.is_keeping_all = is_wanted;
    }

    fn interval_ms(&self) -> f64 {
        if self.is_keeping_all { INTERVAL_OF_ALL_MS } else { INTERVAL_MS }
    }

    /// Begins a new batch, whose first lines don't wait for the interval of the previous batch.
    pub fn begin(&mut self, now_ms: f64) {
        self.last_post_ms = now_ms - INTERVAL_MS;
    }

    /// Adds a line printed by the engine. Returns a post if the line must not wait.
    pub fn print(&mut self, line: String, now_ms: f64) -> Option<Post> {
        let is_answer =
            matches!(line.split_ascii_whitespace().next(), Some("uciok" | "readyok" | "bestmove"));
        if self.held.is_empty() {
            self.held_since_ms = now_ms;
        }
        self.hold(line);
        // Gets lines out even if an engine never polls for signals.
        let waits_since = self.last_post_ms.max(self.held_since_ms);
        let is_overdue = now_ms - waits_since >= self.interval_ms();
        (is_answer || is_overdue).then(|| self.flush(now_ms))
    }

    /// Returns a post if one is due. Call while the engine works.
    ///
    /// The lines of one iteration (one per principal variation) are printed together, and this is called a moment later, so they
    /// leave in one post.
    pub fn poll(&mut self, now_ms: f64) -> Option<Post> {
        let wait = if self.held.is_empty() { HEARTBEAT_MS } else { self.interval_ms() };
        (now_ms - self.last_post_ms >= wait).then(|| self.flush(now_ms))
    }

    /// Returns everything held, to be posted immediately.
    pub fn flush(&mut self, now_ms: f64) -> Post {
        self.last_post_ms = now_ms;
        self.bytes = 0;
        Post { lines: std::mem::take(&mut self.held).into(), dropped: std::mem::take(&mut self.dropped) }
    }

    /// Returns whether the held lines exceed the limit even though every `info` line was dropped: the engine must be stopped.
    pub fn is_overfull(&self) -> bool {
        self.bytes > MAX_BYTES
    }

    fn hold(&mut self, line: String) {
        if !self.is_keeping_all {
            let subject = Subject::of(&line);
            let superseded = match subject {
                Subject::Text => None,
                _ => self.held.iter().position(|held| Subject::of(held) == subject),
            };
            if let Some(index) = superseded {
                self.drop_line(index);
            }
        }
        self.bytes += line.len() + LINE_BYTES;
        self.held.push_back(line);
        let capacity = if self.is_keeping_all { CAPACITY_OF_ALL } else { CAPACITY };
        while self.held.len() > capacity || self.bytes > MAX_BYTES {
            let Some(oldest) = self.held.iter().position(|held| is_info(held)) else { return };
            self.drop_line(oldest);
        }
    }

    fn drop_line(&mut self, index: usize) {
        if let Some(line) = self.held.remove(index) {
            self.bytes -= line.len() + LINE_BYTES;
            self.dropped += 1;
        }
    }
}

impl Default for Outbox {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns whether a line may be dropped: `info` output. Anything else is a reply to a command.
fn is_info(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("info")
}

/// Subject of a line.
#[derive(Debug, PartialEq, Eq)]
enum Subject<'a> {
    /// `info string`, or anything other than `info`: never replaced by another.
    Text,
    /// Principal variation with this `multipv` number (`None`: the only one).
    Variation(Option<&'a str>),
    /// Bound on the score of such a variation; must not replace an exact score.
    Bound(Option<&'a str>),
    /// Progress without a variation: `currmove`, `nodes` and the like.
    Progress,
}

impl<'a> Subject<'a> {
    fn of(line: &'a str) -> Self {
        let mut multipv = None;
        let (mut is_bound, mut has_variation) = (false, false);
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some("info") {
            return Self::Text;
        }
        while let Some(word) = words.next() {
            match word {
                "string" => return Self::Text,
                "multipv" => multipv = words.next(),
                "lowerbound" | "upperbound" => is_bound = true,
                // The score may come after it.
                "pv" => has_variation = true,
                _ => {}
            }
        }
        match (is_bound, has_variation) {
            (true, _) => Self::Bound(multipv),
            (false, true) => Self::Variation(multipv),
            (false, false) => Self::Progress,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(post: Option<Post>) -> Vec<String> {
        post.map(|post| post.lines).unwrap_or_default()
    }

    #[test]
    fn lines_of_one_iteration_leave_together() {
        let mut outbox = Outbox::new();
        outbox.flush(0.0);
        assert_eq!(outbox.print("info depth 1 multipv 1 score cp 1 pv e2e4".into(), 130.0), None);
        assert_eq!(outbox.print("info depth 1 multipv 2 score cp 0 pv d2d4".into(), 130.0), None);
        assert_eq!(lines(outbox.poll(131.0)).len(), 2);
        assert_eq!(outbox.poll(132.0), None);
    }

    #[test]
    fn at_most_eight_posts_in_a_second_however_much_is_printed() {
        let mut outbox = Outbox::new();
        let mut posts = 0;
        for tenth_ms in 0..10_000 {
            let now_ms = f64::from(tenth_ms) / 10.0;
            let line = format!("info depth {tenth_ms} score cp 1 pv e2e4");
            posts += usize::from(outbox.print(line, now_ms).is_some());
            posts += usize::from(outbox.poll(now_ms).is_some());
        }
        assert!(posts <= 8, "{posts} posts");
    }

    #[test]
    fn newer_lines_replace_older_ones_of_the_same_variation_only() {
        let mut outbox = Outbox::new();
        outbox.flush(0.0);
        for line in [
            "info depth 1 multipv 1 score cp 1 pv e2e4",
            "info string net loaded",
            "info depth 1 multipv 2 score cp 0 pv d2d4",
            "info depth 2 multipv 1 score cp 5 pv e2e4 e7e5",
            "info depth 3 multipv 1 pv e2e4 score cp 9 lowerbound",
            "info string second",
        ] {
            assert_eq!(outbox.print(line.into(), 1.0), None);
        }
        let post = outbox.flush(2.0);
        assert_eq!(post.dropped, 1);
        assert_eq!(
            post.lines,
            [
                "info string net loaded",
                "info depth 1 multipv 2 score cp 0 pv d2d4",
                "info depth 2 multipv 1 score cp 5 pv e2e4 e7e5",
                "info depth 3 multipv 1 pv e2e4 score cp 9 lowerbound",
                "info string second",
            ]
        );
    }

    #[test]
    fn no_line_replaces_another_where_every_line_is_wanted() {
        let mut outbox = Outbox::new();
        outbox.flush(0.0);
        outbox.keep_all(true);
        for depth in 1..=3 {
            assert_eq!(outbox.print(format!("info depth {depth} score cp 1 pv e2e4"), 1.0), None);
        }
        assert_eq!(outbox.poll(INTERVAL_OF_ALL_MS - 1.0), None);
        assert_eq!(
            outbox.poll(INTERVAL_OF_ALL_MS).map(|post| (post.lines.len(), post.dropped)),
            Some((3, 0))
        );
        // Even a flood of lines is bounded.
        for number in 0..10_000 {
            outbox.print(format!("info string {number}"), INTERVAL_OF_ALL_MS);
        }
        let post = outbox.flush(100.0);
        assert_eq!((post.lines.len(), post.dropped as usize), (CAPACITY_OF_ALL, 10_000 - CAPACITY_OF_ALL));
        outbox.keep_all(false);
        for depth in 1..=3 {
            outbox.print(format!("info depth {depth} score cp 1 pv e2e4"), 101.0);
        }
        assert_eq!(outbox.flush(102.0).lines.len(), 1);
    }

    #[test]
    fn answers_are_posted_at_once_and_in_order() {
        let mut outbox = Outbox::new();
        outbox.flush(0.0);
        assert_eq!(outbox.print("info depth 1 pv e2e4".into(), 1.0), None);
        assert_eq!(
            lines(outbox.print("bestmove e2e4".into(), 2.0)),
            ["info depth 1 pv e2e4", "bestmove e2e4"]
        );
        assert_eq!(lines(outbox.print("readyok".into(), 3.0)), ["readyok"]);
        assert_eq!(outbox.print("id name Someone".into(), 4.0), None);
        assert_eq!(outbox.print("option name Hash type spin default 1 min 1 max 2".into(), 4.0), None);
        assert_eq!(lines(outbox.print("uciok".into(), 4.0)).len(), 3);
    }

    #[test]
    fn a_flood_of_texts_is_bounded() {
        let mut outbox = Outbox::new();
        outbox.flush(0.0);
        for number in 0..10_000 {
            assert_eq!(outbox.print(format!("info string {number}"), 1.0), None);
        }
        let post = outbox.flush(2.0);
        assert_eq!(post.lines.len(), CAPACITY);
        assert_eq!(post.dropped as usize, 10_000 - CAPACITY);
        assert_eq!(post.lines.last().map(String::as_str), Some("info string 9999"));
    }

    #[test]
    fn a_flood_of_long_texts_is_bounded_in_bytes() {
        for keeps_all in [false, true] {
            let mut outbox = Outbox::new();
            outbox.flush(0.0);
            outbox.keep_all(keeps_all);
            for number in 0..1000 {
                outbox.print(format!("info string {number} {}", "x".repeat(65_000)), 1.0);
            }
            assert!(!outbox.is_overfull());
            let post = outbox.flush(2.0);
            assert!(post.lines.iter().map(String::len).sum::<usize>() <= MAX_BYTES);
            assert_eq!((post.lines.len(), post.dropped), (64, 936));
        }
    }

    #[test]
    fn answers_are_never_dropped_and_overfill_the_outbox() {
        let mut outbox = Outbox::new();
        outbox.flush(0.0);
        outbox.print("id name Someone".into(), 1.0);
        for number in 0..4000 {
            outbox.print(format!("option name O{number} type check default false"), 1.0);
        }
        outbox.print("info string ready".into(), 1.0);
        assert!(!outbox.is_overfull());
        let post = outbox.print("uciok".into(), 1.0).expect("an answer is posted");
        assert_eq!((post.lines.len(), post.lines[0].as_str(), post.dropped), (4002, "id name Someone", 1));
        let printed = (0..300_000).take_while(|number| {
            outbox.print(format!("option name O{number} type check default false"), 1.0);
            !outbox.is_overfull()
        });
        assert!(printed.count() < 50_000);
    }

    #[test]
    fn a_silent_search_gives_signs_of_life() {
        let mut outbox = Outbox::new();
        outbox.flush(0.0);
        assert_eq!(outbox.poll(HEARTBEAT_MS - 1.0), None);
        assert_eq!(outbox.poll(HEARTBEAT_MS), Some(Post::default()));
        assert_eq!(outbox.poll(HEARTBEAT_MS + 1.0), None);
    }

    #[test]
    fn an_engine_that_never_polls_still_gets_its_lines_out() {
        let mut outbox = Outbox::new();
        outbox.flush(0.0);
        assert_eq!(outbox.print("info depth 1 pv e2e4".into(), 10.0), None);
        assert_eq!(outbox.print("info depth 2 pv e2e4".into(), 130.0), None);
        assert_eq!(lines(outbox.print("info depth 3 pv e2e4".into(), 140.0)), ["info depth 3 pv e2e4"]);
    }

    #[test]
    fn the_first_lines_of_a_search_do_not_wait_for_the_search_before() {
        let mut outbox = Outbox::new();
        outbox.flush(1000.0);
        outbox.begin(1001.0);
        assert_eq!(outbox.poll(1001.5), None, "nothing to post");
        assert_eq!(outbox.print("info depth 1 pv e2e4".into(), 1002.0), None);
        assert_eq!(lines(outbox.poll(1002.5)).len(), 1);
        assert_eq!(outbox.print("info depth 2 pv e2e4".into(), 1003.0), None);
        assert_eq!(outbox.poll(1100.0), None);
    }
}
