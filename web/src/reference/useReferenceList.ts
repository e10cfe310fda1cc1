import { useMemo } from 'react';
import type { Choice } from '@crm/contracts/codes/life-lists.js';
import { builtInLists } from '@crm/contracts/reference/built-in-lists.js';
import type {
  EntryOf,
  ReferenceEntry,
  ReferenceList,
  ReferenceListName,
} from '@crm/contracts/reference/reference-list.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { listQuery } from './list-query.js';

/** A list as the server has it, with its version: for the screen that changes it. */
export function useStoredList(list: ReferenceListName) {
  return useVerbQuery({ ...listQuery(list), refetchOnWindowFocus: true });
}

type Entries = { readonly [N in ReferenceListName]?: readonly EntryOf<N>[] };

/** The entries of a list under its name, so that the name tells what they are. */
function entriesByName(stored: ReferenceList): Entries {
  if (stored.list === 'carriers') return { carriers: stored.entries };
  if (stored.list === 'portals') return { portals: stored.entries };
  const entries: Partial<Record<(typeof stored)['list'], readonly ReferenceEntry[]>> = {};
  entries[stored.list] = stored.entries;
  return entries;
}

/**
 * Every entry of a list, those no longer offered too; the built-in ones until the server's are there, and where it cannot
 * be asked.
 */
export function useReferenceEntries<N extends ReferenceListName>(list: N): readonly EntryOf<N>[] {
  const { data } = useStoredList(list);
  const entries: Entries = data === undefined ? {} : entriesByName(data);
  return entries[list] ?? builtInLists[list];
}

/** The choices of a list, in its order. `kept` are codes that stay among them though they are offered no more. */
export function useReferenceList(list: ReferenceListName, kept: readonly string[] = []): readonly Choice[] {
  const entries: readonly EntryOf<ReferenceListName>[] = useReferenceEntries(list);
  const keptCodes = kept.join('\n');
  return useMemo(() => {
    const stay = new Set(keptCodes.split('\n'));
    return entries
      .filter(({ code, active }) => active || stay.has(code))
      .map(({ code, text }) => ({ value: code, text }));
  }, [entries, keptCodes]);
}

/** How a code of a list is read, offered or not; one that never stood in it reads as itself. */
export function useReferenceText(list: ReferenceListName): (code: string) => string {
  const entries: readonly EntryOf<ReferenceListName>[] = useReferenceEntries(list);
  return useMemo(() => {
    const texts = new Map(entries.map(({ code, text }) => [code, text]));
    return (code) => texts.get(code) ?? code;
  }, [entries]);
}
