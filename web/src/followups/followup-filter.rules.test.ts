import { followupFilterOf, isNarrowed, withCompleted, withDays, withList } from './followup-filter.rules.js';

test('what is stored and does not fit counts as not picked', () => {
  expect(followupFilterOf({ status: ['emailed'], completed: 0 })).toEqual({
    status: ['emailed'],
    completed: 0,
  });
  for (const stored of [undefined, 'x', { status: ['no such'] }, { dateTime: { from: 'soon' } }])
    expect(followupFilterOf(stored)).toEqual({});
});

test('all of a list, or none, narrows nothing', () => {
  const all = ['emailed', 'followUp'] as const;
  expect(withList({ completed: 1 }, 'status', ['followUp'], all)).toEqual({
    completed: 1,
    status: ['followUp'],
  });
  expect(withList({ status: ['followUp'] }, 'status', all, all)).toEqual({});
  expect(withList({ status: ['followUp'] }, 'status', [], all)).toEqual({});
});

test('days may be open at either end', () => {
  expect(withDays({}, '2026-11-21', '')).toEqual({ dateTime: { from: '2026-11-21' } });
  expect(withDays({ dateTime: { from: '2026-11-21' } }, '', '2026-11-22')).toEqual({
    dateTime: { to: '2026-11-22' },
  });
  expect(withDays({ completed: 1, dateTime: { from: '2026-11-21' } }, '', '')).toEqual({ completed: 1 });
});

test('either kind, or both', () => {
  expect(withCompleted({}, 0)).toEqual({ completed: 0 });
  expect(isNarrowed(withCompleted({ completed: 0 }, undefined))).toBe(false);
});
