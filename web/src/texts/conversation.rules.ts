import type { TextMessage } from '@crm/contracts/entities/messaging.js';

/** The texts of a lead that are known, the oldest first. */
export interface Conversation {
  messages: TextMessage[];
  /** There are older ones. */
  more: boolean;
}

const byTime = (a: TextMessage, b: TextMessage) =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1;

/** Takes texts in; of one that is known already the newer version stands. */
export function withTexts(known: readonly TextMessage[], arrived: readonly TextMessage[]): TextMessage[] {
  const all = new Map(known.map((each) => [each.id, each]));
  for (const each of arrived) {
    const standing = all.get(each.id);
    if (!standing || each.version > standing.version) all.set(each.id, each);
  }
  return [...all.values()].sort(byTime);
}

/** What is known once the last page was read anew: older pages stay where it reaches back to them. */
export function afterReading(known: Conversation | undefined, read: Conversation): Conversation {
  if (!known) return read;
  const ids = new Set(known.messages.map(({ id }) => id));
  const oldest = read.messages[0];
  const older = oldest ? known.messages.filter((each) => byTime(each, oldest) < 0) : [];
  if (older.length > 0 && !read.messages.some(({ id }) => ids.has(id))) return read;
  return {
    messages: withTexts(known.messages, read.messages),
    more: older.length > 0 ? known.more : read.more,
  };
}

export const isUnread = ({ is_client_message, read_status }: TextMessage) =>
  is_client_message === 1 && read_status === 0;
