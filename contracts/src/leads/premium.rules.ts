import type { RateClass } from '../codes/life-lists.js';

const setApart = 'american_general';

/**
 * The premium shown on a lead: the lowest positive carrier price; for rate class gi the lowest of all. american_general
 * never counts (rule L32). Prices are numbers of any one unit, by carrier.
 */
export function lowestPremium(
  prices: Readonly<Record<string, number>>,
  rateClass: RateClass | null,
): { carrier: string; price: number } | undefined {
  return Object.entries(prices)
    .filter(([carrier, price]) => carrier !== setApart && (rateClass === 'gi' || price > 0))
    .map(([carrier, price]) => ({ carrier, price }))
    .sort((a, b) => a.price - b.price || a.carrier.localeCompare(b.carrier))[0];
}
