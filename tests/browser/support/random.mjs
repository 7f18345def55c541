// Random numbers of the tests and of the generators of their inputs.

export { randomOf } from '../../../scripts/tuning/random.mjs';
