import { randomUUID } from 'node:crypto';
import { unavailable } from '../errors/app-error.js';
import { silentLogger } from '../log/logger.js';
import type { AuditedAction } from './audit-entry.js';
import { createCarriedEntries } from './carried-entries.js';

/** A log of the test's own: what was entered, and how. What waits is stored when the test says so. */
function newLog(given: { has?: readonly AuditedAction[]; now?: () => Promise<void> } = {}) {
  const entered: { how: 'later' | 'now'; action: AuditedAction }[] = [];
  const waiting: (() => void)[] = [];
  const storeAll = () => {
    for (const stored of waiting.splice(0)) stored();
  };
  const carried = createCarriedEntries({
    log: silentLogger,
    audit: {
      later: (action, stored) => {
        entered.push({ how: 'later', action });
        if (stored !== undefined) waiting.push(stored);
      },
      now: (action) => {
        entered.push({ how: 'now', action });
        return given.now?.() ?? Promise.resolve();
      },
      flush: async () => {
        storeAll();
      },
    },
    store: { isEntered: async (action) => given.has?.includes(action as AuditedAction) === true },
  });
  return { carried, entered, storeAll };
}

const action = (given: Partial<AuditedAction> = {}): AuditedAction => ({
  ...{ at: new Date('2026-03-02T15:00:00Z'), actor_id: 'dana', actor_name: 'Dana Reyes' },
  ...{ action: 'lead.updated', subjects: ['lead/1'], outcome: 'done', address: '198.51.100.20' },
  ...{ correlation_id: randomUUID(), changes: [], full_record: false },
  ...given,
});
const event = (subject = 'lead/1') => ({ id: randomUUID(), subject });

/** A call whose first write was acknowledged with its entry in the outbox. */
function written(log: ReturnType<typeof newLog>) {
  const entry = action();
  const call = log.carried.begin(() => entry);
  const first = event();
  const beside = call.beside(first);
  if (beside === undefined) throw new Error('Nothing stands beside the event');
  return { entry, call, inOutbox: log.carried.of(first.id, beside) };
}

test('an entry in an outbox goes with the next batch, and keeps the outbox until it is stored', async () => {
  const log = newLog();
  const { entry, call, inOutbox } = written(log);
  await call.done(entry);
  expect(log.entered).toEqual([{ how: 'later', action: entry }]);
  expect(inOutbox.isSettled).toBe(false);
  log.storeAll();
  expect(inOutbox.isSettled).toBe(true);
});

test('an entry that no outbox took is stored before the call is answered', async () => {
  const log = newLog();
  const entry = action();
  const call = log.carried.begin(() => entry);
  // The write came to nothing: nobody found it in an outbox.
  call.beside(event());
  await call.done(entry);
  expect(log.entered).toEqual([{ how: 'now', action: entry }]);
});

test('a refusal of the log is the refusal of the call, and frees the outbox all the same', async () => {
  const log = newLog({ now: () => Promise.reject(unavailable('The change was not confirmed')) });
  const entry = action();
  const call = log.carried.begin(() => entry);
  const late = event();
  const beside = call.beside(late);
  await expect(call.done(entry)).rejects.toMatchObject({ code: 'unavailable' });
  expect(beside).toBeDefined();
  const found = log.carried.of(late.id, entry);
  found.hasten();
  expect(log.entered[0]).toEqual({ how: 'now', action: entry });
});

test('what stands in the outbox names the record of the event, and what changed by then', () => {
  const { carried } = newLog();
  const changes = [{ field: 'city', before: 'Reno', after: 'Elko' }];
  const call = carried.begin(() => action({ subjects: [], changes }));
  expect(call.beside(event('lead/7'))).toMatchObject({ subjects: ['lead/7'], changes });
});

test('only the first write that was acknowledged carries the entry, and never one of many records', () => {
  const log = newLog();
  const { call } = written(log);
  expect(call.beside(event())).toBeUndefined();
  const many = log.carried.begin(() => action({ subjects: Array.from({ length: 101 }, String) }));
  expect(many.beside(event())).toBeUndefined();
  const tried = log.carried.begin(() => action());
  expect(Array.from({ length: 4 }, () => tried.beside(event()) !== undefined)).toEqual([
    ...[true, true, true, false],
  ]);
});

test('a call that leaves no entry frees the outbox', async () => {
  const log = newLog();
  const own = written(log);
  await own.call.done(undefined);
  const refused = written(log);
  refused.call.broke(undefined);
  expect([own.inOutbox.isSettled, refused.inOutbox.isSettled]).toEqual([true, true]);
  expect(log.entered).toEqual([]);
});

test('a call that broke behind its write is entered as that, once', () => {
  const log = newLog();
  const { entry, call, inOutbox } = written(log);
  const failed: AuditedAction = { ...entry, outcome: 'failed' };
  call.broke(failed);
  log.storeAll();
  expect(log.entered).toEqual([{ how: 'later', action: failed }]);
  expect(inOutbox.isSettled).toBe(true);
});

test('where somebody waits, a call under way stores its entry by itself', async () => {
  const log = newLog();
  const { entry, call, inOutbox } = written(log);
  inOutbox.hasten();
  expect(inOutbox.isSettled).toBe(true);
  expect(call.beside(event())).toBeUndefined();
  await call.done(entry);
  expect(log.entered).toEqual([{ how: 'now', action: entry }]);
});

test('where somebody waits, the entry of a call that is over is stored at once', async () => {
  const log = newLog();
  const { entry, call, inOutbox } = written(log);
  await call.done(entry);
  const settled = new Promise<void>((resolve) => {
    inOutbox.onceSettled(resolve);
  });
  inOutbox.hasten();
  await settled;
});

test('what a process left behind is entered once, however many outboxes hold it', async () => {
  const log = newLog();
  const entry = action();
  const settled = [event(), event()].map(
    ({ id }) =>
      new Promise<void>((resolve) => {
        log.carried.of(id, entry).onceSettled(resolve);
      }),
  );
  await Promise.all(settled);
  expect(log.entered).toEqual([{ how: 'later', action: entry }]);
});

test('what a process left behind is not entered where the log has it', async () => {
  const entry = action();
  const log = newLog({ has: [entry] });
  await new Promise<void>((resolve) => {
    log.carried.of('e-1', entry).onceSettled(resolve);
  });
  expect(log.entered).toEqual([]);
});
