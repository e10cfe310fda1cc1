import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CannotStart } from '@crm/local/data-folder.js';
import { ownRelease } from '@crm/local/processes/start-processes.js';
import { startBridge } from './bridge.js';
import { prepareRoot } from './debian-root.js';
import { startDocumentdb } from './documentdb-server.js';

const say = (text: string) => {
  process.stdout.write(`${text}\n`);
};

/** What keeps its documents in a store: these are the tests that another one can answer differently. */
const storing = ['services', 'gateway'];

async function runTests(uri: string, patterns: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [join(ownRelease, 'deploy/run/local/test.mjs'), ...patterns], {
    cwd: ownRelease,
    stdio: 'inherit',
    env: { ...process.env, TEST_MONGODB_URI: uri },
  });
  await once(child, 'exit');
  return child.exitCode ?? 1;
}

async function main(patterns: readonly string[]): Promise<number> {
  const root = join(homedir(), '.cache/call-centre/documentdb');
  say('Preparing DocumentDB; the first time that fetches it from Debian …');
  await prepareRoot(root);
  const server = await startDocumentdb(root);
  const bridge = await startBridge(server.port);
  try {
    return await runTests(bridge.uri, patterns.length === 0 ? storing : patterns);
  } finally {
    await bridge.close();
    await server.stop();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  say(error.message);
  process.exitCode = 1;
}
