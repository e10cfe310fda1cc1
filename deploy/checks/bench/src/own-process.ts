import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Listens on a free port of this machine; answers the address. */
export async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return `http://127.0.0.1:${String(port)}`;
}

/** Starts a module whose last line is `servesInOwnProcess`, in a process of its own, with its order. */
export async function startOwnProcess(module: string, order: Readonly<Record<string, unknown>>) {
  const child = fork(fileURLToPath(module), [module], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  child.send(order);
  const message: unknown = (await once(child, 'message')).at(0);
  const { url } = z.object({ url: z.url() }).parse(message);
  return {
    url,
    pid: z.int().parse(child.pid),
    stop: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

/** Serves by the order that `startOwnProcess` sent, where it started this module; nothing where it is imported. */
export async function servesInOwnProcess(
  module: string,
  serve: (order: unknown) => Promise<{ url: string; stop?: () => Promise<void> }>,
): Promise<void> {
  if (process.argv[2] !== module) return;
  const serving = once(process, 'message').then(([order]: unknown[]) => serve(order));
  process.once('disconnect', () => {
    void serving.then((served) => served.stop?.()).finally(() => process.exit(0));
  });
  process.send?.({ url: (await serving).url });
}
