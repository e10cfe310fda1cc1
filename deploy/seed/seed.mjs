import { ensureBuilt, ensureInstalled, requireNode } from '../local/prepare.mjs';

requireNode();
ensureInstalled();
ensureBuilt();
process.argv.push('--seed-only');
await import('../local/dist/main.js');
