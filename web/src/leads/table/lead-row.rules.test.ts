import { shownMoney } from '@crm/contracts/money.js';
import { statusCode } from '@crm/contracts/codes/statuses.js';
import { exampleLeadRow } from '@crm/contracts/entities/lead.js';
import { isBusyFor, rawRowHue, rowHue, rowState, shortName } from './lead-row.rules.js';
import { shownPremium } from '../../i18n/shown-numbers.js';

const me = '66f0a1b2c3d4e5f601020304';
const other = '66f0a1b2c3d4e5f601020305';
const held = { ...exampleLeadRow, busy: 1, busy_user_id: other, busy_fullname: 'Priya Sandoval' } as const;

test("somebody else's hold makes a row busy, one's own does not", () => {
  expect(isBusyFor(held, me)).toBe(true);
  expect(isBusyFor({ ...held, busy_user_id: me }, me)).toBe(false);
  expect(isBusyFor(exampleLeadRow, me)).toBe(false);
});

test('busy is stronger than selected, selected stronger than plain', () => {
  expect([
    rowState(held, me, true),
    rowState(exampleLeadRow, me, true),
    rowState(exampleLeadRow, me, false),
  ]).toEqual(['busy', 'selected', 'plain']);
});

test('declined is blue for life and red for health', () => {
  expect([rowHue({ status: 'declined', type_id: 2 }), rowHue({ status: 'declined', type_id: 4 })]).toEqual([
    'blue',
    'red',
  ]);
});

test.each([2, 4] as const)('a raw lead of type %p is coloured by six statuses alone', (type_id) => {
  const coloured = statusCode.options
    .map((status) => [status, rawRowHue({ status, type_id })])
    .filter(([, hue]) => hue !== 'neutral');
  expect(Object.fromEntries(coloured)).toEqual({
    notInterested: 'red',
    doNotCall: 'red',
    wrongPhoneNumber: 'red',
    followUp: 'green',
    thinkingAboutIt: 'orange',
    inApplication: 'blue',
  });
});

test.each([
  ['Dana Reyes-Whitfield', 'Dana R.'],
  ['Priya  Sandoval', 'Priya S.'],
  ['Cher', 'Cher'],
  ['mary jane watson', 'mary J.'],
])('%s is %s in a narrow column', (fullname, short) => {
  expect(shortName(fullname)).toBe(short);
});

test('a premium stands without the sign, money beside a word with it', () => {
  expect([shownPremium(1048), shownPremium(64.2), shownMoney(64.2), shownMoney(15_000)]).toEqual([
    '1,048.00',
    '64.20',
    '$64.20',
    '$15,000',
  ]);
});
