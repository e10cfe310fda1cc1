import type { DayReason } from '@crm/contracts/entities/day.js';
import { renderHook } from '@testing-library/react';
import { useDayMessages } from '../i18n/day.en.js';
import { opensText, reasonText } from './reason-words.rules.js';

const zones = ['America/Los_Angeles'];
/** Friday, 2 PM in Los Angeles. */
const now = new Date('2026-11-20T22:00:00.000Z');
const translate = renderHook(() => useDayMessages()).result.current;
const retry = (tried_at: string | null): DayReason => ({
  ...{ kind: 'retry', tried_at },
  ...{ then: 'morning', now: 'afternoon' },
});

test.each<[DayReason, string]>([
  [{ kind: 'callback', due_at: '2026-11-20T21:56:00.000Z' }, 'Call-back due 4 min ago'],
  [{ kind: 'reply', at: '2026-11-20T21:48:00.000Z' }, 'Replied 12 min ago'],
  [{ kind: 'new', at: '2026-11-20T21:57:00.000Z' }, 'New, 3 min old'],
  [{ kind: 'new', at: '2026-11-20T16:57:00.000Z' }, 'New, 5 h old'],
  [retry('2026-11-20T17:10:00.000Z'), 'No answer today 9 AM, now afternoon'],
  [retry('2026-11-19T17:10:00.000Z'), 'No answer yesterday 9 AM, now afternoon'],
  [retry('2026-11-16T17:10:00.000Z'), 'No answer Monday 9 AM, now afternoon'],
  [retry('2026-11-02T17:10:00.000Z'), 'No answer 11/02/2026 9 AM, now afternoon'],
  [retry(null), 'Not reached yet'],
])('%j', (reason, text) => {
  expect(reasonText(translate, { reason, zones }, now)).toBe(text);
});

test('what is closed says when it opens and where', () => {
  const row = { opens_at: '2026-11-21T16:00:00.000Z', zones, lead: { state: 'CA' as const } };
  expect(opensText(translate, row, now)).toBe('Opens Saturday 8:00 AM PT in CA');
  expect(opensText(translate, { ...row, lead: { state: null } }, now)).toBe('Opens Saturday 8:00 AM PT');
  expect(opensText(translate, { ...row, opens_at: null }, now)).toBeUndefined();
});
