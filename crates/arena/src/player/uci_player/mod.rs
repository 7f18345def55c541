//! The state machine of one engine: its states, and the commands to it. Its replies are handled in `heard`.

mod heard;
mod pondered;

use std::collections::VecDeque;

use super::conduct::{Awaited, Conduct};
use super::config::{PlayerConfig, PlayerLimits, Transport};
use super::event::{Event, Identity, Output, PlayerState, SearchCommand};
use super::options::find;
use pondered::Pondered;

/// A UCI engine. See the [module](super)'s description.
#[derive(Clone, Debug, Default)]
pub struct UciPlayer {
    config: PlayerConfig,
    state: State,
    outputs: VecDeque<Output>,
    deadline_ms: Option<f64>,
    identity: Identity,
    /// The amount of text in its reply to `uci`, in bytes.
    introduction_bytes: usize,
    /// Whether the engine has ever been ready.
    has_run: bool,
    /// The reason for the last loss of the engine.
    lost_because: String,
    /// The option in the last `setoption` sent, with [`Transport::Calls`].
    option_being_set: Option<String>,
    /// Mismatched options since the last [`UciPlayer::take_option_faults`].
    option_faults: Vec<Conduct>,
}

#[derive(Clone, Debug, Default)]
enum State {
    #[default]
    Disconnected,
    Starting,
    Handshake,
    Pinging,
    Idle,
    /// The position was sent. `go` follows `readyok`, or is queued behind the position.
    Positioning(Search),
    Thinking(Search),
    /// The lines printed while pondering.
    Pondering(Pondered),
    Returning,
    Stopping {
        /// The search, if its result is still needed.
        search: Option<Search>,
        awaited: Awaited,
    },
}

#[derive(Clone, Debug)]
struct Search {
    go: String,
    since_ms: f64,
    ends_ms: f64,
}

impl UciPlayer {
    /// Creates a player whose engine is not running.
    pub fn new(config: PlayerConfig) -> Self {
        Self { config, ..Self::default() }
    }

    /// Returns the state of the engine.
    pub const fn state(&self) -> PlayerState {
        match &self.state {
            State::Disconnected => PlayerState::Disconnected,
            State::Starting | State::Handshake => PlayerState::Starting,
            State::Pinging => PlayerState::Pinging,
            State::Idle => PlayerState::Idle,
            State::Positioning(_) | State::Thinking(_) => PlayerState::Thinking,
            State::Pondering(_) => PlayerState::Pondering,
            State::Returning => PlayerState::Returning,
            State::Stopping { .. } => PlayerState::Stopping,
        }
    }

    /// Returns whether the engine is idle.
    pub const fn is_idle(&self) -> bool {
        matches!(self.state, State::Idle)
    }

    /// Returns whether the engine has to stop; an engine polls this during a call.
    pub const fn is_stopping(&self) -> bool {
        matches!(self.state, State::Stopping { .. } | State::Returning)
    }

    /// Returns whether the engine has ever been ready.
    pub const fn has_run(&self) -> bool {
        self.has_run
    }

    /// Returns the reason for the last loss of the engine; empty if there was none.
    pub fn lost_because(&self) -> &str {
        &self.lost_because
    }

    /// Returns the engine's identity, valid from [`Event::Introduced`] on.
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the start time of the current search's clock; `None` if there is no search.
    pub fn search_since_ms(&self) -> Option<f64> {
        self.search().map(|search| search.since_ms)
    }

    /// Returns the total time limit of the current search, in whole milliseconds.
    pub fn search_time_ms(&self) -> Option<f64> {
        self.search().map(|search| (search.ends_ms - search.since_ms).round())
    }

    const fn search(&self) -> Option<&Search> {
        match &self.state {
            State::Positioning(search)
            | State::Thinking(search)
            | State::Stopping { search: Some(search), .. } => Some(search),
            _ => None,
        }
    }

    /// Returns the time at which to call [`UciPlayer::time`] if no line arrives first; `None` if nothing is
    /// expected.
    pub const fn deadline_ms(&self) -> Option<f64> {
        self.deadline_ms
    }

    /// Returns the option set by the call in progress ([`Transport::Calls`]).
    pub fn option_being_set(&self) -> Option<&str> {
        self.option_being_set.as_deref()
    }

    /// Returns the next action for the host.
    pub fn next_output(&mut self) -> Option<Output> {
        let output = self.outputs.pop_front()?;
        if self.config.transport == Transport::Stream {
            return Some(output);
        }
        self.option_being_set = match &output {
            Output::Line(line) if matches!(self.state, State::Pinging) => option_name(line),
            _ => None,
        };
        // The search begins with the call that sends `go`.
        if self.outputs.is_empty() {
            self.state = match std::mem::take(&mut self.state) {
                State::Positioning(search) => {
                    self.deadline_ms =
                        Some(search.ends_ms.min(search.since_ms + self.config.limits.silence_ms));
                    State::Thinking(search)
                }
                state => state,
            };
        }
        Some(output)
    }

    /// Returns whether there is an action for the host.
    pub fn has_output(&self) -> bool {
        !self.outputs.is_empty()
    }

    /// Takes the option mismatches since the last call.
    pub fn take_option_faults(&mut self) -> Vec<Conduct> {
        std::mem::take(&mut self.option_faults)
    }

    // --- Commands to the engine -------------------------------------------------------------------------

    /// Starts or restarts the engine. Times are in milliseconds from any fixed origin, here and in every
    /// other method.
    pub fn start(&mut self, now_ms: f64) {
        self.outputs.clear();
        self.outputs.push_back(Output::Start);
        self.identity = Identity::default();
        self.introduction_bytes = 0;
        self.wait(State::Starting, now_ms, self.config.limits.start_ms);
    }

    /// Notes that the host has started the engine.
    pub fn started(&mut self, now_ms: f64) {
        if matches!(self.state, State::Starting) {
            self.send("uci");
            self.wait(State::Handshake, now_ms, self.config.limits.uciok_ms);
        }
    }

    /// Sets the castling notation of an idle engine, if it has the option.
    pub fn set_chess960(&mut self, is_on: bool) {
        if self.is_idle() && find(&self.identity.options, "UCI_Chess960").is_some() {
            self.send(&format!("setoption name UCI_Chess960 value {is_on}"));
        }
    }

    /// Changes the time limits, from the next deadline on.
    pub const fn set_limits(&mut self, limits: PlayerLimits) {
        self.config.limits = limits;
    }

    /// Sends an idle engine a line that gets no reply, such as `setoption` or `ucinewgame`. During the
    /// initial setup it is sent before `isready`.
    pub fn send_idle(&mut self, line: &str) {
        let line = Output::Line(line.to_owned());
        match self.state {
            State::Idle => self.outputs.push_back(line),
            State::Pinging if self.has_output() => self.outputs.insert(self.outputs.len() - 1, line),
            _ => {}
        }
    }

    /// Sends `isready` to an idle engine; [`Event::Ready`] follows.
    pub fn ping(&mut self, now_ms: f64) {
        if self.is_idle() {
            self.send("isready");
            self.wait(State::Pinging, now_ms, self.config.limits.readyok_ms);
        }
    }

    /// Starts a search of an idle engine.
    ///
    /// # Errors
    /// If the engine is disconnected or busy.
    pub fn think(&mut self, command: SearchCommand, now_ms: f64) -> Result<(), Conduct> {
        if !self.is_idle() {
            return Err(Conduct::Gone { reason: self.lost_because.clone() });
        }
        let SearchCommand { position, go, time_ms } = command;
        let search = Search { go, since_ms: now_ms, ends_ms: now_ms + time_ms };
        self.outputs.push_back(Output::Line(position));
        match self.config.transport {
            Transport::Stream => self.send("isready"),
            Transport::Calls => self.send(&search.go.clone()),
        }
        self.deadline_ms = Some(search.ends_ms.min(now_ms + self.config.limits.readyok_ms));
        self.state = State::Positioning(search);
        Ok(())
    }

    /// Starts pondering of an idle engine. Returns whether it does: not with [`Transport::Calls`].
    pub fn ponder(&mut self, position: &str, go: &str) -> bool {
        let can = self.is_idle() && self.config.transport == Transport::Stream;
        if can {
            self.send(position);
            self.send(go);
            self.state = State::Pondering(Pondered::default());
        }
        can
    }

    /// Handles a ponder hit: the ponder search continues as a search of `time_ms`. Returns the lines printed
    /// so far; they belong to this search and have to be passed in again.
    pub fn ponder_hit(&mut self, time_ms: f64, now_ms: f64) -> VecDeque<String> {
        let State::Pondering(lines) = &mut self.state else { return VecDeque::new() };
        let lines = std::mem::take(lines).into_lines();
        self.send("ponderhit");
        let search = Search { go: "ponderhit".to_owned(), since_ms: now_ms, ends_ms: now_ms + time_ms };
        self.deadline_ms = Some(search.ends_ms.min(now_ms + self.config.limits.silence_ms));
        self.state = State::Thinking(search);
        lines
    }

    /// Stops searching or pondering. The result of a search is still emitted; pondering ends with
    /// [`Event::Ready`], at once if the engine has already printed `bestmove`.
    pub fn stop(&mut self, now_ms: f64) -> Option<Event<'static>> {
        let PlayerLimits { stop_ms, ponder_stop_ms, .. } = self.config.limits;
        match std::mem::take(&mut self.state) {
            state @ (State::Positioning(_) | State::Thinking(_)) => {
                let is_begun = matches!(state, State::Thinking(_));
                let (State::Positioning(search) | State::Thinking(search)) = state else { return None };
                if !is_begun && self.config.transport == Transport::Stream {
                    self.send(&search.go.clone());
                }
                self.send_stop();
                let state = State::Stopping { search: Some(search), awaited: Awaited::BestMove };
                self.wait(state, now_ms, stop_ms);
            }
            State::Pondering(lines) => {
                self.send_stop();
                if lines.has_move() {
                    return Some(self.become_idle());
                }
                let state = State::Stopping { search: None, awaited: Awaited::PonderEnd };
                self.wait(state, now_ms, ponder_stop_ms);
            }
            state => self.state = state,
        }
        None
    }

    /// Sends `quit` and stops the engine.
    pub fn quit(&mut self) {
        if !matches!(self.state, State::Disconnected | State::Starting) {
            self.outputs.clear();
            self.send("quit");
            self.state = State::Disconnected;
            self.deadline_ms = None;
        }
    }

    // --- Common to both ---------------------------------------------------------------------------------

    fn become_idle(&mut self) -> Event<'static> {
        self.state = State::Idle;
        self.deadline_ms = None;
        self.has_run = true;
        Event::Ready
    }

    fn lose(&mut self, conduct: Conduct) -> Event<'static> {
        self.outputs.clear();
        self.outputs.push_back(Output::Kill);
        self.state = State::Disconnected;
        self.deadline_ms = None;
        self.lost_because = conduct.to_string();
        Event::Lost(conduct)
    }

    fn wait(&mut self, state: State, now_ms: f64, limit_ms: f64) {
        self.state = state;
        self.deadline_ms = Some(now_ms + limit_ms);
    }

    fn send(&mut self, line: &str) {
        self.outputs.push_back(Output::Line(line.to_owned()));
    }

    fn send_stop(&mut self) {
        if self.config.transport == Transport::Stream {
            self.send("stop");
        }
    }
}

fn first_word(line: &str) -> &str {
    line.split_ascii_whitespace().next().unwrap_or_default()
}

/// Returns the option that a command sets.
fn option_name(line: &str) -> Option<String> {
    let words = line.strip_prefix("setoption name ")?;
    Some(words.split_once(" value ").map_or(words, |(name, _)| name).to_owned())
}
