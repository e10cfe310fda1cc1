import { ensureBuilt, ensureInstalled, requireNode } from '../local/prepare.mjs';

requireNode();
await ensureInstalled();
await ensureBuilt();
await import('./dist/main.js');
