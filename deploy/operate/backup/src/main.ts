import { resolve } from 'node:path';
import { CannotStart } from '@crm/local/data-folder.js';
import { ConfigError } from '@crm/platform/config/load-config.js';
import { ArchiveError, type Manifest } from './archive.js';
import { backUp } from './back-up.js';
import { onStore } from './on-store.js';
import { restore } from './restore.js';

const [, , command, ...rest] = process.argv;
const folder = rest.find((word) => !word.startsWith('--'));

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
