import { isOutdated, withNewestHold, type LeadNews, type LeadStanding } from './lead-order.rules.js';

const is = (version: number): LeadStanding => ({ version, isGone: false });
const went = (version: number): LeadStanding => ({ version, isGone: true });
const unversioned = (isGone: boolean): LeadNews => ({ version: undefined, isGone });

test.each<[string, LeadNews, LeadStanding | undefined, boolean]>([
  ['a lead nobody told of', is(4), undefined, false],
  ['the end of a lead nobody told of', went(4), undefined, false],
  ['a newer row', is(5), is(4), false],
  ['a hold, which raises no version', is(4), is(4), false],
  ['an older row', is(3), is(4), true],
  ['the end of a shown lead', went(5), is(4), false],
  ['the end of a lead at the version that is shown', went(4), is(4), false],
  ['an older loss of a lead that came back since', went(4), is(5), true],
  ['a row from before the lead went', is(4), went(5), true],
  ['a row of the version with which the lead went', is(5), went(5), true],
  ['a lead that comes back', is(6), went(5), false],
  ['the same end once more', went(5), went(5), false],
  ['a deletion behind a loss', went(6), went(5), false],
  ['a change without a version', unversioned(false), is(9), false],
  ['an end without a version', unversioned(true), went(9), false],
])('%s', (_case, news, known, expected) => {
  expect(isOutdated(news, known)).toBe(expected);
});

describe('who has a lead open', () => {
  const by = (name: string | null, busy_version?: number) => ({
    ...{ busy: name === null ? (0 as const) : (1 as const), busy_user_id: null, busy_fullname: name },
    ...(busy_version === undefined ? {} : { busy_version }),
  });

  test.each([
    ['is as told where nothing is known', by('Dana', 1), undefined, 'Dana'],
    ['is as told where that is newer', by(null, 2), by('Dana', 1), null],
    ['is as told where it is as new: a lease that ran out is no change', by(null, 1), by('Dana', 1), null],
    ['stays as known where a save is told late', by('Dana', 1), by(null, 2), null],
    ['stays as known where a former gateway tells without a count', by('Dana'), by(null, 2), null],
  ])('%s', (_how, told, known, expected) => {
    const lead = { ...told, fullname: 'Avery' };
    expect(withNewestHold(lead, known)).toMatchObject({ fullname: 'Avery', busy_fullname: expected });
  });
});
