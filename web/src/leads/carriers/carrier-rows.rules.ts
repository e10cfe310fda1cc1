import type { LifeLead } from '@crm/contracts/entities/lead.js';
import type { CarrierEntry } from '@crm/contracts/reference/reference-list.js';

/** A carrier as a row of the tab. */
export interface CarrierRow {
  code: string;
  name: string;
}

/** The carriers that a lead has rows for: those on offer, and those that it has a price of or has selected. */
export function carriersOfLead(
  entries: readonly CarrierEntry[],
  { price, carrier }: Pick<LifeLead, 'price' | 'carrier'>,
): CarrierRow[] {
  const known = entries
    .filter(({ code, active }) => active || price[code] !== undefined || code === carrier)
    .map(({ code, text }) => ({ code, name: text }));
  const codes = new Set(entries.map(({ code }) => code));
  const strange = Object.keys(price).filter((code) => !codes.has(code));
  return [...known, ...strange.map((code) => ({ code, name: code }))];
}

/** The order that rows have when the tab is opened: the lowest price first, then those without one by name. */
export function openingOrder(rows: readonly CarrierRow[], price: Readonly<Record<string, number>>): string[] {
  const of = ({ code }: CarrierRow) => price[code] ?? Infinity;
  return [...rows]
    .sort((a, b) => (of(a) === of(b) ? a.name.localeCompare(b.name) : of(a) - of(b)))
    .map(({ code }) => code);
}

/** Rows in the order they had, those that have come since behind: no row moves while somebody types. */
export function inOrder(rows: readonly CarrierRow[], order: readonly string[]): CarrierRow[] {
  const place = ({ code }: CarrierRow) => {
    const at = order.indexOf(code);
    return at === -1 ? order.length : at;
  };
  return [...rows].sort((a, b) => place(a) - place(b));
}
