import { jest } from '@jest/globals';
import { createThrottle, type Throttle } from './throttle.js';

let ran: number[];
let throttle: Throttle;
let isHidden = false;

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  jest.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  isHidden = false;
  ran = [];
  throttle = createThrottle(5_000, () => ran.push(Date.now()));
  throttle.start();
});
afterEach(() => {
  throttle.stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

function show(visible: boolean): void {
  isHidden = !visible;
  document.dispatchEvent(new Event('visibilitychange'));
}

test('many calls within a gap are one run, inside that gap', () => {
  for (let call = 0; call < 20; call += 1) {
    throttle.soon();
    jest.advanceTimersByTime(10);
  }
  jest.advanceTimersByTime(60_000);
  expect(ran).toHaveLength(1);
  expect(ran[0]).toBeGreaterThanOrEqual(1_500);
  expect(ran[0]).toBeLessThanOrEqual(5_000);
});

test('while changes go on it runs at most once in a gap', () => {
  for (let ms = 0; ms < 60_000; ms += 100) {
    throttle.soon();
    jest.advanceTimersByTime(100);
  }
  expect(ran.length).toBeGreaterThanOrEqual(8);
  const gaps = ran.slice(1).map((at, index) => at - (ran[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5_000);
});

test('a hundred browsers that hear of one change spread what they ask over the gap', () => {
  const asked: number[] = [];
  const browsers = Array.from({ length: 100 }, () => createThrottle(5_000, () => asked.push(Date.now())));
  for (const browser of browsers) browser.soon();
  jest.advanceTimersByTime(5_000);
  expect(asked).toHaveLength(100);
  const perTenth = new Map<number, number>();
  for (const at of asked) perTenth.set(Math.floor(at / 350), (perTenth.get(Math.floor(at / 350)) ?? 0) + 1);
  expect(Math.max(...perTenth.values())).toBeLessThan(30);
});

test('a change of one’s own is asked about at once, and not again for what waited', () => {
  throttle.soon();
  throttle.now();
  expect(ran).toEqual([0]);
  jest.advanceTimersByTime(60_000);
  expect(ran).toEqual([0]);
});

test('a hidden page asks nothing, and once for everything when it is seen again', () => {
  show(false);
  for (let call = 0; call < 10; call += 1) {
    throttle.soon();
    jest.advanceTimersByTime(20_000);
  }
  expect(ran).toEqual([]);
  show(true);
  expect(ran).toEqual([200_000]);
  jest.advanceTimersByTime(60_000);
  expect(ran).toHaveLength(1);
});

test('nothing runs after leaving', () => {
  throttle.soon();
  throttle.stop();
  jest.advanceTimersByTime(60_000);
  expect(ran).toEqual([]);
});
