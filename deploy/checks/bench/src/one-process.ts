import { fork } from 'node:child_process';
import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { keysIn } from '@crm/local/keys.js';
import { startSystem } from '@crm/local/system.js';

const serverArgument = 'bench-services';
const sampleMs = 20;

const order = z.object({
  storeUri: z.string(),
  folder: z.string(),
  firstAdmin: z.object({ email: z.string(), password: z.string() }),
  logLevel: z.enum(['silent', 'warn']),
});
type Order = z.output<typeof order>;

const listening = z.object({
  url: z.string(),
  carrierUrl: z.string(),
  authUrl: z.string(),
  leadsUrl: z.string(),
  telephonyUrl: z.string(),
  messagingUrl: z.string(),
  statsUrl: z.string(),
  followupsUrl: z.string(),
});
const memory = z.object({ rss: z.number(), held: z.number() });
type Memory = z.infer<typeof memory>;
const answeredMemory = z.object({ now: memory, peak: memory });
const question = z.enum(['memory', 'requests']);
const answeredRequests = z.array(z.tuple([z.string(), z.number()]));
/** Node's diagnostics channel for requests to servers of this process. */
const arrived = z.object({ request: z.object({ method: z.string(), url: z.string() }) });

/** Resident memory of this process, and heap and buffers including garbage. */
function memoryNow(): Memory {
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, held: heapUsed + external };
}

const higher = (one: Memory, other: Memory): Memory => ({
  rss: Math.max(one.rss, other.rss),
  held: Math.max(one.held, other.held),
});

/** Every service in this process, as with `npm start`; reports its memory on request. */
async function serve({ folder, ...given }: Order): Promise<void> {
  const system = await startSystem({
    readingPerHour: 1_000_000,
    ...given,
    host: '127.0.0.1',
    port: 0,
    keys: keysIn(folder),
    mail: { dropFolder: join(folder, 'mail') },
  });
  let peak: Memory | undefined;
  const requests = new Map<string, number>();
  diagnostics.subscribe('http.server.request.start', (message) => {
    const { method, url } = arrived.parse(message).request;
    const name = `${method} ${new URL(url, system.url).pathname}`;
    requests.set(name, (requests.get(name) ?? 0) + 1);
  });
  process.on('message', (asked) => {
    if (question.parse(asked) === 'requests') {
      process.send?.([...requests]);
      requests.clear();
      return;
    }
    const now = memoryNow();
    // Sampling starts with the first request, so that other benchmarks are not affected.
    if (peak === undefined) setInterval(() => (peak = higher(peak ?? now, memoryNow())), sampleMs);
    process.send?.({ now, peak: higher(peak ?? now, now) });
    peak = now;
  });
  process.once('disconnect', () => {
    void system.stop().finally(() => process.exit(0));
  });
  process.send?.(listening.parse(system));
}

/**
 * Starts all services, the gateway and a simulated carrier in a separate process, on the in-process bus. Logs go to
 * `services.log` in the folder; the process exits with its parent.
 */
export async function startInOneProcess(given: Order) {
  const log = openSync(join(given.folder, 'services.log'), 'a', 0o600);
  const child = fork(fileURLToPath(import.meta.url), [serverArgument], {
    stdio: ['ignore', log, 'inherit', 'ipc'],
    execArgv: [],
  });
  closeSync(log);
  child.send(given);
  const first: unknown = (await once(child, 'message')).at(0);
  return {
    ...listening.parse(first),
    pid: child.pid,
    /** Current memory, and the peak since the previous call; the first call starts sampling. */
    memory: async () => {
      const answer = once(child, 'message');
      child.send('memory');
      return answeredMemory.parse((await answer).at(0));
    },
    /** Request counts by call since the previous call. */
    requests: async () => {
      const answer = once(child, 'message');
      child.send('requests');
      return new Map(answeredRequests.parse((await answer).at(0)));
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

if (process.argv[2] === serverArgument) {
  const message: unknown = (await once(process, 'message')).at(0);
  await serve(order.parse(message));
}
