import { ensureBuilt, ensureInstalled, requireNode } from '../../run/local/prepare.mjs';

requireNode();
await ensureInstalled();
await ensureBuilt();
const { rotateConfiguredKeys } = await import('./dist/rotate-keys.js');
await rotateConfiguredKeys();
