//! A move that is being entered: one that waits for its confirmation, or another move for the engine.

use tabia_chess::Move;
use yew::prelude::*;

use super::shown::ShownGame;
use crate::apps::play::context::PlayContext;
use crate::apps::play::strings;
use crate::platform::document::focus_soon;
use crate::state::play::blunder::{Blunder, blunder};
use crate::state::play::game::LiveGame;
use crate::state::play::prefs::PlayPrefs;

/// Element id of the button that plays the move.
const CONFIRM_ID: &str = "play-confirm";

/// A move that is being entered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MoveDraft {
    /// A move that waits for its confirmation.
    Confirm {
        /// The move.
        m: Move,
        /// The reason for a warning, if there is one.
        blunder: Option<Blunder>,
    },
    /// Another move for the engine, yet to be entered.
    Replace,
}

impl MoveDraft {
    /// Returns the draft that a person's move becomes; `None` for a move to be played at once.
    pub fn of(prefs: PlayPrefs, game: &LiveGame, m: Move) -> Option<Self> {
        if game.is_over() || !game.position().is_legal(m) {
            return None;
        }
        // Two people at one device get no help against each other.
        let is_warned = prefs.warn_of_blunders && game.setup().human().is_some();
        let blunder = is_warned.then(|| blunder(game.position(), m)).flatten();
        (prefs.confirm_moves || blunder.is_some()).then_some(Self::Confirm { m, blunder })
    }
}

/// Returns a callback that plays a person's move, or makes it a draft.
#[hook]
pub fn use_enter(
    context: &PlayContext,
    shown: Option<&ShownGame>,
    draft: &UseStateHandle<Option<MoveDraft>>,
) -> Callback<Move> {
    use_callback((context.clone(), shown.cloned(), draft.setter()), |m: Move, (context, shown, draft)| {
        let Some(shown) = shown else { return };
        let new = MoveDraft::of(context.prefs, &shown.game, m);
        match new {
            None => play(context, shown, m),
            Some(MoveDraft::Confirm { blunder: Some(_), .. }) => context.play.warned(),
            Some(_) => {}
        }
        draft.set(new);
    })
}

fn play(context: &PlayContext, shown: &ShownGame, m: Move) {
    context.done(context.play.play(&shown.game.position().uci_with(m, shown.game.start().chess960)));
}

/// Properties of [`DraftCard`].
#[derive(Properties, PartialEq)]
pub struct DraftCardProps {
    /// State shared by all components of the page.
    pub context: PlayContext,
    /// Game and position shown.
    pub shown: ShownGame,
    /// The draft.
    pub draft: MoveDraft,
    /// Sets or clears the draft.
    pub set_draft: Callback<Option<MoveDraft>>,
}

/// Question about the draft, with its buttons.
#[component]
pub fn DraftCard(props: &DraftCardProps) -> Html {
    let DraftCardProps { context, shown, draft, set_draft } = props;
    use_effect_with(*draft, |draft| {
        if matches!(draft, MoveDraft::Confirm { .. }) {
            focus_soon(CONFIRM_ID);
        }
    });
    let cancel = use_callback(set_draft.clone(), |_: MouseEvent, set_draft| set_draft.emit(None));
    let onkeydown = use_callback(set_draft.clone(), |event: KeyboardEvent, set_draft| {
        if event.key() == "Escape" {
            event.prevent_default();
            set_draft.emit(None);
        }
    });
    let question = question(&shown.game, *draft);
    let confirm = match *draft {
        MoveDraft::Replace => Html::default(),
        MoveDraft::Confirm { m, blunder } => {
            let onclick = {
                let (context, shown, set_draft) = (context.clone(), shown.clone(), set_draft.clone());
                Callback::from(move |_: MouseEvent| {
                    set_draft.emit(None);
                    play(&context, &shown, m);
                })
            };
            let text = if blunder.is_some() { strings::play_anyway() } else { strings::play_move() };
            html! { <button id={CONFIRM_ID} type="button" class="button small primary" {onclick}>{ text }</button> }
        }
    };
    html! {
        <div class={classes!("play-offer", matches!(draft, MoveDraft::Confirm { blunder: Some(_), .. }).then_some("play-warning"))} {onkeydown}>
            <p role="status">{ question }</p>
            { confirm }
            <button type="button" class="button small" onclick={cancel}>{ strings::cancel() }</button>
        </div>
    }
}

/// Returns the question about a draft.
fn question(game: &LiveGame, draft: MoveDraft) -> String {
    let MoveDraft::Confirm { m, blunder } = draft else {
        return strings::another_move(&game.setup().player(!game.turn()).name());
    };
    let san = game.position().san(m);
    let mut after = *game.position();
    after.play_unchecked(m);
    match blunder {
        None => strings::play_question(&san),
        Some(Blunder::Stalemate) => strings::is_stalemate(&san),
        Some(Blunder::Mate(reply)) => strings::allows_mate(&san, &after.san(reply)),
        Some(Blunder::Material(reply)) => strings::may_lose_material(&san, &after.san(reply)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::play::setup::{PlaySetup, SidePlayer, Start};

    fn game(players: [SidePlayer; 2]) -> LiveGame {
        // After 1. f3 e5, g4 allows mate.
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2".to_owned();
        let setup = PlaySetup { players, start: Start::Fen(fen), ..PlaySetup::default() };
        LiveGame::new("id".to_owned(), setup, 0.0).unwrap()
    }

    #[test]
    fn moves_are_played_at_once_unless_they_are_to_be_confirmed() {
        let against_level = game([SidePlayer::human(), SidePlayer::level(3)]);
        let m = |san: &str| against_level.position().parse_san(san).unwrap();
        let question_of = |prefs: PlayPrefs, game: &LiveGame, san: &str| {
            MoveDraft::of(prefs, game, m(san)).map(|draft| question(game, draft))
        };
        let confirm = PlayPrefs { confirm_moves: true, ..PlayPrefs::default() };
        let warn = PlayPrefs { warn_of_blunders: true, ..PlayPrefs::default() };
        assert_eq!(question_of(PlayPrefs::default(), &against_level, "g4"), None);
        assert_eq!(question_of(confirm, &against_level, "g4").as_deref(), Some("Play g4?"));
        assert_eq!(question_of(warn, &against_level, "g4").as_deref(), Some("After g4, Qh4# is checkmate."));
        assert_eq!(question_of(warn, &against_level, "e4"), None);
        let people = game([SidePlayer::human(), SidePlayer::human()]);
        assert_eq!(question_of(warn, &people, "g4"), None, "no help between people");
        assert!(question_of(confirm, &people, "g4").is_some());
    }
}
