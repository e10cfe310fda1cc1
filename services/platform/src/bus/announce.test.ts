import { jest } from '@jest/globals';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { logLines, type LogLines } from '../testing/log-lines.js';
import { ManualClock } from '../testing/manual-clock.js';
import { createAnnouncer } from './announce.js';
import { exampleEnvelope } from './example-envelope.js';

let clock: ManualClock;
let lines: LogLines;
let isAway: boolean;
let sent: Envelope[];
let messages: Envelope[][];
let counted: string[];
let announcer: ReturnType<typeof createAnnouncer>;
beforeEach(() => {
  jest.useFakeTimers();
  clock = new ManualClock();
  lines = logLines();
  [isAway, sent, messages, counted] = [false, [], [], []];
  announcer = createAnnouncer({
    bus: {
      publish: async (events) => {
        if (isAway) throw new Error('The broker is unreachable');
        sent.push(...events);
        messages.push([...events]);
      },
    },
    clock,
    log: lines.log,
    published: (type) => counted.push(type),
  });
});
afterEach(() => {
  announcer.stop();
  jest.useRealTimers();
});

const about = (subject: string, sequence: number) =>
  exampleEnvelope({ type: 'lead.held', subject, sequence, time: clock.now().toISOString() });
/** Lets the bus answer, and the pauses of so many milliseconds go by. */
const pass = async (ms = 0) => {
  clock.advance(ms);
  await jest.advanceTimersByTimeAsync(ms);
};
const heard = () => sent.map(({ subject, sequence }) => `${subject} ${String(sequence)}`);

test('what comes alone goes out at once, in its order, and is counted', async () => {
  announcer.announce([about('lead/a/hold', 1), about('lead/a/hold', 2)]);
  await pass();
  expect(heard()).toEqual(['lead/a/hold 1', 'lead/a/hold 2']);
  await pass(200);
  announcer.announce([about('lead/b/hold', 1)]);
  await pass();
  expect(heard()).toEqual(['lead/a/hold 1', 'lead/a/hold 2', 'lead/b/hold 1']);
  expect(counted).toEqual(['lead.held', 'lead.held', 'lead.held']);
});

test('what follows within 200 ms goes out together, those of a type behind each other', async () => {
  announcer.announce([about('lead/a/hold', 1)]);
  announcer.announce([about('lead/b/hold', 1)]);
  await pass(100);
  announcer.announce([exampleEnvelope({ type: 'lead.released', subject: 'lead/c/hold', sequence: 4 })]);
  announcer.announce([about('lead/d/hold', 1)]);
  expect(heard()).toEqual(['lead/a/hold 1']);
  await pass(100);
  expect(messages.map((events) => events.map(({ type, subject }) => `${type} ${subject}`))).toEqual([
    ['lead.held lead/a/hold'],
    ['lead.held lead/b/hold', 'lead.held lead/d/hold', 'lead.released lead/c/hold'],
  ]);
  announcer.announce([about('lead/e/hold', 1)]);
  await pass(199);
  expect(messages).toHaveLength(2);
  await pass(1);
  expect(messages).toHaveLength(3);
});

test('what is not sent in batches goes out at once, whatever came before', async () => {
  announcer.announce([about('lead/a/hold', 1)]);
  announcer.announce([
    about('lead/b/hold', 1),
    exampleEnvelope({ type: 'lead.timeline-changed', subject: 'lead/a/timeline', sequence: 0 }),
  ]);
  await pass();
  expect(heard()).toEqual(['lead/a/hold 1', 'lead/a/timeline 0']);
});

test('what is announced of one subject within 200 ms keeps its order', async () => {
  announcer.announce([about('lead/a/hold', 1)]);
  announcer.announce([exampleEnvelope({ type: 'lead.released', subject: 'lead/b/hold', sequence: 2 })]);
  announcer.announce([about('lead/b/hold', 3)]);
  await pass(200);
  expect(heard()).toEqual(['lead/a/hold 1', 'lead/b/hold 2', 'lead/b/hold 3']);
});

test('while the bus is away the newest of each subject waits, and that is said once', async () => {
  isAway = true;
  announcer.announce([about('lead/a/hold', 1)]);
  await pass();
  announcer.announce([about('lead/a/hold', 2), about('lead/b/hold', 7)]);
  await pass(3_000);
  expect(sent).toEqual([]);
  isAway = false;
  await pass(1_000);
  expect(heard()).toEqual(['lead/a/hold 2', 'lead/b/hold 7']);
  expect(lines.all().filter(({ level }) => level === 'warn')).toHaveLength(1);
});

test('what came later and arrived is not overtaken by what waited', async () => {
  isAway = true;
  announcer.announce([about('lead/a/hold', 1)]);
  await pass();
  isAway = false;
  announcer.announce([about('lead/a/hold', 2)]);
  await pass(5_000);
  expect(heard()).toEqual(['lead/a/hold 2']);
});

test('what nobody heard for half a minute is not worth saying any more', async () => {
  isAway = true;
  announcer.announce([about('lead/a/hold', 1)]);
  await pass(31_000);
  isAway = false;
  await pass(2_000);
  expect(sent).toEqual([]);
});

test('stopped, it sends what waited to go out with more', async () => {
  announcer.announce([about('lead/a/hold', 1)]);
  announcer.announce([about('lead/b/hold', 1)]);
  announcer.stop();
  await pass();
  expect(heard()).toEqual(['lead/a/hold 1', 'lead/b/hold 1']);
});

test('stopped, it tries nothing again', async () => {
  isAway = true;
  announcer.announce([about('lead/a/hold', 1)]);
  await pass();
  announcer.stop();
  isAway = false;
  await pass(5_000);
  expect(sent).toEqual([]);
});
