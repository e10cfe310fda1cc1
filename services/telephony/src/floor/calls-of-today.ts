import type { PipelineStage } from 'mongoose';
import { answerWithinMs, type FloorToday } from '@crm/contracts/entities/floor.js';
import { pacificDate, startOfPacificDay } from '@crm/contracts/time/pacific.js';
import type { CallDoc } from '../calls/call.model.js';
import type { TelephonyContext } from '../context.js';
import { serviceLevelOf } from './service-level.rules.js';
import type { DiallerToday } from './tile.js';

type Ctx = Pick<TelephonyContext, 'callDocs' | 'clock'>;

/** The incoming calls of today in Los Angeles: who was answered, how soon, and whom nobody took. */
export async function incomingToday({ callDocs, clock }: Ctx): Promise<FloorToday> {
  const since = startOfPacificDay(pacificDate(clock.now()));
  const calls = await callDocs
    .find(
      { direction: 'inbound', startedAt: { $gte: since } },
      { _id: 0, state: 1, startedAt: 1, connectedAt: 1 },
    )
    .lean<Pick<CallDoc, 'state' | 'startedAt' | 'connectedAt'>[]>();
  return serviceLevelOf(calls, answerWithinMs);
}

/** What the diallers did today, by guide. */
export async function dialledToday({ callDocs, clock }: Ctx): Promise<ReadonlyMap<string, DiallerToday>> {
  const pipeline: PipelineStage[] = [
    { $match: { 'dialled.day': pacificDate(clock.now()) } },
    { $group: { _id: '$user_id', dialled: { $sum: 1 }, people: { $sum: '$dialled.people' } } },
  ];
  const summed = await callDocs.aggregate<DiallerToday & { _id: CallDoc['user_id'] }>(pipeline);
  return new Map(summed.map(({ _id, dialled, people }) => [_id?.toHexString() ?? '', { dialled, people }]));
}
