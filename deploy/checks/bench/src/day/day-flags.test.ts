import { dayFlags } from './day-flags.js';

describe('the flags of a day', () => {
  test('are a floor of 500 on 100,000 leads for ten minutes, unless told otherwise', () => {
    expect(dayFlags.parse({})).toMatchObject({ minutes: 10, agents: 500, leads: 100_000 });
  });

  test('have leads in the measure of the agents, or as many as are named', () => {
    expect(dayFlags.parse({ minutes: '0.5', agents: '50' })).toMatchObject({ minutes: 0.5, leads: 10_000 });
    expect(dayFlags.parse({ agents: '50', leads: '777' }).leads).toBe(777);
  });

  test.each([{ agents: '0' }, { agents: 'many' }, { minutes: '-1' }, { rows: '2.5' }])(
    'refuse %j',
    (flags) => {
      expect(dayFlags.safeParse(flags).success).toBe(false);
    },
  );
});
