import { jest } from '@jest/globals';
import { loadPart, waitingParts } from './load-part.js';

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
/** A suite that was over while a part was still on its way left that one waiting: sources are shared. */
let others = 0;
const waitingHere = () => waitingParts.count() - others;

beforeEach(() => {
  jest.useFakeTimers();
  others = waitingParts.count();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a part of the application', () => {
  it('is there at once when it can be loaded', async () => {
    await expect(loadPart(() => Promise.resolve('the part'))).resolves.toBe('the part');
    expect(waitingHere()).toBe(0);
  });

  it('is asked for again with backoff while the server is out of reach, and waits meanwhile', async () => {
    let isReachable = false;
    let asked = 0;
    const load = () => {
      asked += 1;
      return isReachable ? Promise.resolve('the part') : missing();
    };
    const loaded = loadPart(load, { isReachable: () => Promise.resolve(isReachable) });
    await pass(0);
    expect(asked).toBe(1);
    expect(waitingHere()).toBe(1);
    await pass(600);
    expect(asked).toBe(2);
    await pass(600);
    expect(asked).toBe(2);
    await pass(600);
    expect(asked).toBe(3);
    isReachable = true;
    await pass(2_400);
    await expect(loaded).resolves.toBe('the part');
    expect(waitingHere()).toBe(0);
  });

  it('lets nobody wait who did not open it', async () => {
    let isReachable = false;
    const loaded = loadPart(() => (isReachable ? Promise.resolve('the part') : missing()), {
      isAhead: true,
      isReachable: () => Promise.resolve(isReachable),
    });
    await pass(10_000);
    expect(waitingHere()).toBe(0);
    isReachable = true;
    await pass(20_000);
    await expect(loaded).resolves.toBe('the part');
    expect(waitingHere()).toBe(0);
  });

  it('is asked for at once when the network is back', async () => {
    let isReachable = false;
    const loaded = loadPart(() => (isReachable ? Promise.resolve('the part') : missing()), {
      isReachable: () => Promise.resolve(isReachable),
    });
    await pass(10_000);
    isReachable = true;
    window.dispatchEvent(new Event('online'));
    await pass(0);
    await expect(loaded).resolves.toBe('the part');
  });

  it('is given up when the server is there without it, as after a new version', async () => {
    let asked = 0;
    const load = () => {
      asked += 1;
      return missing();
    };
    await expect(loadPart(load, { isReachable: () => Promise.resolve(true) })).rejects.toThrow(
      'dynamically imported',
    );
    expect(asked).toBe(2);
    expect(waitingHere()).toBe(0);
  });
});
