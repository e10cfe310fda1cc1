import { Schema } from 'mongoose';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { AuditedAction } from '../audit/audit-entry.js';
import { entryAtHand } from '../audit/call-entry.js';

/**
 * An event as it waits: the text that it is on the wire. With its hundred fields apart, the driver and the store would
 * read and write each of them whenever the document changes, and never look at one.
 */
export interface WaitingEvent {
  id: string;
  event: string;
  /** The audit entry of the call that wrote it; never on the wire. */
  entry?: AuditedAction;
}

/** Audit entries of what no call asked for, by the id of the event that says that it happened. */
export type OwnEntries = ReadonlyMap<string, AuditedAction>;

/**
 * Events as they wait, each with its own audit entry where there is one, and the first other one with the entry of the call
 * at hand, where that needs one.
 */
function waiting(events: readonly Envelope[], own: OwnEntries): WaitingEvent[] {
  const first = events.find(({ id }) => !own.has(id));
  const ofCall = first && entryAtHand()?.beside(first);
  return events.map((event) => {
    const entry = event === first ? ofCall : own.get(event.id);
    return { id: event.id, event: JSON.stringify(event), ...(entry !== undefined && { entry }) };
  });
}

const none: OwnEntries = new Map();

/** The event that waits; also of a document that was written when events waited as they are. */
export function waitingEvent(stored: WaitingEvent | Envelope): Envelope {
  return 'event' in stored ? (JSON.parse(stored.event) as Envelope) : stored;
}

/** What a document with an outbox carries beside its own fields (settled: Outbox). */
export interface OutboxFields {
  /** Raised by one with every change; the `sequence` of the events of that change. */
  version: number;
  /** Events that are not published yet, oldest first. */
  outbox?: WaitingEvent[];
  /** Since when an event waits; there only while one does. */
  outboxAt?: Date;
  /** Set on a tombstone: the record is gone, its last event may still be on its way. Never stored as null: filters say it. */
  deletedAt?: Date | null;
  /** When a tombstone may go. */
  purgeAt?: Date;
}

/**
 * Gives a schema its version, its outbox and its tombstone. Reads never load the outbox. Mongoose's own `__v` is off,
 * since `version` counts; empty objects are kept, or an event's data would lose them on the way.
 */
export function addOutbox(schema: Schema): void {
  schema.add({
    version: { type: Number, required: true },
    outbox: { type: [Schema.Types.Mixed], default: undefined, select: false },
    outboxAt: { type: Date, select: false },
    deletedAt: { type: Date },
    purgeAt: { type: Date, select: false },
  });
  schema.set('versionKey', false);
  schema.set('minimize', false);
  // For the relay: documents with events to publish, oldest first.
  schema.index({ outboxAt: 1 }, { sparse: true });
  // For the relay: tombstones whose time has come.
  schema.index({ purgeAt: 1 }, { sparse: true });
}

/** What a model leaves out of each read, for reads past mongoose. */
export const withoutOutbox = { outbox: 0, outboxAt: 0, purgeAt: 0 } as const;

/** The part of a filter that leaves tombstones out; also the `partialFilterExpression` of a unique index. */
export const aliveOnly = { deletedAt: null } as const;

/** A filter that finds records and never their tombstones: every query of a collection that deletes goes through it. */
export function alive<F extends object>(filter: F): F & typeof aliveOnly {
  return { ...filter, ...aliveOnly };
}

/** A filter that finds records and their tombstones alike, and says so. */
export function evenDeleted<F extends object>(filter: F): F & { deletedAt: { $nin: [] } } {
  return { ...filter, deletedAt: { $nin: [] } };
}

/** An update by operators; events are added to the first three. */
interface Operators {
  $inc?: Readonly<Record<string, number>>;
  $push?: Readonly<Record<string, unknown>>;
  $min?: Readonly<Record<string, unknown>>;
  $set?: unknown;
  $unset?: unknown;
  $setOnInsert?: unknown;
  $addToSet?: unknown;
  $pull?: unknown;
  $max?: unknown;
}

/** An update that raises the version and appends events. */
export interface EventUpdate {
  $inc: Record<string, number>;
  $push?: Record<string, unknown>;
  $min?: Record<string, unknown>;
}

/**
 * An update that changes a document and appends the events of that change, in one write; without events it still raises
 * the version. Put the version that was read into the filter: `{ _id, version }`; the events' `sequence` is that
 * version plus one. The caller's own operators stay. `own`: audit entries of what happened without being asked for.
 */
export function withEvents<U extends Operators>(
  update: U,
  events: readonly Envelope[],
  now: Date,
  own: OwnEntries = none,
): Omit<U, keyof EventUpdate> & EventUpdate {
  const raised = { ...update, $inc: { ...update.$inc, version: 1 } };
  if (events.length === 0) return raised;
  return {
    ...raised,
    $push: { ...update.$push, outbox: { $each: waiting(events, own) } },
    // Keeps the earlier instant where events wait already.
    $min: { ...update.$min, outboxAt: now },
  };
}

/** A new document as it is inserted: version 1, with its first events (their `sequence` is 1). */
export function insertWithEvents<T extends object>(
  doc: T,
  events: readonly Envelope[],
  now: Date,
): T & Pick<OutboxFields, 'version' | 'outbox' | 'outboxAt'> {
  if (events.length === 0) return { ...doc, version: 1 };
  return { ...doc, version: 1, outbox: waiting(events, none), outboxAt: now };
}

interface Described {
  schema: Pick<Schema, 'paths' | 'get'>;
  discriminators?: Readonly<Record<string, { schema: Pick<Schema, 'paths'> }>> | undefined;
}

/** The top-level fields of a model's documents, those of its discriminators too, that a tombstone does not need. */
function fieldsToDrop({ schema, discriminators }: Described): string[] {
  const keptByMongoose = [
    schema.get('discriminatorKey'),
    // Mongoose sets its timestamps with every update: to unset them in the same one would clash.
    ...(schema.get('timestamps') === undefined ? [] : ['createdAt', 'updatedAt']),
  ];
  const kept = new Set(['_id', 'version', 'outbox', 'outboxAt', 'deletedAt', 'purgeAt', ...keptByMongoose]);
  const schemas = [schema, ...Object.values(discriminators ?? {}).map((each) => each.schema)];
  const fields = schemas.flatMap(({ paths }) =>
    Object.keys(paths).map((path) => path.split('.', 1)[0] ?? path),
  );
  return [...new Set(fields)].filter((field) => !kept.has(field));
}

/**
 * The update that deletes a record: every field of its model goes at once, personal data first of all; what stays is
 * the version and the outbox with the last event (and any that still wait), until the relay has sent them. Purged a week
 * after that. Filter by `alive({ _id, version })`. Where a model has discriminators, update with `strict: false`.
 */
export function tombstone(model: Described, events: readonly Envelope[], now: Date) {
  return withEvents(
    {
      $set: { deletedAt: now },
      $unset: Object.fromEntries(fieldsToDrop(model).map((field) => [field, 1])),
    },
    events,
    now,
  );
}
