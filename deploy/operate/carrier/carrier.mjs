import { ensureBuilt, ensureInstalled, requireNode } from '../../run/local/prepare.mjs';

requireNode();
await ensureInstalled();
await ensureBuilt();
const { runHere } = await import('../../run/local/dist/carrier-command.js');
await runHere();
