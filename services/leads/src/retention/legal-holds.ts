import { Types } from 'mongoose';
import type { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import { legalHolds, type LegalHold } from '@crm/contracts/resources/legal-hold.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import { literalPattern } from '@crm/platform/mongo/literal-pattern.js';
import { insertWithEvents, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import { recordEvent, type Source } from '@crm/platform/resources/records.js';
import type { LeadsContext } from '../context.js';
import { heldAddresses } from './held-addresses.js';
import { readPeriods } from './periods.js';
import type { DeletedLeadDoc, LegalHoldDoc } from './retention.model.js';
import { endOf } from './retention.rules.js';

const holdView = ({ _id, version, address, reason, by, since }: LegalHoldDoc): LegalHold => ({
  id: _id.toHexString(),
  ...{ version, address, reason, by },
  since: since.toISOString(),
});

/** Which holds a search finds: those whose number (as it is written anywhere) or e-mail begins so. */
function beginningWith(q: string): object {
  const text = q.trim().toLowerCase();
  if (text === '') return {};
  const isNumber = /^[\d\s().+-]+$/.test(text);
  const begins = isNumber ? text.replace(/[^\d]/g, '').replace(/^1?/, '+1') : text;
  return { address: { $regex: `^${literalPattern(begins)}` } };
}

/** The holds in force as a resource; lifted ones stay in the store. */
export const listedHolds = ({
  legalHolds: model,
}: Pick<LeadsContext, 'legalHolds'>): Source<typeof legalHolds.fields, LegalHoldDoc> => ({
  resource: legalHolds,
  model,
  view: holdView,
  within: { active: 1 },
  searchedBy: beginningWith,
});

/**
 * Keeps everything of a person until the hold is lifted: what is deleted already loses its date, and is taken out of what is
 * being deleted now.
 */
export async function setHold(
  ctx: LeadsContext,
  actor: Actor,
  { address, reason }: z.output<typeof legalHolds.creation>,
): Promise<LegalHold> {
  const now = ctx.clock.now();
  const doc: LegalHoldDoc = {
    ...{ _id: new Types.ObjectId(), version: 1, address, reason, by: actor.fullname, since: now, active: 1 },
    ...{ lifted_at: null, lifted_by: null, lifted_why: null },
  };
  const change = { id: doc._id.toHexString(), change: 'created', version: 1 } as const;
  await ctx.legalHolds.collection.insertOne(
    insertWithEvents(doc, [recordEvent(legalHolds, actor, change, now)], now),
  );
  await ctx.deletedLeads.updateMany({ addresses: address }, { $set: { held: 1, due_at: null } });
  const held = await ctx.deletedLeads.find({ addresses: address }, { _id: 1 }).lean();
  await ctx.privacyRequests.updateMany(
    { kind: 'retention', state: 'running' },
    { $pull: { 'person.lead_ids': { $in: held.map(({ _id }) => _id.toHexString()) } } },
  );
  return holdView(doc);
}

/** Gives deleted leads that no hold names any more their dates again; of an address, or all of them. */
export async function releaseUnheld(ctx: LeadsContext, address?: string): Promise<void> {
  const [periods, docs] = await Promise.all([
    readPeriods(ctx),
    ctx.deletedLeads
      .find({ held: 1, ...(address === undefined ? {} : { addresses: address }) })
      .lean<DeletedLeadDoc[]>(),
  ]);
  const held = await heldAddresses(
    ctx,
    docs.flatMap(({ addresses }) => addresses),
  );
  const free = docs.filter(({ addresses }) => !addresses.some((each) => held.has(each)));
  if (free.length === 0) return;
  await ctx.deletedLeads.bulkWrite(
    free.map(({ _id, deleted_at, next }) => ({
      updateOne: {
        filter: { _id, held: 1 },
        update: { $set: { held: 0, due_at: endOf(deleted_at, next, periods) } },
      },
    })),
    { ordered: false },
  );
}

/** Lifts a hold; what other holds name stays. Throws 404 where it is not in force. */
export async function liftHold(ctx: LeadsContext, actor: Actor, id: string, reason: string): Promise<void> {
  const _id = new Types.ObjectId(id);
  const address = await retryOnConflict(async () => {
    const before = await ctx.legalHolds.findOne({ _id, active: 1 }).lean<LegalHoldDoc>();
    if (before === null) throw notFound('Legal hold');
    const now = ctx.clock.now();
    const { version } = before;
    const change = { id, change: 'deleted', version: version + 1 } as const;
    const lifted = { active: 0, lifted_at: now, lifted_by: actor.fullname, lifted_why: reason };
    const { matchedCount } = await ctx.legalHolds.updateOne(
      { _id, version },
      withEvents({ $set: lifted }, [recordEvent(legalHolds, actor, change, now)], now),
    );
    return matchedCount === 0 ? undefined : before.address;
  }, 'This hold');
  await ctx.contactDecisions.updateMany({ address, stays: true }, { $unset: { stays: 1 } });
  await releaseUnheld(ctx, address);
}
