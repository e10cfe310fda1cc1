import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, requireNode, root } from './prepare.mjs';

requireNode();
await ensureInstalled();

// A fixed default seed: random data does not decide a run; `-- --seed 7` sets another one.
const seed = process.argv.some((flag) => flag.startsWith('--seed')) ? [] : ['--seed=20261122'];

// Workspace names resolve to sources in tests, so nothing has to be built.
const { status } = spawnSync(
  process.execPath,
  [
    // Rendering allocates a lot: a larger young generation saves web suites a sixth of their CPU time.
    '--max-semi-space-size=64',
    // Suites keep all cores busy: threads that sweep beside them, and wait for each other, cost more than they save.
    '--single-threaded-gc',
    // Each suite has its functions anew, and few run for long enough to repay their optimisation. Later versions have no
    // such flag.
    ...(process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []),
    '--experimental-vm-modules',
    '--no-warnings=ExperimentalWarning',
    join(root, 'node_modules/jest/bin/jest.js'),
    ...seed,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TZ: 'UTC' } },
);
process.exit(status ?? 1);
