import { exampleFollowup, type Followup } from '@crm/contracts/entities/followup.js';
import { fromField, toField } from '../controls/datetime-field.rules.js';
import {
  formOf,
  isSameForm,
  sameTimeTomorrow,
  sendDenialReason,
  sentOf,
  stateOf,
  suggested,
} from './followup-form.rules.js';

const now = new Date('2026-11-20T17:03:20.000Z');
const known: Followup = { ...exampleFollowup, datetime: '2026-11-21T18:00:30.000Z' };
const overdue: Followup = { ...known, datetime: '2026-11-20T10:00:00.000Z' };
const form = formOf(known);

test('the field has the time by the clock of the computer, to the minute', () => {
  expect(toField(new Date(2026, 2, 8, 3, 5, 59))).toBe('2026-03-08T03:05');
  expect(fromField('2026-03-08T03:05')).toEqual(new Date(2026, 2, 8, 3, 5));
});

test.each(['', '2026-13-01T10:00', 'tomorrow'])('%j names no time', (field) => {
  expect(fromField(field)).toBeUndefined();
});

test('a new one begins with priority 3 and nothing else', () => {
  expect(formOf(undefined)).toEqual({ datetime: '', priority: 3, description: '' });
});

test.each([
  ['without a time', { ...form, datetime: '' }, undefined, 'noTime'],
  [
    'with a time that has passed',
    { ...form, datetime: toField(new Date('2026-11-20T17:02:00.000Z')) },
    undefined,
    'notInFuture',
  ],
  ['with this very minute', { ...form, datetime: toField(now) }, undefined, 'notInFuture'],
  ['with a time to come', form, undefined, undefined],
  ['overdue, with other words', { ...formOf(overdue), description: 'Policy' }, overdue, undefined],
  [
    'overdue, moved within the past',
    { ...formOf(overdue), datetime: '2026-11-20T11:00' },
    overdue,
    'notInFuture',
  ],
  [
    'completed, to be opened at a time that has passed',
    formOf(overdue),
    { ...overdue, completed: 1 as const },
    'notInFuture',
  ],
  ['with too many words', { ...form, description: 'a'.repeat(1_001) }, undefined, 'tooLong'],
])('one %s', (_name, typed, stands, why) => {
  expect(sendDenialReason(typed, stands, now)).toBe(why);
});

test('a time that was not touched is sent to the second, another as it was picked', () => {
  expect(sentOf({ ...form, description: ' Policy ' }, known)).toEqual({
    datetime: known.datetime,
    priority: 3,
    description: 'Policy',
  });
  const moved = new Date('2026-11-22T09:30:00.000Z');
  expect(sentOf({ ...form, datetime: toField(moved) }, known).datetime).toBe(moved.toISOString());
});

test('blanks around words make no other form', () => {
  expect(isSameForm(form, { ...form, description: `${form.description} ` })).toBe(true);
  expect(isSameForm(form, { ...form, priority: 1 })).toBe(false);
});

test('suggested times fall on the next five minutes', () => {
  expect(suggested('hour', now).toISOString()).toBe('2026-11-20T18:05:00.000Z');
  expect(suggested('week', now).toISOString()).toBe('2026-11-27T17:05:00.000Z');
});

test.each([
  ['inProgress', known],
  ['overdue', overdue],
  ['completed', { ...overdue, completed: 1 as const }],
])('%s', (state, followup) => {
  expect(stateOf(followup, now)).toBe(state);
});

test.each([
  ['on a plain day', 'America/Chicago', '2026-11-20T17:03:20Z', '2026-11-21T17:05:00Z'],
  ['before the clock goes forward', 'America/Chicago', '2026-03-07T20:00:00Z', '2026-03-08T19:00:00Z'],
  ['before the clock goes back', 'America/Chicago', '2026-10-31T19:00:00Z', '2026-11-01T20:00:00Z'],
  ['where the clock stays', 'America/Phoenix', '2026-03-07T20:00:00Z', '2026-03-08T20:00:00Z'],
  ['over midnight', 'America/Chicago', '2026-11-20T05:58:00Z', '2026-11-21T06:00:00Z'],
])('the same time tomorrow %s is that by the clock of the customer', (_when, zone, at, expected) => {
  expect(sameTimeTomorrow(zone, new Date(at))).toEqual(new Date(expected));
});
