import { isOver } from '../text/reduce-text.rules.js';
import type { TextState } from '../text/text.model.js';

/**
 * What the carrier could tell of a text. `outcome`: it has the text, and its last word is missing. `whereabouts`: nobody
 * knows whether it ever got it.
 */
export type Question = 'outcome' | 'whereabouts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Until each time it is asked: webhooks say it within seconds, or they were lost. After the last it is left at that. */
const pauses: Record<Question, readonly number[]> = {
  outcome: [5 * minute, 30 * minute, 2 * hour, 12 * hour, 24 * hour],
  whereabouts: [15 * second, minute, 5 * minute],
};

type Asked = Pick<TextState, 'send_status' | 'uncertain' | 'message_sid'>;

export function questionAbout(state: Asked): Question | undefined {
  if (state.uncertain) return 'whereabouts';
  return state.message_sid === null || isOver(state) ? undefined : 'outcome';
}

/** When the carrier is asked next, after it was asked so often; null where there is nothing to ask, or no more. */
export function nextAskAt(state: Asked, asked: number, now: Date): Date | null {
  const question = questionAbout(state);
  const pause = question === undefined ? undefined : pauses[question][asked];
  return pause === undefined ? null : new Date(now.getTime() + pause);
}
