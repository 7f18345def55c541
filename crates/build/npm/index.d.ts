export interface SearchOptions {
  /** Gets every `info` line of the search. */
  onInfo?: (line: string) => void;
  /** Stops the search, which then resolves with the best move so far. */
  signal?: AbortSignal;
}

export interface SearchResult {
  /** In UCI notation; null in a position without legal moves. */
  bestMove: string | null;
  /** The reply that the engine expects. */
  ponder: string | null;
}

export interface Identity {
  name: string;
  author: string;
  /** The `option` lines of the reply to `uci`. */
  options: string[];
}

/** A running engine. Commands and lines are UCI text. */
export class Engine {
  /** Sends one UCI command, or several separated by line feeds. */
  send(command: string): void;
  /** Calls `listener` for every line; returns a function that removes it. */
  onLine(listener: (line: string) => void): () => void;
  /** Resolves once the engine has handled all earlier commands. */
  isReady(): Promise<void>;
  identify(): Promise<Identity>;
  /**
   * Searches a position (arguments of `position`, as `startpos moves e2e4` or `fen …`) within limits (arguments of `go`, as `depth 12` or
   * `movetime 500`). One search at a time.
   */
  search(position: string, limits: string, options?: SearchOptions): Promise<SearchResult>;
  /** Ends the engine at once; pending promises are rejected. */
  terminate(): void | Promise<number>;
}

/** Starts an engine. `url` is where `tabia-engine.js` is served; by default beside the module. */
export function createEngine(options?: { url?: string | URL }): Promise<Engine>;
