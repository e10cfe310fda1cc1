import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, requireNode, root } from './prepare.mjs';

requireNode();
await ensureInstalled();
await ensureBuilt();

const run = (args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });

// The compiler writes dist, node restarts the services when it changes, vite serves the web application with its own port.
const parts = [
  run(['node_modules/typescript/bin/tsc', '-b', '--watch', '--preserveWatchOutput']),
  run([
    ...['contracts', 'services', 'gateway', 'deploy/run/local', 'deploy/run/seed'].map(
      (folder) => `--watch-path=${join(root, folder)}`,
    ),
    '--watch-preserve-output',
    'deploy/run/local/dist/main.js',
  ]),
  run(['node_modules/vite/bin/vite.js', 'web']),
];

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const part of parts) part.kill('SIGTERM');
  });
}
