import { useEffect } from 'react';
import { useStore } from 'react-admin';
import { leadRowOf, type Lead, type LeadRow } from '@crm/contracts/entities/lead.js';

const maxLeads = 5;
const maxPages = 3;

/** With this one first, each once, no more than so many. */
const withFirst = <T>(first: T, known: readonly T[], keyOf: (each: T) => string, max: number): T[] =>
  [first, ...known.filter((each) => keyOf(each) !== keyOf(first))].slice(0, max);

/** The leads opened last, the newest first: in memory alone, as they are customers. */
export const useRecentLeads = () => useStore<readonly LeadRow[]>('recent.leads', []);

/** The addresses of the pages opened last, the newest first. */
export const useRecentPages = () => useStore<readonly string[]>('recent.pages', []);

/** Notes a lead as opened, and how it is since. */
export function useNoteLead(lead: Lead): void {
  const [, setRecent] = useRecentLeads();
  useEffect(() => {
    const row = leadRowOf(lead);
    setRecent((known) => withFirst(row, known, ({ id }) => id, maxLeads));
  }, [lead, setRecent]);
}

/** Notes a page as opened. */
export function useNotePage(address: string | undefined): void {
  const [, setRecent] = useRecentPages();
  useEffect(() => {
    if (address !== undefined) setRecent((known) => withFirst(address, known, (each) => each, maxPages));
  }, [address, setRecent]);
}
