import { isDeepStrictEqual } from 'node:util';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { carrierAfterPrices, pricesAfter } from '@crm/contracts/leads/price.rules.js';
import { invalid, invalidField } from '@crm/platform/errors/app-error.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { LeadsContext } from '../context.js';
import { changeableLead, type Delivery } from '../lead/lead.access.js';
import { isPerson } from '../lead/lead.policy.js';
import { priceChangedEvent, updatedEvent, type EventActor } from '../lead/lead.events.js';
import type { LifeLeadDoc } from '../lead/lead.model.js';
import { requireLicence } from '../users/require-licence.js';
import { priceCentsOf } from '../lead/money.rules.js';
import { withDerived } from '../lead/new-lead.js';
import { changedFields } from '../lead/read-input.rules.js';
import { stamped, viewOf, writeLead } from '../lead/write-lead.js';

interface PriceInput extends Delivery {
  lead_id: string;
  /** Every carrier's price in dollars: what is not named has none from now on, unless it is fixed. */
  price: Readonly<Record<string, number>>;
}

const maxCarriers = 100;

/** The prices as they will be. Throws `invalid` for a new price of what is no carrier, and for one that is fixed. */
function newPrices(
  { carrierNames }: LeadsContext,
  stored: LifeLeadDoc,
  sent: Readonly<Record<string, number>>,
) {
  const { price, errors } = pricesAfter(stored.price, sent, stored);
  for (const carrier of Object.keys(sent)) {
    if (!carrierNames.isKnown(carrier) && stored.price[carrier] === undefined) {
      errors[`price.${carrier}`] = 'Unknown carrier';
    }
  }
  if (Object.keys(sent).length > maxCarriers) errors['price'] = `At most ${String(maxCarriers)} carriers`;
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return price;
}

/**
 * Saves the carrier prices of a life lead and the premium worked out from them (update-price); the carrier whose price
 * was edited is the selected one from then on. The same prices again change nothing. Throws `invalid` where an
 * agent holds no licence for the lead. Held by somebody else: 423.
 */
export async function setPrice(
  ctx: LeadsContext,
  actor: EventActor,
  { lead_id, price, delivery }: PriceInput,
): Promise<Pick<Lead, 'price' | 'premium_carrier' | 'premium_price'>> {
  const sent = Object.fromEntries(
    Object.entries(price).map(([carrier, dollars]) => [carrier, priceCentsOf(dollars)]),
  );
  const lead = await retryOnConflict(async () => {
    const { lead: stored, isRepeat } = await changeableLead(ctx, actor, lead_id, delivery);
    if (isRepeat) return viewOf(ctx, stored);
    if (stored.type_id !== 2) throw invalidField('price', 'Only life leads have prices');
    const cents = newPrices(ctx, stored, sent);
    if (isDeepStrictEqual({ ...stored.price }, cents)) return viewOf(ctx, stored);
    await requireLicence(ctx, actor, stored, 'price');

    const isRawNoMore = isPerson(actor) && stored.empty === 1;
    const after = withDerived(
      {
        ...stored,
        price: cents,
        carrier: carrierAfterPrices(stored.price, cents, stored.carrier ?? null),
        empty: isRawNoMore ? 0 : stored.empty,
      },
      ctx.carrierNames.of,
    );
    return writeLead(ctx, actor, stored, {
      after: stamped(after, actor, ctx.clock.now(), delivery),
      events: (change) => [priceChangedEvent(change), updatedEvent(change, changedFields(stored, after))],
    });
  });
  return { price: lead.price, premium_carrier: lead.premium_carrier, premium_price: lead.premium_price };
}
