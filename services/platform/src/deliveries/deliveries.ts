import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import type { Envelope, MessageSpec } from '@crm/contracts/bus/envelope.js';
import type { ErrorCode } from '@crm/contracts/errors.js';
import { commandTypes, type Bus, type Consumer, type Rejection } from '../bus/bus.js';
import { runOnBehalfOf } from '../bus/message-context.js';
import type { EntryLog } from '../audit/audit-log.js';
import { commandEntry } from '../audit/audit-command.js';
import type { Clock } from '../clock.js';
import { AppError, notFound } from '../errors/app-error.js';
import { fieldErrors } from '../errors/field-errors.js';
import type { JobScheduler } from '../jobs/job-scheduler.js';
import { runWithContext } from '../log/request-context.js';
import type { Logger } from '../log/logger.js';
import { noTracer, traceparentOf, type Span, type Tracer } from '../tracing/tracer.js';
import {
  deliveriesCollection,
  failedDeliveries,
  type DeliveryCounts,
  type FailedDelivery,
} from './failed-deliveries.js';

const longestPauseMs = 5_000;

/** Codes that speak of our own trouble, not of the command: it is tried again instead of refused. */
const troubles: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'upstream_failed',
  'server_error',
  'too_many',
]);

type DataOf<C extends readonly MessageSpec[], T> = z.output<Extract<C[number], { type: T }>['data']>;

/** What a service does with each type of message; the data is parsed by the contract. */
export type Handlers<C extends readonly MessageSpec[]> = {
  [T in C[number]['type']]?: (envelope: Envelope<DataOf<C, T>>) => Promise<void>;
};

/**
 * What a service does with many messages of a type that came together, of different subjects. Doing it again changes nothing,
 * with all of them or with some: where it throws each goes to the handler of one.
 */
export type BatchHandlers<C extends readonly MessageSpec[]> = {
  [T in C[number]['type']]?: (envelopes: readonly Envelope<DataOf<C, T>>[]) => Promise<void>;
};

/** A message that was given up on, as the System page shows it. */
export interface ParkedDelivery {
  id: string;
  queue: string;
  type: string;
  subject: string;
  event: Envelope;
  attempts: number;
  reason: string;
  failedAt: Date;
}

/**
 * What became of one try of a message: `done`, `refused` (a command), `failed` (it is tried again) or `parked`; and how
 * long the handler took.
 */
export type DeliveryObserver = (
  queue: string,
  type: string,
  outcome: 'done' | 'refused' | 'failed' | 'parked',
  seconds: number,
) => void;

export interface ReliableConsumer extends Consumer {
  readonly queue: string;
  /** What of this queue failed and still stands. Throws where the store is away. */
  counts(): Promise<DeliveryCounts>;
  /** Tries everything again that is due by then, one after another. Answers how many it tried. */
  runDue(now: Date): Promise<number>;
  listParked(page: { after?: string; limit: number }): Promise<ParkedDelivery[]>;
  countParked(): Promise<number>;
  /** Tries a parked message once more, now. Answers whether it went through; throws 404 where there is none. */
  retryParked(id: string): Promise<boolean>;
  /** Gives a parked message up for good. Throws 404 where there is none. */
  dropParked(id: string): Promise<void>;
}

type Outcome =
  | { is: 'done' }
  | { is: 'refused' }
  | { is: 'failed'; reason: string; error: unknown }
  /** No second try can help before the code or the message changes. */
  | { is: 'hopeless'; reason: string };

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function parked({ _id, queue, event, attempts, reason, failedAt }: FailedDelivery): ParkedDelivery {
  return { id: _id, queue, type: event.type, subject: event.subject, event, attempts, reason, failedAt };
}

/**
 * Takes the messages of a queue and loses none (settled: Retries). Each is parsed by its contract and handled in its
 * own context. A command that is refused (an `AppError` of a business kind, or data of the wrong shape) is told to
 * `crm.rejected`. Whatever else fails is written to the service's own store and tried again after 1, 10 and 60 s, then
 * parked with its reason; an event whose data does not fit the contract is parked at once. Handlers are called at least
 * once for each message, so their writes carry the event's id or go by `sequence` (`projections/`).
 *
 * A failed message does not hold up the later ones of its subject: a projection of state has their newer sequence by the
 * time the failed one comes again and ignores it, and a fact is counted by its id in whatever order.
 */
export async function consumeReliably<const C extends readonly MessageSpec[]>(options: {
  bus: Pick<Bus, 'consume' | 'publishRejected'>;
  connection: Connection;
  /** `<service>.<purpose>`. */
  queue: string;
  handlers: Handlers<C>;
  batchHandlers?: BatchHandlers<C>;
  /** The messages that may be handled, with their contracts. */
  catalogue: C;
  clock: Clock;
  log: Logger;
  /** Has what failed tried again when its time has come. */
  scheduler: JobScheduler;
  prefetch?: number;
  /** Whether nobody wants messages of a type now: those are taken unread. Where it throws they are handled. */
  skips?: (type: string) => Promise<boolean>;
  /** Told of every try. */
  observe?: DeliveryObserver;
  tracer?: Tracer;
  /** Where commands leave their entries: they are calls that come by the bus. */
  audit?: Pick<EntryLog, 'now'>;
}): Promise<ReliableConsumer> {
  const {
    bus,
    connection,
    queue,
    handlers,
    batchHandlers = {},
    catalogue,
    clock,
    log,
    scheduler,
    prefetch,
    skips,
    observe,
  } = options;
  const { tracer = noTracer, audit } = options;
  const [service = queue] = queue.split('.', 1);
  const failures = failedDeliveries(connection, queue);
  const entries = new Map(catalogue.flatMap((spec) => entryOf(spec)));
  const stopping = new AbortController();

  function entryOf(spec: MessageSpec) {
    // The compiler cannot follow one type through table and schema; `data` is parsed by this very spec before the call.
    const handler = (handlers as Record<string, ((envelope: Envelope<never>) => Promise<void>) | undefined>)[
      spec.type
    ];
    const batchHandler = (
      batchHandlers as Record<string, ((envelopes: readonly Envelope<never>[]) => Promise<void>) | undefined>
    )[spec.type];
    return handler === undefined ? [] : [[spec.type, { spec, handler, batchHandler }] as const];
  }

  async function refuse(command: Envelope, rejection: Omit<Rejection, 'by'>): Promise<Outcome> {
    await bus.publishRejected(command, { by: service, ...rejection });
    log.info({ eventId: command.id, type: command.type, code: rejection.code }, 'command rejected');
    return { is: 'refused' };
  }

  async function call(envelope: Envelope): Promise<Outcome> {
    const entry = entries.get(envelope.type);
    // A binding of an earlier version of the service: nothing here wants it any more.
    if (entry === undefined) return { is: 'done' };
    const isCommand = commandTypes.has(envelope.type);
    const data = entry.spec.data.safeParse(envelope.data);
    if (!data.success) {
      const errors = fieldErrors(data.error, 'data');
      const message = Object.entries(errors)
        .map(([field, problem]) => `${field}: ${problem}`)
        .join('; ');
      return isCommand
        ? refuse(envelope, { code: 'invalid', message, errors })
        : { is: 'hopeless', reason: message };
    }
    try {
      await entry.handler({ ...envelope, data: data.data as never });
      return { is: 'done' };
    } catch (error) {
      if (!isCommand || !(error instanceof AppError) || troubles.has(error.code)) throw error;
      const { code, message, details } = error;
      return refuse(envelope, {
        code,
        message,
        ...(details.errors === undefined ? {} : { errors: details.errors }),
      });
    }
  }

  /** A command begins a trace where it brings none; an event of no trace, such as an import's, is part of none here. */
  function stepOf(envelope: Envelope): Span | undefined {
    const parent = traceparentOf(envelope);
    if (parent === undefined && !commandTypes.has(envelope.type)) return undefined;
    return tracer.start(`handle ${envelope.type}`, 'consumer', {
      parent,
      attributes: {
        'messaging.operation.name': 'handle',
        'messaging.destination.name': queue,
        'messaging.message.id': envelope.id,
        'crm.correlation_id': envelope.correlationid,
      },
    });
  }

  async function enter(envelope: Envelope, { is }: Outcome): Promise<void> {
    if (audit === undefined || !commandTypes.has(envelope.type)) return;
    await audit.now(commandEntry(envelope, is === 'done' ? 'done' : 'denied', clock.now()));
  }

  async function attempt(envelope: Envelope): Promise<Outcome> {
    const startedAt = performance.now();
    const span = stepOf(envelope);
    const published = (outcome: Outcome): Outcome => {
      const seconds = (performance.now() - startedAt) / 1000;
      observe?.(queue, envelope.type, outcome.is === 'hopeless' ? 'parked' : outcome.is, seconds);
      if (outcome.is !== 'done') span?.fail(outcome.is);
      span?.end();
      return outcome;
    };
    try {
      return published(
        await runOnBehalfOf(
          envelope,
          async () => {
            const outcome = await call(envelope);
            await enter(envelope, outcome);
            return outcome;
          },
          span,
        ),
      );
    } catch (error) {
      return published({ is: 'failed', reason: reasonOf(error), error });
    }
  }

  /**
   * Writes a failure down, for as long as it takes: while the store is away the message stays unacknowledged, and so
   * many of them stop the queue. Rejects when the consumer is cancelled meanwhile; then the bus brings the message again.
   */
  async function writeDown(write: () => Promise<void>): Promise<void> {
    for (let wait = 100; ; wait = Math.min(longestPauseMs, wait * 2)) {
      try {
        await write();
        return;
      } catch (error) {
        log.warn({ err: error, queue }, 'failed delivery could not be saved, retrying');
      }
      await pause(wait, undefined, { signal: stopping.signal });
    }
  }

  async function handle(envelope: Envelope): Promise<void> {
    scheduler.noteActivity();
    const outcome = await attempt(envelope);
    const about = { queue, type: envelope.type, eventId: envelope.id };
    switch (outcome.is) {
      case 'done':
      case 'refused':
        log.debug(about, 'message handled');
        return;
      case 'failed':
        await writeDown(() => failures.add(envelope, outcome.reason, clock.now()));
        due.wake();
        log.warn({ ...about, err: outcome.error }, 'delivery failed, will be retried');
        return;
      case 'hopeless':
        await writeDown(() => failures.addParked(envelope, outcome.reason, clock.now()));
        log.error({ ...about, reason: outcome.reason }, 'delivery parked');
        return;
    }
  }

  /** Handles events together that came together. Answers those that are left to be handled one by one. */
  async function attemptTogether(envelopes: readonly Envelope[]): Promise<readonly Envelope[]> {
    const [first] = envelopes;
    const { spec, batchHandler } = (first && entries.get(first.type)) ?? {};
    if (first === undefined || spec === undefined || batchHandler === undefined) return envelopes;
    const startedAt = performance.now();
    const misfits: Envelope[] = [];
    const fitting: Envelope<never>[] = [];
    for (const envelope of envelopes) {
      const data = spec.data.safeParse(envelope.data);
      if (data.success) fitting.push({ ...envelope, data: data.data as never });
      else misfits.push(envelope);
    }
    try {
      await runWithContext({ correlationId: first.correlationid }, () => batchHandler(fitting));
    } catch (error) {
      log.warn({ queue, type: first.type, err: error }, 'batch failed, its events are handled one by one');
      return envelopes;
    }
    const seconds = (performance.now() - startedAt) / 1000;
    for (const { type } of fitting) observe?.(queue, type, 'done', seconds);
    return misfits;
  }

  async function handleMany(envelopes: readonly Envelope[]): Promise<void> {
    scheduler.noteActivity();
    await Promise.all((await attemptTogether(envelopes)).map(handle));
  }

  /** Tries one that failed before and keeps the books. Answers whether it went through. */
  async function tryAgain(delivery: FailedDelivery, now: Date): Promise<boolean> {
    const outcome = await attempt(delivery.event);
    if (outcome.is === 'done' || outcome.is === 'refused') {
      await failures.remove(delivery._id);
      return true;
    }
    const about = { queue, type: delivery.event.type, eventId: delivery.event.id, reason: outcome.reason };
    if (outcome.is === 'hopeless') {
      await failures.park(delivery, outcome.reason, now);
      log.error(about, 'delivery parked');
    } else if (await failures.failedAgain(delivery, outcome.reason, now)) {
      log.error({ ...about, err: outcome.error }, 'delivery parked');
    }
    return false;
  }

  async function runDue(now: Date): Promise<number> {
    let tried = 0;
    while (!stopping.signal.aborted) {
      const delivery = await failures.takeDue(now);
      if (delivery === null) break;
      await tryAgain(delivery, now);
      tried += 1;
    }
    return tried;
  }

  const due = scheduler.add({
    name: `failed deliveries of ${queue}`,
    collections: [deliveriesCollection],
    nextDueAt: () => (stopping.signal.aborted ? Promise.resolve(null) : failures.nextDueAt()),
    run: async () => (await runDue(clock.now())) > 0,
  });
  const consumer = await bus.consume({
    queue,
    types: [...entries.keys()],
    handle,
    ...(Object.keys(batchHandlers).length > 0 && { handleMany }),
    ...(prefetch === undefined ? {} : { prefetch }),
    ...(skips !== undefined && { skips }),
  });
  await failures.index();

  return {
    queue,
    live: consumer.live,
    counts: () => failures.counts(),
    runDue,
    listParked: async (page) => (await failures.parked(page)).map(parked),
    countParked: () => failures.countParked(),
    retryParked: async (id) => {
      const delivery = await failures.revive(id, clock.now());
      if (delivery === null) throw notFound('Delivery');
      const isDone = await tryAgain(delivery, clock.now());
      due.wake();
      return isDone;
    },
    dropParked: async (id) => {
      const delivery = await failures.dropParked(id);
      if (delivery === null) throw notFound('Delivery');
      log.warn({ queue, type: delivery.event.type, eventId: delivery.event.id }, 'parked delivery dropped');
    },
    cancel: async () => {
      stopping.abort();
      await Promise.all([consumer.cancel(), due.idle()]);
    },
  };
}
