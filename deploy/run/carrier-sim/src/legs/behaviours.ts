import type { Behaviour, Behaviours } from '../model.js';

const human: Behaviour = { call: 'human' };

/** The outcome table (README): behaviour by the last two digits of a number that ends in 00NN or 555-01NN. */
const outcomes: Readonly<Record<string, Behaviour>> = {
  '00': { call: 'failed', answerAfter: 0, rest: 'invalid number' },
  '01': { call: 'busy' },
  '02': { call: 'no-answer' },
  '03': { call: 'failed' },
  '04': { call: 'machine', greeting: { seconds: 8, ends: 'beep' } },
  '05': { call: 'machine', greeting: { seconds: 8, ends: 'silence' } },
  '06': { call: 'fax' },
  '07': { call: 'human', talkFor: 10 },
  '08': { call: 'human', talkFor: 150 },
  '09': { call: 'human', detected: 'unknown' },
  '10': { call: 'human', talkFor: 122 },
  '11': { call: 'human', talkFor: 123 },
  '20': { call: 'failed', rest: 'server error' },
  '21': { call: 'human', rest: 'too many requests once' },
  '22': { call: 'human', rest: 'no answer' },
  '23': { call: 'failed', answerAfter: 0, rest: 'from refused' },
  '30': { call: 'human', hooks: 'duplicated' },
  '31': { call: 'human', hooks: 'shuffled' },
  '32': { call: 'human', hooks: 'terminal lost' },
  '40': { call: 'machine', greeting: { seconds: 22, ends: 'beep' } },
  '41': { call: 'machine', greeting: { seconds: 40, ends: 'beep' } },
  '50': { call: 'human', sms: { undelivered: 30003 } },
  '51': { call: 'human', sms: { refused: 21610 } },
  '52': { call: 'human', sms: { refused: 21614 } },
  '53': { call: 'human', sms: { failed: 30008 } },
  '54': { call: 'human', sms: { replies: 'STOP' } },
  '55': { call: 'human', sms: { replies: 'Yes, call me tomorrow after five.' } },
};

/** A number's row of the outcome table, if any. */
export function rowOf(number: string): string | undefined {
  return /^\+?\d*(?:00|55501)(\d\d)$/.exec(number)?.[1];
}

export function createBehaviours(): Behaviours {
  const scripted = new Map<string, Behaviour>();
  return {
    of: (number) => scripted.get(number) ?? outcomes[rowOf(number) ?? ''] ?? human,
    set: (number, behaviour) => {
      if (behaviour) scripted.set(number, behaviour);
      else scripted.delete(number);
    },
    all: () => scripted,
  };
}

/** The behaviour of a row of the outcome table. */
export const behaviourOfRow = (row: string) => outcomes[row];
