import { ensureBuilt, ensureInstalled, requireNode } from '../../run/local/prepare.mjs';

requireNode();
await ensureInstalled();
await ensureBuilt();
const { runHere } = await import('./dist/rehearsal-command.js');
await runHere('fetch', process.argv.slice(2), process.env);
