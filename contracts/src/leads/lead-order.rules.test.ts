import { isOutdated, type LeadNews, type LeadStanding } from './lead-order.rules.js';

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
