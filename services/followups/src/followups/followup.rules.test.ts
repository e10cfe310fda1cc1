import { AppError } from '@crm/platform/errors/app-error.js';
import { changed, requireFuture, whenDue, type Settable } from './followup.rules.js';

const now = new Date('2026-11-20T17:00:00.000Z');
const earlier = new Date('2026-11-20T16:00:00.000Z');
const later = new Date('2026-11-21T17:00:00.000Z');
const evenLater = new Date('2026-11-22T17:00:00.000Z');

const open: Settable = { datetime: later, description: 'Quote', priority: 3, completed: 0, due_at: later };
const overdue: Settable = { ...open, datetime: earlier, due_at: null };
const completed: Settable = { ...open, completed: 1, due_at: null };

const refusal = (act: () => unknown): AppError => {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It was not refused');
};

test.each([
  ['a time to come', later, 0, later],
  ['a time that has passed', earlier, 0, null],
  ['this very moment', now, 0, null],
  ['one that is completed', later, 1, null],
] as const)('%s is due accordingly', (_name, datetime, isCompleted, due) => {
  expect(whenDue({ datetime, completed: isCompleted }, now)).toEqual(due);
});

test.each([
  [
    'a moved one is due at its new time',
    open,
    { datetime: evenLater.toISOString() },
    { datetime: evenLater, due_at: evenLater },
  ],
  [
    'one that was told is due again when put off',
    overdue,
    { datetime: later.toISOString() },
    { datetime: later, due_at: later },
  ],
  [
    'other words leave what is due',
    open,
    { description: 'Policy' },
    { description: 'Policy', due_at: later },
  ],
  ['another priority leaves what is due', open, { priority: 1 }, { priority: 1, due_at: later }],
  [
    'an overdue one may be described anew',
    overdue,
    { description: 'Policy', datetime: earlier.toISOString() },
    { description: 'Policy', due_at: null },
  ],
  ['a completed one is due no more', open, { completed: 1 }, { completed: 1, due_at: null }],
  ['an overdue one may be completed', overdue, { completed: 1 }, { completed: 1, due_at: null }],
  ['opened again before its time it is due', completed, { completed: 0 }, { completed: 0, due_at: later }],
  [
    'opened again after its time it tells nobody',
    { ...completed, datetime: earlier },
    { completed: 0 },
    { completed: 0, due_at: null },
  ],
] as const)('%s', (_name, before, change, after) => {
  expect(changed(before, change, now)).toEqual({ ...before, ...after });
});

test.each([
  ['nothing', {}],
  ['what stands', { datetime: later.toISOString(), description: 'Quote', priority: 3, completed: 0 }],
] as const)('to change %s changes nothing', (_name, change) => {
  expect(changed(open, change, now)).toBeUndefined();
});

test('the whole of a completed one, said again, opens it', () => {
  const whole = { datetime: later.toISOString(), description: 'Quote', priority: 3, completed: 0 } as const;
  expect(changed(completed, whole, now)).toMatchObject({ completed: 0 });
});

test.each([
  [{ datetime: evenLater.toISOString() }, ['followup.datetime']],
  [{ description: 'Policy', priority: 1 }, ['followup.description', 'followup.priority']],
  [{ completed: 0, datetime: evenLater.toISOString() }, ['followup.datetime']],
] as const)('of a completed one %j may not change', (change, fields) => {
  const { code, details } = refusal(() => changed(completed, change, now));
  expect([code, Object.keys(details.errors ?? {})]).toEqual(['invalid', fields]);
});

test.each([earlier, now])('%s is no time to come', (datetime) => {
  const sentence = 'Please pick a correct date and time';
  expect(refusal(() => changed(open, { datetime: datetime.toISOString() }, now)).message).toBe(sentence);
  expect(
    refusal(() => {
      requireFuture(datetime, now, 'datetime');
    }).details.errors,
  ).toEqual({ datetime: sentence });
});
