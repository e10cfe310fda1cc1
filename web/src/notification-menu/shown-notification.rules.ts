/** What a menu shows of a body (rule T5). */
export const shownBodyLength = 47;

/** A body as the menu shows it: cut to 47 characters, an ellipsis after them. */
export function shortBody(body: string): string {
  const characters = [...body.replace(/\s+/g, ' ').trim()];
  if (characters.length <= shownBodyLength) return characters.join('');
  return `${characters.slice(0, shownBodyLength).join('')}…`;
}

export interface TimePassed {
  unit: 'now' | 'minutes' | 'hours' | 'days';
  count: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long ago an instant was, in the largest whole unit. A clock that runs ahead makes nothing of the future. */
export function timePassed(since: string, now: Date): TimePassed {
  const ms = now.getTime() - new Date(since).getTime();
  if (ms < minuteMs) return { unit: 'now', count: 0 };
  if (ms < hourMs) return { unit: 'minutes', count: Math.floor(ms / minuteMs) };
  if (ms < dayMs) return { unit: 'hours', count: Math.floor(ms / hourMs) };
  return { unit: 'days', count: Math.floor(ms / dayMs) };
}
