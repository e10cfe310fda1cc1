import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '@crm/platform/network/free-port.js';
import { programs } from './debian-root.js';
import { openPool } from './postgres.js';

const run = promisify(execFile);

/** A PostgreSQL with DocumentDB, and nothing in it. */
export interface DocumentdbServer {
  port: number;
  /** Stops it, and removes what it kept. */
  stop(): Promise<void>;
}

/** What it keeps need not outlive the machine, and nobody but this machine asks. */
const settings = (port: number): Record<string, string> => ({
  port: String(port),
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'pg_cron,pg_documentdb_core,pg_documentdb',
  'cron.database_name': 'postgres',
  // Documents carry the tests' time: by the machine's, which is later, its jobs would remove those of TTL indexes.
  'cron.launch_active_jobs': 'off',
  dynamic_shared_memory_type: 'mmap',
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
});

async function whenReady(lines: AsyncIterable<string>): Promise<void> {
  const said: string[] = [];
  for await (const line of lines) {
    if (line.includes('ready to accept connections')) return;
    said.push(line);
  }
  throw new Error(`PostgreSQL did not start:\n${said.join('\n')}`);
}

/** Starts an empty DocumentDB from a root that has it. */
export async function startDocumentdb(root: string): Promise<DocumentdbServer> {
  const data = mkdtempSync(join(root, 'srv', 'data-'));
  const within = `/srv/${basename(data)}`;
  const asPostgres = (program: string, ...args: string[]) => [
    '--userspec=postgres',
    root,
    `${programs}/${program}`,
    ...args,
  ];
  await run('chroot', [root, 'chown', 'postgres', within]);
  await run('chroot', asPostgres('initdb', '-D', within, '-A', 'trust', '--no-sync'));
  const port = await freePort();
  const options = Object.entries(settings(port)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn('chroot', asPostgres('postgres', '-D', within, ...options), {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const over = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGINT');
    await over;
    rmSync(data, { recursive: true, force: true });
  };
  try {
    const lines = createInterface({ input: child.stderr });
    await whenReady(lines);
    child.stderr.resume();
    const sql = openPool(port, 1);
    await sql.unsafe('CREATE EXTENSION documentdb CASCADE');
    await sql.end();
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, stop };
}
