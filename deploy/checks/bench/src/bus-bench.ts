import { connect, type ChannelModel, type ConfirmChannel } from 'amqplib';
import { leadAssigned } from '@crm/contracts/bus/events.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { createMemoryBus } from '@crm/platform/bus/memory-bus.js';
import { createRabbitBus } from '@crm/platform/bus/rabbit-bus.js';
import { namesWith, type Names } from '@crm/platform/bus/rabbit-topology.js';
import { silentLogger } from '@crm/platform/log/logger.js';
import { runWithContext } from '@crm/platform/log/request-context.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';

const messages = 15_000;
const rounds = 5;
const attempts = 3;
const windowSize = 100;
const prefetch = 200;
/** Like the relay: batches of a hundred, several in flight. */
const batchSize = 100;
const batchesUnderWay = 4;
const atLeast = 0.7;
/** A run whose baseline varies by more than this is discarded. */
const widestSpread = 2;

/** Seconds from the first publish until the last confirm, and until the last message was handled. */
interface Round {
  confirmed: number;
  handled: number;
  /** CPU time of this process meanwhile, in seconds, without the broker's. */
  computed: number;
}
type Run = () => Promise<Round>;

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));

function assigned(index: number): Envelope {
  return newEvent(leadAssigned, {
    source: 'leads',
    subject: `lead/${String(index % 1_000)}`,
    sequence: index,
    data: leadAssigned.example,
    actor: 'system',
    now: new Date(),
  });
}

/** Counts handled messages; `all` resolves when all have been handled. */
function countdown() {
  let left = messages;
  let report: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (report = resolve));
  return {
    all,
    one: () => {
      left -= 1;
      if (left === 0) report();
    },
  };
}

async function timed(publish: () => Promise<unknown>, handling: Promise<unknown>): Promise<Round> {
  const started = performance.now();
  const usedBefore = process.cpuUsage();
  const since = () => (performance.now() - started) / 1000;
  const [confirmed, handled] = await Promise.all([publish().then(since), handling.then(since)]);
  const { user, system } = process.cpuUsage(usedBefore);
  return { confirmed, handled, computed: (user + system) / 1e6 };
}

/** Publishes prepared bytes with a window of unconfirmed messages. */
function publishRaw(channel: ConfirmChannel, exchange: string, next: () => Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let confirmed = 0;
    const fill = () => {
      while (sent < messages && sent - confirmed < windowSize) {
        sent += 1;
        channel.publish(exchange, leadAssigned.type, next(), { persistent: true }, (error: unknown) => {
          if (error !== null && error !== undefined) {
            reject(new Error('The broker rejected a message', { cause: error }));
            return;
          }
          confirmed += 1;
          if (confirmed === messages) resolve();
          else fill();
        });
      }
    };
    fill();
  });
}

/**
 * The upper bound for any bus on RabbitMQ: bare amqplib with the same bytes, window, prefetch and queue type. No
 * validation, deduplication or retries; acknowledges half a prefetch at once.
 */
async function rawAmqplib(model: ChannelModel, names: Names): Promise<Run> {
  const publisher = await model.createConfirmChannel();
  const consumer = await model.createChannel();
  const [exchange, queue] = [`${names.exchange('events')}.raw`, names.queue('raw')];
  await publisher.assertExchange(exchange, 'topic', { durable: true });
  await publisher.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await publisher.bindQueue(queue, exchange, leadAssigned.type);
  await consumer.prefetch(prefetch);
  let taken = countdown();
  let unacknowledged = 0;
  await consumer.consume(queue, (message) => {
    // Null says that the queue is deleted, which ends the measurement.
    if (message === null) return;
    JSON.parse(message.content.toString());
    unacknowledged += 1;
    if (unacknowledged === prefetch / 2) {
      consumer.ack(message, true);
      unacknowledged = 0;
    }
    taken.one();
  });
  const event = assigned(0);
  return async () => {
    taken = countdown();
    const round = await timed(() => publishRaw(publisher, exchange, () => bytesOf(event)), taken.all);
    consumer.ackAll();
    unacknowledged = 0;
    return round;
  };
}

async function publishBatches(bus: Bus): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < messages) {
      const from = next;
      next += batchSize;
      const batch = Array.from({ length: batchSize }, (_, index) => {
        // Every event is caused by a request or a message, whose id it carries on.
        return runWithContext({ correlationId: `bench-${String(index)}` }, () => assigned(from + index));
      });
      await bus.publish(batch);
    }
  };
  await Promise.all(Array.from({ length: batchesUnderWay }, worker));
}

/** The bus as services use it: events validated on creation and arrival, deduplicated by id, acknowledged. */
async function ourBus(bus: Bus): Promise<Run> {
  let taken = countdown();
  let seen = new Set<string>();
  const consumer = await bus.consume({
    queue: 'ours.events',
    types: [leadAssigned.type],
    prefetch,
    handle: async ({ id, data }) => {
      leadAssigned.data.parse(data);
      if (seen.has(id)) return;
      seen.add(id);
      taken.one();
    },
  });
  await consumer.live;
  return async () => {
    taken = countdown();
    seen = new Set();
    return timed(() => publishBatches(bus), taken.all);
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Cleans up what the benchmark declared: the broker is shared. */
async function remove(model: ChannelModel, names: Names): Promise<void> {
  const channel = await model.createChannel();
  for (const queue of [names.queue('raw'), names.queue('ours.events'), names.deadQueue('ours.events')])
    await channel.deleteQueue(queue);
  const exchanges = (['events', 'commands', 'rejected'] as const).map((name) => names.exchange(name));
  for (const exchange of [...exchanges, names.deadExchange, `${names.exchange('events')}.raw`])
    await channel.deleteExchange(exchange);
}

/** Interleaved rounds, so that other load affects all alike. */
async function measure(runs: readonly Run[]): Promise<Round[][]> {
  for (const run of runs) await run();
  const found: Round[][] = runs.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, run] of runs.entries()) found[index]?.push(await run());
  }
  return found;
}

function spreadOf(of: readonly Round[]): number {
  const times = of.map(({ handled }) => handled);
  return Math.max(...times) / Math.min(...times);
}

/** Confirmed publishes and deliveries per second, on RabbitMQ and in-process, against bare amqplib. */
export async function benchBus(options: { log: (line: string) => void; rabbitUrl: string }): Promise<void> {
  const { log, rabbitUrl } = options;
  const prefix = `crm-bench-${String(process.pid)}-${String(Date.now())}.`;
  const names = namesWith(prefix);
  const model = await connect(rabbitUrl);
  const bus = await createRabbitBus({ url: rabbitUrl, log: silentLogger, vhostPrefix: prefix });
  try {
    const runs: Run[] = [await rawAmqplib(model, names), await ourBus(bus), await ourBus(createMemoryBus())];
    let found = await measure(runs);
    for (let attempt = 1; attempt < attempts && spreadOf(found[0] ?? []) > widestSpread; attempt += 1) {
      log(`baseline varied ${spreadOf(found[0] ?? []).toFixed(1)}-fold: measuring again`);
      found = await measure(runs);
    }
    const [raw = [], ours = [], memory = []] = found;
    const line = (name: string, of: readonly Round[]) => {
      const rate = (key: keyof Round) => (messages / median(of.map((round) => round[key]))).toFixed(0);
      const microseconds = (median(of.map(({ computed }) => computed)) / messages) * 1e6;
      return `${name.padEnd(26)} ${rate('confirmed').padStart(6)} publishes/s, ${rate('handled').padStart(6)} deliveries/s, ${microseconds.toFixed(0).padStart(4)} us of our CPU a message`;
    };
    const ratio = median(ours.map(({ handled }, round) => (raw[round]?.handled ?? Number.NaN) / handled));
    log(
      `${String(messages)} messages of ${String(bytesOf(assigned(0)).length)} bytes, window ${String(windowSize)}, prefetch ${String(prefetch)}, quorum queue, median of ${String(rounds)} interleaved rounds, baseline spread ${spreadOf(raw).toFixed(2)}`,
    );
    log(line('amqplib alone', raw));
    log(`${line('our bus on RabbitMQ', ours)}   ratio ${ratio.toFixed(2)} (at least ${String(atLeast)})`);
    log(`${line('our bus in one process', memory)}   (confirmed is handled)`);
  } finally {
    await bus.close();
    await remove(model, names);
    await model.close();
  }
}
