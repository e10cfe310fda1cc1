import { Types } from 'mongoose';
import { partInCall } from './call-part.rules.js';

const [dana, priya] = [new Types.ObjectId(), new Types.ObjectId()];
const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 18, 0, second));
type Call = Parameters<typeof partInCall>[0];
const call = (given: Partial<Call> = {}): Call => ({
  ...{
    direction: 'outbound',
    kind: 'conference',
    state: 'talking',
    outcome: null,
    user_id: dana,
    second: null,
  },
  ...{ startedAt: at(0), answeredAt: null, connectedAt: at(10), endedAt: null },
  ...given,
});
const with_ = (id: Types.ObjectId, state: 'ringing' | 'on' | 'off') => ({
  second: { n: 1, number: 'Priya', user_id: id.toHexString(), state },
});
const ended = { state: 'ended', outcome: 'completed', endedAt: at(60) } as const;

type Part = ReturnType<typeof partInCall>;
const part = (from: number, to: number | null): Part => ({ from: at(from), to: to === null ? null : at(to) });

test.each<[what: string, of: Call, user: Types.ObjectId, known: Date | undefined, expected: Part]>([
  [
    'a call that goes out takes from its start',
    call({ state: 'dialing', connectedAt: null }),
    dana,
    undefined,
    part(0, null),
  ],
  ['until its end', call(ended), dana, at(0), part(0, 60)],
  ['also where nobody was told that it began', call(ended), dana, undefined, part(0, 60)],
  ['one that rules refused takes nobody', call({ ...ended, outcome: 'refused' }), dana, undefined, undefined],
  [
    'one that comes in does not take while it rings',
    call({ direction: 'inbound', state: 'ringing', connectedAt: null }),
    dana,
    undefined,
    undefined,
  ],
  ['but once it is taken', call({ direction: 'inbound' }), dana, undefined, part(10, null)],
  [
    'one that was missed never did',
    call({ ...ended, direction: 'inbound', connectedAt: null, outcome: 'no-answer' }),
    dana,
    undefined,
    undefined,
  ],
  [
    'a colleague who is called is in it once they took it',
    call({ colleague: { user_id: priya.toHexString(), name: 'Priya', caller: 'Dana' } }),
    priya,
    undefined,
    part(10, null),
  ],
  [
    'and not before',
    call({
      state: 'ringing',
      connectedAt: null,
      colleague: { user_id: priya.toHexString(), name: 'Priya', caller: 'Dana' },
    }),
    priya,
    undefined,
    undefined,
  ],
  [
    'until it ends',
    call({ ...ended, colleague: { user_id: priya.toHexString(), name: 'Priya', caller: 'Dana' } }),
    priya,
    undefined,
    part(10, 60),
  ],
  [
    'one of the dialler takes once the customer answers',
    call({ kind: 'dialler', answeredAt: at(9) }),
    dana,
    undefined,
    part(9, null),
  ],
  [
    'and not before',
    call({ kind: 'dialler', state: 'ringing', connectedAt: null }),
    dana,
    undefined,
    undefined,
  ],
  ['a colleague who rings is not in it', call(with_(priya, 'ringing')), priya, undefined, undefined],
  ['one who joined is, from when that happened', call(with_(priya, 'on')), priya, undefined, part(30, null)],
  ['and from then on', call(with_(priya, 'on')), priya, at(20), part(20, null)],
  ['until they leave', call(with_(priya, 'off')), priya, at(20), part(20, 30)],
  ['or it ends', call({ ...ended, ...with_(priya, 'off') }), priya, at(20), part(20, 60)],
  [
    'whoever handed it over is out',
    call({ user_id: priya, ...with_(priya, 'on') }),
    dana,
    at(0),
    part(0, 30),
  ],
  [
    'and whoever took it stays in',
    call({ user_id: priya, ...with_(priya, 'on') }),
    priya,
    at(20),
    part(20, null),
  ],
  ['it has nothing to do with anybody else', call(), priya, undefined, undefined],
])('%s', (_what, of, user, known, expected) => {
  expect(partInCall(of, user.toHexString(), known, at(30))).toEqual(expected);
});
