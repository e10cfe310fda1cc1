import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const started = z.object({ msg: z.literal('started'), url: z.url() });

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** What a log line says, where it says that the gateway has started. */
function readStart(line: string) {
  try {
    return started.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** A gateway in a process of its own, as it runs in production, which a test can kill. */
export async function startGatewayProcess(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', file('./typescript-hooks.mjs'), file('../main.ts')], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const start = readStart(line);
      if (start !== undefined) resolve(start.url);
    });
    child.once('exit', (code) => {
      reject(new Error(`The gateway ended with ${String(code)} before it had started`));
    });
  });
  return {
    url,
    /** Ends it as a crash does: nothing is said to anybody. */
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
