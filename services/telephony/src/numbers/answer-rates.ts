import { answerRateDays } from '@crm/contracts/resources/number.js';
import type { TelephonyContext } from '../context.js';

/** How the calls from a number came out lately. */
export interface AnswerRate {
  calls: number;
  answered: number;
}

interface Summed extends AnswerRate {
  _id: string;
}

const dayMs = 86_400_000;

/**
 * The calls of the last days from each of these numbers, and how many of them a person answered: carriers that mark a number
 * as spam show in it first. Calls that permission refused were none.
 */
export async function answerRates(
  { callDocs, clock }: Pick<TelephonyContext, 'callDocs' | 'clock'>,
  phones: readonly string[],
): Promise<Map<string, AnswerRate>> {
  const since = new Date(clock.now().getTime() - answerRateDays * dayMs);
  const isAnswered = { $and: [{ $eq: ['$outcome', 'completed'] }, { $ne: ['$answeredBy', 'machine'] }] };
  const summed = await callDocs.aggregate<Summed>([
    {
      $match: {
        own_number: { $in: [...phones] },
        startedAt: { $gte: since },
        direction: 'outbound',
        // Of customers alone.
        colleague: null,
        outcome: { $nin: [null, 'refused'] },
      },
    },
    {
      $group: {
        _id: '$own_number',
        calls: { $sum: 1 },
        answered: { $sum: { $cond: [isAnswered, 1, 0] } },
      },
    },
  ]);
  return new Map(summed.map(({ _id, calls, answered }) => [_id, { calls, answered }]));
}
