import { jest } from '@jest/globals';
import { createGathering } from './gathering.js';

const pauseMs = 500;

function gather(handle: (things: readonly string[]) => Promise<void> = async () => undefined) {
  const handled: (readonly string[])[] = [];
  const warn = jest.fn();
  const gathering = createGathering<string>({
    handle: async (things) => {
      handled.push(things);
      await handle(things);
    },
    keyOf: (thing) => thing,
    pauseMs,
    log: { warn },
  });
  return { gathering, handled, warn };
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('the first is handled at once, what comes meanwhile together behind the pause, each once', async () => {
  const { gathering, handled } = gather();
  gathering.add(['a']);
  gathering.add(['b', 'a']);
  gathering.add(['b', 'c']);
  expect(handled).toEqual([['a']]);
  await jest.advanceTimersByTimeAsync(pauseMs);
  expect(handled).toEqual([['a'], ['b', 'a', 'c']]);
});

test('behind a pause in which nothing came the next is handled at once', async () => {
  const { gathering, handled } = gather();
  gathering.add(['a']);
  await jest.advanceTimersByTimeAsync(pauseMs);
  gathering.add(['b']);
  expect(handled).toEqual([['a'], ['b']]);
});

test('the pause begins when a batch is done: a slow one is not overtaken', async () => {
  let finish = (): void => undefined;
  const { gathering, handled } = gather(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  gathering.add(['a']);
  gathering.add(['b']);
  await jest.advanceTimersByTimeAsync(10 * pauseMs);
  expect(handled).toEqual([['a']]);
  finish();
  await jest.advanceTimersByTimeAsync(pauseMs);
  expect(handled).toEqual([['a'], ['b']]);
});

test('a batch that fails is logged and left, and the next one is handled', async () => {
  const { gathering, handled, warn } = gather(() => Promise.reject(new Error('The store is away')));
  gathering.add(['a']);
  gathering.add(['b']);
  await jest.advanceTimersByTimeAsync(pauseMs);
  expect(handled).toEqual([['a'], ['b']]);
  expect(warn).toHaveBeenCalledTimes(2);
});

test('flushed, what waits is handled now, and what comes then behind a pause', async () => {
  const { gathering, handled } = gather();
  gathering.add(['a']);
  gathering.add(['b']);
  await gathering.flush();
  gathering.add(['c']);
  expect(handled).toEqual([['a'], ['b']]);
  await jest.advanceTimersByTimeAsync(pauseMs);
  expect(handled).toEqual([['a'], ['b'], ['c']]);
});

test('stopped, it waits for what is under way and handles nothing more', async () => {
  let finish = (): void => undefined;
  const { gathering, handled } = gather(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  gathering.add(['a']);
  gathering.add(['b']);
  const stopped = gathering.stop();
  finish();
  await stopped;
  gathering.add(['c']);
  await jest.advanceTimersByTimeAsync(10 * pauseMs);
  expect(handled).toEqual([['a']]);
});
