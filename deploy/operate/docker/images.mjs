import { ensureBuilt, ensureInstalled, requireNode } from '../../run/local/prepare.mjs';

requireNode();
await ensureInstalled();
await ensureBuilt();
const { runHere } = await import('../../checks/manifests/dist/images/main.js');
await runHere(process.argv.slice(2));
