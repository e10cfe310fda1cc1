import { z } from 'zod';

/** Below this mean opinion score people begin to complain about the sound of a call (ITU-T G.107, "some users dissatisfied"). */
export const lowMos = 3.5;

const milliseconds = z.number().min(0).max(600_000);
const opinionScore = z.number().min(1).max(5);

/** The sound of a user's part of a call, as their browser measured it once a second. */
export const qualityFigures = z.object({
  /** How often it was measured; a call ends after four hours. */
  samples: z.int().min(1).max(20_000),
  /** Mean opinion score: how people would judge the sound, from 1 to about 4.5; the average and the worst second. */
  mos: opinionScore,
  worst_mos: opinionScore,
  /** Unevenness of the packets' arrival, in milliseconds; the average and the worst second. */
  jitter: milliseconds,
  worst_jitter: milliseconds,
  /** Packets that never arrived, in percent of all. */
  loss: z.number().min(0).max(100),
  /** Round trip to the carrier in milliseconds; the average and the worst second. */
  rtt: milliseconds,
  worst_rtt: milliseconds,
});
export type QualityFigures = z.infer<typeof qualityFigures>;

/** What a user thought of the sound of a call. */
export const callThumb = z.enum(['good', 'bad']);
export type CallThumb = z.infer<typeof callThumb>;

/** What was wrong with it; the carrier's own names. */
export const callIssue = z.enum([
  'choppy-audio',
  'one-way-audio',
  'audio-latency',
  'echo',
  'noisy-call',
  'dropped-call',
]);
export type CallIssue = z.infer<typeof callIssue>;

export const exampleQuality: QualityFigures = {
  ...{ samples: 412, mos: 4.21, worst_mos: 3.62, jitter: 4.8, worst_jitter: 31 },
  ...{ loss: 0.4, rtt: 62, worst_rtt: 180 },
};
