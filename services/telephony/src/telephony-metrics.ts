import { readGauges, type Reading } from '@crm/platform/metrics/gauges.js';
import type { Metrics } from '@crm/platform/metrics/metrics.js';
import type { TelephonyContext } from './context.js';
import type { DiallerContext } from './dialler/dialler-calls.js';

const liveStates = ['queued', 'dialing', 'ringing', 'talking'] as const;

/** Active calls by state; a call that is looked at no more is over. */
async function liveCalls(callDocs: TelephonyContext['callDocs']): Promise<Reading[]> {
  const groups = await callDocs.aggregate<{ _id: string; calls: number }>([
    { $match: { lookAt: { $gt: new Date(0) } } },
    { $group: { _id: '$state', calls: { $sum: 1 } } },
  ]);
  return liveStates.map((state) => ({
    labels: { state },
    value: groups.find(({ _id }) => _id === state)?.calls ?? 0,
  }));
}

/** What the telephone lines do just now, of all processes of the service. */
export function watchTelephony(
  { registry }: Pick<Metrics, 'registry'>,
  { callDocs, diallers, diallerPool }: Pick<DiallerContext, 'callDocs' | 'diallers' | 'diallerPool'>,
): void {
  const read = async () => ({
    calls: await liveCalls(callDocs),
    busy: await diallers.countDocuments({ call_id: { $ne: null } }),
    lines: await diallers.estimatedDocumentCount(),
    waiting: await diallerPool.countDocuments({ state: 'waiting' }),
  });
  readGauges(registry, read, {
    telephony_calls: {
      help: 'Active calls by state',
      labels: ['state'],
      readings: ({ calls }) => calls,
    },
    telephony_dialler_lines: {
      help: 'Dialler lines, one per guide who has ever dialled, by state: dialling or free',
      labels: ['state'],
      readings: ({ busy, lines }) => [
        { labels: { state: 'dialling' }, value: busy },
        { labels: { state: 'free' }, value: Math.max(0, lines - busy) },
      ],
    },
    telephony_dialler_pool_leads: {
      help: 'Leads waiting in the dialler pool',
      readings: ({ waiting }) => [{ value: waiting }],
    },
  });
}
