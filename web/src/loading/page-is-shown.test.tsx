import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { jest } from '@jest/globals';
import { pageIsShown, useIsPageShown } from './page-is-shown.js';

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

  it('as soon as the browser is idle where nothing is asked for', async () => {
    const seen = waiting();
    await pass(200);
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

test('what stands beside the page comes behind its data', async () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  ask('rows', 500);
  const { result } = renderHook(useIsPageShown, { wrapper });
  await act(() => pass(499));
  expect(result.current).toBe(false);
  await act(() => pass(1 + 200));
  expect(result.current).toBe(true);
});
