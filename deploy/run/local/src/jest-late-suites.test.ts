import { jest } from '@jest/globals';

interface Reporter {
  onRunStart(): void;
  onTestFileStart(suite: { path: string }): void;
  onTestCaseStart(suite: { path: string }, test: { fullName: string }): void;
  onTestFileResult(suite: { path: string }): void;
  onRunComplete(): void;
}
const address = new URL('../jest-late-suites.mjs', import.meta.url).href;
const { default: LateSuites } = (await import(address)) as { default: new () => Reporter };

const minutes = (count: number) => count * 60_000;
const quick = { path: 'quick.test.ts' };
const slow = { path: 'slow.test.ts' };
const stuck = { path: 'stuck.test.ts' };

test('a suite that runs for more than four minutes is named each minute, with the test it is at, until it ends', () => {
  jest.useFakeTimers();
  const said: unknown[] = [];
  jest.spyOn(console, 'error').mockImplementation((line) => said.push(line));
  const reporter = new LateSuites();
  reporter.onRunStart();
  for (const suite of [quick, slow, stuck]) reporter.onTestFileStart(suite);
  reporter.onTestCaseStart(slow, { fullName: 'a call rings' });
  jest.advanceTimersByTime(minutes(1));
  reporter.onTestFileResult(quick);
  jest.advanceTimersByTime(minutes(3));
  expect(said).toEqual([]);
  jest.advanceTimersByTime(minutes(1));
  expect(said).toEqual([
    'Still running after 5 minutes: slow.test.ts, at: a call rings',
    'Still running after 5 minutes: stuck.test.ts, before its first test',
  ]);
  reporter.onTestFileResult(slow);
  jest.advanceTimersByTime(minutes(1));
  expect(said.slice(2)).toEqual(['Still running after 6 minutes: stuck.test.ts, before its first test']);
  reporter.onRunComplete();
  jest.advanceTimersByTime(minutes(10));
  expect(said).toHaveLength(3);
  jest.useRealTimers();
});
