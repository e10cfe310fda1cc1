import type { Connection } from 'mongoose';
import type { Envelope, MessageSpec } from '@crm/contracts/bus/envelope.js';
import { isNamedValues } from '@crm/contracts/named-values.js';
import { insertNew } from '../mongo/store-errors.js';

const collectionName = 'events';
const shortLifeMs = 7 * 24 * 3600 * 1000;

interface KeptEvent {
  /** The event's id: a UUID v7, so that ids sort by time. */
  _id: string;
  type: string;
  event: Envelope;
  /** When the store may drop it; missing where it is kept for good. */
  expiresAt?: Date;
}

const keptEvents = (connection: Connection) => connection.collection<KeptEvent>(collectionName);

/** The named fields of an event's data, by dotted path; what the data does not have stays missing. */
function pick(data: unknown, paths: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  if (!isNamedValues(data)) return picked;
  const below = new Map<string, string[]>();
  for (const path of paths) {
    const dot = path.indexOf('.');
    const name = dot === -1 ? path : path.slice(0, dot);
    if (!(name in data)) continue;
    if (dot === -1) picked[name] = data[name];
    else below.set(name, [...(below.get(name) ?? []), path.slice(dot + 1)]);
  }
  for (const [name, backoff] of below) if (!(name in picked)) picked[name] = pick(data[name], backoff);
  return picked;
}

/** An event without some fields of its data: as a copy of it is stored. */
export function withoutFields(event: Envelope, fields: readonly string[]): Envelope {
  const { data } = event;
  if (fields.length === 0 || !isNamedValues(data)) return event;
  return {
    ...event,
    data: Object.fromEntries(Object.entries(data).filter(([name]) => !fields.includes(name))),
  };
}

/** Makes the indexes of a service's kept events; harmless when they stand already. */
export async function indexSavedEvents(connection: Connection): Promise<void> {
  const events = keptEvents(connection);
  // For a rebuild: events of some types after a position.
  await events.createIndex({ type: 1, _id: 1 });
  // For the store: drops what is only kept for a week.
  await events.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
}

/**
 * Copies events where rebuilt projections will look for them (settled: Events kept for rebuilding): those that the
 * catalogue keeps for good with the named fields alone, so that no personal data outlives its record; all others whole,
 * for 7 days. An event that is there already stays as it is.
 */
export async function saveEvents(
  connection: Connection,
  events: readonly Envelope[],
  specs: ReadonlyMap<string, MessageSpec>,
  now: Date,
): Promise<void> {
  const rows = events.map((event): KeptEvent => {
    const { kept, passing = [] } = specs.get(event.type) ?? {};
    const row = { _id: event.id, type: event.type };
    return kept === undefined
      ? { ...row, event: withoutFields(event, passing), expiresAt: new Date(now.getTime() + shortLifeMs) }
      : { ...row, event: { ...event, data: pick(event.data, kept.fields) } };
  });
  await insertNew(keptEvents(connection), rows);
}

/** Takes fields that events carry no more, by dotted path, out of the data of those that were kept before. */
export async function dropSavedFields(
  connection: Connection,
  types: readonly string[],
  paths: readonly string[],
): Promise<void> {
  await keptEvents(connection).updateMany(
    { type: { $in: [...types] } },
    { $unset: Object.fromEntries(paths.map((path) => [`event.data.${path}`, 1 as const])) },
  );
}

/**
 * Reads kept events of the given types, oldest first, at most `limit`; the position to go on from is the id of the last
 * one. Whoever rebuilds subscribes before: events that are kept for good are copied here before they are published, so
 * that each of these is found in one place or comes by the other; of others the last moment may be missing. Events that are
 * kept for good have only the named fields of their data.
 */
export async function readSavedEvents(
  connection: Connection,
  page: { types: readonly string[]; after?: string | undefined; limit: number },
): Promise<Envelope[]> {
  const { types, after, limit } = page;
  const rows = await keptEvents(connection)
    .find({ type: { $in: [...types] }, ...(after === undefined ? {} : { _id: { $gt: after } }) })
    .sort({ _id: 1 })
    .limit(limit)
    .toArray();
  return rows.map(({ event }) => event);
}
