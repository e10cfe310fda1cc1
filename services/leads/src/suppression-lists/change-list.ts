import { suppressionLists } from '@crm/contracts/resources/suppression-list.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { EventActor } from '@crm/platform/outbox/new-event.js';
import { recordEvent } from '@crm/platform/resources/records.js';
import type { LeadsContext } from '../context.js';
import type { SuppressionListDoc } from '../suppression/suppression.model.js';

/** Writes a change of a list and tells whoever reads the page; false where another write came between. */
export async function changeList(
  ctx: LeadsContext,
  actor: EventActor,
  { _id, version }: SuppressionListDoc,
  set: Partial<SuppressionListDoc>,
): Promise<boolean> {
  const now = ctx.clock.now();
  const about = { id: _id.toHexString(), change: 'updated' as const, version: version + 1 };
  const { matchedCount } = await ctx.suppressionLists.updateOne(
    { _id, version },
    withEvents({ $set: set }, [recordEvent(suppressionLists, actor, about, now)], now),
  );
  return matchedCount > 0;
}
