import { typeIdOf } from '@crm/contracts/codes/lead-types.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { contactOptedOut } from '@crm/contracts/bus/events.js';
import type { Flag } from '@crm/contracts/ids.js';
import { doNotContact, type DoNotContactEntry } from '@crm/contracts/resources/do-not-contact.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { recordEvent } from '@crm/platform/resources/records.js';
import { byNumbers } from '../calling/lead-to-call.js';
import type { LeadsContext } from '../context.js';
import { duplicatesBy } from '../lead/duplicates.js';
import type { EventActor } from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
import type { DoNotContactDoc, ListedChange } from './contact.model.js';
import { isOwnWord } from './own-word.rules.js';

const maxSeen = 50;
const maxNamed = 100;

const isEmail = (address: string) => address.includes('@');

/** What of the customer's own word is gone once it is taken back or lifted; the history keeps it. */
export const lifted = { decision: null, wordings: [], own_word: 0 as const };

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
  wordings: entry.wordings ?? [],
  decision: entry.decision ?? null,
  own_word: isOwnWord(entry) ? 1 : 0,
});

/** The leads that have an address; of one that is on very many, such as a made-up e-mail, only some. */
async function leadsWith(
  { leads }: LeadsContext,
  address: string,
): Promise<{ lead_ids: string[]; user_ids: string[] }> {
  const filters = isEmail(address)
    ? Object.values(typeIdOf).map((type) => duplicatesBy.email(type, [address]))
    : [byNumbers([address])];
  const found = await Promise.all(
    filters.map((filter) =>
      leads.find(filter, { user_id: 1 }).limit(maxNamed).lean<Pick<LeadDoc, '_id' | 'user_id'>[]>(),
    ),
  );
  return {
    lead_ids: found.flat().map(({ _id }) => _id.toHexString()),
    user_ids: [...new Set(found.flat().flatMap(({ user_id }) => user_id?.toHexString() ?? []))],
  };
}

/** What others are told of an entry: the world of the contact where it opens or closes, and whoever reads the list. */
export async function eventsOf(
  ctx: LeadsContext,
  entry: DoNotContactDoc,
  change: 'created' | 'updated' | 'deleted',
  { actor, now }: { actor: EventActor; now: Date },
): Promise<Envelope[]> {
  const { _id, address, channel, since, how, version } = entry;
  const id = _id.toHexString();
  const told = recordEvent(doNotContact, actor, { id, change, version }, now);
  if (change === 'updated') return [told];
  const optedOut = newEvent(contactOptedOut, {
    source: 'leads',
    subject: `contact/${id}`,
    sequence: version,
    data: {
      phone: isEmail(address) ? null : address,
      email: isEmail(address) ? address : null,
      channel,
      since: since.toISOString(),
      how,
      lifted: change === 'deleted',
      ...(await leadsWith(ctx, address)),
    },
    actor,
    now,
  });
  return [optedOut, told];
}

/** What a change from one state to another is to whoever reads the list. */
const changeOf = (before: Flag, after: Flag) =>
  before === after ? 'updated' : after === 1 ? 'created' : 'deleted';

/** The ids of messages that an entry remembers, with one more. */
export const withSeen = (seen: readonly string[], delivery: string | undefined) =>
  delivery === undefined ? [...seen] : [...seen, delivery].slice(-maxSeen);

/** Writes what an entry is after a change, from the version that was read; undefined where another write came between. */
export async function written(
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
    withEvents(
      { $set: fields },
      await eventsOf(ctx, after, changeOf(before.active, after.active), { actor, now: change.at }),
      change.at,
    ),
  );
  if (result.matchedCount === 0) return undefined;
  return after;
}
