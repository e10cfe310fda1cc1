import { z } from 'zod';
import { envelope } from '../bus/envelope.js';
import { outcome } from '../errors.js';
import { id, instant } from '../ids.js';
import { defineEndpoint, serviceNames } from '../endpoint/endpoint.js';

/** Everything of the system that can be asked how it is: the services, and the gateway itself. */
export const systemParts = [...serviceNames, 'gateway'] as const;
export type SystemPart = (typeof systemParts)[number];

/** A part by its name, as it is in an address. */
export const systemPart = z.enum(systemParts);
const count = z.int().min(0);

/** One queue of a part. A number is null where neither bus nor store could say it just then. */
const queueState = z.object({
  queue: z.string(),
  /** Messages that nobody has taken yet. */
  depth: count.nullable(),
  consumers: count.nullable(),
  /** Failed deliveries waiting for a retry. */
  waiting: count.nullable(),
  /** Parked deliveries waiting for a decision. */
  parked: count.nullable(),
  /** When the oldest delivery that failed and still stands did so first. */
  oldest_at: instant.nullable(),
});

/** A fault of our account at the carrier of calls and texts: the operator's to put right. */
export const accountFault = z.object({
  /** The carrier's own number for it; 0 for none. */
  code: count,
  sentence: z.string(),
  /** When it was met last, and how often. */
  at: instant,
  times: z.int().min(1),
});
export type AccountFault = z.infer<typeof accountFault>;

/**
 * What was read in bulk: whole records `opened` within ten seconds, or more of them in an hour than work needs; rows of
 * lists in an hour.
 */
export const bulkReadingKind = z.enum(['opened', 'opened-in-hour', 'listed-in-hour']);
export type BulkReadingKind = z.infer<typeof bulkReadingKind>;

/** Somebody read records in bulk, and no admin has acknowledged it. */
export const bulkReading = z.object({
  kind: bulkReadingKind,
  user_id: z.string(),
  user_fullname: z.string(),
  /** When it was noticed first, and last. */
  first_at: instant,
  last_at: instant,
  /** The most records that were read within the window of the alarm. */
  records: z.int().min(1),
});
export type BulkReading = z.infer<typeof bulkReading>;

/** Sign-ins that were refused in the last hour, as many as work alone does not make: from one network, or as one account. */
export const signInAttack = z.object({
  by: z.enum(['network', 'account']),
  /** The address, of IPv6 its network; or the e-mail that was given. */
  name: z.string(),
  /** For a wrong password or code, or by a limit. */
  refused: z.int().min(1),
  first_at: instant,
  last_at: instant,
});
export type SignInAttack = z.infer<typeof signInAttack>;

/** What a collection's documents look like, and how far the migration came that they are at. */
const schemaProgress = z.object({
  collection: z.string(),
  /** The schema version that the collection has, and the one that the release brings it to. */
  version: count,
  known: count,
  /** The migration that runs now or waits, or the last one that ran. */
  migration: z.string(),
  /** `failed`: the last batch did; it is tried again. */
  state: z.enum(['pending', 'running', 'failed', 'done']),
  /** Documents that were looked at, and about how many there were at the begin. */
  documents: count,
  total: count,
  /** The kind of error that the last batch failed with. */
  failure: z.string().nullable(),
});
export type SchemaProgress = z.infer<typeof schemaProgress>;

/** How one part of the system is. */
export const partState = z.object({
  service: systemPart,
  ready: z.boolean(),
  /** What cannot be reached, by the names of its readiness checks. */
  missing: z.array(z.string()),
  /** When the process that answered was started. */
  started_at: instant,
  queues: z.array(queueState),
  /** Documents with events that are not published yet, counted up to 10,000; null where there is none or it is not known. */
  outbox: z.object({ documents: count, oldest_at: instant.nullable() }).nullable(),
  /** Messages in the dead-letter queue; null where the bus could not say. */
  dead: count.nullable(),
  /** What the carrier account made fail in the last day; empty for a part that asks nothing of the carrier. */
  account_faults: z.array(accountFault),
  bulk_readings: z.array(bulkReading),
  /** The most refusals first; empty for a part that signs nobody in. A part of an earlier release does not tell. */
  sign_in_attacks: z.array(signInAttack).default([]),
  /** The collections that have had a migration; null where the store could not say. */
  schema: z.array(schemaProgress).nullable(),
});
export type PartState = z.infer<typeof partState>;

/** A delivery that was given up on, without what it carries. `id` is `<queue> <event id>`. */
export const parkedDelivery = z.object({
  id: z.string(),
  queue: z.string(),
  type: z.string(),
  subject: z.string(),
  event_id: z.string(),
  attempts: z.int().min(1),
  reason: z.string(),
  failed_at: instant,
  /** False where the service has no such queue any more: it can only be dropped. */
  retryable: z.boolean(),
});
export type ParkedDelivery = z.infer<typeof parkedDelivery>;

/** A message that could not be read or handled at all, as it lies in the dead-letter queue. */
export const deadLetter = z.object({
  /** A digest of queue and content: it stays the same from one look to the next. */
  id: z.string(),
  queue: z.string(),
  type: z.string().nullable(),
  message_id: z.string().nullable(),
  reason: z.string(),
  bytes: count,
  dead_at: instant.nullable(),
});
export type DeadLetter = z.infer<typeof deadLetter>;

/** What an admin did to a message that was given up on. */
export const systemAction = z.object({
  id,
  at: instant,
  user_id: z.string(),
  user_fullname: z.string(),
  action: z.enum(['retried', 'dropped']),
  what: z.enum(['delivery', 'dead-letter']),
  queue: z.string(),
  type: z.string(),
  message_id: z.string(),
  /** `begun`: the process died before it could say how it went. */
  result: z.enum(['begun', 'done', 'failed']),
});
export type SystemAction = z.infer<typeof systemAction>;

const ofPart = z.object({ service: systemPart });
const ofDelivery = ofPart.extend({ id: z.string().min(1).max(300) });
const ofLetter = ofPart.extend({ id: z.string().regex(/^[0-9a-f]{32}$/, 'Not a valid id') });
const retried = outcome.extend({ delivered: z.boolean() });

const exampleDelivery: ParkedDelivery = {
  id: 'messaging.leads 019aa0a4-6f3c-7c7e-9d0f-2f6a8f0c3b11',
  queue: 'messaging.leads',
  type: 'lead.assigned',
  subject: 'lead/66f0a1b2c3d4e5f601020304',
  event_id: '019aa0a4-6f3c-7c7e-9d0f-2f6a8f0c3b11',
  attempts: 4,
  reason: 'MongoServerError: the store refused the write',
  failed_at: '2026-11-20T17:38:00.000Z',
  retryable: true,
};
const exampleLetter: DeadLetter = {
  id: '0f3c5b1e9a7d4c2286b1e0d94a7c3f55',
  queue: 'messaging.leads',
  type: 'lead.assigned',
  message_id: '019aa0a4-6f3c-7c7e-9d0f-2f6a8f0c3b11',
  reason: 'not JSON',
  bytes: 412,
  dead_at: '2026-11-20T17:38:00.000Z',
};

export const getSystemPart = defineEndpoint({
  name: 'getSystemPart',
  method: 'GET',
  path: '/api/rest/system/{service}',
  service: 'named',
  access: 'admin',
  given: false,
  audit: 'none',
  summary: 'Status of a service or the gateway: unreachable dependencies, queues, outbox, dead letters.',
  params: ofPart,
  answer: partState,
  example: {
    params: { service: 'messaging' },
    answer: {
      service: 'messaging',
      ready: true,
      missing: [],
      started_at: '2026-11-20T08:00:00.000Z',
      queues: [{ queue: 'messaging.leads', depth: 0, consumers: 2, waiting: 0, parked: 1, oldest_at: null }],
      outbox: { documents: 0, oldest_at: null },
      dead: 0,
      account_faults: [],
      bulk_readings: [],
      sign_in_attacks: [],
      schema: [
        {
          collection: 'texts',
          version: 0,
          known: 1,
          migration: 'texts-by-conversation',
          state: 'running',
          documents: 48_200,
          total: 310_000,
          failure: null,
        },
      ],
    },
  },
});

export const listDeliveries = defineEndpoint({
  name: 'listDeliveries',
  method: 'GET',
  path: '/api/rest/system/{service}/deliveries',
  service: 'named',
  access: 'admin',
  given: false,
  audit: 'none',
  summary: 'Parked deliveries of the service, by id; next: cursor, null at the end.',
  params: ofPart,
  query: z.object({
    after: z.string().max(300).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ deliveries: z.array(parkedDelivery), next: z.string().nullable() }),
  example: {
    params: { service: 'messaging' },
    query: { limit: '50' },
    answer: { deliveries: [exampleDelivery], next: null },
  },
});

export const readDelivery = defineEndpoint({
  name: 'readDelivery',
  method: 'GET',
  path: '/api/rest/system/{service}/deliveries/{id}',
  service: 'named',
  access: 'admin',
  given: false,
  audit: { action: 'delivery.read', subject: 'delivery/{params.id}' },
  summary: 'A delivery with its event. Possible personal data is masked: only type and length are shown.',
  params: ofDelivery,
  answer: z.object({ delivery: parkedDelivery, event: envelope }),
  example: {
    params: { service: 'messaging', id: exampleDelivery.id },
    answer: {
      delivery: exampleDelivery,
      event: {
        specversion: '1.0',
        id: exampleDelivery.event_id,
        source: 'leads',
        type: exampleDelivery.type,
        time: '2026-11-20T17:37:59.000Z',
        subject: exampleDelivery.subject,
        dataschema: 'urn:crm:lead.assigned',
        datacontenttype: 'application/json',
        data: { lead_id: '66f0a1b2c3d4e5f601020304', lead: { fullname: '(text, 14)' } },
        correlationid: '019aa0a4-6f3c-7c7e-9d0f-2f6a8f0c3b10',
        actorid: 'system',
        actorrole: 'system',
        sequence: 2,
      },
    },
  },
});

export const retryDelivery = defineEndpoint({
  name: 'retryDelivery',
  method: 'POST',
  path: '/api/rest/system/{service}/deliveries/{id}/retry',
  service: 'named',
  access: 'admin',
  given: false,
  audit: { action: 'delivery.retried', subject: 'delivery/{params.id}' },
  summary: 'Retries a delivery now. If it fails again, it is retried automatically like a new one.',
  params: ofDelivery,
  answer: retried,
  example: {
    params: { service: 'messaging', id: exampleDelivery.id },
    answer: { status: 'success', message: 'Message delivered', delivered: true },
  },
});

export const dropDelivery = defineEndpoint({
  name: 'dropDelivery',
  method: 'DELETE',
  path: '/api/rest/system/{service}/deliveries/{id}',
  service: 'named',
  access: 'admin',
  given: false,
  audit: { action: 'delivery.dropped', subject: 'delivery/{params.id}' },
  summary: 'Drops a delivery permanently.',
  params: ofDelivery,
  answer: outcome,
  example: {
    params: { service: 'messaging', id: exampleDelivery.id },
    answer: { status: 'success', message: 'Message dropped' },
  },
});

export const listDeadLetters = defineEndpoint({
  name: 'listDeadLetters',
  method: 'GET',
  path: '/api/rest/system/{service}/dead',
  service: 'named',
  access: 'admin',
  given: false,
  audit: 'none',
  summary: 'The first messages of the dead-letter queue, and their number. Does not remove any.',
  params: ofPart,
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
  answer: z.object({ letters: z.array(deadLetter), total: count }),
  example: {
    params: { service: 'messaging' },
    query: { limit: '50' },
    answer: { letters: [exampleLetter], total: 1 },
  },
});

export const readDeadLetter = defineEndpoint({
  name: 'readDeadLetter',
  method: 'GET',
  path: '/api/rest/system/{service}/dead/{id}',
  service: 'named',
  access: 'admin',
  given: false,
  audit: { action: 'dead-letter.read', subject: 'dead-letter/{params.id}' },
  summary:
    'A dead letter with its content. Possible personal data is masked; of content that is not JSON only the type is shown.',
  params: ofLetter,
  answer: z.object({ letter: deadLetter, content: z.unknown() }),
  example: {
    params: { service: 'messaging', id: exampleLetter.id },
    answer: { letter: exampleLetter, content: '(text, 412)' },
  },
});

export const retryDeadLetter = defineEndpoint({
  name: 'retryDeadLetter',
  method: 'POST',
  path: '/api/rest/system/{service}/dead/{id}/retry',
  service: 'named',
  access: 'admin',
  given: false,
  audit: { action: 'dead-letter.retried', subject: 'dead-letter/{params.id}' },
  summary: 'Moves a dead letter from the dead-letter queue back to its original queue.',
  params: ofLetter,
  answer: outcome,
  example: {
    params: { service: 'messaging', id: exampleLetter.id },
    answer: { status: 'success', message: 'Message requeued' },
  },
});

export const dropDeadLetter = defineEndpoint({
  name: 'dropDeadLetter',
  method: 'DELETE',
  path: '/api/rest/system/{service}/dead/{id}',
  service: 'named',
  access: 'admin',
  given: false,
  audit: { action: 'dead-letter.dropped', subject: 'dead-letter/{params.id}' },
  summary: 'Drops a dead letter permanently.',
  params: ofLetter,
  answer: outcome,
  example: {
    params: { service: 'messaging', id: exampleLetter.id },
    answer: { status: 'success', message: 'Message dropped' },
  },
});

export const listSystemActions = defineEndpoint({
  name: 'listSystemActions',
  method: 'GET',
  path: '/api/rest/system/{service}/actions',
  service: 'named',
  access: 'admin',
  given: false,
  audit: 'none',
  summary: 'The last 100 retries and drops with their users, newest first.',
  params: ofPart,
  answer: z.object({ actions: z.array(systemAction) }),
  example: {
    params: { service: 'messaging' },
    answer: {
      actions: [
        {
          id: '66f0a1b2c3d4e5f6010204ab',
          at: '2026-11-20T17:40:00.000Z',
          user_id: '66f0a1b2c3d4e5f601020301',
          user_fullname: 'Ada Admin',
          action: 'retried',
          what: 'delivery',
          queue: 'messaging.leads',
          type: 'lead.assigned',
          message_id: exampleDelivery.event_id,
          result: 'done',
        },
      ],
    },
  },
});

export const systemEndpoints = [
  getSystemPart,
  listDeliveries,
  readDelivery,
  retryDelivery,
  dropDelivery,
  listDeadLetters,
  readDeadLetter,
  retryDeadLetter,
  dropDeadLetter,
  listSystemActions,
];
