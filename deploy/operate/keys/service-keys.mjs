import { ensureBuilt, ensureInstalled, requireNode } from '../../run/local/prepare.mjs';

requireNode();
await ensureInstalled();
await ensureBuilt();
const { runKeyCommand } = await import('../../run/local/dist/service-keys/key-command.js');
process.exitCode = runKeyCommand(process.argv.slice(2), {
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
});
