// Random numbers that can be repeated: an iteration which was interrupted is played again as it was.

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Those that belong to an iteration. */
export function randomNumbers(seed, iteration) {
  return randomOf(Math.imul(seed, 0x9e3779b1) ^ Math.imul(iteration, 0x85ebca6b));
}

/** The seed of an iteration's openings, below 2^31. */
export function openingsSeed(seed, iteration) {
  return Math.floor(randomNumbers(seed ^ 0x5bd1e995, iteration)() * 0x7fffffff);
}
