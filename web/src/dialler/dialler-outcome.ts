import { tokens, type HueName } from '../theme/tokens.js';

/** The outcome of the dialler's attempt to call a lead. */
export type DiallerOutcome = keyof typeof tokens.dialler;

export const diallerOutcomes: readonly DiallerOutcome[] = [1, 4, 5, 3, 2];

/** The outcome that a lead's `AD_status` stands for; undefined before the first attempt. */
export const outcomeOf = (status: number | null): DiallerOutcome | undefined =>
  diallerOutcomes.find((outcome) => outcome === status);

/** The colour of a lead in the dialler's list (rule C7). */
export function diallerHue(status: number | null): HueName {
  const outcome = outcomeOf(status);
  return outcome === undefined ? 'neutral' : tokens.dialler[outcome].hue;
}
