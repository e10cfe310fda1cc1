import { z } from 'zod';
import { roleText } from '../codes/roles.js';
import { instant } from '../ids.js';
import { serviceNames, type ServiceName } from '../endpoint/endpoint.js';
import { isNamedValues } from '../named-values.js';

/** The topic exchanges: facts, orders, and orders that were refused (`messages.json`). */
export const exchanges = {
  events: 'crm.events',
  commands: 'crm.commands',
  rejected: 'crm.rejected',
} as const;

/** Who acted: a user by id and role number, or the system itself. */
export const actorRole = z.enum([...roleText.options, 'system']);

/**
 * A CloudEvents 1.0 event in JSON, structured mode, with the extensions that every message here carries.
 * `sequence` is the version of the document that `subject` names: a projection of state ignores a smaller one, a
 * consumer of facts never drops by it, only by `id` (settled: Order and once).
 */
export const envelope = z.object({
  specversion: z.literal('1.0'),
  id: z.uuidv7(),
  source: z.union([z.enum(serviceNames), z.string().min(1)]),
  type: z.string(),
  time: instant,
  subject: z.string(),
  dataschema: z.string(),
  datacontenttype: z.literal('application/json'),
  data: z.unknown(),
  correlationid: z.string(),
  causationid: z.string().optional(),
  actorid: z.string(),
  actorrole: actorRole,
  sequence: z.int().min(0),
});
export type Envelope<T = unknown> = Omit<z.infer<typeof envelope>, 'data'> & { data: T };

/** How a message of the bus says what it is: one event, or a JSON array of several of one type (CloudEvents 1.0, JSON batch). */
export const contentTypes = {
  event: 'application/cloudevents+json',
  batch: 'application/cloudevents-batch+json',
} as const;

/** Events of one batch at most. */
export const batchSize = 50;

export interface MessageSpec<S extends z.ZodType = z.ZodType, T extends string = string> {
  type: T;
  /** Who publishes an event, or who consumes a command. */
  owner: readonly string[];
  /**
   * Which services, and the gateway for browsers, consume an event from a queue. What every process subscribes to by itself
   * (`user.sessions-ended`) has none.
   */
  consumers?: readonly (ServiceName | 'gateway')[];
  /** Which services send a command themselves; integrators may send every command. */
  senders?: readonly ServiceName[];
  /** False where the specification's list of messages does not name it. */
  given?: false;
  summary: string;
  data: S;
  example: z.input<S>;
  /**
   * How long the producer keeps it for rebuilding projections (settled: Events kept for rebuilding): `forever` events
   * keep only the fields named here, so that no personal data outlives its record; all others go after 7 days.
   */
  kept?: { forever: true; fields: readonly string[] };
  /** Fields that say what a person wrote or said: the message has them, and no copy of it that is stored. */
  passing?: readonly string[];
  /**
   * Fields that it had in the last release, whose consumers ask for them while both are there: it is sent with these, empty,
   * and no consumer of this release sees them. They go with the next release.
   */
  emptied?: Readonly<Record<string, unknown>>;
  /** True where it comes in batches when there are many at once: each event of a batch still has its own id and sequence. */
  batched?: true;
}

/** Describes one message of the bus. */
export function defineMessage<S extends z.ZodType, const T extends string>(
  spec: MessageSpec<S, T>,
): MessageSpec<S, T> {
  return spec;
}

/** The data of a message as it is sent: with the fields that are empty for consumers of the last release, at any depth. */
export function sentData<D>(data: D, emptied: MessageSpec['emptied']): D {
  if (emptied === undefined || !isNamedValues(data)) return data;
  const added = Object.entries(emptied).map(([name, value]): [string, unknown] => {
    const within: unknown = data[name];
    return [name, isNamedValues(value) && isNamedValues(within) ? sentData(within, value) : value];
  });
  return Object.assign({ ...data }, Object.fromEntries(added));
}
