import type { RateClass } from '../codes/life-lists.js';
import type { Flag } from '../ids.js';

/** The carrier that is set apart: it sells guaranteed issue alone (rule L32). */
export const guaranteedIssueCarrier = 'american_general';

/** What the rules of prices look at beside the price itself. */
export interface PricedLead {
  rate_class: RateClass | null;
  post_sale: Flag;
}

const priceForm = /^\d{1,4}(\.\d{1,4})?$/;

/**
 * A price as it is typed: up to 4 digits, a point and up to 4 decimals where wanted (rule L32).
 * Answers the number, null for an empty field, and undefined for anything else: that is flagged and never sent.
 */
export function readPrice(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  return priceForm.test(typed) ? Number(typed) : undefined;
}

/** Whether a lead shows the price of a carrier: american_general's for rate class gi alone. */
export function showsPrice(carrier: string, { rate_class }: Pick<PricedLead, 'rate_class'>): boolean {
  return carrier !== guaranteedIssueCarrier || rate_class === 'gi';
}

/** Why the price of a carrier cannot be changed; undefined where it can: american_general's where it shows, after the sale. */
export function whyPriceIsFixed(carrier: string, lead: PricedLead): string | undefined {
  if (!showsPrice(carrier, lead)) return 'This price is only for the rate class guaranteed issue';
  if (carrier === guaranteedIssueCarrier && lead.post_sale === 0) {
    return 'This price can only be changed after the sale';
  }
  return undefined;
}

/** The prices that a lead shows, the lowest first (rule L22). */
export function shownPrices(
  price: Readonly<Record<string, number>>,
  lead: Pick<PricedLead, 'rate_class'>,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(price)
      .filter(([carrier]) => showsPrice(carrier, lead))
      .sort(([a, low], [b, high]) => low - high || a.localeCompare(b)),
  );
}

/**
 * The prices of a lead after a whole map was sent. What is not named has none from now on, but for prices that cannot be
 * changed: they stay. `errors` names those sent all the same, with another price than they have.
 */
export function pricesAfter(
  before: Readonly<Record<string, number>>,
  sent: Readonly<Record<string, number>>,
  lead: PricedLead,
): { price: Record<string, number>; errors: Record<string, string> } {
  const price: Record<string, number> = { ...sent };
  const errors: Record<string, string> = {};
  for (const carrier of new Set([...Object.keys(before), ...Object.keys(sent)])) {
    const why = whyPriceIsFixed(carrier, lead);
    if (why === undefined) continue;
    const had = before[carrier];
    if (sent[carrier] !== undefined && sent[carrier] !== had) errors[`price.${carrier}`] = why;
    if (had === undefined) Reflect.deleteProperty(price, carrier);
    else price[carrier] = had;
  }
  return { price, errors };
}

/**
 * The selected carrier after a change of prices: the one whose price was edited (rule L32).
 * Prices of several at once, and a price taken away, select nothing.
 */
export function carrierAfterPrices(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  selected: string | null,
): string | null {
  const edited = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (carrier) => before[carrier] !== after[carrier],
  );
  const [only] = edited;
  return edited.length === 1 && only !== undefined && after[only] !== undefined ? only : selected;
}
