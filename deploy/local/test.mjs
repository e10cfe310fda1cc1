import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, requireNode, root } from './prepare.mjs';

requireNode();
ensureInstalled();

// The workspaces' names lead to sources in tests, so nothing has to be built.
const { status } = spawnSync(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--no-warnings=ExperimentalWarning',
    join(root, 'node_modules/jest/bin/jest.js'),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TZ: 'UTC' } },
);
process.exit(status ?? 1);
