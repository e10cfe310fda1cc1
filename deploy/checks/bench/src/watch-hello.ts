import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { MongoClient } from 'mongodb';
import { z } from 'zod';

const everyMs = 50;

/**
 * Sends hello to a store in a loop, like every driver's monitor; returns the slowest in milliseconds when stopped.
 * Runs in its own thread, so that it only waits for the store.
 */
export function watchHello(uri: string): { stop(): Promise<number> } {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { helloUri: uri } });
  return {
    stop: async () => {
      const answer = once(worker, 'message');
      worker.postMessage('stop');
      return z.number().parse((await answer).at(0));
    },
  };
}

async function watch(uri: string): Promise<void> {
  const client = await new MongoClient(uri).connect();
  const admin = client.db('admin');
  let isOver = false;
  parentPort?.once('message', () => (isOver = true));
  let slowest = 0;
  while (!isOver) {
    const started = performance.now();
    await admin.command({ hello: 1 });
    slowest = Math.max(slowest, performance.now() - started);
    await pause(everyMs);
  }
  await client.close();
  parentPort?.postMessage(slowest);
}

const watched = z.object({ helloUri: z.string() });
if (!isMainThread) await watch(watched.parse(workerData).helloUri);
