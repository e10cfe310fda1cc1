import { ensureBuilt, ensureInstalled, requireNode } from '../local/prepare.mjs';

requireNode();
ensureInstalled();
ensureBuilt();
process.argv.splice(2, 0, 'restore');
await import('./dist/main.js');
