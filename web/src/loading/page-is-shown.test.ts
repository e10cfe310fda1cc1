import { QueryClient } from '@tanstack/react-query';
import { jest } from '@jest/globals';
import { pageIsShown } from './page-is-shown.js';

let client: QueryClient;
beforeEach(() => {
  jest.useFakeTimers();
  client = new QueryClient();
});
afterEach(() => {
  jest.useRealTimers();
});

const waiting = () => {
  const seen = { isShown: false };
  void pageIsShown(client).then(() => {
    seen.isShown = true;
  });
  return seen;
};
/** A call that answers after `ms`. */
const ask = (name: string, ms: number) => {
  const queryFn = () =>
    new Promise((resolve) => {
      setTimeout(resolve, ms, 'answer');
    });
  void client.fetchQuery({ queryKey: [name], queryFn });
};
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('a page is shown', () => {
  it('once all that it asked for is there and the browser is idle', async () => {
    ask('rows', 500);
    ask('counts', 900);
    const seen = waiting();
    await pass(899);
    expect(seen.isShown).toBe(false);
    await pass(1 + 200);
    expect(seen.isShown).toBe(true);
  });

  it('also where the call was refused', async () => {
    const seen = waiting();
    void client
      .fetchQuery({ queryKey: ['rows'], queryFn: () => Promise.reject(new Error('refused')) })
      .catch(() => undefined);
    await pass(200);
    expect(seen.isShown).toBe(true);
  });

  it('after three seconds whatever it still waits for', async () => {
    ask('rows', 60_000);
    const seen = waiting();
    await pass(2_999);
    expect(seen.isShown).toBe(false);
    await pass(1);
    expect(seen.isShown).toBe(true);
  });
});
