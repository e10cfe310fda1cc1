import { ensureBuilt, ensureInstalled, requireNode } from '../local/prepare.mjs';

requireNode();
await ensureInstalled();
await ensureBuilt();
process.argv.push('--seed-only');
await import('../local/dist/main.js');
