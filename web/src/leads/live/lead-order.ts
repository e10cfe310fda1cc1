import type { QueryClient } from '@tanstack/react-query';
import { isOutdated, type LeadNews, type LeadStanding } from '@crm/contracts/leads/lead-order.rules.js';

/** What is remembered of leads: a late event comes within seconds, so the oldest of so many may be forgotten. */
const maxRemembered = 5_000;
/** By window: every page of it hears the same events. */
const remembered = new WeakMap<QueryClient, Map<string, LeadStanding>>();

function standingsOf(client: QueryClient): Map<string, LeadStanding> {
  const known = remembered.get(client);
  if (known) return known;
  const fresh = new Map<string, LeadStanding>();
  remembered.set(client, fresh);
  return fresh;
}

/**
 * Whether a live event of a lead is to be taken in, and remembers it: false where a newer one came first. `shown` is the
 * lead as the page has it from the server.
 */
export function takeLeadNews(
  client: QueryClient,
  id: string,
  news: LeadNews,
  shown?: { version: number },
): boolean {
  const standings = standingsOf(client);
  const notified = standings.get(id);
  if (isOutdated(news, notified)) return false;
  if (shown && isOutdated(news, { version: shown.version, isGone: false })) return false;
  standings.delete(id);
  standings.set(id, { version: news.version ?? notified?.version ?? 0, isGone: news.isGone });
  const [oldest] = standings.keys();
  if (standings.size > maxRemembered && oldest !== undefined) standings.delete(oldest);
  return true;
}
