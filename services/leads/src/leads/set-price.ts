import { isDeepStrictEqual } from 'node:util';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { carrierAfterPrices, pricesAfter } from '@crm/contracts/leads/price.rules.js';
import { invalid, invalidField } from '@crm/platform/errors/app-error.js';
import { untilWritten } from '@crm/platform/outbox/until-written.js';
import type { LeadsContext } from '../context.js';
import { changeableLead, type Delivery } from './lead.access.js';
import { isPerson } from './lead.policy.js';
import { priceChangedEvent, updatedEvent, type Doer } from './lead.events.js';
import type { LifeLeadDoc } from './lead.model.js';
import { priceCentsOf } from './money.rules.js';
import { withDerived } from './new-lead.js';
import { stamped, viewOf, writeLead } from './write-lead.js';

interface PriceInput extends Delivery {
  lead_id: string;
  /** Every carrier's price in dollars: what is not named has none from now on, unless it is fixed. */
  price: Readonly<Record<string, number>>;
}

const mostCarriers = 100;

/** The prices as they will be. Throws `invalid` for a new price of what is no carrier, and for one that is fixed. */
function newPrices(
  { carrierNames }: LeadsContext,
  stored: LifeLeadDoc,
  sent: Readonly<Record<string, number>>,
) {
  const { price, errors } = pricesAfter(stored.price, sent, stored);
  for (const carrier of Object.keys(sent)) {
    if (!carrierNames.isKnown(carrier) && stored.price[carrier] === undefined) {
      errors[`price.${carrier}`] = 'This is no carrier';
    }
  }
  if (Object.keys(sent).length > mostCarriers) errors['price'] = `At most ${String(mostCarriers)} carriers`;
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return price;
}

/**
 * Saves the carrier prices of a life lead and the premium worked out from them (update-price); the carrier whose price
 * was edited is the selected one from then on. The same prices again change nothing. Held by somebody else: 423.
 */
export async function setPrice(
  ctx: LeadsContext,
  doer: Doer,
  { lead_id, price, delivery }: PriceInput,
): Promise<Pick<Lead, 'price' | 'premium_carrier' | 'premium_price'>> {
  const sent = Object.fromEntries(
    Object.entries(price).map(([carrier, dollars]) => [carrier, priceCentsOf(dollars)]),
  );
  const lead = await untilWritten(async () => {
    const { lead: stored, hold, isRepeat } = await changeableLead(ctx, doer, lead_id, delivery);
    if (isRepeat) return viewOf(ctx, stored, hold);
    if (stored.type_id !== 2) throw invalidField('price', 'Prices belong to life leads alone');
    const cents = newPrices(ctx, stored, sent);
    if (isDeepStrictEqual({ ...stored.price }, cents)) return viewOf(ctx, stored, hold);

    const isRawNoMore = isPerson(doer) && stored.empty === 1;
    const after = withDerived(
      {
        ...stored,
        price: cents,
        carrier: carrierAfterPrices(stored.price, cents, stored.carrier ?? null),
        empty: isRawNoMore ? 0 : stored.empty,
      },
      ctx.carrierNames.of,
    );
    return writeLead(ctx, doer, stored, hold, {
      after: stamped(after, doer, ctx.clock.now(), delivery),
      events: (change) => [
        ...(isRawNoMore ? [updatedEvent(change, ['empty'])] : []),
        priceChangedEvent(change),
      ],
    });
  });
  return { price: lead.price, premium_carrier: lead.premium_carrier, premium_price: lead.premium_price };
}
