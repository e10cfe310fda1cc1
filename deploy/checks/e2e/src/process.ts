import { spawn, execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { password } from './environment.js';

/** The product as `npm start` runs it: as separate processes on a data folder. */
export interface Running {
  url: string;
  /** Kills the launcher and its child processes with SIGKILL, to simulate a crash. */
  killAll(): Promise<void>;
  /** Graceful shutdown with SIGINT, as by Ctrl-C. */
  stop(): Promise<void>;
}

const childrenOf = (pid: number): number[] => {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number);
  } catch {
    // pgrep exits with 1 if there are none.
    return [];
  }
};

async function whenAnswering(url: string, child: ChildProcess, said: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`It ended instead of starting:\n${said()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok && said().includes(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function startProcess(
  folder: string,
  port: number,
  env: Record<string, string> = {},
): Promise<Running> {
  const main = fileURLToPath(import.meta.resolve('@crm/local/main.js'));
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      DEMO_PASSWORD: password,
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${String(port)}`;
  await whenAnswering(url, child, () => said);

  return {
    url,
    killAll: async () => {
      const pid = child.pid ?? 0;
      const all = [pid, ...childrenOf(pid)];
      for (const each of all) process.kill(each, 'SIGKILL');
      await exited;
    },
    stop: async () => {
      child.kill('SIGINT');
      await exited;
    },
  };
}
