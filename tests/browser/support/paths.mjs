// Input and output paths of the tests; environment variables can override them.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The conformance data. */
export const SHARED_DATA = process.env.TABIA_SHARED_DATA ?? join(ROOT, '..', 'shared', 'data');
/** The built page. */
export const DIST = process.env.TABIA_DIST ?? join(ROOT, 'dist');
/** Screenshots and figures of the run. */
export const ARTEFACTS = process.env.TABIA_ARTEFACTS ?? join(ROOT, 'artefacts', 'browser');
