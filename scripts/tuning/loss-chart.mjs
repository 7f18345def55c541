#!/usr/bin/env node
// Plots a net's training loss from the log that `tabia train` writes next to the net.

import { readFileSync, writeFileSync } from 'node:fs';

import { mustExist, readCommandLine } from '../arguments.mjs';
import { lossChart } from './plot.mjs';

const USAGE = `usage: node scripts/tuning/loss-chart.mjs NET.nnue.json [SVG]

Draws the training and held-out loss of each pass as an SVG (NET.nnue.svg).`;

const { positionals, usageError } = readCommandLine('loss-chart', USAGE, { defaults: {} });
if (positionals.length === 0 || positionals.length > 2) usageError('one log is needed');
const [log, out = log.replace(/(\.json)?$/, '.svg')] = positionals;
mustExist([log], usageError);
writeFileSync(out, lossChart(read(log)));
console.log(out);

function read(path) {
  try {
    const parsed = JSON.parse(readFileSync(path, 'utf8'));
    if (parsed.losses?.length > 0 && parsed.recipe && parsed.data) return parsed;
  } catch {
    // Told below.
  }
  return usageError(`${path} is not a log of tabia train`);
}
