import type { PipelineStage, Types } from 'mongoose';
import type {
  DiallerDay,
  DiallerFigures,
  getDiallerReport as endpoint,
} from '@crm/contracts/http/dialler-report.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { TelephonyContext } from '../context.js';
import { namesOf } from '../users/names-of.js';

type Days = InputOf<typeof endpoint>['query'];

/** What was summed of the calls of a day and a guide, or of several of them. */
interface Sums {
  dialled: number;
  people: number;
  machines: number;
  abandoned: number;
  heard: number;
  voiceMs: number;
  longestMs: number;
}

interface SummedDay extends Sums {
  _id: { day: string; user: Types.ObjectId };
}

const nothing: Sums = {
  ...{ dialled: 0, people: 0, machines: 0, abandoned: 0 },
  ...{ heard: 0, voiceMs: 0, longestMs: 0 },
};

/** Newest day first. */
function pipeline({ from, to }: Days): PipelineStage[] {
  const sum = (field: string) => ({ $sum: `$dialled.${field}` });
  return [
    { $match: { 'dialled.day': { $gte: from, $lte: to } } },
    {
      $group: {
        _id: { day: '$dialled.day', user: '$user_id' },
        dialled: { $sum: 1 },
        people: sum('people'),
        machines: sum('machines'),
        abandoned: sum('abandoned'),
        heard: sum('heard'),
        voiceMs: sum('voiceMs'),
        longestMs: { $max: '$dialled.voiceMs' },
      },
    },
    { $sort: { '_id.day': -1, '_id.user': 1 } },
  ];
}

const added = (sums: Sums, more: Sums): Sums => ({
  dialled: sums.dialled + more.dialled,
  people: sums.people + more.people,
  machines: sums.machines + more.machines,
  abandoned: sums.abandoned + more.abandoned,
  heard: sums.heard + more.heard,
  voiceMs: sums.voiceMs + more.voiceMs,
  longestMs: Math.max(sums.longestMs, more.longestMs),
});

const inSeconds = (ms: number) => Math.round(ms / 10) / 100;

const figuresOf = ({ heard, voiceMs, longestMs, ...sums }: Sums): DiallerFigures => ({
  dialled: sums.dialled,
  people: sums.people,
  machines: sums.machines,
  abandoned: sums.abandoned,
  mean_seconds: heard === 0 ? null : inSeconds(voiceMs / heard),
  longest_seconds: heard === 0 ? null : inSeconds(longestMs),
});

/** How the dialler's calls of some days came out, by day and guide, and of all of them together. */
export async function diallerReport(
  ctx: Pick<TelephonyContext, 'callDocs' | 'users'>,
  days: Days,
): Promise<AnswerOf<typeof endpoint>> {
  const summed = await ctx.callDocs.aggregate<SummedDay>(pipeline(days));
  const names = await namesOf(
    ctx,
    summed.map(({ _id }) => _id.user),
  );
  return {
    total: figuresOf(summed.reduce<Sums>(added, nothing)),
    days: summed.map(({ _id: { day, user }, ...sums }): DiallerDay => {
      const user_id = user.toHexString();
      return { day, user_id, user_fullname: names.get(user_id) ?? '', ...figuresOf(sums) };
    }),
  };
}

export const reportHeadings = [
  ...['Day', 'Guide', 'Dialled', 'People', 'Machines', 'Abandoned', 'Abandoned (%)'],
  ...['Mean seconds to voice', 'Longest seconds to voice'],
];

/** The part of those who answered that was abandoned, in percent with two decimals; null where nobody answered. */
const percentOf = ({ people, abandoned }: DiallerFigures) =>
  people === 0 ? null : Math.round((10_000 * abandoned) / people) / 100;

export const reportRow = (row: DiallerDay): (string | number | null)[] => [
  ...[row.day, row.user_fullname, row.dialled, row.people, row.machines, row.abandoned],
  ...[percentOf(row), row.mean_seconds, row.longest_seconds],
];
