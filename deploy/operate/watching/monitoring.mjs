import { ensureBuilt, ensureInstalled, requireNode } from '../../run/local/prepare.mjs';

requireNode();
await ensureInstalled();
await ensureBuilt();
const { runHere } = await import('../../checks/manifests/dist/monitoring/main.js');
runHere();
