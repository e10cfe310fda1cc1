import { requiredMessage } from '../field-sentences.js';
import type { CarrierEntry, PortalEntry, ReferenceEntry } from './reference-list.js';

type AnyEntry = ReferenceEntry | CarrierEntry | PortalEntry;

/**
 * What keeps a list from being saved in place of a stored one: dotted path to message, empty when it is fine. A code
 * stands once; an entry that was saved stays, for leads may keep its code (it is hidden instead); a portal has what its
 * kind needs. Screen and service run it; formats are the schemas' part.
 */
export function referenceListErrors(
  stored: readonly Pick<ReferenceEntry, 'code'>[],
  next: readonly AnyEntry[],
): Record<string, string> {
  const errors: Record<string, string> = {};
  const codes = new Set<string>();
  const names = new Set<string>();
  next.forEach((entry, index) => {
    const at = `entries.${String(index)}`;
    const name = entry.text.trim().toLowerCase();
    if (codes.has(entry.code)) errors[`${at}.code`] = 'This code is already in the list';
    if (entry.active && names.has(name)) errors[`${at}.text`] = 'This name is already in the list';
    codes.add(entry.code);
    if (entry.active) names.add(name);
    if ('kind' in entry && entry[partOf(entry)].trim() === '')
      errors[`${at}.${partOf(entry)}`] = requiredMessage;
  });
  const lost = stored.filter(({ code }) => !codes.has(code)).map(({ code }) => code);
  if (lost.length > 0) errors['entries'] = `Hide entries instead of removing them: ${lost.join(', ')}`;
  return errors;
}

/** The field of a portal that its kind needs, and alone has. */
export const partOf = ({ kind }: Pick<PortalEntry, 'kind'>) => (kind === 'link' ? 'url' : 'instructions');

/** The codes of the entries that a save adds, changes or moves, in the order of the new list. */
export function changedCodes(stored: readonly AnyEntry[], next: readonly AnyEntry[]): string[] {
  const was = new Map(stored.map((entry, index) => [entry.code, JSON.stringify([index, sorted(entry)])]));
  return next
    .filter((entry, index) => was.get(entry.code) !== JSON.stringify([index, sorted(entry)]))
    .map(({ code }) => code);
}

const sorted = (entry: AnyEntry) => Object.entries(entry).sort(([a], [b]) => a.localeCompare(b));

/** A code for a new entry made of its name, unlike those taken: 'High cholesterol' becomes `high_cholesterol`. */
export function codeFor(text: string, taken: ReadonlySet<string>): string {
  const base =
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 56) || 'entry';
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}_${String(number)}`)) number += 1;
  return `${base}_${String(number)}`;
}

/** Entries by name: how carriers and portals are shown (rule L36). */
export function byText<E extends Pick<ReferenceEntry, 'text'>>(entries: readonly E[]): E[] {
  return [...entries].sort((a, b) => a.text.localeCompare(b.text));
}
