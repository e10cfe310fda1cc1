import { Types, type PipelineStage } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { callQuality } from '@crm/contracts/bus/call-events.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { StatsFilters } from '@crm/contracts/entities/stats.js';
import type { getCallQuality as endpoint } from '@crm/contracts/http/call-quality.js';
import type { z } from 'zod';
import type { StatsContext } from '../context.js';
import { figureFilter, type FigureFilter } from '../filter/filter.rules.js';
import type { StatsUserDoc } from '../users/user.model.js';
import type { PartSums } from './call-quality.model.js';
import { addedParts, byTrouble, noParts, qualityOf, rowOfPart } from './call-quality.rules.js';

/** Takes in what telephony tells of a part of a call; an older version of it changes nothing. */
export function saveCallQuality(
  { knownCallQualities }: Pick<StatsContext, 'knownCallQualities'>,
  { data, sequence }: Envelope<z.output<(typeof callQuality)['data']>>,
): Promise<void> {
  const id = `${data.call_id}:${data.user_id}`;
  return knownCallQualities.put([{ id, parts: [{ guard: 'version', sequence, set: rowOfPart(data) }] }]);
}

const summed = Object.keys(noParts);

function pipeline({ first, last, agents }: FigureFilter): PipelineStage[] {
  return [
    {
      $match: {
        day: { $gte: first, $lte: last },
        ...(agents === undefined ? {} : { agent: { $in: [...agents] } }),
      },
    },
    {
      $group: {
        _id: '$agent',
        ...Object.fromEntries(summed.map((field) => [field, { $sum: `$${field}` }])),
      },
    },
  ];
}

/** The sound of calls by agent, and of all together. There are at most hundreds of agents; an agent gets the own row. */
export async function getCallQuality(
  { callQualities, users }: Pick<StatsContext, 'callQualities' | 'users'>,
  actor: Actor,
  filters: StatsFilters,
): Promise<AnswerOf<typeof endpoint>> {
  const sums = await callQualities.aggregate<PartSums & { _id: string }>(
    pipeline(figureFilter(actor, filters)),
  );
  const known = await users
    .find({ _id: { $in: sums.map(({ _id }) => new Types.ObjectId(_id)) } })
    .select({ fullname: 1 })
    .lean<Pick<StatsUserDoc, '_id' | 'fullname'>[]>();
  const names = new Map(known.map(({ _id, fullname }) => [_id.toHexString(), fullname]));
  return {
    rows: [...sums]
      .sort(byTrouble)
      .map(({ _id, ...of }) => ({ agent: names.get(_id) ?? '', agent_id: _id, ...qualityOf(of) })),
    totals: qualityOf(sums.reduce<PartSums>(addedParts, noParts)),
  };
}
