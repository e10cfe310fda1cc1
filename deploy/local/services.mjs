import { ensureBuilt, ensureInstalled, requireNode } from './prepare.mjs';

requireNode();
ensureInstalled();
ensureBuilt();
await import('./dist/processes/main.js');
