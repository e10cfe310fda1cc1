import { jest } from '@jest/globals';
import { createClickReporter, reportEveryMs } from './click-reporter.js';

const seconds = (count: number) => jest.advanceTimersByTimeAsync(count * 1000);

let reported: number[];
let isDown: boolean;
const open = () =>
  createClickReporter(async (secondsAgo) => {
    if (isDown) throw new Error('unreachable');
    reported.push(secondsAgo);
  });

beforeEach(() => {
  jest.useFakeTimers();
  reported = [];
  isDown = false;
});
afterEach(() => {
  jest.useRealTimers();
});

test('clicks of one minute are one report at its end, of the last of them', async () => {
  const reporter = open();
  await seconds(10);
  reporter.clicked();
  await seconds(30);
  reporter.clicked();
  await seconds(20);
  expect(reported).toEqual([20]);
});

test('a click after a minute without one is reported at once, and none without a click', async () => {
  const reporter = open();
  await seconds(600);
  expect(reported).toEqual([]);
  reporter.clicked();
  await seconds(600);
  expect(reported).toEqual([0]);
});

test('what the server did not receive is reported with the next click', async () => {
  const reporter = open();
  await seconds(60);
  isDown = true;
  reporter.clicked();
  await seconds(120);
  isDown = false;
  reporter.clicked();
  await seconds(0);
  expect(reported).toEqual([0]);
});

test('nothing is reported once it is stopped', async () => {
  const reporter = open();
  reporter.clicked();
  reporter.stop();
  await jest.advanceTimersByTimeAsync(2 * reportEveryMs);
  expect(reported).toEqual([]);
});
