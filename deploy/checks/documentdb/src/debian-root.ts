import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CannotStart } from '@crm/local/data-folder.js';

const run = promisify(execFile);

/** Where PostgreSQL's programs are in the root. */
export const programs = '/usr/lib/postgresql/18/bin';

const needs =
  'DocumentDB is taken from Debian: that needs a Linux, root and debootstrap (apt-get install debootstrap).';

async function isAble(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  return run('debootstrap', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Carries out a command inside the root, which sees processes and mounts of its own only. */
const inside = (root: string, script: string) =>
  run('unshare', [
    ...['--mount', 'sh', '-c', 'mount -t proc proc "$0/proc" && exec chroot "$0" sh -c "$1"', root, script],
  ]);

/**
 * Makes a Debian in a folder, with DocumentDB, which no released Debian has yet; one that is there is used as it is. Throws
 * `CannotStart` where the machine cannot.
 */
export async function prepareRoot(root: string): Promise<void> {
  if (existsSync(join(root, programs, 'postgres'))) return;
  if (!(await isAble())) throw new CannotStart(needs);
  const partial = `${root}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  await run('debootstrap', ['--variant=minbase', 'sid', partial]);
  // The tests' cluster is made for each run; and a mirror that stands still is as good.
  mkdirSync(join(partial, 'etc/postgresql-common'), { recursive: true });
  writeFileSync(join(partial, 'etc/postgresql-common/createcluster.conf'), 'create_main_cluster = false\n');
  writeFileSync(join(partial, 'etc/apt/apt.conf.d/90mirror'), 'Acquire::Check-Valid-Until "false";\n');
  await inside(
    partial,
    'export DEBIAN_FRONTEND=noninteractive; apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-18-documentdb',
  );
  renameSync(partial, root);
}
