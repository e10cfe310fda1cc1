import { z } from 'zod';
import { fixtureOf, incompatibilities, messagesOf } from './event-fixture.rules.js';

const data = z.object({
  id: z.string(),
  state: z.enum(['new', 'sold']),
  agent: z.object({ id: z.string(), team: z.string().nullable() }),
  note: z.string().optional(),
  calls: z.array(z.object({ at: z.string(), by: z.string().optional() })),
});
const spec = {
  type: 'thing.changed',
  data,
  example: {
    id: 'a',
    state: 'new' as const,
    agent: { id: 'b', team: 'North' },
    note: 'Later',
    calls: [{ at: '2026-11-20', by: 'c' }],
  },
};
const before = fixtureOf(spec);
const changed = (fields: z.ZodRawShape, example: object = {}) => ({
  type: 'thing.changed',
  data: data.extend(fields),
  example: { ...spec.example, ...example },
});

test('a fixture has every form in which the event may be published', () => {
  const { id, state, agent, note, calls } = spec.example;
  expect(messagesOf(before)).toEqual([
    spec.example,
    { id, state, agent, calls },
    { id, state, agent, note, calls: [{ at: '2026-11-20' }] },
    { id, state, agent: { ...agent, team: null }, note, calls },
  ]);
});

test.each([
  ['nothing', changed({})],
  ['a new optional field', changed({ price: z.number().optional() }, { price: 3 })],
  ['a new field with a default', changed({ price: z.number().default(0) }, { price: 3 })],
  ['another value that a field may have', changed({ state: z.enum(['new', 'sold', 'lost']) })],
])('%s may change from one release to the next', (_what, now) => {
  expect(incompatibilities(before, now)).toEqual([]);
});

const { id: _id, ...withoutId } = spec.example;
test.each([
  [
    'a new field without a default',
    changed({ price: z.number() }, { price: 3 }),
    'as it was is not read (price',
  ],
  ['an optional field that is required now', changed({ note: z.string() }), 'as it was is not read (note'],
  [
    'a field that may be null no more',
    changed({ agent: z.object({ id: z.string(), team: z.string() }) }),
    'as it was is not read (agent.team',
  ],
  [
    'a value that is known no more',
    changed({ state: z.enum(['sold']) }, { state: 'sold' }),
    'not read (state',
  ],
  [
    'a required field that is left out',
    { ...spec, data: data.omit({ id: true }), example: withoutId },
    'not read by the release before (id',
  ],
  [
    'another type of a field',
    changed({ calls: z.int() }, { calls: 3 }),
    'not read by the release before (calls',
  ],
])('%s may not', (_what, now, reason) => {
  expect(incompatibilities(before, now).join('\n')).toContain(reason);
});

test('an event may not be gone', () => {
  expect(incompatibilities(before, undefined)).toEqual([expect.stringMatching(/^thing.changed is gone/)]);
});
