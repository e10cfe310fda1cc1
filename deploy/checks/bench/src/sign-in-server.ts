import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { z } from 'zod';
import { authConfig } from '@crm/auth/config.js';
import { createAuthService } from '@crm/auth/service.js';
import { createPasswordHasher } from '@crm/auth/sessions/password-hasher.js';
import { keysIn } from '@crm/local/keys.js';
import { keySettings } from '@crm/local/service-keys/key-ring.js';
import { loadConfig } from '@crm/platform/config/load-config.js';

/** Of the first admin, and of everybody that the bench makes. */
export const password = 'measured copper lantern';
export const adminEmail = 'admin@example.com';
export const signInsAtOnce = 4;
const roundMs = 2_000;
const serverArgument = 'bench-sign-in-server';

const listening = z.object({ url: z.string(), bareUrl: z.string() });
const question = z.enum(['hashes', 'stall']);
type Question = z.infer<typeof question>;

/** Runs work with a fixed concurrency for a round; returns the rate and the durations. */
export async function repeatAtOnce(atOnce: number, work: (worker: number) => Promise<unknown>) {
  const took: number[] = [];
  const started = performance.now();
  const worker = async (_each: unknown, index: number) => {
    while (performance.now() - started < roundMs) {
      const from = performance.now();
      await work(index);
      took.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { rate: took.length / ((performance.now() - started) / 1000), took };
}

/**
 * The baseline of node and driver: the two reads of a verify and their JSON, without authentication or validation.
 */
async function serveBare(uri: string): Promise<string> {
  const database = (await new MongoClient(uri).connect()).db();
  const _id = (await database.collection('users').findOne())?._id;
  const server = createServer((req, res) => {
    req.resume();
    const reads = [
      database.collection('users').findOne({ _id }),
      database.collection<{ _id: string }>('signed_out_tokens').findOne({ _id: 'none' }),
    ];
    void Promise.all(reads).then((found) => {
      const text = JSON.stringify(found);
      res.setHeader('content-type', 'application/json; charset=utf-8');
      res.setHeader('content-length', Buffer.byteLength(text));
      res.end(text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return `http://127.0.0.1:${String(port)}`;
}

/** The service as in production, in its own process, its log discarded. The baselines run in the same process. */
async function serve(storeUri: string, folder: string): Promise<void> {
  const keys = keysIn(folder);
  const signing = Object.fromEntries(Object.entries(keys.signing).map(([kid, key]) => [kid, key.private]));
  const uri = Object.assign(new URL(storeUri), { pathname: '/sign_in_bench' }).toString();
  const service = createAuthService(
    loadConfig(authConfig, {
      PORT: '0',
      MONGODB_URI: uri,
      SIGNING_KEYS: JSON.stringify(signing),
      ...keySettings(keys.services, 'auth'),
      ENCRYPTION_KEYS: JSON.stringify(keys.encryption),
      FIRST_ADMIN_EMAIL: adminEmail,
      FIRST_ADMIN_PASSWORD: password,
      DEMO_ACCOUNTS: '1',
    }),
  );
  await service.start();
  const hasher = createPasswordHasher();
  const hash = await hasher.hash(password);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();

  async function answerTo(asked: Question): Promise<number> {
    if (asked === 'hashes')
      return (await repeatAtOnce(signInsAtOnce, () => hasher.verify(hash, password))).rate;
    // The histogram includes the sampling interval of one millisecond.
    const longest = delay.max / 1e6 - 1;
    delay.reset();
    return longest;
  }
  process.on('message', (message) => {
    void answerTo(question.parse(message)).then((number) => process.send?.(number));
  });
  process.once('disconnect', () => {
    void service.stop().finally(() => process.exit(0));
  });
  process.send?.({ url: service.url, bareUrl: await serveBare(uri) });
}

/** Starts the service and its baselines; `ask` measures a round. */
export async function startServer(storeUri: string, folder: string) {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [serverArgument, storeUri, folder], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const message: unknown = (await once(child, 'message')).at(0);
  return {
    ...listening.parse(message),
    ask: async (asked: Question): Promise<number> => {
      const answer = once(child, 'message');
      child.send(asked);
      return z.number().parse((await answer).at(0));
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
export type Server = Awaited<ReturnType<typeof startServer>>;

// This file is also the server process's entry: prints its address and exits with its parent.
if (process.argv[2] === serverArgument) await serve(process.argv[3] ?? '', process.argv[4] ?? '');
