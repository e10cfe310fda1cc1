import type { QualityFigures } from '@crm/contracts/entities/call-quality.js';
import type { VoiceSample } from './device/voice-device.js';

interface Measure {
  count: number;
  sum: number;
  worst: number;
}

/** The sound of a call as far as it was measured. */
export interface CallSound {
  mos: Measure;
  jitter: Measure;
  rtt: Measure;
  /** Since the call began, in percent. */
  loss: number;
}

const none: Measure = { count: 0, sum: 0, worst: 0 };
export const unmeasured: CallSound = { mos: none, jitter: none, rtt: none, loss: 0 };

function taken(measure: Measure, value: number | null | undefined, worse: typeof Math.max): Measure {
  if (value === null || value === undefined || !Number.isFinite(value)) return measure;
  const worst = measure.count === 0 ? value : worse(measure.worst, value);
  return { count: measure.count + 1, sum: measure.sum + value, worst };
}

/** The sound after another second. */
export function withSample(sound: CallSound, { mos, jitter, rtt, totals }: VoiceSample): CallSound {
  const { packetsLostFraction: loss } = totals;
  return {
    mos: taken(sound.mos, mos, Math.min),
    // Before the first score there is nothing to be uneven.
    jitter: mos === null ? sound.jitter : taken(sound.jitter, jitter, Math.max),
    rtt: taken(sound.rtt, rtt, Math.max),
    loss: Number.isFinite(loss) ? loss : sound.loss,
  };
}

const rounded = (value: number) => Math.round(value * 100) / 100;
const average = ({ sum, count }: Measure) => (count === 0 ? 0 : rounded(sum / count));
const within = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, rounded(value)));

/** The figures of a call that is over; undefined where it was too short to be measured. */
export function figuresOf({ mos, jitter, rtt, loss }: CallSound): QualityFigures | undefined {
  if (mos.count === 0) return undefined;
  return {
    samples: mos.count,
    mos: within(average(mos), 1, 5),
    worst_mos: within(mos.worst, 1, 5),
    jitter: average(jitter),
    worst_jitter: rounded(jitter.worst),
    loss: within(loss, 0, 100),
    rtt: average(rtt),
    worst_rtt: rounded(rtt.worst),
  };
}
