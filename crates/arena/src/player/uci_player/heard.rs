//! Input from an engine: its lines, elapsed time, and disconnection.

use tabia_uci::{BestMoveError, Message, MessageError};

use super::super::conduct::{Awaited, Conduct, Excess};
use super::super::config::{PlayerConfig, Transport};
use super::super::event::{Event, Output};
use super::super::options::{commands, find, option_fault};
use super::{State, UciPlayer, first_word};

impl UciPlayer {
    /// Handles a line from the engine, received at `at_ms`. If lines carry their arrival times, the host calls
    /// [`UciPlayer::time`] with it first, so that queued lines don't extend a deadline.
    pub fn line<'a>(&mut self, line: &'a str, at_ms: f64) -> Option<Event<'a>> {
        self.alive(at_ms);
        match &mut self.state {
            State::Disconnected | State::Starting => None,
            State::Handshake => self.handshake_line(line, at_ms),
            State::Pinging if is_ready_ok(line) => self.pinged(),
            State::Pinging => info_string(line).map(Event::InfoString),
            State::Positioning(_) if is_ready_ok(line) && self.config.transport == Transport::Stream => {
                self.go(at_ms);
                None
            }
            State::Idle | State::Positioning(_) | State::Returning => stray(line),
            State::Thinking(_) | State::Stopping { search: Some(_), .. } => self.search_line(line, at_ms),
            State::Pondering(lines) => {
                lines.push(line);
                None
            }
            State::Stopping { awaited, .. } => {
                let is_end = match awaited {
                    Awaited::ReadyOk => is_ready_ok(line),
                    _ => first_word(line) == "bestmove",
                };
                // With `Calls`, the engine is free only when it returns.
                let is_free = is_end && self.config.transport == Transport::Stream;
                is_free.then(|| self.become_idle())
            }
        }
    }

    /// Notes a sign of life from a searching engine other than a line.
    pub fn alive(&mut self, at_ms: f64) {
        if let State::Thinking(search) = &self.state {
            self.deadline_ms = Some(search.ends_ms.min(at_ms + self.config.limits.silence_ms));
        }
    }

    /// Checks the deadline; an early call does nothing.
    pub fn time(&mut self, now_ms: f64) -> Option<Event<'static>> {
        if self.deadline_ms.is_none_or(|deadline_ms| now_ms < deadline_ms) {
            return None;
        }
        let limits = self.config.limits;
        let no_answer = |awaited, limit_ms| Conduct::NoAnswer { awaited, limit_ms };
        let conduct = match &self.state {
            State::Starting => no_answer(Awaited::Start, limits.start_ms),
            State::Handshake => no_answer(Awaited::UciOk, limits.uciok_ms),
            State::Positioning(search) | State::Thinking(search) if search.ends_ms <= now_ms => {
                return Some(self.overdue(now_ms));
            }
            State::Pinging | State::Positioning(_) => no_answer(Awaited::ReadyOk, limits.readyok_ms),
            State::Thinking(_) => Conduct::Silent,
            State::Returning => no_answer(Awaited::Return, limits.stop_ms),
            State::Stopping { awaited: Awaited::PonderEnd, .. } => {
                no_answer(Awaited::PonderEnd, limits.ponder_stop_ms)
            }
            State::Stopping { awaited, .. } => no_answer(*awaited, limits.stop_ms),
            State::Disconnected | State::Idle | State::Pondering(_) => {
                self.deadline_ms = None;
                return None;
            }
        };
        Some(self.lose(conduct))
    }

    /// Notes that the call for the last output has returned ([`Transport::Calls`]).
    pub fn returned(&mut self) -> Option<Event<'static>> {
        if self.has_output() {
            return None;
        }
        match std::mem::take(&mut self.state) {
            State::Handshake => Some(self.lose(Conduct::Unanswered(Awaited::UciOk))),
            State::Pinging => Some(self.lose(Conduct::Unanswered(Awaited::ReadyOk))),
            State::Thinking(search) | State::Stopping { search: Some(search), .. } => {
                self.become_idle();
                Some(Event::NoBestMove(Conduct::NoBestMove { go: search.go }))
            }
            State::Returning | State::Stopping { .. } => Some(self.become_idle()),
            state => {
                self.state = state;
                None
            }
        }
    }

    /// Notes that the engine disconnected or could not be started; `reason` is a sentence.
    pub fn disconnected(&mut self, reason: String) -> Option<Event<'static>> {
        (!matches!(self.state, State::Disconnected)).then(|| self.lose(Conduct::Disconnected(reason)))
    }

    fn handshake_line(&mut self, line: &str, at_ms: f64) -> Option<Event<'static>> {
        self.introduction_bytes += line.len();
        if self.introduction_bytes > Excess::Introduction.limit() {
            return Some(self.lose(Conduct::Excess(Excess::Introduction)));
        }
        match Message::parse(line) {
            Ok(Some(Message::IdName(name))) => self.identity.name = name,
            Ok(Some(Message::IdAuthor(author))) => self.identity.author = author,
            Ok(Some(Message::Option(_))) if self.identity.options.len() >= Excess::Options.limit() => {
                return Some(self.lose(Conduct::Excess(Excess::Options)));
            }
            Ok(Some(Message::Option(option))) => self.identity.options.push(option),
            Ok(Some(Message::UciOk)) => {
                self.configure(at_ms);
                return Some(Event::Introduced);
            }
            _ => {}
        }
        None
    }

    fn pinged(&mut self) -> Option<Event<'static>> {
        match self.config.transport {
            Transport::Stream => Some(self.become_idle()),
            // Ready only once the call has returned.
            Transport::Calls => {
                self.state = State::Returning;
                None
            }
        }
    }

    /// Sets the options, then sends `isready`.
    fn configure(&mut self, now_ms: f64) {
        let PlayerConfig { options, role, limits, .. } = &self.config;
        let announced = &self.identity.options;
        let faults = options.iter().filter_map(|(name, value)| option_fault(announced, name, value));
        self.option_faults.extend(faults.map(Conduct::Option));
        if let Some(name) = role.option().filter(|name| find(announced, name).is_some()) {
            self.outputs.push_back(Output::Line(format!("setoption name {name} value true")));
        }
        let options = commands(announced, options).into_iter().map(|option| Output::Line(option.to_string()));
        self.outputs.extend(options);
        let limit_ms = limits.readyok_ms;
        self.send("isready");
        self.wait(State::Pinging, now_ms, limit_ms);
    }

    /// Sends `go` once the engine has its position.
    fn go(&mut self, now_ms: f64) {
        if let State::Positioning(search) = std::mem::take(&mut self.state) {
            self.outputs.push_back(Output::Line(search.go.clone()));
            self.state = State::Thinking(search);
            self.alive(now_ms);
        }
    }

    fn search_line<'a>(&mut self, line: &'a str, at_ms: f64) -> Option<Event<'a>> {
        match first_word(line) {
            "info" => Some(Event::Info(line)),
            "bestmove" => {
                let answer = match Message::parse(line) {
                    Ok(Some(Message::BestMove(best_move))) => Ok(best_move),
                    Err(MessageError::BestMove(error)) => Err(error),
                    _ => Err(BestMoveError::Missing),
                };
                match self.config.transport {
                    Transport::Stream => _ = self.become_idle(),
                    Transport::Calls => self.wait(State::Returning, at_ms, self.config.limits.stop_ms),
                }
                Some(Event::BestMove { line, answer })
            }
            _ => None,
        }
    }

    /// Ends a search at its deadline.
    fn overdue(&mut self, now_ms: f64) -> Event<'static> {
        // Drop a `go` that has not been sent yet.
        self.outputs.clear();
        let awaited = match (&self.state, self.config.transport) {
            (_, Transport::Calls) => Awaited::Return,
            (State::Positioning(_), Transport::Stream) => Awaited::ReadyOk,
            _ => {
                self.send_stop();
                Awaited::BestMove
            }
        };
        self.wait(State::Stopping { search: None, awaited }, now_ms, self.config.limits.stop_ms);
        Event::Overdue
    }
}

fn is_ready_ok(line: &str) -> bool {
    line.trim() == "readyok"
}

fn info_string(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("info string ")
}

fn stray(line: &str) -> Option<Event<'_>> {
    matches!(first_word(line), "info" | "bestmove").then_some(Event::Stray(line))
}
