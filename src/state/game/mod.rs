//! Open games, and the current place in the game on the board.

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

use super::input::{Input, games_or_error, read_fen, read_games, read_input};
use super::move_list::{MoveRow, move_rows};
use super::reading::GameBatch;
use super::status::Status;
use super::typed_move::{self, TypedMove};
use edit::apply;
use history::Histories;
use navigate::target;

/// Open games and the current view of them. Cheap to clone.
#[derive(Clone, PartialEq, Debug)]
pub struct GameState {
    games: Rc<[Rc<Game>]>,
    /// One batch per part of the text, so that appending copies nothing.
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

    /// Returns the state after an action.
    ///
    /// # Errors
    /// [`GameError`] if the action is impossible; the state is unchanged.
    pub fn reduce(&self, action: GameAction) -> Result<Self, GameError> {
        match action {
            GameAction::Load(text) => Ok(self.open(read_input(&text)?)),
            GameAction::LoadPgn(text) => Ok(self.open(read_games(&text)?)),
            GameAction::OpenGames(batch) => self.open_batch(batch),
            GameAction::AppendGames(batch) => self.append(batch),
            GameAction::LoadFen(text) => Ok(self.open(read_fen(&text)?)),
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

    /// Returns the game on the board as PGN.
    pub fn pgn(&self) -> String {
        tabia_pgn::write(self.game())
    }

    /// Returns the line through a node as PGN, from start to end: with its comments, without variations.
    pub fn pgn_of_line(&self, node: NodeId) -> String {
        let mut game = self.game().clone();
        if !game.is_main_line(node) {
            // The result belongs to the main line.
            game.set_result(GameResult::Unknown);
        }
        game.delete_other_lines(node);
        tabia_pgn::write(&game)
    }

    /// Returns all open games as PGN.
    pub fn pgn_of_all(&self) -> String {
        tabia_pgn::write_all(self.games.iter().map(Rc::as_ref))
    }

    // Queries

    /// Returns the game on the board.
    pub fn game(&self) -> &Game {
        &self.games[self.game]
    }

    /// Returns all open games.
    pub fn games(&self) -> &Rc<[Rc<Game>]> {
        &self.games
    }

    /// Returns the index of the game on the board, from 0.
    pub fn game_index(&self) -> usize {
        self.game
    }

    /// Returns the problems found in the text that the games come from.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().flat_map(|batch| batch.iter())
    }

    /// Returns the id of the text that the games come from, see [`GameBatch::collection`].
    pub fn collection(&self) -> u64 {
        self.collection
    }

    /// Returns the percentage of the text read so far, 0 to 99; `None` once it is complete.
    pub fn percent_read(&self) -> Option<u8> {
        self.percent_read
    }

    /// Returns the node on the board.
    pub fn node(&self) -> NodeId {
        self.node
    }

    /// Returns the position on the board.
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// Returns the positions from the start of the game to the one on the board, both included.
    pub fn positions(&self) -> &Rc<[Position]> {
        &self.positions
    }

    /// Returns the moves of the game in move-list order.
    pub fn rows(&self) -> &Rc<[MoveRow]> {
        &self.rows
    }

    /// Returns the move that led to the position on the board; `None` at the start and after a null move.
    pub fn last_move(&self) -> Option<Move> {
        self.game().played(self.node)?.as_move()
    }

    /// Returns the side at the bottom of the board.
    pub fn orientation(&self) -> Color {
        self.orientation
    }

    /// Returns the status of the game at this node.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Returns the square of the king in check.
    pub fn check_square(&self) -> Option<Square> {
        let position = self.position();
        position.is_check().then(|| position.king(position.turn()))
    }

    /// Returns the destinations of the piece on a square.
    pub fn destinations(&self, from: Square) -> Vec<Destination> {
        destinations(self.position(), from)
    }

    /// Returns all squares with a movable piece, each with its destinations.
    pub fn all_destinations(&self) -> Vec<(Square, Vec<Destination>)> {
        Square::ALL
            .into_iter()
            .map(|from| (from, self.destinations(from)))
            .filter(|(_, destinations)| !destinations.is_empty())
            .collect()
    }

    /// Returns the legal move from one square to another, if any. Castling is accepted with the king's target square or the rook's square;
    /// a promotion without a role is incomplete and gives `None`.
    pub fn find_move(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        find_move(self.position(), from, to, promotion)
    }

    /// Changes whenever a different game is on the board, never with the node: prevents data about one game from being used for another.
    pub fn game_id(&self) -> u64 {
        self.game_id
    }

    /// Returns the kind of edit that [`GameAction::Undo`] would undo.
    pub fn undo_kind(&self) -> Option<EditKind> {
        self.histories.undo_kind(self.game)
    }

    /// Returns the kind of edit that [`GameAction::Redo`] would redo.
    pub fn redo_kind(&self) -> Option<EditKind> {
        self.histories.redo_kind(self.game)
    }

    /// Returns the number of edits that can be undone and redone.
    pub fn edit_depths(&self) -> (usize, usize) {
        self.histories.depths(self.game)
    }

    /// Returns a position and the moves from it to the one on the board, for an engine. The position is the start of the game, or the one
    /// after the last null move, since engines don't know null moves.
    pub fn engine_line(&self) -> (&Position, Vec<Move>) {
        let path = self.game().path(self.node);
        let moves: Vec<Option<Move>> =
            path.iter().skip(1).map(|&id| self.game().played(id).and_then(Played::as_move)).collect();
        let from = moves.iter().rposition(Option::is_none).map_or(0, |null| null + 1);
        (&self.positions[from], moves[from..].iter().copied().flatten().collect())
    }

    // Changes

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
            // The move was there already: just go to it.
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

    /// Shows another version of the game, at `place` if given, otherwise at the current node.
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

    /// Updates everything derived from the node.
    fn settle(&mut self) {
        self.positions = self.game().positions(self.node).into();
        self.status = Status::of(&self.positions);
    }
}
