import { join, resolve } from 'node:path';
import { CannotStart, takeDataFolder } from '@crm/local/data-folder.js';
import { settingsSchema } from '@crm/local/settings.js';
import { startStore } from '@crm/local/store-process.js';
import { ConfigError, loadConfig } from '@crm/platform/config/load-config.js';
import { ArchiveError, type Manifest } from './archive.js';
import { backUp } from './back-up.js';
import { restore } from './restore.js';

const [, , command, ...rest] = process.argv;
const folder = rest.find((word) => !word.startsWith('--'));

/** Runs a function on the configured store: the given server, or the embedded store of the data folder. */
async function onStore<T>(use: (uri: string, reading: 'snapshot' | 'quiet') => Promise<T>): Promise<T> {
  const settings = loadConfig(settingsSchema, process.env);
  if (settings.MONGODB_URI !== undefined) return use(settings.MONGODB_URI, 'snapshot');
  // Locked like at start-up: a running system is not read while it writes.
  const { release } = await takeDataFolder(settings.DATA_DIR);
  try {
    const store = await startStore(join(settings.DATA_DIR, 'store'));
    try {
      return await use(store.uri, 'quiet');
    } finally {
      await store.stop();
    }
  } finally {
    release();
  }
}

function reported(done: string, { collections, at }: Manifest): string {
  const documents = collections.reduce((sum, each) => sum + each.documents, 0);
  return `${done}: ${String(documents)} documents in ${String(collections.length)} collections, as of ${at}.\n`;
}

async function run(): Promise<string> {
  if (folder === undefined) throw new ArchiveError(`Name a folder: npm run ${command ?? 'backup'} -- FOLDER`);
  const place = resolve(process.cwd(), folder);
  if (command === 'backup') {
    return reported(
      'Backed up',
      await onStore((uri, reading) => backUp({ uri, reading }, place, new Date())),
    );
  }
  const replaces = rest.includes('--replace');
  return reported('Restored', await onStore((uri) => restore(uri, place, { replaces })));
}

try {
  process.stdout.write(await run());
} catch (error) {
  const isKnown =
    error instanceof ArchiveError || error instanceof CannotStart || error instanceof ConfigError;
  process.stderr.write(`${isKnown ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
