//! Restores games when the page is opened, and hands them from tab to tab.

use std::rc::Rc;

use gloo_events::EventListener;
use gloo_timers::future::TimeoutFuture;
use wasm_bindgen_futures::spawn_local;

use super::PlayService;
use super::results::RESULTS;
use super::tab::own;
use crate::platform::tabs::Tabs;
use crate::services::play::ongoing;
use crate::services::play::played_games::PlayedGames;
use crate::services::play::session::GameSession;
use crate::services::play::view::{PlayNotice, PlayStage};
use crate::state::play::game::{LiveGame, PlayedGame};
use crate::storage::{Claim, StoreError};

/// Channel on which tabs request games and announce results.
const CHANNEL: &str = "tabia play";
/// Message that requests a game; its id follows.
const GIVE: &str = "give ";
/// Number of attempts to claim a game that may be about to be released, and the pause between them in milliseconds.
const CLAIMS: (u32, u32) = (30, 100);

impl PlayService {
    /// Listens to other tabs and for page hide.
    pub(super) fn listen(&self) {
        let weak = Rc::downgrade(&self.0);
        let asked = weak.clone();
        let tabs = Tabs::join(CHANNEL, move |word| {
            let Some(service) = asked.upgrade().map(Self) else { return };
            if word == RESULTS {
                service.read_results();
            } else if let Some(id) = word.strip_prefix(GIVE) {
                service.give_away(id);
            }
        });
        self.0.tabs.replace(Some(tabs));
        let Some(window) = web_sys::window() else { return };
        let leave = move |_: &web_sys::Event| {
            if let Some(service) = weak.upgrade().map(Self) {
                service.act(GameSession::leaving);
                service.remember_unwritten();
            }
        };
        let mut listeners = vec![EventListener::new(&window, "pagehide", leave.clone())];
        if let Some(document) = window.document() {
            listeners.push(EventListener::new(&document, "visibilitychange", leave));
        }
        self.0.listeners.replace(listeners);
    }

    /// Looks for the unfinished game.
    pub(super) fn find_game(&self) {
        let service = self.clone();
        spawn_local(async move {
            let epoch = service.0.epoch.get();
            service.take_up_unwritten().await;
            let found = service.look_for_game().await;
            // A game has been started in the meantime.
            if service.0.epoch.get() != epoch {
                return;
            }
            match found {
                Ok(Some(game)) => service.open_claimed(game, CLAIMS.0 / 3).await,
                Ok(None) => {
                    ongoing::set_ongoing(false);
                    service.set_stage(PlayStage::BoardEditor);
                }
                Err(error) => {
                    service.set_stage(PlayStage::BoardEditor);
                    service.notice(PlayNotice::NotOpened(error.to_string()));
                }
            }
        });
    }

    /// Returns the game of this tab, or the last one on the board, even if it was over: its result was on the board when the browser was
    /// closed, and is shown again.
    async fn look_for_game(&self) -> Result<Option<PlayedGame>, StoreError> {
        if let Some(id) = own() {
            match self.newest(&id).await {
                Ok(game) => return Ok(Some(game)),
                Err(StoreError::Missing { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let games = self.0.games.list().await?;
        let games = self.0.writer.borrow().with_unwritten(games);
        let mut on_board = games.into_iter().filter(|game| !game.is_aside);
        let Some(newest) = on_board.next() else { return Ok(None) };
        // Older finished games have been seen and are among the saved games.
        on_board.filter(|game| game.end.is_some()).for_each(|game| self.forget(game.id));
        self.newest(&newest.id).await.map(Some)
    }

    /// Returns the latest state of a game: unwritten changes take precedence over the stored record.
    async fn newest(&self, id: &str) -> Result<PlayedGame, StoreError> {
        let unwritten = self.0.writer.borrow().unwritten(id);
        match unwritten {
            Some(game) => Ok(game),
            None => self.0.games.get(id).await,
        }
    }

    /// Lists the unfinished games, the last played first.
    ///
    /// # Errors
    /// When the browser's database cannot be read.
    pub async fn unfinished(&self) -> Result<Vec<PlayedGame>, StoreError> {
        let games = self.0.games.list().await?;
        let shown = self.0.session.borrow().as_ref().map(|session| session.live().game().id.clone());
        let games = self.0.writer.borrow().with_unwritten(games);
        Ok(games.into_iter().filter(|game| game.end.is_none() && Some(&game.id) != shown.as_ref()).collect())
    }

    /// Resumes a game of [`unfinished`](Self::unfinished). The one on the board is set aside.
    pub fn open(&self, id: &str) {
        let (service, id) = (self.clone(), id.to_owned());
        spawn_local(async move {
            match service.newest(&id).await {
                Ok(game) => {
                    service.take_off();
                    service.open_claimed(game, 1).await;
                }
                Err(error) => service.notice(PlayNotice::NotOpened(error.to_string())),
            }
        });
    }

    /// Deletes a game of [`unfinished`](Self::unfinished); the saved game stays.
    pub fn discard(&self, id: &str) {
        self.forget(id.to_owned());
    }

    /// Requests a game from the tab that is playing it, and resumes it here.
    pub fn take_over(&self, id: &str) {
        if let Some(tabs) = &*self.0.tabs.borrow() {
            tabs.say(&format!("{GIVE}{id}"));
        }
        let (service, id) = (self.clone(), id.to_owned());
        spawn_local(async move {
            let Some(claim) = claim_within(&id, CLAIMS.0).await else {
                return service.notice(PlayNotice::NotTakenOver);
            };
            // As the other tab left it.
            match service.0.games.get(&id).await {
                Ok(game) => service.open_with(game, claim),
                Err(error) => service.notice(PlayNotice::NotOpened(error.to_string())),
            }
        });
    }

    /// Releases the game to another tab that requests it, once it is stored.
    fn give_away(&self, id: &str) {
        if !self.is_shown(id) {
            return;
        }
        let (service, id) = (self.clone(), id.to_owned());
        self.act(GameSession::put_aside);
        spawn_local(async move {
            service.written().await;
            if !service.is_shown(&id) {
                // Taken off the board in the meantime; nobody requested the game that is there now.
                return;
            }
            if service.0.writer.borrow().unwritten(&id).is_some() {
                // It would continue there without its last moves.
                service.act(GameSession::stay);
                return;
            }
            // This releases the claim.
            service.clear_board();
            service.set_stage(PlayStage::Elsewhere { id });
            service.notice(PlayNotice::TakenOver);
        });
    }

    /// Waits until nothing is being written, or for two seconds.
    pub(super) async fn written(&self) {
        for _ in 0..100 {
            TimeoutFuture::new(20).await;
            if !self.0.writer.borrow().is_busy() {
                return;
            }
        }
    }

    /// Claims a game left by a page; if this tab had it before a reload, that page may still hold it.
    pub(super) async fn claim_left(id: &str, was_ours: bool) -> Option<Claim> {
        claim_within(id, if was_ours { CLAIMS.0 / 3 } else { 1 }).await
    }

    /// Claims a game and puts it on the board, or sets the stage if another tab has it.
    async fn open_claimed(&self, game: PlayedGame, tries: u32) {
        let held = self.0.held.borrow_mut().remove(&game.id);
        let claim = match held {
            Some(claim) => Some(claim),
            None => claim_within(&game.id, tries).await,
        };
        match claim {
            Some(claim) => self.open_with(game, claim),
            // Another tab shows how it ended.
            None if game.end.is_some() => self.set_stage(PlayStage::BoardEditor),
            None => self.set_stage(PlayStage::Elsewhere { id: game.id }),
        }
    }

    fn open_with(&self, mut game: PlayedGame, claim: Claim) {
        // The clocks were stopped while the page was gone, and stay so until the user resumes.
        game.is_paused |= game.end.is_none() && game.clocks.iter().any(Option::is_some);
        match LiveGame::open(game) {
            Ok(live) => self.put_on(live, Some(claim)),
            Err(fault) => {
                self.set_stage(PlayStage::BoardEditor);
                self.notice(PlayNotice::NotOpened(fault.to_string()));
            }
        }
    }

    /// Claims a new game, which no other tab knows.
    pub(super) fn claim_new(&self, id: String) {
        let service = self.clone();
        spawn_local(async move {
            let claim = PlayedGames::claim(&id).await.ok().flatten();
            if service.is_shown(&id) {
                service.0.claim.replace(claim);
            } else if let Some(claim) = claim.filter(|_| service.0.writer.borrow().has(&id)) {
                service.0.held.borrow_mut().insert(id, claim);
            }
        });
    }
}

/// Claims a game, with retries in case another tab is about to release it: the page before a reload, or one that hands it over.
async fn claim_within(id: &str, tries: u32) -> Option<Claim> {
    for place in 0..tries {
        if place > 0 {
            TimeoutFuture::new(CLAIMS.1).await;
        }
        // If the browser refuses, tabs cannot know of each other.
        if let Ok(Some(claim)) = PlayedGames::claim(id).await {
            return Some(claim);
        }
    }
    None
}
