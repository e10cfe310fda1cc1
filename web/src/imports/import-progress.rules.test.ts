import type { LeadImport } from '@crm/contracts/entities/lead-import.js';
import {
  percentDone,
  percentSent,
  progressWord,
  spokenPercent,
  withProgress,
} from './import-progress.rules.js';

const running: LeadImport = {
  id: '66f0a1b2c3d4e5f6010203aa',
  file: 'leads.csv',
  type: 'life',
  state: 'running',
  activity: 'importing',
  rows: 10_000,
  read: 1_000,
  saved: 950,
  refused: 40,
  duplicates: 10,
  bytes: 1_000_000,
  bytes_done: 100_000,
  message: '',
  started_by: '66f0a1b2c3d4e5f601020304',
  consent: null,
  cleared: false,
  rows_until: null,
  createdAt: '2026-11-20T17:00:00.000Z',
  finishedAt: null,
};
const event = { import_id: running.id, read: 2_000, saved: 1_900, refused: 80, duplicates: 20, done: false };

test('an event carries the counts on', () => {
  expect(withProgress(running, event)).toMatchObject({ read: 2_000, saved: 1_900 });
});

test('the last event carries the final counts, and leaves it to the server how the import ended', () => {
  expect(withProgress(running, { ...event, done: true })).toMatchObject({
    read: 2_000,
    state: 'running',
  });
});

test('a late event, one of another import and one after the end change nothing', () => {
  const done: LeadImport = { ...running, state: 'done' };
  expect(withProgress(running, { ...event, read: 500 })).toBe(running);
  expect(withProgress(running, { ...event, import_id: running.started_by })).toBe(running);
  expect(withProgress(done, event)).toBe(done);
});

test('after the end the counts follow rows that are corrected, and nothing older', () => {
  const done: LeadImport = { ...running, state: 'done', activity: null };
  const corrected = { ...event, read: 1_000, saved: 951, refused: 39, duplicates: 10 };
  const after = withProgress(done, corrected);
  expect(after).toEqual({ ...done, saved: 951, refused: 39 });
  expect(withProgress(after, { ...corrected, saved: 950, refused: 40 })).toBe(after);
});

test.each<[string, Partial<LeadImport>, ReturnType<typeof progressWord>]>([
  ['waits for its turn', { activity: 'waiting', rows: null, read: 0 }, { word: 'waiting' }],
  ['counts its rows', { activity: 'counting', rows: null, read: 0 }, { word: 'counting' }],
  ['is paused', { activity: 'paused' }, { word: 'paused' }],
  ['is imported', {}, { percent: 10 }],
  ['is imported and not counted here', { rows: null }, { word: 'running' }],
  ['is done', { state: 'done', activity: null }, { word: 'done' }],
  ['failed half-way', { state: 'failed', activity: null }, { word: 'failed' }],
])('an import that %s says so', (_what, part, said) => {
  expect(progressWord({ ...running, ...part })).toEqual(said);
});

test('the share is that of the rows: unknown until they are counted, and never whole before the end', () => {
  expect(percentDone({ ...running, rows: null })).toBeUndefined();
  expect(percentDone({ ...running, read: 0 })).toBe(0);
  expect(percentDone({ ...running, rows: 0, read: 0 })).toBe(0);
  expect(percentDone(running)).toBe(10);
  expect(percentDone({ ...running, read: 10_000 })).toBe(99);
  expect(percentDone({ ...running, state: 'done' })).toBe(100);
});

test('an upload is whole once every byte has left', () => {
  expect(percentSent({ bytes: 1_000, sent: 999 })).toBe(99);
  expect(percentSent({ bytes: 1_000, sent: 1_000 })).toBe(100);
  expect(percentSent({ bytes: 0, sent: 0 })).toBe(100);
});

test('a reader of the screen hears every tenth part', () => {
  expect(spokenPercent(19)).toBe(10);
  expect(spokenPercent(20)).toBe(20);
  expect(spokenPercent(undefined)).toBeUndefined();
});
