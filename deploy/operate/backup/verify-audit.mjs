import { ensureBuilt, ensureInstalled, requireNode } from '../../run/local/prepare.mjs';

requireNode();
await ensureInstalled();
await ensureBuilt();
const { verifyConfiguredStore } = await import('./dist/verify-audit.js');
await verifyConfiguredStore();
