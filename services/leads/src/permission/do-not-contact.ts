import { Types } from 'mongoose';
import type { OptOutHow, OptOutWording, RefusedChannel } from '@crm/contracts/customers/contact.js';
import { doNotContact, type DoNotContactEntry } from '@crm/contracts/resources/do-not-contact.js';
import { invalid, notFound } from '@crm/platform/errors/app-error.js';
import { literalPattern } from '@crm/platform/mongo/literal-pattern.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { Source } from '@crm/platform/resources/records.js';
import type { LeadsContext } from '../context.js';
import type { EventActor } from '../lead/lead.events.js';
import { isPerson } from '../lead/lead.policy.js';
import type { DoNotContactDoc, ListedChange } from './contact.model.js';
import { entryView, eventsOf, lifted, withSeen, written } from './entry.js';
import { isOwnWord, liftDenialReason } from './own-word.rules.js';

/** The last wordings that an entry shows; its history has all. */
const maxWordings = 20;

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
  /** What was written, where a person is to decide whether it ends contact. */
  wording?: OptOutWording | undefined;
}

/** What a wording makes of an entry that is listed now: it is kept, and a person is to decide about it. */
const toDecide = (wording: OptOutWording | undefined) =>
  wording === undefined
    ? { wordings: [], decision: null }
    : { wordings: [wording], decision: 'open' as const };

async function insert(ctx: LeadsContext, actor: EventActor, entry: DoNotContactDoc) {
  const now = entry.since;
  try {
    const events = await eventsOf(ctx, entry, 'created', { actor, now });
    await ctx.doNotContact.collection.insertOne(insertWithEvents(entry, events, now));
  } catch (error) {
    // Two at once: the other one's stands.
    if (isDuplicate(error)) return undefined;
    throw error;
  }
  return entry;
}

/**
 * What one more word makes of what is listed: a certain one, or a person's, decides what was open; the customer's stands
 * beside whatever else closed it; a likely one is put beside what is to be decided. Undefined where it adds nothing.
 */
function strengthened(
  stored: DoNotContactDoc,
  { how, wording }: Pick<OptOut, 'how' | 'wording'>,
): { what: ListedChange['what']; set: Partial<DoNotContactDoc> } | undefined {
  if (stored.decision === 'open') {
    if (wording === undefined) return { what: 'confirmed', set: { decision: 'confirmed' } };
    return { what: 'worded', set: { wordings: [...(stored.wordings ?? []), wording].slice(-maxWordings) } };
  }
  if (!isOwnWord({ how }) || isOwnWord(stored)) return undefined;
  return { what: 'worded', set: { ...toDecide(wording), own_word: 1 } };
}

async function added(
  ctx: LeadsContext,
  actor: EventActor,
  optOut: OptOut,
): Promise<DoNotContactDoc | undefined> {
  const { address, channel, how, by, lead_id, reason, delivery, wording } = optOut;
  const now = ctx.clock.now();
  const told: ListedChange = { at: now, what: 'added', how, by, reason, ...(wording && { wording }) };
  const fields = {
    active: 1 as const,
    how,
    since: now,
    by,
    lead_id: lead_id === null ? null : new Types.ObjectId(lead_id),
    reason,
    ...toDecide(wording),
    own_word: isOwnWord({ how }) ? (1 as const) : (0 as const),
  };
  const stored = await ctx.doNotContact.findOne({ address, channel }).lean<DoNotContactDoc>();
  if (stored === null) {
    const _id = new Types.ObjectId();
    const about = { address, channel, history: [told], seen: withSeen([], delivery), version: 1 };
    return insert(ctx, actor, { _id, ...about, ...fields });
  }
  if (delivery !== undefined && stored.seen.includes(delivery)) return stored;
  const seen = withSeen(stored.seen, delivery);
  if (stored.active === 0) return written(ctx, actor, stored, told, { ...fields, seen });
  const change = strengthened(stored, optOut);
  if (change !== undefined) {
    return written(ctx, actor, stored, { ...told, what: change.what }, { ...change.set, seen });
  }
  if (delivery !== undefined) {
    // Remembered, so that the message does not close again what is lifted in between.
    await ctx.doNotContact.updateOne({ _id: stored._id }, { $set: { seen } });
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

/** An admin takes an entry off the list. Throws 404 where it is not on it, `invalid` where the customer's own word made it. */
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
    const denied = liftDenialReason(stored);
    if (denied !== undefined) throw invalid({}, denied);
    const by = isPerson(actor) ? actor.fullname : null;
    const change: ListedChange = { at: ctx.clock.now(), what: 'lifted', how: 'admin', by, reason };
    return written(ctx, actor, stored, change, { active: 0, ...lifted });
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
  if (!isOwnWord({ how })) return;
  await retryOnConflict(async () => {
    const stored = await ctx.doNotContact.findOne({ address, channel }).lean<DoNotContactDoc>();
    if (stored === null || stored.active === 0) return true;
    if (stored.seen.includes(delivery) || !isOwnWord(stored)) return true;
    const isOnlyTheirs = isOwnWord({ how: stored.how });
    const what = isOnlyTheirs ? 'lifted' : 'withdrawn';
    const change: ListedChange = { at: ctx.clock.now(), what, how, by: null, reason: null };
    const seen = withSeen(stored.seen, delivery);
    return written(ctx, 'system', stored, change, { ...lifted, ...(isOnlyTheirs && { active: 0 }), seen });
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
