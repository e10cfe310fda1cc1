import type { TextMessage } from '@crm/contracts/entities/messaging.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';

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

/** Texts of one sender within this time of each other are one thing said. */
const oneBreathMs = 5 * 60_000;

const isSameBreath = (text: TextMessage, next: TextMessage) =>
  text.is_client_message === next.is_client_message &&
  text.user_id === next.user_id &&
  text.agent_fullname === next.agent_fullname &&
  text.send_status === next.send_status &&
  Date.parse(next.createdAt) - Date.parse(text.createdAt) < oneBreathMs;

export interface ShownText {
  text: TextMessage;
  /** Who wrote it and when is said below the last text of a run; below each that asks for something. */
  isSigned: boolean;
}

export interface ConversationDay {
  /** The plain date in Los Angeles. */
  day: string;
  texts: ShownText[];
}

/** Texts by the days in Los Angeles on which they were written, the oldest first. */
export function textDays(texts: readonly TextMessage[]): ConversationDay[] {
  const days: ConversationDay[] = [];
  for (const [index, text] of texts.entries()) {
    const day = pacificDate(new Date(text.createdAt));
    const next = texts[index + 1];
    const isLast =
      next === undefined || !isSameBreath(text, next) || pacificDate(new Date(next.createdAt)) !== day;
    const shown = { text, isSigned: isLast || isUnread(text) || text.reason !== '' || text.can_resend };
    const last = days.at(-1);
    if (last?.day === day) last.texts.push(shown);
    else days.push({ day, texts: [shown] });
  }
  return days;
}
