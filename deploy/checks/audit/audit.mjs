import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { ensureBuilt, ensureInstalled, requireNode, root } from '../../run/local/prepare.mjs';

requireNode();
await ensureInstalled();
await ensureBuilt();

// The longest begins, so that no worker waits for the other at the end.
const first = 'rights.audit.js';
const folder = join(root, 'deploy/checks/audit/dist');
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.audit.js'))
  .filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
  .toSorted((one, other) => Number(other === first) - Number(one === first))
  .map((name) => join(folder, name));
if (files.length === 0) {
  process.stderr.write(`No audit part matches ${wanted.join(' or ')}.\n`);
  process.exit(1);
}

// Each floor begins as a copy of one that was seeded once.
const seeds = mkdtempSync(join(tmpdir(), 'floor-seeds-'));
process.env['E2E_SEEDS'] = seeds;

let passed = 0;
let failed = 0;
const stream = run({ files, concurrency: 2 });
stream.on('test:pass', ({ details, skip }) => {
  if (details.type !== 'suite' && skip === undefined) passed += 1;
});
stream.on('test:fail', ({ details }) => {
  if (details.type !== 'suite') failed += 1;
});
for await (const text of stream.compose(spec)) process.stdout.write(text);
process.stdout.write(`${String(passed)} passed, ${String(failed)} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
rmSync(seeds, { recursive: true, force: true });
