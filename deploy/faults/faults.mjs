import { ensureBuilt, ensureInstalled, requireNode } from '../local/prepare.mjs';

requireNode();
ensureInstalled();
ensureBuilt();
await import('./dist/main.js');
