/**
 * The address of a greeting as users and settings keep it. It stays the same, and nothing plays there: whoever may hear
 * the greeting is handed a link of their own, and the carrier one for the call.
 */
export const greetingUrl = (id: string): string => `/media/greeting/${id}`;

/** The greeting that an address names; undefined where it is none of ours. */
export function greetingId(url: string): string | undefined {
  return /^\/media\/greeting\/([0-9a-f]{24})$/.exec(url)?.[1];
}
