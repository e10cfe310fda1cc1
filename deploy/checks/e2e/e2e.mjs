import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { ensureBuilt, ensureInstalled, requireNode, root } from '../../run/local/prepare.mjs';

requireNode();
await ensureInstalled();
await ensureBuilt();

// The long ones begin, so that no worker waits for the other at the end.
const first = ['axe', 'work', 'telephone', 'days', 'messaging', 'outcomes', 'crash', 'roles', 'keyboard'];
// Every change passes these: each role's day, who may see what, and whatever has to be told live.
const always = [
  'axe',
  'calls',
  'crash',
  'days',
  'environment',
  'followups',
  'messaging',
  'roles',
  'statistics',
  'work',
];
// Minutes of work on real servers: run where it is named.
const onDemand = ['floor-crash', 'guide-run'];

const folder = join(root, 'deploy/checks/e2e/dist');
const wanted = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.e2e.js'))
  .map((name) => name.slice(0, -'.e2e.js'.length))
  .filter((name) => {
    if (wanted.length === 0) return always.includes(name);
    if (wanted.includes('all')) return !onDemand.includes(name);
    return wanted.some((word) => name.includes(word));
  });
if (names.length === 0) {
  process.stderr.write(`No browser test matches ${wanted.join(' or ')}.\n`);
  process.exit(1);
}
const inOrder = [
  ...first.filter((name) => names.includes(name)),
  ...names.filter((name) => !first.includes(name)),
];

// A third of the screens every day, where not all is run.
if (wanted.length === 0) process.env['AXE_SHARE'] ??= '3';
// Each floor begins as a copy of one that was seeded once.
const seeds = mkdtempSync(join(tmpdir(), 'floor-seeds-'));
process.env['E2E_SEEDS'] = seeds;

/** Runs files of browser tests, so many at a time, and answers which of them failed. */
async function failedOf(queues, chosen) {
  const failed = new Set();
  if (chosen.length === 0) return failed;
  const files = chosen.map((name) => join(folder, `${name}.e2e.js`));
  const stream = run({ files, concurrency: queues });
  stream.on('test:fail', ({ file }) => failed.add(basename(file, '.e2e.js')));
  for await (const text of stream.compose(spec)) process.stdout.write(text);
  return failed;
}

const failed = await failedOf(2, inOrder);
if (failed.size > 0) {
  // Two browsers on two cores may starve each other; what is broken is broken with the machine to itself too.
  process.stdout.write(`\nRetrying one at a time: ${[...failed].join(', ')}\n`);
  const still = await failedOf(1, [...failed]);
  process.exitCode = still.size > 0 ? 1 : 0;
}
rmSync(seeds, { recursive: true, force: true });
