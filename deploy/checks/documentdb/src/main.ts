import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
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

/** How a query is carried out, and how fast, is another store's own affair. */
const ofPlansAndSpeed = '-plans\\.test\\.ts$ -speed\\.api\\.test\\.ts$';

async function runTests(uri: string, patterns: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [join(ownRelease, 'deploy/run/local/test.mjs'), ...patterns], {
    cwd: ownRelease,
    stdio: 'inherit',
    env: { ...process.env, TEST_MONGODB_URI: uri, LEFT_OUT: ofPlansAndSpeed },
  });
  process.once('SIGTERM', () => child.kill());
  await once(child, 'exit');
  return child.exitCode ?? 1;
}

/** Leaves it to whoever starts something at its address, until they end it. */
async function serve(uri: string): Promise<number> {
  say(
    `DocumentDB answers at ${uri} (MONGODB_URI of npm start, TEST_MONGODB_URI of npm test). Ctrl+C ends it.`,
  );
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  return 0;
}

async function main(): Promise<number> {
  const { values, positionals: patterns } = parseArgs({
    allowPositionals: true,
    options: { serve: { type: 'boolean', default: false } },
  });
  const root = join(homedir(), '.cache/call-centre/documentdb');
  say('Preparing DocumentDB; the first time that fetches it from Debian …');
  await prepareRoot(root);
  const server = await startDocumentdb(root);
  const bridge = await startBridge(server.port);
  try {
    if (values.serve) return await serve(bridge.uri);
    return await runTests(bridge.uri, patterns.length === 0 ? storing : patterns);
  } finally {
    await bridge.close();
    await server.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  say(error.message);
  process.exitCode = 1;
}
