import type { mongo } from 'mongoose';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { rowProjection, leadRowView, type StoredRow } from '../lead/lead.view.js';
import { releasedEvent } from './hold.events.js';

/** A lead as far as its hold goes, as it was read. */
export type HeldLead = Pick<LeadDoc, '_id' | 'hold' | 'holdVersion'>;

/** What finds a lead whose hold is as it was read. */
export const asHeld = ({ _id, holdVersion }: HeldLead) =>
  alive({ _id, holdVersion: holdVersion ?? { $exists: false } });

/**
 * Ends the hold of the lead that a filter finds and tells that the lead is free. The event is the holder's own, whatever
 * ended it. Answers whether there was such a lead.
 */
export async function endHold(ctx: LeadsContext, found: mongo.Filter<LeadDoc>): Promise<boolean> {
  const before = await ctx.leadCollection.findOneAndUpdate(
    found,
    { $unset: { hold: 1 }, $inc: { holdVersion: 1 } },
    { projection: rowProjection, returnDocument: 'before' },
  );
  if (before === null) return false;
  const { hold, ...lead } = before as StoredRow;
  if (hold === undefined) return true;
  const version = (lead.holdVersion ?? 0) + 1;
  const { user_id, fullname, role } = hold;
  const userId = user_id.toHexString();
  const now = ctx.clock.now();
  ctx.announce([
    releasedEvent({
      actor: { id: userId, role, subroles: [], fullname },
      now,
      userId,
      lead: leadRowView({ ...lead, holdVersion: version }, now),
      version,
    }),
  ]);
  return true;
}
