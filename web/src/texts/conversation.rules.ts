import type { TextMessage } from '@crm/contracts/entities/messaging.js';

/** The loaded texts of a lead, oldest first. */
export interface Conversation {
  messages: TextMessage[];
  /** There are older ones. */
  more: boolean;
}

const byTime = (a: TextMessage, b: TextMessage) =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id < b.id ? -1 : 1;

/** Merges texts; of duplicates the newer version wins. */
export function withTexts(known: readonly TextMessage[], arrived: readonly TextMessage[]): TextMessage[] {
  const all = new Map(known.map((each) => [each.id, each]));
  for (const each of arrived) {
    const standing = all.get(each.id);
    if (!standing || each.version > standing.version) all.set(each.id, each);
  }
  return [...all.values()].sort(byTime);
}

/** Merges a refetched last page: older pages stay if they are contiguous with it. */
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
