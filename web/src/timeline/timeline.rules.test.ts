import type { TimelineEntry } from '@crm/contracts/entities/timeline.js';
import { daysOf, foldedCalls, kindsOf, withNewest, withOlder, type Loaded } from './timeline.rules.js';

const note = (minute: number, id = `note:${String(minute).padStart(2, '0')}`): TimelineEntry => ({
  kind: 'note',
  id,
  at: `2026-11-20T17:${String(minute).padStart(2, '0')}:00.000Z`,
  who: 'Dana Reyes',
  text: 'A note',
});
const loaded = (minutes: readonly number[], next: string | null = 'older'): Loaded => ({
  entries: minutes.map((minute) => note(minute)),
  next,
  missing: [],
});
const minutesOf = ({ entries }: Loaded) => entries.map(({ at }) => new Date(at).getUTCMinutes());

describe('what is known of a timeline once its newest page is read again', () => {
  test.each<[string, Loaded | undefined, Loaded, number[], string | null]>([
    ['nothing was known', undefined, loaded([9, 8]), [9, 8], 'older'],
    ['one came', loaded([8, 7, 6]), loaded([9, 8], 'n'), [9, 8, 7, 6], 'older'],
    ['one is gone', loaded([9, 8, 7]), loaded([9, 7], 'n'), [9, 7], 'n'],
    ['the page is all there is', loaded([9, 8, 7]), loaded([9], null), [9], null],
    ['more came than a page has', loaded([3, 2]), loaded([9, 8], 'n'), [9, 8], 'n'],
    ['older ones were read before', loaded([5, 4, 3, 2], null), loaded([5, 4], 'n'), [5, 4, 3, 2], null],
  ])('where %s', (_what, known, page, minutes, next) => {
    const now = withNewest(known, page);
    expect(minutesOf(now)).toEqual(minutes);
    expect(now.next).toBe(next);
  });
});

test('an older page is put behind what is known, each entry once', () => {
  const now = withOlder(loaded([9, 8]), { ...loaded([8, 7], null), missing: ['calls'] });
  expect(minutesOf(now)).toEqual([9, 8, 7]);
  expect(now).toMatchObject({ next: null, missing: ['calls'] });
});

test('filters name the kinds of all that are picked; none is all', () => {
  expect(kindsOf([])).toBeUndefined();
  expect(kindsOf(['notes', 'calls'])).toBe('call,voicemail,note');
});

test('days are those of Los Angeles', () => {
  const late = { ...note(1), at: '2026-11-20T07:30:00.000Z' };
  expect(daysOf([note(5), note(1), late]).map(({ day, entries }) => [day, entries.length])).toEqual([
    ['2026-11-20', 2],
    ['2026-11-19', 1],
  ]);
});

describe('calls in a row that reached nobody', () => {
  const call = (id: string, known: object = {}): TimelineEntry => ({
    kind: 'call',
    id,
    at: '2026-11-20T17:00:00.000Z',
    who: null,
    direction: 'outbound',
    call_kind: 'single',
    outcome: 'no-answer',
    answered_by: null,
    reason: '',
    number: null,
    duration: 0,
    record_id: null,
    ...known,
  });
  const talked = { outcome: 'completed', duration: 60 };
  const shown = (entries: readonly TimelineEntry[]) =>
    foldedCalls(entries).map(({ entry, folded }) => [entry.id, ...folded.map(({ id }) => id)].join(' '));
  test.each<[string, TimelineEntry[], string[]]>([
    ['two stay', [call('a'), call('b')], ['a', 'b']],
    ['three fold behind the newest', [call('a'), call('b'), call('c')], ['a b c']],
    ['what came between parts them', [call('a'), call('b'), note(1), call('c')], ['a', 'b', 'note:01', 'c']],
    [
      'one in which somebody talked stays',
      [call('a'), call('b'), call('t', talked), call('c'), call('d'), call('e')],
      ['a', 'b', 't', 'c d e'],
    ],
    ['one with a sound stays', [call('a'), call('b'), call('c', { record_id: 'x' })], ['a', 'b', 'c']],
    ['one that goes on stays', [call('l', { outcome: null }), call('a'), call('b')], ['l', 'a', 'b']],
  ])('%s', (_what, entries, rows) => {
    expect(shown(entries)).toEqual(rows);
  });
});
