/* A complete engine in one file of C, to start from: it plays by all the rules, Chess960 included, sees captures a few moves
 * deep, and keeps to docs/engine-abi.md. No library is needed:
 *
 *   clang --target=wasm32 -O2 -nostdlib -fno-builtin -Wl,--no-entry -Wl,--stack-first -Wl,-z,stack-size=1048576 \
 *     -o engine.wasm engine.c
 */
#include "engine_abi.h"

/* --- What -nostdlib leaves out: compilers call these for copies of structures ----------------------------- */

void *memcpy(void *to, const void *from, unsigned long n) {
  char *t = to;
  for (const char *f = from; n--;) *t++ = *f++;
  return to;
}

void *memset(void *to, int byte, unsigned long n) {
  for (char *t = to; n--;) *t++ = (char)byte;
  return to;
}

/* --- Output ------------------------------------------------------------------------------------------------ */

static char out[4096];
static unsigned out_length;

static void put(char c) {
  if (out_length < sizeof out) out[out_length++] = c;
}

static void say(const char *text) {
  while (*text) put(*text++);
}

static void say_number(long long number) {
  if (number < 0) {
    put('-');
    number = -number;
  }
  if (number >= 10) say_number(number / 10);
  put((char)('0' + number % 10));
}

static void end_line(void) {
  uci_print(out, out_length);
  out_length = 0;
}

/* --- Chess: squares are rank * 16 + file, so that a step off the board shows in the bits of 0x88 --------------- */

enum { EMPTY, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING };
enum { WHITE, BLACK };
enum { NONE = -1, MAX_MOVES = 512, MAX_PLY = 64, MATE = 30000 };

typedef struct {
  signed char at[128]; /* positive: White's */
  short rook[2][2];    /* with which castling is still allowed, by colour and side (0: queen's) */
  short king[2];
  short ep; /* the square that a pawn has just stepped over */
  int turn;
} Position;

/* Castling is king takes rook. */
typedef struct {
  unsigned char from, to, promotion, castling;
} Move;

static const int KNIGHT_STEPS[8] = {33, 31, 18, 14, -14, -18, -31, -33};
static const int KING_STEPS[8] = {1, -1, 16, -16, 15, 17, -15, -17}; /* the first four are the rook's */
static const int WORTH[7] = {0, 100, 320, 330, 500, 900, 0};

static int side_of(int piece) { return piece > 0 ? WHITE : BLACK; }
static int role_of(int piece) { return piece < 0 ? -piece : piece; }

static int is_attacked(const Position *p, int square, int by) {
  int sign = by == WHITE ? 1 : -1;
  for (int i = 0; i < 8; i++) {
    int to = square + KNIGHT_STEPS[i];
    if (!(to & 0x88) && p->at[to] == sign * KNIGHT) return 1;
    int distance = 0;
    for (to = square + KING_STEPS[i]; !(to & 0x88); to += KING_STEPS[i]) {
      int piece = p->at[to] * sign;
      distance++;
      if (p->at[to] == EMPTY) continue;
      if (piece == QUEEN || piece == (i < 4 ? ROOK : BISHOP) || (piece == KING && distance == 1)) return 1;
      break;
    }
  }
  for (int side = -1; side <= 1; side += 2) {
    int from = square - sign * 16 + side;
    if (!(from & 0x88) && p->at[from] == sign * PAWN) return 1;
  }
  return 0;
}

static int in_check(const Position *p, int color) { return is_attacked(p, p->king[color], !color); }

static void play(Position *p, Move m) {
  int us = p->turn, sign = us == WHITE ? 1 : -1, piece = p->at[m.from];
  int ep = p->ep;
  p->ep = NONE;
  if (m.castling) {
    int rank = m.from & 0x70, side = m.to > m.from;
    p->at[m.from] = p->at[m.to] = EMPTY;
    p->king[us] = (short)(rank + (side ? 6 : 2));
    p->at[p->king[us]] = (signed char)(sign * KING);
    p->at[rank + (side ? 5 : 3)] = (signed char)(sign * ROOK);
  } else {
    if (role_of(piece) == PAWN && m.to == ep) p->at[m.to - sign * 16] = EMPTY;
    if (role_of(piece) == PAWN && (m.to - m.from == 32 || m.from - m.to == 32)) p->ep = (short)(m.from + sign * 16);
    if (role_of(piece) == KING) p->king[us] = m.to;
    p->at[m.to] = m.promotion ? (signed char)(sign * m.promotion) : (signed char)piece;
    p->at[m.from] = EMPTY;
  }
  if (role_of(piece) == KING) p->rook[us][0] = p->rook[us][1] = NONE;
  for (int color = 0; color < 2; color++)
    for (int side = 0; side < 2; side++)
      if (p->rook[color][side] == m.from || p->rook[color][side] == m.to) p->rook[color][side] = NONE;
  p->turn = !us;
}

/* Adds a move unless it leaves the king in check. */
static int add(const Position *p, Move *moves, int count, int from, int to, int promotion, int castling) {
  Move move = {(unsigned char)from, (unsigned char)to, (unsigned char)promotion, (unsigned char)castling};
  Position after = *p;
  play(&after, move);
  if (!in_check(&after, p->turn) && count < MAX_MOVES) moves[count++] = move;
  return count;
}

static int add_pawn(const Position *p, Move *moves, int count, int from, int to) {
  if ((to >> 4) != 0 && (to >> 4) != 7) return add(p, moves, count, from, to, 0, 0);
  for (int role = QUEEN; role >= KNIGHT; role--) count = add(p, moves, count, from, to, role, 0);
  return count;
}

static int add_castling(const Position *p, Move *moves, int count, int side) {
  int king = p->king[p->turn], rook = p->rook[p->turn][side];
  if (rook == NONE) return count;
  int rank = king & 0x70, king_to = rank + (side ? 6 : 2), rook_to = rank + (side ? 5 : 3);
  int low = king, high = king;
  int squares[3] = {rook, king_to, rook_to};
  for (int i = 0; i < 3; i++) {
    if (squares[i] < low) low = squares[i];
    if (squares[i] > high) high = squares[i];
  }
  for (int square = low; square <= high; square++)
    if (square != king && square != rook && p->at[square] != EMPTY) return count;
  for (int square = king;; square += king_to > king ? 1 : -1) {
    if (is_attacked(p, square, !p->turn)) return count;
    if (square == king_to) break;
  }
  return add(p, moves, count, king, rook, 0, 1);
}

static int legal_moves(const Position *p, Move *moves) {
  int count = 0, sign = p->turn == WHITE ? 1 : -1;
  for (int from = 0; from < 128; from++) {
    if (from & 0x88 || p->at[from] * sign <= 0) continue;
    int role = role_of(p->at[from]);
    if (role == PAWN) {
      int to = from + sign * 16;
      if (!(to & 0x88) && p->at[to] == EMPTY) {
        count = add_pawn(p, moves, count, from, to);
        if ((from >> 4) == (sign > 0 ? 1 : 6) && p->at[to + sign * 16] == EMPTY)
          count = add(p, moves, count, from, to + sign * 16, 0, 0);
      }
      for (int side = -1; side <= 1; side += 2) {
        int takes = to + side;
        if (!(takes & 0x88) && (p->at[takes] * sign < 0 || takes == p->ep)) count = add_pawn(p, moves, count, from, takes);
      }
      continue;
    }
    for (int i = 0; i < 8; i++) {
      if ((role == ROOK && i >= 4) || (role == BISHOP && i < 4)) continue;
      int step = role == KNIGHT ? KNIGHT_STEPS[i] : KING_STEPS[i];
      for (int to = from + step; !(to & 0x88) && p->at[to] * sign <= 0; to += step) {
        count = add(p, moves, count, from, to, 0, 0);
        if (p->at[to] != EMPTY || role == KNIGHT || role == KING) break;
      }
    }
  }
  if (!in_check(p, p->turn))
    for (int side = 0; side < 2; side++) count = add_castling(p, moves, count, side);
  return count;
}

/* Material, and a little for standing near the centre; from the point of view of the side to move. */
static int evaluate(const Position *p) {
  int score = 0;
  for (int square = 0; square < 128; square++) {
    if (square & 0x88 || p->at[square] == EMPTY) continue;
    int file = square & 7, rank = square >> 4;
    int centre = (file < 4 ? file : 7 - file) + (rank < 4 ? rank : 7 - rank);
    int role = role_of(p->at[square]);
    int worth = WORTH[role] + (role == KING ? -4 * centre : 4 * centre);
    score += side_of(p->at[square]) == p->turn ? worth : -worth;
  }
  return score;
}

/* --- Search ---------------------------------------------------------------------------------------------------- */

static struct {
  double began, time_ms; /* time_ms < 0: no limit */
  long long nodes, most_nodes;
  int waits;   /* infinite: for a signal, whatever is found */
  int ponders; /* the opponent has not moved yet: no limit counts */
  int stopped;
} search;

static Move best_at[MAX_PLY];
/* The moves that go searchmoves allows at the root; none: all of them. */
static Move only[MAX_MOVES];
static int only_count;

/* Asks the host, and looks at clock and nodes. */
static void poll(void) {
  int signal = uci_signal();
  if (signal == UCI_STOP) search.stopped = 1;
  if (signal == UCI_PONDERHIT && search.ponders) {
    search.ponders = 0;
    search.began = uci_now();
  }
  if (search.waits || search.ponders) return;
  if (search.time_ms >= 0 && uci_now() - search.began >= search.time_ms) search.stopped = 1;
}

static void count_node(void) {
  search.nodes++;
  if ((search.nodes & 255) == 0) poll();
  if (!search.waits && !search.ponders && search.nodes >= search.most_nodes) search.stopped = 1;
}

static int is_allowed(Move m) {
  for (int i = 0; i < only_count; i++)
    if (only[i].from == m.from && only[i].to == m.to && only[i].promotion == m.promotion) return 1;
  return only_count == 0;
}

static int alpha_beta(const Position *p, int depth, int ply, int alpha, int beta) {
  Move moves[MAX_MOVES];
  count_node();
  if (search.stopped) return 0;
  if (depth <= 0) return evaluate(p);
  int count = legal_moves(p, moves);
  if (count == 0) return in_check(p, p->turn) ? ply - MATE : 0;
  for (int pass = 0; pass < 2; pass++) /* captures first */
    for (int i = 0; i < count; i++) {
      if ((p->at[moves[i].to] != EMPTY && !moves[i].castling) == pass) continue;
      if (ply == 0 && !is_allowed(moves[i])) continue;
      Position after = *p;
      play(&after, moves[i]);
      int score = -alpha_beta(&after, depth - 1, ply + 1, -beta, -alpha);
      if (search.stopped) return alpha;
      if (score > alpha) {
        alpha = score;
        best_at[ply] = moves[i];
        if (alpha >= beta) return alpha;
      }
    }
  return alpha;
}

/* --- UCI --------------------------------------------------------------------------------------------------------- */

static char command[UCI_MAX_BYTES + 1];
static const char *at; /* where reading the command has come to */
static Position position;
static int chess960;

static int is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* The next word of the command and its length, 0 at the end. */
static unsigned next_word(const char **word) {
  while (is_blank(*at)) at++;
  *word = at;
  while (*at && !is_blank(*at)) at++;
  return (unsigned)(at - *word);
}

static int is(const char *word, unsigned length, const char *text) {
  unsigned i = 0;
  for (; i < length && text[i]; i++)
    if ((word[i] | 32) != (text[i] | 32)) return 0;
  return i == length && !text[i];
}

/* The next word as a number; what is none counts as 0. */
static long long next_number(void) {
  const char *word;
  unsigned length = next_word(&word), i = length && *word == '-' ? 1 : 0;
  long long number = 0;
  for (; i < length && word[i] >= '0' && word[i] <= '9'; i++)
    if (number < 1000000000000LL) number = number * 10 + (word[i] - '0');
  return length && *word == '-' ? -number : number;
}

/* Reads a FEN; returns 0 and leaves the position alone if it is none. */
static int read_fen(const char *fen, unsigned length) {
  static const char LETTERS[] = " pnbrqk";
  Position p;
  int square = 0x70, kings[2] = {0, 0};
  const char *end = fen + length;
  memset(&p, 0, sizeof p);
  p.ep = p.rook[0][0] = p.rook[0][1] = p.rook[1][0] = p.rook[1][1] = NONE;
  for (; fen < end && *fen != ' '; fen++) {
    if (*fen == '/') {
      square = (square & 0x70) - 16;
      if (square < 0) return 0;
    } else if (*fen >= '1' && *fen <= '8') {
      square += *fen - '0';
    } else {
      int role = 1;
      while (role <= KING && LETTERS[role] != (*fen | 32)) role++;
      if (role > KING || square & 0x88) return 0;
      int color = *fen & 32 ? BLACK : WHITE;
      if (role == PAWN && ((square >> 4) == 0 || (square >> 4) == 7)) return 0;
      if (role == KING) {
        kings[color]++;
        p.king[color] = (short)square;
      }
      p.at[square++] = (signed char)(color == WHITE ? role : -role);
    }
  }
  if (kings[0] != 1 || kings[1] != 1) return 0;
  while (fen < end && *fen == ' ') fen++;
  p.turn = fen < end && *fen == 'b' ? BLACK : WHITE;
  if (fen < end) fen++;
  while (fen < end && *fen == ' ') fen++;
  for (; fen < end && *fen != ' '; fen++) {
    int color = *fen & 32 ? BLACK : WHITE, letter = *fen | 32, rank = color == WHITE ? 0 : 0x70;
    int rook = color == WHITE ? ROOK : -ROOK, king = p.king[color], found = NONE;
    if ((king & 0x70) != rank) continue;
    if (letter >= 'a' && letter <= 'h') found = rank + letter - 'a'; /* Shredder-FEN: the rook's file */
    if (letter == 'k') /* the outermost rook on that side */
      for (int s = rank + 7; s > king && found == NONE; s--) found = p.at[s] == rook ? s : NONE;
    if (letter == 'q')
      for (int s = rank; s < king && found == NONE; s++) found = p.at[s] == rook ? s : NONE;
    if (found != NONE && p.at[found] == rook) p.rook[color][found > king] = (short)found;
  }
  while (fen < end && *fen == ' ') fen++;
  if (end - fen >= 2 && fen[0] >= 'a' && fen[0] <= 'h' && (fen[1] == '3' || fen[1] == '6'))
    p.ep = (short)((fen[1] - '1') * 16 + fen[0] - 'a');
  if (in_check(&p, !p.turn)) return 0;
  position = p;
  return 1;
}

static void say_square(int square) {
  put((char)('a' + (square & 7)));
  put((char)('1' + (square >> 4)));
}

static void say_move(Move m) {
  int to = m.to;
  if (m.castling && !chess960) to = (m.from & 0x70) + (m.to > m.from ? 6 : 2);
  say_square(m.from);
  say_square(to);
  if (m.promotion) put(" pnbrqk"[m.promotion]);
}

/* Finds the legal move that UCI writes so; returns 0 if there is none. */
static int find_move(const char *word, unsigned length, Move *found) {
  Move moves[MAX_MOVES];
  int count = legal_moves(&position, moves);
  for (int i = 0; i < count; i++) {
    out_length = 0;
    say_move(moves[i]);
    unsigned k = 0;
    while (k < out_length && k < length && out[k] == word[k]) k++;
    int same = k == out_length && k == length;
    out_length = 0;
    if (same) {
      *found = moves[i];
      return 1;
    }
  }
  return 0;
}

static void set_position(void) {
  static const char START[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const char *word, *fen;
  unsigned length = next_word(&word);
  if (is(word, length, "startpos")) {
    read_fen(START, sizeof START - 1);
    length = next_word(&word);
  } else if (is(word, length, "fen")) {
    length = next_word(&fen);
    const char *end = fen + length;
    while ((length = next_word(&word)) && !is(word, length, "moves")) end = word + length;
    if (!read_fen(fen, (unsigned)(end - fen))) {
      say("info string position: this FEN cannot be played");
      return end_line();
    }
  } else {
    return;
  }
  if (!is(word, length, "moves")) return;
  while ((length = next_word(&word))) {
    Move move;
    if (!find_move(word, length, &move)) {
      say("info string position: a move is not legal; those before it were played");
      return end_line();
    }
    play(&position, move);
  }
}

/* How long to think: a share of the clock, and always a reserve for what passes between host and engine. */
static double time_for_move(double left, double increment, double moves_to_go) {
  double reserve = left / 20 < 50 ? left / 20 : 50, usable = left - reserve;
  double time = usable / (moves_to_go > 0 ? moves_to_go + 1 : 30) + increment / 2;
  double most = usable / 2;
  return time < most ? time : most;
}

static void go(void) {
  static Move moves[MAX_MOVES];
  const char *word;
  unsigned length;
  double left = -1, increment = 0, moves_to_go = 0;
  int most_depth = MAX_PLY - 1, is_limited = 0;
  memset(&search, 0, sizeof search);
  search.began = uci_now();
  search.time_ms = -1;
  search.most_nodes = 1LL << 60;
  only_count = 0;
  while ((length = next_word(&word))) {
    if (is(word, length, "infinite")) search.waits = 1;
    else if (is(word, length, "ponder")) search.ponders = 1;
    else if (is(word, length, "depth")) most_depth = (int)next_number(), is_limited = 1;
    else if (is(word, length, "nodes")) search.most_nodes = next_number(), is_limited = 1;
    else if (is(word, length, "movetime")) search.time_ms = (double)next_number(), is_limited = 1;
    else if (is(word, length, position.turn ? "btime" : "wtime")) left = (double)next_number(), is_limited = 1;
    else if (is(word, length, position.turn ? "binc" : "winc")) increment = (double)next_number();
    else if (is(word, length, "movestogo")) moves_to_go = (double)next_number();
    else if (only_count < MAX_MOVES && find_move(word, length, &only[only_count])) only_count++; /* searchmoves */
  }
  if (!is_limited) search.waits = 1; /* go, and go ponder without a limit */
  if (search.waits || most_depth > MAX_PLY - 1) most_depth = MAX_PLY - 1;
  if (most_depth < 1) most_depth = 1;
  /* A millisecond or two pass until the host has the answer, and until the next poll. */
  if (search.time_ms >= 0) search.time_ms = search.time_ms > 10 ? search.time_ms - 5 : search.time_ms / 2;
  else if (left >= 0) search.time_ms = time_for_move(left, increment, moves_to_go);

  int count = legal_moves(&position, moves);
  Move best = only_count ? only[0] : moves[0];
  for (int depth = 1; count && depth <= most_depth && !search.stopped; depth++) {
    int score = alpha_beta(&position, depth, 0, -MATE - 1, MATE + 1);
    if (search.stopped) break;
    best = best_at[0];
    say("info depth ");
    say_number(depth);
    say(" score ");
    if (score > MATE - 200 || score < 200 - MATE) {
      say("mate ");
      say_number(score > 0 ? (MATE - score + 1) / 2 : -(MATE + score + 1) / 2);
    } else {
      say("cp ");
      say_number(score);
    }
    say(" nodes ");
    say_number(search.nodes);
    say(" time ");
    say_number((long long)(uci_now() - search.began));
    say(" pv ");
    say_move(best);
    end_line();
    poll();
  }
  while ((search.waits || search.ponders) && !search.stopped) poll();
  say("bestmove ");
  if (count) say_move(best);
  else say("(none)");
  end_line();
}

/* A fixed amount of work: what a build is known by. */
static void bench(void) {
  static const char *const POSITIONS[] = {
      "startpos", "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
      "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"};
  double began = uci_now();
  long long nodes = 0;
  only_count = 0;
  for (int i = 0; i < 3; i++) {
    at = POSITIONS[i];
    set_position();
    memset(&search, 0, sizeof search);
    search.time_ms = -1;
    search.most_nodes = 1LL << 60;
    alpha_beta(&position, 4, 0, -MATE - 1, MATE + 1);
    nodes += search.nodes;
  }
  say_number(nodes);
  say(" nodes ");
  say_number((long long)((double)nodes * 1000 / (uci_now() - began + 1)));
  say(" nps");
  end_line();
}

static void set_option(void) {
  const char *name, *word;
  next_word(&word); /* "name" */
  unsigned length = next_word(&name);
  if (!is(name, length, "UCI_Chess960")) return;
  next_word(&word); /* "value" */
  length = next_word(&word);
  if (is(word, length, "true")) chess960 = 1;
  if (is(word, length, "false")) chess960 = 0;
}

int abi(void) { return 1; }

char *line_buffer(unsigned length) {
  (void)length; /* at most UCI_MAX_BYTES */
  return command;
}

void line(unsigned length) {
  static int is_ready;
  const char *word;
  if (!is_ready) {
    is_ready = 1;
    at = "startpos";
    set_position();
  }
  command[length] = 0;
  at = command;
  out_length = 0;
  length = next_word(&word);
  if (is(word, length, "uci")) {
    say("id name C example 1\nid author the example of docs/engine-abi.md\n");
    say("option name UCI_Chess960 type check default false\nuciok");
    end_line();
  } else if (is(word, length, "isready")) {
    say("readyok");
    end_line();
  } else if (is(word, length, "setoption")) set_option();
  else if (is(word, length, "position")) set_position();
  else if (is(word, length, "go")) go();
  else if (is(word, length, "bench")) bench();
}
