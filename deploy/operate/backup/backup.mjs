import { ensureBuilt, ensureInstalled, requireNode } from '../../run/local/prepare.mjs';

requireNode();
await ensureInstalled();
await ensureBuilt();
process.argv.splice(2, 0, 'backup');
await import('./dist/main.js');
