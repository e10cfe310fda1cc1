import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { addressWithPassword } from '@crm/embedded-store/authentication/password-file.js';
import { z } from 'zod';
import { CannotStart } from './data-folder.js';

const readyLine = z.object({ ready: z.literal(true), uri: z.string() });

export interface StoreProcess {
  /** With its password: not to be logged. */
  uri: string;
  /** Resolves when the store exits by itself, which is fatal while the system runs. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts the embedded store in its own process on a folder and waits until it is ready. */
export async function startStore(folder: string): Promise<StoreProcess> {
  mkdirSync(folder, { recursive: true });
  const main = fileURLToPath(import.meta.resolve('@crm/embedded-store/main.js'));
  // Own process group: Ctrl-C must reach the services first, so that they can finish their writes.
  const child = spawn(process.execPath, [main, '--path', folder, '--port', '0', '--with-parent'], {
    // The open standard input tells the store that this process is alive; if it is killed, the store exits and
    // frees the folder.
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));

  const exited = once(child, 'exit');
  const firstLine = once(createInterface({ input: child.stdout }), 'line');
  const line = await Promise.race([firstLine, exited.then(() => undefined)]);
  if (!line) throw new CannotStart(complaint.trim() || 'The embedded store did not start.');

  let stopping = false;
  return {
    uri: addressWithPassword(readyLine.parse(JSON.parse(String(line[0]))).uri, folder),
    ended: exited.then(() => {
      if (!stopping) process.stderr.write(complaint);
    }),
    stop: async () => {
      stopping = true;
      child.kill('SIGTERM');
      await exited;
    },
  };
}
