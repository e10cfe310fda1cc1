import { resolve } from 'node:path';
import { CannotStart } from '@crm/local/data-folder.js';
import { ConfigError } from '@crm/platform/config/load-config.js';
import { ArchiveError, type Manifest } from './archive.js';
import { backUp } from './back-up.js';
import { backupKeys } from './backup-keys.js';
import { onStore } from './on-store.js';
import { restore, type Restored } from './restore.js';

const [, , command, ...rest] = process.argv;
const folder = rest.find((word) => !word.startsWith('--'));

function reported(done: string, { collections, at }: Manifest): string {
  const documents = collections.reduce((sum, each) => sum + each.documents, 0);
  return `${done}: ${String(documents)} documents in ${String(collections.length)} collections, as of ${at}.\n`;
}

async function run(): Promise<string> {
  if (folder === undefined) throw new ArchiveError(`Name a folder: npm run ${command ?? 'backup'} -- FOLDER`);
  const place = resolve(process.cwd(), folder);
  const asked = (option: string) => rest.includes(`--${option}`);
  if (command === 'backup') {
    const part = asked('keys') ? 'keys' : 'data';
    return reported(
      'Backed up',
      await onStore((uri, reading) =>
        backUp({ uri, reading, keys: backupKeys(process.env), part }, place, new Date()),
      ),
    );
  }
  return restored(
    await onStore((uri) =>
      restore(uri, place, {
        keys: backupKeys(process.env),
        replaces: asked('replace'),
        allowsClear: asked('unencrypted'),
      }),
    ),
  );
}

/** What was restored, and who has to be erased again. */
function restored({ manifest, erasedSince }: Restored): string {
  const done = reported('Restored', manifest);
  if (erasedSince.length === 0) return done;
  return `${done}These leads were erased after the backup. Their sealed fields are unreadable; erase the rest again: ${erasedSince.join(', ')}\n`;
}

try {
  process.stdout.write(await run());
} catch (error) {
  const isKnown =
    error instanceof ArchiveError || error instanceof CannotStart || error instanceof ConfigError;
  process.stderr.write(`${isKnown ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
