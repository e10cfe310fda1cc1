import type { z } from 'zod';
import type { callQuality } from '@crm/contracts/bus/call-events.js';
import { lowMos } from '@crm/contracts/entities/call-quality.js';
import type { CallQualitySums } from '@crm/contracts/http/call-quality.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import type { CallQualityRow, PartSums } from './call-quality.model.js';

type Part = z.output<(typeof callQuality)['data']>;

/** What a part of a call counts for, as an event tells it. */
export function rowOfPart({ figures, thumb, ...part }: Part): Omit<CallQualityRow, '_id' | 'version'> {
  return {
    agent: part.user_id,
    day: pacificDate(new Date(part.started_at)),
    calls: figures === null ? 0 : 1,
    mos: figures?.mos ?? 0,
    jitter: figures?.jitter ?? 0,
    loss: figures?.loss ?? 0,
    rtt: figures?.rtt ?? 0,
    low: figures !== null && figures.mos < lowMos ? 1 : 0,
    thumbs_up: thumb === 'good' ? 1 : 0,
    thumbs_down: thumb === 'bad' ? 1 : 0,
  };
}

export const noParts: PartSums = {
  ...{ calls: 0, mos: 0, jitter: 0, loss: 0, rtt: 0, low: 0 },
  ...{ thumbs_up: 0, thumbs_down: 0 },
};

/** Sums of sums. */
export const addedParts = (sums: PartSums, more: PartSums): PartSums => ({
  calls: sums.calls + more.calls,
  mos: sums.mos + more.mos,
  jitter: sums.jitter + more.jitter,
  loss: sums.loss + more.loss,
  rtt: sums.rtt + more.rtt,
  low: sums.low + more.low,
  thumbs_up: sums.thumbs_up + more.thumbs_up,
  thumbs_down: sums.thumbs_down + more.thumbs_down,
});

const rounded = (value: number) => Math.round(value * 100) / 100;

/** The figures of the table, with two decimals: averages over the calls that were measured. */
export function qualityOf(sums: PartSums): CallQualitySums {
  const { calls, low, thumbs_up, thumbs_down } = sums;
  const average = (sum: number) => (calls === 0 ? null : rounded(sum / calls));
  return {
    calls,
    mos: average(sums.mos),
    jitter: average(sums.jitter),
    loss: average(sums.loss),
    rtt: average(sums.rtt),
    low: average(100 * low),
    thumbs_up,
    thumbs_down,
  };
}

/** Who has most to complain of first: by calls with a low score and thumbs down, and then by calls. */
export const byTrouble = (a: PartSums, b: PartSums): number =>
  b.low + b.thumbs_down - (a.low + a.thumbs_down) || b.calls - a.calls;
