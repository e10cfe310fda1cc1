import { ensureBuilt, ensureInstalled, requireNode } from '../../run/local/prepare.mjs';

requireNode();
await ensureInstalled();
await ensureBuilt();
process.argv.splice(2, 0, 'restore');
await import('./dist/main.js');
