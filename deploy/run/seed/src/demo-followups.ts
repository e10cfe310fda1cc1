import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import type { FollowupPriority } from '@crm/contracts/entities/followup.js';

interface DemoWords {
  description: string;
  priority: FollowupPriority;
  /** Due this long after seeding. */
  afterMs: number;
  isDone?: boolean;
  /** Another one of the same lead. */
  beside?: Omit<DemoWords, 'isDone' | 'beside'>;
}

type DemoTime = Pick<DemoWords, 'description' | 'priority'> & { datetime: string };

export interface DemoFollowup extends DemoTime {
  isDone: boolean;
  beside: DemoTime | undefined;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Lead statuses that have follow-ups. */
export const demoFollowupStatuses: ReadonlySet<StatusCode> = new Set([
  'followUp',
  'thinkingAboutIt',
  'emailed',
]);

const wishes: readonly DemoWords[] = [
  { description: 'Wanted to ask her husband about the monthly price.', priority: 1, afterMs: 15 * minuteMs },
  { description: 'Has the quote; call once she has read it.', priority: 2, afterMs: 3 * hourMs },
  { description: 'Paid on the 1st, not before.', priority: 3, afterMs: dayMs + 2 * hourMs },
  {
    description: 'Doctor’s visit on Thursday, ask about the new prescription.',
    priority: 2,
    afterMs: 3 * dayMs,
  },
  { description: 'Compare with the policy from work.', priority: 3, afterMs: 6 * dayMs, isDone: true },
  {
    ...{ description: 'Back from holiday.', priority: 3, afterMs: 13 * dayMs },
    beside: { description: 'First premium is drawn on this day.', priority: 2, afterMs: 20 * dayMs },
  },
];

/** The follow-ups of a demo agent, spread over time: the first falls due while the user is still looking around. */
export function demoFollowups(user_id: string, now: Date): readonly DemoFollowup[] {
  const aside = (Number.parseInt(user_id.slice(-2), 16) % 12) * 5 * minuteMs;
  const timed = ({ afterMs, description, priority }: Omit<DemoWords, 'isDone' | 'beside'>): DemoTime => ({
    ...{ description, priority },
    datetime: new Date(now.getTime() + afterMs + aside).toISOString(),
  });
  return wishes.map(({ isDone = false, beside, ...words }) => ({
    ...timed(words),
    isDone,
    beside: beside && timed(beside),
  }));
}
