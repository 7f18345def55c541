//! The games that are open, and the place in the one that is on the board.

mod action;
mod destinations;

use std::rc::Rc;

use tabia_chess::{Color, Move, Position, Role, Square};
use tabia_pgn::{Collection, Game, Nag, NodeId, Played, Problem};

pub use action::{GameAction, GameError};
pub use destinations::{Destination, destinations, find_move};

use super::input::{Input, InputError, games_or_error, read_games, read_input};
use super::move_list::{MoveRow, move_rows};
use super::reading::GameBatch;
use super::status::Status;

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
            GameAction::Flip => Ok(Self { orientation: !self.orientation, ..self.clone() }),
            GameAction::SetOrientation(orientation) => Ok(Self { orientation, ..self.clone() }),
            GameAction::Play(m) => self.play(m),
            GameAction::PlayText(text) => {
                let position = self.position();
                let m = position.parse_san(&text).or_else(|error| {
                    position.parse_uci(&text).map_err(|_| GameError::MoveText(error.to_string()))
                })?;
                self.play(m)
            }
            action if action.is_navigation() => self.go_to(self.target(&action)),
            edit => self.edit(edit),
        }
    }

    /// The game on the board in PGN.
    pub fn pgn(&self) -> String {
        tabia_pgn::write(self.game())
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
            Input::Position(position, _) => self.begin(*position, false),
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

    fn target(&self, action: &GameAction) -> NodeId {
        let (game, node) = (self.game(), self.node);
        let siblings = || match game.parent(node) {
            Some(parent) => game.children(parent).collect(),
            None => vec![node],
        };
        let step = |by: usize| {
            let siblings = siblings();
            let place = siblings.iter().position(|&sibling| sibling == node).unwrap_or(0);
            siblings[(place + by) % siblings.len()]
        };
        match action {
            GameAction::GoTo(target) => *target,
            GameAction::Next => game.main_child(node).unwrap_or(node),
            GameAction::Previous => game.parent(node).unwrap_or(node),
            GameAction::First => NodeId::ROOT,
            GameAction::Last => game.line_end(node),
            GameAction::NextSibling => step(1),
            GameAction::PreviousSibling => step(siblings().len() - 1),
            GameAction::PreviousFork => std::iter::successors(game.parent(node), |&id| game.parent(id))
                .find(|&id| game.children(id).nth(1).is_some())
                .unwrap_or(NodeId::ROOT),
            GameAction::NextFork => std::iter::successors(game.main_child(node), |&id| game.main_child(id))
                .find(|&id| game.children(id).nth(1).is_some())
                .unwrap_or_else(|| game.line_end(node)),
            _ => node,
        }
    }

    fn go_to(&self, node: NodeId) -> Result<Self, GameError> {
        if !self.game().contains(node) {
            return Err(GameError::NoSuchNode);
        }
        let mut state = Self { node, ..self.clone() };
        state.settle();
        Ok(state)
    }

    fn play(&self, m: Move) -> Result<Self, GameError> {
        if let Some(child) = self.game().child_with(self.node, Played::Move(m)) {
            return self.go_to(child);
        }
        let mut game = self.game().clone();
        let node = game.play(self.node, m)?;
        Ok(self.with_game(game, node))
    }

    fn edit(&self, action: GameAction) -> Result<Self, GameError> {
        let mut game = self.game().clone();
        let mut node = self.node;
        let check =
            |game: &Game, node| if game.contains(node) { Ok(node) } else { Err(GameError::NoSuchNode) };
        match action {
            GameAction::Delete(id) => {
                check(&game, id)?;
                let parent = game.parent(id).unwrap_or(NodeId::ROOT);
                game.delete(id);
                if !game.contains(node) {
                    node = parent;
                }
            }
            GameAction::Promote(id) => {
                // From inside a variation it is the variation that is meant.
                let branch = game.branch_point(check(&game, id)?).unwrap_or(id);
                game.promote(branch);
            }
            GameAction::PromoteToMainLine(id) => {
                let id = check(&game, id)?;
                game.promote_to_main_line(id);
            }
            GameAction::ToggleNag(id, nag) => {
                let id = check(&game, id)?;
                toggle_nag(&mut game.annotations_mut(id).nags, nag);
            }
            GameAction::SetComment(id, text) => {
                let id = check(&game, id)?;
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                game.annotations_mut(id).after = if text.is_empty() { Vec::new() } else { vec![text] };
            }
            GameAction::SetTag(name, value) => {
                if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                    return Err(GameError::TagName(name));
                }
                if ["Result", "FEN", "SetUp", "Variant"].contains(&name.as_str()) {
                    return Err(GameError::DerivedTag(name));
                }
                if value.is_empty() {
                    game.tags_mut().remove(&name);
                } else {
                    game.tags_mut().set(&name, value);
                }
            }
            GameAction::SetResult(result) => game.set_result(result),
            // All other actions are handled where they arrive.
            _ => {}
        }
        Ok(self.with_game(game, node))
    }

    fn with_game(&self, game: Game, node: NodeId) -> Self {
        let mut games = self.games.to_vec();
        games[self.game] = Rc::new(game);
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

/// Sets a glyph or takes it away. Of the six that judge a move (`!` to `?!`) a move has at most one.
fn toggle_nag(nags: &mut Vec<Nag>, nag: Nag) {
    if let Some(place) = nags.iter().position(|&other| other == nag) {
        nags.remove(place);
        return;
    }
    if (1..=6).contains(&nag.0) {
        nags.retain(|other| !(1..=6).contains(&other.0));
        nags.insert(0, nag);
    } else {
        nags.push(nag);
    }
}
