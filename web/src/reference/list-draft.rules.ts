import type {
  CarrierEntry,
  PortalEntry,
  ReferenceList,
  ReferenceListInput,
} from '@crm/contracts/reference/reference-list.js';
import { referenceListInput } from '@crm/contracts/reference/reference-list.js';
import { codeFor, referenceListErrors } from '@crm/contracts/reference/reference-list.rules.js';

/** An entry of any list while it is edited; what its list has not is left out when it is sent. */
export interface DraftEntry extends Partial<CarrierEntry>, Partial<PortalEntry> {
  /** Tells rows apart while a new entry has no code yet. */
  key: string;
  /** Empty while new: made of the name when it is saved. */
  code: string;
  text: string;
  active: boolean;
}

export function draftOf({ entries }: Pick<ReferenceList, 'entries'>): DraftEntry[] {
  return entries.map((entry) => ({ ...entry, key: entry.code }));
}

const blanks: Partial<Record<ReferenceList['list'], Partial<DraftEntry>>> = {
  carriers: { phone: '', website: '', info: '' },
  portals: { kind: 'link', url: '', instructions: '' },
};

/** A new entry of a list; `key` must be unlike those there. */
export function newEntry(list: ReferenceList['list'], key: string): DraftEntry {
  return { key, code: '', text: '', active: true, ...blanks[list] };
}

/** The entries with one moved by so many places; the same where it cannot go further. */
export function moved(entries: readonly DraftEntry[], key: string, by: -1 | 1): DraftEntry[] {
  const from = entries.findIndex((entry) => entry.key === key);
  const entry = entries[from];
  const to = from + by;
  if (entry === undefined || to < 0 || to >= entries.length) return [...entries];
  const rest = entries.filter((each) => each !== entry);
  return [...rest.slice(0, to), entry, ...rest.slice(to)];
}

/** What is sent: new entries with a code made of their name. */
export function inputOf(stored: ReferenceList, entries: readonly DraftEntry[]): unknown {
  const taken = new Set(entries.map(({ code }) => code));
  return {
    list: stored.list,
    version: stored.version,
    entries: entries.map(({ key: _key, ...entry }) => {
      if (entry.code !== '') return entry;
      const code = codeFor(entry.text, taken);
      taken.add(code);
      return { ...entry, code };
    }),
  };
}

/** The input as the contract has it, or what is wrong with it: dotted path to message. */
export function checkedInput(
  stored: ReferenceList,
  entries: readonly DraftEntry[],
): { input: ReferenceListInput } | { errors: Record<string, string> } {
  const read = referenceListInput.safeParse(inputOf(stored, entries));
  if (!read.success) {
    return {
      errors: Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join('.'), message])),
    };
  }
  const errors = referenceListErrors(stored.entries, read.data.entries);
  return Object.keys(errors).length > 0 ? { errors } : { input: read.data };
}

/** Whether the draft differs from what is stored. */
export function isChanged(stored: Pick<ReferenceList, 'entries'>, entries: readonly DraftEntry[]): boolean {
  return JSON.stringify(draftOf(stored)) !== JSON.stringify(entries);
}
