import { z } from 'zod';
import { stateCode } from '../codes/states.js';
import { instant, plainDate } from '../ids.js';

/** Whose list a number is on: what follows from it differs. */
export const suppressionScope = z.enum(['national', 'state', 'litigator', 'reassigned', 'own']);
export type SuppressionScope = z.infer<typeof suppressionScope>;

/** How each scope is called, at the beginning of a sentence. */
export const suppressionScopeNames: Readonly<Record<SuppressionScope, string>> = {
  national: 'National list',
  state: 'State list',
  litigator: 'Litigator list',
  reassigned: 'Reassigned numbers',
  own: 'Own list',
};

/** Days for which a list, and a screening by it, may be relied on (16 CFR 310.4(b)(3)(iv)). */
export const maxListAgeDays = 31;

/** Which list, and by when it is. */
const datedList = z.object({
  scope: suppressionScope,
  /** Of a state's own list. */
  state: stateCode.nullable(),
  as_of: plainDate,
});

/** A list of numbers that is loaded and in force. */
export const loadedList = datedList.extend({ name: z.string(), age_days: z.int(), numbers: z.int() });
export type LoadedList = z.infer<typeof loadedList>;

/** By what numbers are screened at this moment. */
export const screeningState = z.object({
  lists: z.array(loadedList),
  scrub: z.object({
    /** Whether a service is asked about numbers. */
    is_configured: z.boolean(),
    /** When it last answered; null where it never did. */
    answered_at: instant.nullable(),
    /** Why it last gave no answer; empty where it did. */
    problem: z.string(),
  }),
});
export type ScreeningState = z.infer<typeof screeningState>;

/** Numbers of one request to the scrub service. */
export const maxScrubbed = 500;

/** What the scrub service is asked. */
export const scrubRequest = z.object({ numbers: z.array(z.string()).min(1).max(maxScrubbed) });

/** What it answers: of each number the lists it was looked up in, by when each is, and whether it is on it. */
export const scrubAnswer = z.object({
  results: z.array(
    z.object({
      number: z.string(),
      scopes: z.array(datedList.extend({ state: stateCode.nullable().default(null), listed: z.boolean() })),
    }),
  ),
});
export type ScrubResult = z.infer<typeof scrubAnswer>['results'][number];
