import { Types } from 'mongoose';
import { typeIdOf } from '@crm/contracts/codes/lead-types.js';
import { contactOptedOut } from '@crm/contracts/bus/events.js';
import type { OptOutHow, RefusedChannel } from '@crm/contracts/customers/contact.js';
import { doNotContact, type DoNotContactEntry } from '@crm/contracts/resources/do-not-contact.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { insertWithEvents, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { byNumbers } from '../calling/lead-to-call.js';
import type { LeadsContext } from '../context.js';
import { duplicatesBy } from '../lead/duplicates.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { isPerson } from '../lead/lead.policy.js';
import type { EventActor } from '../lead/lead.events.js';
import { literalPattern } from '@crm/platform/mongo/literal-pattern.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { recordEvent, type Source } from '@crm/platform/resources/records.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { DoNotContactDoc, ListedChange } from './contact.model.js';

const maxSeen = 50;
const maxNamed = 100;

export interface OptOut {
  /** E.164, or an e-mail in lower case. */
  address: string;
  channel: RefusedChannel;
  how: OptOutHow;
  /** The name of whoever did it; null for the system. */
  by: string | null;
  lead_id: string | null;
  reason: string | null;
  /** The message that asked for it: the same one again changes nothing. */
  delivery?: string;
}

const isEmail = (address: string) => address.includes('@');

/** An entry of the list as it is shown. */
export const entryView = (entry: DoNotContactDoc): DoNotContactEntry => ({
  id: entry._id.toHexString(),
  version: entry.version,
  address: entry.address,
  channel: entry.channel,
  how: entry.how,
  reason: entry.reason ?? '',
  by: entry.by ?? '',
  since: entry.since.toISOString(),
  lead_id: entry.lead_id?.toHexString() ?? null,
});

/** The leads that have an address; of one that is on very many, such as a made-up e-mail, only some. */
async function leadsWith({ leads }: LeadsContext, address: string): Promise<string[]> {
  const filters = isEmail(address)
    ? Object.values(typeIdOf).map((type) => duplicatesBy.email(type, [address]))
    : [byNumbers([address])];
  const found = await Promise.all(
    filters.map((filter) => leads.find(filter, { _id: 1 }).limit(maxNamed).lean<Pick<LeadDoc, '_id'>[]>()),
  );
  return found.flat().map(({ _id }) => _id.toHexString());
}

/** What others are told of an entry: the world of the contact, and whoever reads the list of the record. */
async function eventsOf(ctx: LeadsContext, entry: DoNotContactDoc, actor: EventActor, now: Date) {
  const { _id, address, channel, since, how, version, active } = entry;
  const id = _id.toHexString();
  const lifted = active === 0;
  return [
    newEvent(contactOptedOut, {
      source: 'leads',
      subject: `contact/${id}`,
      sequence: version,
      data: {
        phone: isEmail(address) ? null : address,
        email: isEmail(address) ? address : null,
        channel,
        since: since.toISOString(),
        how,
        lifted,
        lead_ids: await leadsWith(ctx, address),
      },
      actor,
      now,
    }),
    recordEvent(doNotContact, actor, { id, change: lifted ? 'deleted' : 'created', version }, now),
  ];
}

const withSeen = (seen: readonly string[], delivery: string | undefined) =>
  delivery === undefined ? [...seen] : [...seen, delivery].slice(-maxSeen);

/** Writes what an entry is after a change, from the version that was read; undefined where another write came between. */
async function written(
  ctx: LeadsContext,
  actor: EventActor,
  before: DoNotContactDoc,
  change: ListedChange,
  set: Partial<DoNotContactDoc>,
): Promise<DoNotContactDoc | undefined> {
  const after: DoNotContactDoc = {
    ...before,
    ...set,
    version: before.version + 1,
    history: [...before.history, change],
  };
  const { _id, version, ...fields } = after;
  const result = await ctx.doNotContact.updateOne(
    { _id, version: version - 1 },
    withEvents({ $set: fields }, await eventsOf(ctx, after, actor, change.at), change.at),
  );
  if (result.matchedCount === 0) return undefined;
  return after;
}

async function added(
  ctx: LeadsContext,
  actor: EventActor,
  optOut: OptOut,
): Promise<DoNotContactDoc | undefined> {
  const { address, channel, how, by, lead_id, reason, delivery } = optOut;
  const now = ctx.clock.now();
  const change: ListedChange = { at: now, what: 'added', how, by, reason };
  const fields = {
    active: 1 as const,
    how,
    since: now,
    by,
    lead_id: lead_id === null ? null : new Types.ObjectId(lead_id),
    reason,
  };
  const stored = await ctx.doNotContact.findOne({ address, channel }).lean<DoNotContactDoc>();
  if (stored === null) {
    const entry: DoNotContactDoc = {
      _id: new Types.ObjectId(),
      address,
      channel,
      ...fields,
      history: [change],
      seen: withSeen([], delivery),
      version: 1,
    };
    try {
      const inserted = insertWithEvents(entry, await eventsOf(ctx, entry, actor, now), now);
      await ctx.doNotContact.collection.insertOne(inserted);
    } catch (error) {
      // Two at once: the other one's stands.
      if (isDuplicate(error)) return undefined;
      throw error;
    }
    return entry;
  }
  if (delivery !== undefined && stored.seen.includes(delivery)) return stored;
  if (stored.active === 0) {
    return written(ctx, actor, stored, change, { ...fields, seen: withSeen(stored.seen, delivery) });
  }
  if (delivery !== undefined) {
    // Remembered, so that the message does not close again what is lifted in between.
    await ctx.doNotContact.updateOne(
      { _id: stored._id },
      { $set: { seen: withSeen(stored.seen, delivery) } },
    );
  }
  return stored;
}

/** Puts an address on the list, for a channel. One that is there stays as it is. */
export async function optOut(
  ctx: LeadsContext,
  actor: EventActor,
  given: OptOut,
): Promise<DoNotContactEntry> {
  return entryView(await retryOnConflict(() => added(ctx, actor, given)));
}

/** An admin takes an entry off the list. Throws 404 where it is not on it. */
export async function liftEntry(
  ctx: LeadsContext,
  actor: EventActor,
  id: string,
  reason: string,
): Promise<void> {
  await retryOnConflict(async () => {
    const stored = await ctx.doNotContact
      .findOne({ _id: new Types.ObjectId(id), active: 1 })
      .lean<DoNotContactDoc>();
    if (stored === null) throw notFound('Entry');
    const by = isPerson(actor) ? actor.fullname : null;
    const change: ListedChange = { at: ctx.clock.now(), what: 'lifted', how: 'admin', by, reason };
    return written(ctx, actor, stored, change, { active: 0 });
  });
}

/**
 * Opens again by message what a message of the same kind closed: a customer's word or carrier lifts what a word or a
 * carrier listed. What a status, an agent or a file listed only an admin lifts.
 */
export async function liftByMessage(
  ctx: LeadsContext,
  { address, channel, how, delivery }: Pick<OptOut, 'address' | 'channel' | 'how'> & { delivery: string },
): Promise<void> {
  const ofMessages: readonly OptOutHow[] = ['keyword', 'carrier'];
  if (!ofMessages.includes(how)) return;
  await retryOnConflict(async () => {
    const stored = await ctx.doNotContact.findOne({ address, channel }).lean<DoNotContactDoc>();
    if (stored === null || stored.active === 0) return true;
    if (stored.seen.includes(delivery) || !ofMessages.includes(stored.how)) return true;
    const change: ListedChange = { at: ctx.clock.now(), what: 'lifted', how, by: null, reason: null };
    const seen = withSeen(stored.seen, delivery);
    return written(ctx, 'system', stored, change, { active: 0, seen });
  });
}

/** Whether a number is not to be called, whoever's it is. */
export async function isClosedToCalls({ doNotContact }: LeadsContext, phone: string): Promise<boolean> {
  const channels: RefusedChannel[] = ['call', 'all'];
  return (await doNotContact.exists({ address: phone, channel: { $in: channels }, active: 1 })) !== null;
}

/** Which entries a search finds: those whose number (as it is written anywhere) or e-mail begins so. */
function beginningWith(q: string): object {
  const text = q.trim();
  if (text === '') return {};
  const isNumber = /^[\d\s().+-]+$/.test(text);
  const begins = isNumber ? text.replace(/[^\d]/g, '').replace(/^1?/, '+1') : text.toLowerCase();
  return { address: { $regex: `^${literalPattern(begins)}` } };
}

/** The list as a resource: what was lifted stays in the store and is none of it. */
export const listedEntries = ({
  doNotContact: model,
}: Pick<LeadsContext, 'doNotContact'>): Source<typeof doNotContact.fields, DoNotContactDoc> => ({
  resource: doNotContact,
  model,
  view: entryView,
  within: { active: 1 },
  searchedBy: beginningWith,
});
