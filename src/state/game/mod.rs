//! The games that are open, and the place in the one that is on the board.

mod action;
mod destinations;
mod edit;
mod history;
mod navigate;

use std::rc::Rc;

use tabia_chess::{Color, Move, Position, Role, Square};
use tabia_pgn::{Collection, Game, GameResult, NodeId, Played, Problem};

pub use action::{GameAction, GameError};
pub use destinations::{Destination, destinations, find_move};
pub use edit::{DERIVED_TAGS, check_tag_name};
pub use history::EditKind;

use super::input::{Input, InputError, games_or_error, read_games, read_input};
use super::move_list::{MoveRow, move_rows};
use super::reading::GameBatch;
use super::status::Status;
use super::typed_move::{self, TypedMove};
use edit::apply;
use history::Histories;
use navigate::target;

/// The open games and what of them is shown. Cheap to clone.
#[derive(Clone, PartialEq, Debug)]
pub struct GameState {
    games: Rc<[Rc<Game>]>,
    /// One batch for each part of the text: adding to them copies none.
    problems: Vec<Rc<[Problem]>>,
    collection: u64,
    percent_read: Option<u8>,
    game: usize,
    game_id: u64,
    node: NodeId,
    orientation: Color,
    histories: Rc<Histories>,
    /// Derived from the game and the node.
    positions: Rc<[Position]>,
    rows: Rc<[MoveRow]>,
    status: Status,
}

impl Default for GameState {
    fn default() -> Self {
        Self::with_games(vec![Rc::new(Game::default())], Vec::new(), Color::White, 0)
    }
}

impl GameState {
    fn with_games(games: Vec<Rc<Game>>, problems: Vec<Problem>, orientation: Color, game_id: u64) -> Self {
        let mut state = Self {
            games: games.into(),
            problems: if problems.is_empty() { Vec::new() } else { vec![problems.into()] },
            collection: 0,
            percent_read: None,
            game: 0,
            game_id,
            node: NodeId::ROOT,
            orientation,
            histories: Rc::default(),
            positions: Rc::new([]),
            rows: Rc::new([]),
            status: Status::Ongoing,
        };
        state.rows = move_rows(state.game()).into();
        state.settle();
        state
    }

    /// The state after an action.
    ///
    /// # Errors
    /// [`GameError`] says why the action cannot be done; nothing is lost.
    pub fn reduce(&self, action: GameAction) -> Result<Self, GameError> {
        match action {
            GameAction::Load(text) => Ok(self.open(read_input(&text)?)),
            GameAction::LoadPgn(text) => Ok(self.open(read_games(&text)?)),
            GameAction::OpenGames(batch) => self.open_batch(batch),
            GameAction::AppendGames(batch) => self.append(batch),
            GameAction::LoadFen(text) => {
                let (position, _) = tabia_pgn::position_from_fen(&text)
                    .map_err(|error| InputError::Fen(error.to_string()))?;
                Ok(self.begin(position, false))
            }
            GameAction::NewGame => Ok(self.begin(Position::default(), false)),
            GameAction::NewChess960(number) if number < 960 => {
                Ok(self.begin(Position::chess960(number), true))
            }
            GameAction::NewChess960(number) => Err(GameError::NoSuchStart(number)),
            GameAction::ChooseGame(index) => self.choose(index),
            GameAction::StepGame(is_forward) => self.step_game(is_forward),
            GameAction::Flip => Ok(Self { orientation: !self.orientation, ..self.clone() }),
            GameAction::SetOrientation(orientation) => Ok(Self { orientation, ..self.clone() }),
            GameAction::Play(m) => self.play(m),
            GameAction::PlayText(text) => match typed_move::choose(self.position(), &text)? {
                TypedMove::Move(m) => self.play(m),
                TypedMove::Null => self.edit(GameAction::PlayNull),
            },
            GameAction::Undo => self.undo(),
            GameAction::Redo => self.redo(),
            GameAction::EndTyping => Ok(self.with_typing_ended()),
            action if action.is_navigation() => {
                self.go_to(target(self.game(), self.node, &action, self.orientation))
            }
            edit => self.edit(edit),
        }
    }

    /// The game on the board in PGN.
    pub fn pgn(&self) -> String {
        tabia_pgn::write(self.game())
    }

    /// The line through a node, from the start to its end, in PGN: with its comments, without other moves.
    pub fn pgn_of_line(&self, node: NodeId) -> String {
        let mut game = self.game().clone();
        if !game.is_main_line(node) {
            // The result is that of the main line.
            game.set_result(GameResult::Unknown);
        }
        game.delete_other_lines(node);
        tabia_pgn::write(&game)
    }

    /// All open games in PGN.
    pub fn pgn_of_all(&self) -> String {
        tabia_pgn::write_all(self.games.iter().map(Rc::as_ref))
    }

    // What is shown

    /// The game on the board.
    pub fn game(&self) -> &Game {
        &self.games[self.game]
    }

    /// All open games.
    pub fn games(&self) -> &Rc<[Rc<Game>]> {
        &self.games
    }

    /// Which of them is on the board, counted from 0.
    pub fn game_index(&self) -> usize {
        self.game
    }

    /// What was wrong with the text that the games come from.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().flat_map(|batch| batch.iter())
    }

    /// Which text the games come from, as [`GameBatch::collection`] tells it.
    pub fn collection(&self) -> u64 {
        self.collection
    }

    /// How much of the text was read, 0 to 99, while more games follow.
    pub fn percent_read(&self) -> Option<u8> {
        self.percent_read
    }

    /// The node on the board.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The positions from the start of the game to the one on the board, both included.
    pub fn positions(&self) -> &Rc<[Position]> {
        &self.positions
    }

    /// The moves of the game in the order in which they are listed.
    pub fn rows(&self) -> &Rc<[MoveRow]> {
        &self.rows
    }

    /// The move that led to the position on the board; `None` at the start and behind a null move.
    pub fn last_move(&self) -> Option<Move> {
        self.game().played(self.node)?.as_move()
    }

    /// The side below.
    pub fn orientation(&self) -> Color {
        self.orientation
    }

    /// How the game stands at this node.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The square of the king that is in check.
    pub fn check_square(&self) -> Option<Square> {
        let position = self.position();
        position.is_check().then(|| position.king(position.turn()))
    }

    /// Where the piece on a square can go.
    pub fn destinations(&self, from: Square) -> Vec<Destination> {
        destinations(self.position(), from)
    }

    /// All squares from which something can move, each with its destinations.
    pub fn all_destinations(&self) -> Vec<(Square, Vec<Destination>)> {
        Square::ALL
            .into_iter()
            .map(|from| (from, self.destinations(from)))
            .filter(|(_, destinations)| !destinations.is_empty())
            .collect()
    }

    /// The move from one square to another, if it is legal. Castling can be given by the king's target square and by the rook's
    /// square; a promotion without a role is not complete and gives `None`.
    pub fn find_move(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        find_move(self.position(), from, to, promotion)
    }

    /// Changes whenever another game is on the board, and never with the node: what is known about one game must not be taken for
    /// another's.
    pub fn game_id(&self) -> u64 {
        self.game_id
    }

    /// What [`GameAction::Undo`] would undo.
    pub fn undo_kind(&self) -> Option<EditKind> {
        self.histories.undo_kind(self.game)
    }

    /// What [`GameAction::Redo`] would do again.
    pub fn redo_kind(&self) -> Option<EditKind> {
        self.histories.redo_kind(self.game)
    }

    /// How many edits can be undone, and how many done again.
    pub fn edit_depths(&self) -> (usize, usize) {
        self.histories.depths(self.game)
    }

    /// A position and the moves that lead from it to the one on the board, for an engine. It is the start of the game, unless
    /// somebody passed on the way: engines know no null move, so that the line begins behind the last one then.
    pub fn engine_line(&self) -> (&Position, Vec<Move>) {
        let path = self.game().path(self.node);
        let moves: Vec<Option<Move>> =
            path.iter().skip(1).map(|&id| self.game().played(id).and_then(Played::as_move)).collect();
        let from = moves.iter().rposition(Option::is_none).map_or(0, |null| null + 1);
        (&self.positions[from], moves[from..].iter().copied().flatten().collect())
    }

    // What changes it

    fn open(&self, input: Input) -> Self {
        match input {
            Input::Position(position, doubt) => {
                let mut state = self.begin(*position, false);
                state.problems.extend(doubt.map(|doubt| Rc::from([doubt])));
                state
            }
            Input::Games(games, problems) => Self::with_games(
                games.into_iter().map(Rc::new).collect(),
                problems,
                self.orientation,
                self.game_id + 1,
            ),
        }
    }

    fn open_batch(&self, batch: GameBatch) -> Result<Self, GameError> {
        let GameBatch { collection, games, problems, percent } = batch;
        let mut state = self.open(games_or_error(Collection { games, problems })?);
        state.collection = collection;
        state.percent_read = percent;
        Ok(state)
    }

    fn append(&self, batch: GameBatch) -> Result<Self, GameError> {
        if batch.collection != self.collection || self.percent_read.is_none() {
            return Err(GameError::OtherText);
        }
        let mut state = Self { percent_read: batch.percent, ..self.clone() };
        if !batch.games.is_empty() {
            state.games = self.games.iter().cloned().chain(batch.games.into_iter().map(Rc::new)).collect();
        }
        if !batch.problems.is_empty() {
            state.problems.push(batch.problems.into());
        }
        Ok(state)
    }

    fn begin(&self, start: Position, chess960: bool) -> Self {
        let chess960 = chess960 || tabia_pgn::needs_chess960(&start);
        Self::with_games(
            vec![Rc::new(Game::new(start, chess960))],
            Vec::new(),
            self.orientation,
            self.game_id + 1,
        )
    }

    fn choose(&self, index: usize) -> Result<Self, GameError> {
        if index >= self.games.len() {
            return Err(GameError::NoSuchGame { number: index.saturating_add(1), count: self.games.len() });
        }
        let mut state = Self { game: index, game_id: self.game_id + 1, node: NodeId::ROOT, ..self.clone() };
        state.rows = move_rows(state.game()).into();
        state.settle();
        Ok(state)
    }

    fn step_game(&self, is_forward: bool) -> Result<Self, GameError> {
        let index = if is_forward { Some(self.game + 1) } else { self.game.checked_sub(1) };
        match index.filter(|index| *index < self.games.len()) {
            Some(index) => self.choose(index),
            None => Ok(self.clone()),
        }
    }

    fn go_to(&self, node: NodeId) -> Result<Self, GameError> {
        if !self.game().contains(node) {
            return Err(GameError::NoSuchNode);
        }
        let mut state = Self { node, ..self.with_typing_ended() };
        state.settle();
        Ok(state)
    }

    fn play(&self, m: Move) -> Result<Self, GameError> {
        match self.game().child_with(self.node, Played::Move(m)) {
            Some(child) => self.go_to(child),
            None => self.edit(GameAction::Play(m)),
        }
    }

    fn edit(&self, action: GameAction) -> Result<Self, GameError> {
        let before = &self.games[self.game];
        let mut game = Game::clone(before);
        let Some(edited) = apply(&mut game, action, self.node)? else { return Ok(self.clone()) };
        if game == **before {
            // A move that was there already is gone to.
            return if before.contains(edited.node) { self.go_to(edited.node) } else { Ok(self.clone()) };
        }
        let mut state = self.with_game(Rc::new(game), edited.node);
        Rc::make_mut(&mut state.histories).record(self.game, edited.kind, edited.place, before);
        Ok(state)
    }

    fn undo(&self) -> Result<Self, GameError> {
        let mut histories = Rc::clone(&self.histories);
        let undone = Rc::make_mut(&mut histories).undo(self.game, &self.games[self.game]);
        let (game, place) = undone.ok_or(GameError::NothingToUndo)?;
        Ok(Self { histories, ..self.with_game_at(game, place) })
    }

    fn redo(&self) -> Result<Self, GameError> {
        let mut histories = Rc::clone(&self.histories);
        let redone = Rc::make_mut(&mut histories).redo(self.game, &self.games[self.game]);
        let (game, place) = redone.ok_or(GameError::NothingToRedo)?;
        Ok(Self { histories, ..self.with_game_at(game, place) })
    }

    fn with_typing_ended(&self) -> Self {
        let mut state = self.clone();
        if state.histories.is_typing(self.game) {
            Rc::make_mut(&mut state.histories).end_typing(self.game);
        }
        state
    }

    /// Shows another version of the game, at a place of it if there is one, else where the board is.
    fn with_game_at(&self, game: Rc<Game>, place: Option<NodeId>) -> Self {
        let places = [place, Some(self.node)];
        let node = places.into_iter().flatten().find(|&node| game.contains(node)).unwrap_or(NodeId::ROOT);
        self.with_game(game, node)
    }

    fn with_game(&self, game: Rc<Game>, node: NodeId) -> Self {
        let mut games = self.games.to_vec();
        games[self.game] = game;
        let mut state = Self { games: games.into(), node, ..self.clone() };
        state.rows = move_rows(state.game()).into();
        state.settle();
        state
    }

    /// Derives what depends on the node.
    fn settle(&mut self) {
        self.positions = self.game().positions(self.node).into();
        self.status = Status::of(&self.positions);
    }
}
