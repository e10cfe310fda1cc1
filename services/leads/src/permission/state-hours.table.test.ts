import { stateCode } from '@crm/contracts/codes/states.js';
import { ruleTable } from './contact-rules.seed.js';
import { unscreened } from '../suppression/suppression.rules.js';
import { decide } from './permission.rules.js';
import { placesOf } from './places.rules.js';

/**
 * What the law allows, written down from the laws and never computed from the rules that are tested: state, its clocks,
 * hours on weekdays, on Saturdays, on Sundays, and a holiday on which it is closed (or `open`, with weekday hours, on
 * Christmas). A dash is a day without hours.
 */
const law = `
AK KD  8-21  8-21  8-21  open
AL C   8-20  8-20  -     2026-12-01
AR C   8-21  8-21  8-21  open
AZ ZM  8-21  8-21  8-21  open
CA P   8-21  8-21  8-21  open
CO M   8-21  8-21  8-21  open
CT E   9-20  9-20  9-20  open
DC E   8-21  8-21  8-21  open
DE E   8-21  8-21  8-21  open
FL EC  8-20  8-20  8-20  open
GA E   8-21  8-21  8-21  open
HI H   8-21  8-21  8-21  open
IA C   8-21  8-21  8-21  open
ID MP  8-21  8-21  8-21  open
IL C   8-21  8-21  8-21  open
IN EC  8-21  8-21  8-21  open
KS CM  8-21  8-21  8-21  open
KY EC  10-21 10-21 10-21 open
LA C   8-20  8-20  -     2027-03-26
MA E   8-20  8-20  8-20  open
MD E   8-20  8-20  8-20  open
ME E   8-21  8-21  8-21  open
MI EC  9-21  9-21  9-21  open
MN C   9-21  9-21  9-21  open
MO C   8-21  8-21  8-21  open
MS C   8-20  8-20  -     open
MT M   8-21  8-21  8-21  open
NC E   8-21  8-21  8-21  open
ND CM  8-21  8-21  8-21  open
NE CM  8-21  8-21  8-21  open
NH E   8-21  8-21  8-21  open
NJ E   8-21  8-21  8-21  open
NM M   9-21  9-21  9-21  open
NV PM  9-20  9-20  9-20  open
NY E   8-21  8-21  8-21  open
OH E   8-21  8-21  8-21  open
OK C   8-20  8-20  8-20  open
OR PM  8-20  8-20  8-20  open
PA E   8-21  8-21  8-21  2027-06-14
RI E   9-18  10-17 -     2027-08-09
SC E   8-21  8-21  8-21  open
SD CM  8-21  8-21  8-21  open
TN EC  8-21  8-21  8-21  open
TX CM  9-21  9-21  12-21 open
UT M   8-21  8-21  -     2028-07-24
VA E   8-21  8-21  8-21  open
VT E   8-21  8-21  8-21  open
WA P   8-20  8-20  8-20  open
WI C   8-21  8-21  8-21  open
WV E   8-21  8-21  8-21  open
WY M   8-21  8-21  8-21  open
`
  .trim()
  .split('\n')
  .map((line) => line.split(/ +/));

/** Hours behind UTC by summer and by winter time, of Eastern to Hawaiian; Z is Phoenix, K Anchorage, D Adak. */
const behindUtc: Readonly<Record<string, readonly [number, number]>> = {
  ...{ E: [4, 5], C: [5, 6], M: [6, 7], Z: [7, 7], P: [7, 8], K: [8, 9], D: [9, 10], H: [10, 10] },
};
const summers = [
  ['2026-03-08', '2026-11-01'],
  ['2027-03-14', '2027-11-07'],
  ['2028-03-12', '2028-11-05'],
] as const;
const isSummer = (date: string) => summers.some(([from, until]) => date >= from && date < until);

const monday = '2026-11-23';
const saturday = '2026-11-21';
const sunday = '2026-11-22';
const christmas = '2026-12-25';
/** The Sundays on which clocks go forward and back, hours before anybody may be called. */
const clocksChange = ['2027-03-14', '2026-11-01'];

const rules = ruleTable.rows.map((rule) => ({ ...rule, version: 1 }));
const phone = '+18005550117';
const minuteMs = 60_000;

/** Which rule refuses a call and a text at an instant, in a state whose ZIP code is not known: null for none. */
function refusals(code: string, at: number) {
  // The District is no state that a lead may have: its ZIP codes say where it is.
  const state = code === 'DC' ? null : stateCode.parse(code);
  const places = placesOf({ zipcode: state === null ? '20001' : null, state, phone });
  return (['call', 'text'] as const).map(
    (channel) =>
      decide({
        now: new Date(at),
        channel,
        isThirdParty: false,
        isHelpReply: false,
        isAutomated: false,
        address: phone,
        status: 'newLead',
        isOfLead: true,
        isActorAllowed: true,
        entries: [],
        suppression: unscreened,
        places,
        rules,
        attempts: [],
        elsewhere: [],
        boughtSince: null,
        override: null,
      }).rule,
  );
}

/** An hour of a date by each clock of a state, in UTC. */
const byEachClock = (date: string, zones: string, hour: number) =>
  [...zones].map((zone) => {
    const [summer = 0, winter = 0] = behindUtc[zone] ?? [];
    return Date.parse(`${date}T00:00:00.000Z`) + (hour + (isSummer(date) ? summer : winter)) * 60 * minuteMs;
  });

const free = [null, null];
const closed = ['hours', 'hours'];

/** What is allowed around both ends of the hours in which all clocks of a state are open; at no hour of a closed day. */
function atTheEdges(code: string, zones: string, date: string, hours: string) {
  if (hours === '-') {
    return [8, 9, 12, 17, 20].map((hour) => refusals(code, Math.max(...byEachClock(date, zones, hour))));
  }
  const [from = 0, until = 0] = hours.split('-').map(Number);
  const opens = Math.max(...byEachClock(date, zones, from));
  const closes = Math.min(...byEachClock(date, zones, until));
  return [opens - minuteMs, opens, closes - minuteMs, closes].map((at) => refusals(code, at));
}
const expected = (hours: string) =>
  hours === '-' ? [closed, closed, closed, closed, closed] : [closed, free, free, closed];

test('the table has every state and the District of Columbia once', () => {
  expect(law.map(([code]) => code)).toHaveLength(51);
  expect(new Set(law.map(([code]) => code)).size).toBe(51);
});

describe.each(law)(
  '%s',
  (code = '', zones = '', weekday = '', onSaturday = '', onSunday = '', holiday = '') => {
    test.each([
      ['a Monday', monday, weekday],
      ['a Saturday', saturday, onSaturday],
      ['a Sunday', sunday, onSunday],
      holiday === 'open' ? ['Christmas', christmas, weekday] : ['a holiday', holiday, '-'],
      ...clocksChange.map((date) => [`the day on which the clocks change, ${date}`, date, onSunday]),
    ])('is open in its hours alone on %s', (_day = '', date = '', hours = '') => {
      expect(atTheEdges(code, zones, date, hours)).toEqual(expected(hours));
    });
  },
);

// Rhode Island, Utah and Pennsylvania keep holidays that the federal government does not, or on other days.
test.each([
  ['RI', 'Rhode Island Independence Day', '2027-05-04'],
  ['RI', 'the Monday after an Independence Day on a Sunday', '2025-05-05'],
  ['RI', 'the Monday after a July 4 on a Saturday', '2026-07-06'],
  ['RI', 'Victory Day', '2026-08-10'],
  ['RI', 'Election Day of an even year', '2026-11-03'],
  ['RI', 'Christmas', '2026-12-25'],
  ['UT', 'Pioneer Day', '2026-07-24'],
  ['UT', 'the Friday before a Pioneer Day on a Saturday', '2027-07-23'],
  ['UT', 'the Monday after a Pioneer Day on a Sunday', '2033-07-25'],
  ['UT', 'the Monday before a Juneteenth on a Friday', '2026-06-15'],
  ['UT', 'the Monday after a Juneteenth on a Saturday', '2027-06-21'],
  ['UT', 'the Monday after a Juneteenth on a Sunday', '2033-06-20'],
  ['UT', 'Good Friday', '2027-03-26'],
  ['PA', 'Good Friday', '2027-03-26'],
  ['PA', 'the Monday after a Flag Day on a Sunday', '2026-06-15'],
  ['PA', 'Election Day of any year', '2027-11-02'],
  ['PA', 'Thanksgiving', '2026-11-26'],
])('%s is closed on %s, and New Jersey is not', (code, _day, date) => {
  const noon = Date.parse(`${date}T18:00:00.000Z`);
  expect(refusals(code, noon)).toEqual(closed);
  expect(refusals('NJ', noon)).toEqual(free);
});

test.each([
  ['RI', 'Election Day of an odd year', '2027-11-02'],
  ['RI', 'the first Tuesday of a November that begins with it', '2022-11-01'],
  ['RI', 'the third Monday of August', '2026-08-17'],
  ['UT', 'the day after Pioneer Day', '2029-07-25'],
  ['MS', 'Thanksgiving', '2026-11-26'],
])('%s is open on %s', (code, _day, date) => {
  expect(refusals(code, Date.parse(`${date}T18:00:00.000Z`))).toEqual(free);
});
