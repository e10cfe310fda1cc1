import { useEffect, useState } from 'react';
import { searchLeads } from '@crm/contracts/http/lead-lists.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useConnectionState } from '../realtime/useConnectionState.js';

/** Debounce of the search. */
const typingMs = 150;
/** A single letter finds too much to be of use. */
const minLength = 2;
/** The same text typed again so soon is not asked for again. */
const staleMs = 5_000;

interface Found {
  leads: readonly LeadRow[];
  /** Whether these are the leads of the text as it stands, or none will come. */
  isSettled: boolean;
  /** Whether leads cannot be searched now: the connection is lost, or the search failed. */
  isOut: boolean;
}

const none: readonly LeadRow[] = [];

/** The leads that a text finds. Those of the text before stay until the new ones are there; a late answer replaces none. */
export function useLeadSearch(text: string): Found {
  const wanted = text.trim();
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    if (asked === wanted) return undefined;
    const timer = setTimeout(() => {
      setAsked(wanted);
    }, typingMs);
    return () => {
      clearTimeout(timer);
    };
  }, [asked, wanted]);

  const state = useConnectionState();
  const isLost = state === 'lost' || state === 'given-up';
  const isSearch = wanted.length >= minLength && !isLost;
  // Each text has its own key: an answer that comes late is the answer of its own text alone.
  const { data, isError, isFetching, isPlaceholderData } = useVerbQuery({
    key: ['leads', 'search', asked],
    ask: (provider, signal) => provider.call(searchLeads, { query: { search: asked }, signal }),
    enabled: isSearch && asked.length >= minLength,
    staleTime: staleMs,
    keepsPrevious: true,
  });
  return {
    leads: isSearch && !isError ? (data?.leads ?? none) : none,
    isSettled:
      !isSearch || (asked === wanted && !isPlaceholderData && (data !== undefined || isError || !isFetching)),
    isOut: isLost || (isSearch && isError),
  };
}
