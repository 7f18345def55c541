// Positions, with or without moves that lead on from them, and their legal moves as UCI writes them.
// Most leave few moves, so that an engine that gets a rule wrong is likely to show it. The moves are those of `tabia perft 1`.

/** Check, double check, pins, en passant, promotion. */
export const RULES = [
  ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6', 'a2a3 a2a4 b1a3 b1c3 b2b3 b2b4 b5a4 b5a6 b5c4 b5c6 b5d3 b5e2 b5f1 c2c3 c2c4 d1e2 d2d3 d2d4 e1e2 e1f1 e1g1 f3d4 f3e5 f3g1 f3g5 f3h4 g2g3 g2g4 h1f1 h1g1 h2h3 h2h4'],
  ['8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1', 'a4a3 a4a5 a4b3 a4b4 a4b5 e4e3'],
  ['n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1', 'a8b6 a8c7 c8a7 c8b6 c8d6 c8e7 d7c6 d7c7 d7d6 d7e6 d7e7 d7e8 g2f1b g2f1n g2f1q g2f1r g2g1b g2g1n g2g1q g2g1r g2h1b g2h1n g2h1q g2h1r'],
  ['8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1', 'c5b4 c5b5 c5b6 c5c4 c5c6 c5d4 c5d5 c5d6 e4d3'],
  ['8/8/8/K2pP2r/8/8/8/7k w - d6 0 1', 'a5a4 a5a6 a5b4 a5b5 a5b6 e5e6'],
  ['8/8/4k3/3rr3/8/8/8/3K4 w - - 0 1', 'd1c1 d1c2'],
  ['k7/8/8/8/8/8/5n2/6RK w - - 0 1', 'h1g2 h1h2'],
  ['7k/P5rr/8/8/8/8/8/K7 w - - 0 1', 'a1a2 a1b1 a1b2 a7a8b a7a8n a7a8q a7a8r'],
  ['8/5P1k/8/8/8/8/8/K7 w - - 0 1 moves f7f8n', 'h7g7 h7g8 h7h6 h7h8'],
];

/** Castling: lost rights, attacked squares, and the rook's square afterwards. */
export const CASTLING = [
  ['4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'e1d1 e1d2 e1e2 e1f1 e1f2 e1g1 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8'],
  ['r3k3/8/8/8/8/8/8/4K3 b q - 0 1', 'a8a1 a8a2 a8a3 a8a4 a8a5 a8a6 a8a7 a8b8 a8c8 a8d8 e8c8 e8d7 e8d8 e8e7 e8f7 e8f8'],
  ['4k3/8/8/8/7b/8/4r3/R3K2R w KQ - 0 1', 'e1d1 e1e2 e1f1'],
  ['5k2/4p1p1/8/8/8/8/8/4K2R w K - 0 1 moves e1g1', 'f8e8 f8g8'],
  ['3k4/2p1p3/8/8/8/8/8/R3K3 w Q - 0 1 moves e1c1', 'd8c8 d8e8'],
  ['r3k3/8/8/8/8/8/2P1P3/3K4 b q - 0 1 moves e8c8', 'd1c1 d1e1'],
  ['4k2r/8/8/8/8/8/4P1P1/5K2 b k - 0 1 moves e8g8', 'f1e1 f1g1'],
  ['r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 0 1 moves g2h1q', 'e1d2 e1e2 e1f2'],
  ['4k2r/7P/8/8/8/8/8/4K3 b k - 0 1 moves h8g8 h7g8q', 'e8d7 e8e7'],
  ['r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1', 'a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1c1 a1d1 e1c1 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8'],
  ['4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 1', 'a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1c1 a1d1 e1d2 e1e2 e1f2 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8'],
  ['4k3/8/8/8/2b5/8/8/4K2R w K - 0 1', 'e1d1 e1d2 e1f2 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8'],
];

/** Chess960: castling is written as king takes rook, rights as the rooks' files (Shredder-FEN) or as KQkq (X-FEN). */
export const CHESS960 = [
  ['k7/8/b7/8/8/7p/r6P/6KR w H - 0 1', 'g1h1'],
  ['3k4/2p1p3/8/8/8/8/8/RK6 w A - 0 1 moves b1a1', 'd8c8 d8e8'],
  ['6kr/8/8/8/8/8/4P1P1/5K2 b h - 0 1 moves g8h8', 'f1e1 f1g1'],
  ['bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1', 'a2a3 a2a4 b2b3 b2b4 c1b3 c1d3 c2c3 c2c4 d2d3 d2d4 e1d3 e1f3 e2e3 e2e4 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4'],
  ['nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w KQkq - 0 1', 'a1b3 a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g1f3 g1h3 g2g3 g2g4 h2h3 h2h4'],
];
