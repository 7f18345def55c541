// Results of a test file, and of the second try of its failures.

/**
 * Collects the events of one run of `node:test` over one file.
 *
 * A test is named by its path: its suites and itself, joined by ` > `; a number follows where a path repeats.
 */
export class Outcomes {
  #names = [];
  #seen = new Map();
  /** By path: `{ name, status, why, isWhole }`; the status is `passed`, `failed` or `skipped`. */
  tests = new Map();

  /** Remembers the name of a suite or test that begins, for the paths of those inside. */
  start({ name, nesting }) {
    this.#names.length = nesting;
    this.#names[nesting] = name;
  }

  /** `isWhole`: a failure of a suite or of the file, after which all of the file has to run again. */
  end({ name, nesting }, status, { why = '', isWhole = false } = {}) {
    const path = [...this.#names.slice(0, nesting), name].join(' > ');
    const count = (this.#seen.get(path) ?? 0) + 1;
    this.#seen.set(path, count);
    this.tests.set(count === 1 ? path : `${path} (${count})`, { name, status, why, isWhole });
  }

  /** The tests with this status, as `[path, test]`. */
  with(status) {
    return [...this.tests].filter(([, test]) => test.status === status);
  }
}

/** The paths that passed, and the failures of one try as `{ path, name, why, isWhole }`. */
export function summarise(outcomes) {
  return {
    passed: outcomes.with('passed').map(([path]) => path),
    skipped: outcomes.with('skipped').length,
    failed: outcomes.with('failed').map(([path, { name, why, isWhole }]) => ({ path, name, why, isWhole })),
  };
}

/**
 * Judges a file by both tries. A test that failed passes only if it ran again and passed: one that the second try skipped or
 * didn't find has failed.
 *
 * @returns `passed` (how many tests), `failed` and `unsteady` (failures of the first try that the second one passed)
 */
export function judge(first, second) {
  const before = summarise(first);
  const after = summarise(second);
  const failed = [...after.failed];
  const unsteady = [];
  for (const failure of before.failed) {
    if (second.tests.get(failure.path)?.status === 'failed') continue;
    const why = reasonAgainst(failure, before, after, second);
    if (why === undefined) unsteady.push(failure);
    else failed.push({ ...failure, why: `${why}. The first try:\n${failure.why}` });
  }
  const lost = new Set(failed.map(({ path }) => path));
  const passed = new Set([...before.passed, ...after.passed].filter((path) => !lost.has(path)));
  return { passed: passed.size, skipped: before.skipped, failed, unsteady };
}

/** Why a failure of the first try stands although the second one did not repeat it; undefined if it doesn't. */
function reasonAgainst({ path, isWhole }, before, after, second) {
  if (isWhole) {
    if (after.failed.some((failure) => failure.isWhole)) return 'the second try failed, too';
    // A file or a suite leaves nothing with its own path when it passes.
    const missing = before.passed.filter((passed) => second.tests.get(passed)?.status !== 'passed' && second.tests.get(passed)?.status !== 'failed');
    if (after.passed.length === 0 || missing.length > 0) return 'the second try did not run all that passed at the first';
    return undefined;
  }
  const status = second.tests.get(path)?.status;
  if (status === 'passed') return undefined;
  return status === 'skipped' ? 'skipped at the second try' : 'did not run at the second try';
}
