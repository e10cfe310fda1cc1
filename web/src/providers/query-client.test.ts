import { jest } from '@jest/globals';
import { notifyManager, QueryObserver } from '@tanstack/react-query';
import { HttpError } from 'react-admin';
import { createQueryClient } from './query-client.js';

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const observe = (read: () => Promise<string>) => {
  const client = createQueryClient();
  client.mount();
  const observer = new QueryObserver(client, { queryKey: ['rows'], queryFn: read });
  const stop = observer.subscribe(() => undefined);
  return {
    observer,
    close: () => {
      stop();
      client.unmount();
      client.clear();
    },
  };
};

it('reads again by itself what could not be read for lack of a connection', async () => {
  let isReachable = false;
  const { observer, close } = observe(() =>
    isReachable ? Promise.resolve('the rows') : Promise.reject(new HttpError('unreachable', 0)),
  );
  await pass(3_500);
  expect(observer.getCurrentResult().status).toBe('error');
  isReachable = true;
  await pass(4_500);
  expect(observer.getCurrentResult().data).toBe('the rows');
  close();
});

it('stays failed while it is asked again, and is asked for anew by a page that is opened', async () => {
  const client = createQueryClient();
  client.mount();
  let fail = (_error: HttpError) => undefined as void;
  const read = () =>
    new Promise<string>((_resolve, reject) => {
      fail = reject;
    });
  const open = () => {
    const observer = new QueryObserver(client, { queryKey: ['rows'], queryFn: read, retry: false });
    const seen: string[] = [];
    // As a component is told.
    const stop = observer.subscribe(
      notifyManager.batchCalls(() => seen.push(observer.getCurrentResult().status)),
    );
    return { observer, seen, stop };
  };
  const first = open();
  const beside = open();
  fail(new HttpError('unreachable', 0));
  await pass(0);
  expect(first.observer.getCurrentResult().status).toBe('error');
  first.seen.length = 0;
  for (const waiting of [4_000, 8_000]) {
    await pass(waiting);
    expect(first.observer.getCurrentResult()).toMatchObject({ status: 'error', fetchStatus: 'fetching' });
    fail(new HttpError('unreachable', 0));
    await pass(0);
  }
  void first.observer.refetch();
  await pass(0);
  expect(first.observer.getCurrentResult().fetchStatus).toBe('fetching');
  expect(first.seen).toContain('error');
  expect(first.seen).not.toContain('pending');
  fail(new HttpError('unreachable', 0));
  first.stop();
  beside.stop();
  await pass(0);
  const second = open();
  expect(second.observer.getCurrentResult().status).toBe('pending');
  second.stop();
  client.unmount();
  client.clear();
});

it('does not ask again for what was refused, nor for what is there', async () => {
  let asked = 0;
  const refused = observe(() => {
    asked += 1;
    return Promise.reject(new HttpError('not yours', 403));
  });
  await pass(120_000);
  expect(asked).toBe(1);
  refused.close();

  let read = 0;
  const there = observe(() => {
    read += 1;
    return Promise.resolve('the rows');
  });
  await pass(120_000);
  expect(read).toBe(1);
  there.close();
});
