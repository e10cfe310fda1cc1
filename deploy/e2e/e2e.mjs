import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, requireNode, root } from '../local/prepare.mjs';

requireNode();
ensureInstalled();
ensureBuilt();

const folder = join(root, 'deploy/e2e/dist');
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter(
    (name) => name.endsWith('.e2e.js') && (wanted.length === 0 || wanted.some((word) => name.includes(word))),
  )
  .map((name) => join(folder, name));
// One browser at a time: two cores carry no more, and times stay comparable.
const { status } = spawnSync(
  process.execPath,
  ['--test', '--test-concurrency=1', '--test-reporter=spec', ...files],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
