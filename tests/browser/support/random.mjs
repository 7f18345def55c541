// Random numbers for the tests and the generators of their inputs.

export { randomOf } from '../../../scripts/tuning/random.mjs';
