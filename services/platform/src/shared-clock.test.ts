import { logLines } from './testing/log-lines.js';
import { createSharedClock } from './shared-clock.js';

const start = Date.parse('2026-11-01T08:00:00.000Z');

function floor() {
  const machine = { wallMs: start, steadyMs: 400 };
  const server = { aheadMs: 0, wayMs: 0, isAway: false };
  const lines = logLines('test');
  const pass = (ms: number) => {
    machine.wallMs += ms;
    machine.steadyMs += ms;
  };
  const clock = createSharedClock({
    log: lines.log,
    machine: { wall: () => machine.wallMs, steady: () => machine.steadyMs },
    askServer: async () => {
      if (server.isAway) throw new Error('The server is away');
      const time = new Date(start + (machine.steadyMs - 400) + server.aheadMs);
      pass(server.wayMs);
      return time;
    },
  });
  const shown = () => clock.now().getTime() - start;
  return { machine, server, lines, pass, clock, shown };
}

test('before it has heard of the server it is the machine that says the time', () => {
  const { pass, shown, clock } = floor();
  expect(shown()).toBe(0);
  pass(1_000);
  expect(shown()).toBe(1_000);
  expect(clock.machineAheadMs()).toBe(0);
});

test('it follows the server, and knows how far the machine is off', async () => {
  const { server, clock, shown, pass } = floor();
  server.aheadMs = 600_000;
  await clock.ask();
  expect(shown()).toBe(600_000);
  expect(clock.machineAheadMs()).toBe(-600_000);
  pass(5_000);
  expect(shown()).toBe(605_000);
});

test.each([
  ['ahead', 3_600_000],
  ['back', -3_600_000],
])(
  'a jump of the machine %s changes nothing, before the server is asked again and after',
  async (_way, ms) => {
    const { machine, clock, shown, pass, lines } = floor();
    await clock.ask();
    machine.wallMs += ms;
    pass(10);
    expect(shown()).toBe(10);
    await clock.ask();
    expect(shown()).toBe(10);
    expect(clock.machineAheadMs()).toBe(ms);
    await clock.ask();
    const published = () => lines.all().filter(({ msg }) => msg?.includes('the clock of this machine'));
    expect(published()).toHaveLength(1);
    machine.wallMs -= ms;
    await clock.ask();
    expect(published().map(({ level }) => level)).toEqual(['warn', 'info']);
  },
);

test('a server that is away leaves the time as it goes', async () => {
  const { server, clock, shown, pass } = floor();
  server.aheadMs = 60_000;
  await clock.ask();
  server.isAway = true;
  pass(2_000);
  await clock.ask();
  expect(shown()).toBe(62_000);
});

test('a question that is never answered is given up, and the next one counts', async () => {
  let answer: () => Promise<Date> = () => new Promise(() => undefined);
  const lost = new Error('Nobody was patient');
  let giveUp: () => void = () => {
    throw lost;
  };
  const clock = createSharedClock({
    log: logLines('test').log,
    askServer: () => answer(),
    patience: {
      after: (_ms, act) => {
        giveUp = act;
        return () => undefined;
      },
      signal: () => {
        throw lost;
      },
    },
  });
  const asked = clock.ask();
  giveUp();
  await asked;
  answer = async () => new Date(start);
  await clock.ask();
  expect(Math.abs(clock.now().getTime() - start)).toBeLessThan(1_000);
});

test('what an answer took on its way moves nothing', async () => {
  const { server, clock, shown } = floor();
  server.wayMs = 800;
  await clock.ask();
  expect(shown()).toBe(800);
  server.wayMs = 0;
  server.aheadMs = 40;
  await clock.ask();
  expect(shown()).toBe(800);
  server.aheadMs = 51;
  await clock.ask();
  expect(shown()).toBe(851);
});
