import { dialledFigures } from './dialled.rules.js';

const at = (ms: number) => new Date(Date.parse('2026-03-02T17:00:00Z') + ms);
type Ended = Parameters<typeof dialledFigures>[0];
const call = (given: Partial<Ended>): Ended => ({
  ...{ kind: 'dialler', state: 'ended', placing: 'placed', answeredBy: 'human', startedAt: at(0) },
  ...{ answeredAt: at(9_000), connectedAt: null, endedAt: at(60_000), calledOff: false, legs: {} },
  ...given,
});
const figures = { day: '2026-03-02', people: 0, machines: 0, abandoned: 0, heard: 0, voiceMs: 0 };

test.each<[string, Partial<Ended>, object]>([
  ['a person who heard the guide at once', { connectedAt: at(9_800) }, { people: 1, heard: 1, voiceMs: 800 }],
  [
    'one who heard them after two seconds',
    { connectedAt: at(11_000) },
    { people: 1, heard: 1, voiceMs: 2_000 },
  ],
  [
    'one who heard them later is abandoned',
    { connectedAt: at(11_001) },
    { people: 1, abandoned: 1, heard: 1, voiceMs: 2_001 },
  ],
  ['one whom nobody took is abandoned', {}, { people: 1, abandoned: 1 }],
  [
    'one who answered when the guide had gone is abandoned',
    { endedAt: at(8_900), legs: { guide: { sid: 'CA-g', status: 'completed', duration: null } } },
    { people: 1, abandoned: 1 },
  ],
  ['one who hung up before two seconds were over is not', { endedAt: at(10_900) }, { people: 1 }],
  [
    'a person for all that is known',
    { answeredBy: 'unknown', connectedAt: at(9_500) },
    { people: 1, heard: 1, voiceMs: 500 },
  ],
  [
    'one who hung up before anybody knew',
    { answeredBy: null, endedAt: at(12_000) },
    { people: 1, abandoned: 1 },
  ],
  [
    'a machine, with whomever it was connected',
    { answeredBy: 'machine', connectedAt: at(9_500) },
    { machines: 1 },
  ],
  ['a fax', { answeredBy: 'fax' }, { machines: 1 }],
  ['nobody', { answeredBy: null, answeredAt: null }, {}],
  [
    'the evening in Los Angeles',
    { startedAt: new Date('2026-03-03T07:59:00Z'), endedAt: at(9_500) },
    { people: 1 },
  ],
])('%s', (_what, given, counted) => {
  expect(dialledFigures(call(given))).toEqual({ ...figures, ...counted });
});

test.each<[string, Partial<Ended>]>([
  ['one that goes on', { state: 'talking', endedAt: null }],
  ['one that the carrier never took', { placing: 'refused' }],
  ['one that the guide did not take', { placing: 'unasked' }],
  ["an agent's own", { kind: 'single' }],
])('%s counts for nothing', (_what, given) => {
  expect(dialledFigures(call(given))).toBeUndefined();
});
