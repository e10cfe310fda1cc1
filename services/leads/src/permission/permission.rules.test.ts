import type { StateCode } from '@crm/contracts/codes/states.js';
import { contactRules } from '@crm/contracts/resources/contact-rule.js';
import { attemptWindowMs, usedUp, type Attempt } from './attempts.rules.js';
import { ruleTable } from './contact-rules.seed.js';
import { decide, type PermissionDetails } from './permission.rules.js';
import { placesOf } from './places.rules.js';
import { unscreened } from '../suppression/suppression.rules.js';

const rules = ruleTable.rows.map((rule) => ({ ...rule, version: 1 }));
const phone = '+18005550117';

const since = new Date('2026-11-01T12:00:00.000Z');

function details(at: string, given: Partial<PermissionDetails> = {}): PermissionDetails {
  return {
    now: new Date(at),
    channel: 'call',
    isThirdParty: false,
    isAutomated: false,
    address: phone,
    status: 'newLead',
    isOfLead: true,
    isActorAllowed: true,
    entries: [],
    suppression: unscreened,
    isHelpReply: false,
    places: placesOf({ zipcode: '10001', state: 'NY', phone }),
    rules,
    attempts: [],
    elsewhere: [],
    boughtSince: null,
    override: null,
    ...given,
  };
}
const inState = (state: StateCode) => ({ places: placesOf({ zipcode: null, state, phone }) });
const tried = (...times: string[]): Attempt[] =>
  times.map((at, index) => ({ id: String(index), at: new Date(at), channel: 'call' }));

test('the seed holds what its contract demands, one rule for each state', () => {
  for (const rule of ruleTable.rows) {
    contactRules.record.parse({ ...rule, version: 1 });
  }
  expect(new Set(ruleTable.rows.map(({ id }) => id)).size).toBe(ruleTable.rows.length);
});

// By local clock of one zone: the first and the last minute that are open, and those beside them that are not.
// Friday the 20th and Sunday the 22nd of November 2026; a null day is closed.
const eastern = 5;
const central = 6;
const mountain = 7;
const pacific = 8;
test.each<
  [StateCode, zip: string, behindUtc: number, friday: [string, string], sunday: [string, string] | null]
>([
  ['NY', '10001', eastern, ['08:00', '21:00'], ['08:00', '21:00']],
  ['CA', '90210', pacific, ['08:00', '21:00'], ['08:00', '21:00']],
  ['CO', '80202', mountain, ['08:00', '21:00'], ['08:00', '21:00']],
  ['FL', '33101', eastern, ['08:00', '20:00'], ['08:00', '20:00']],
  ['FL', '32501', central, ['08:00', '20:00'], ['08:00', '20:00']],
  ['OK', '73102', central, ['08:00', '20:00'], ['08:00', '20:00']],
  ['WA', '98101', pacific, ['08:00', '20:00'], ['08:00', '20:00']],
  ['MD', '21201', eastern, ['08:00', '20:00'], ['08:00', '20:00']],
  ['MA', '02108', eastern, ['08:00', '20:00'], ['08:00', '20:00']],
  ['CT', '06103', eastern, ['09:00', '20:00'], ['09:00', '20:00']],
  ['NV', '89101', pacific, ['09:00', '20:00'], ['09:00', '20:00']],
  ['MI', '48201', eastern, ['09:00', '21:00'], ['09:00', '21:00']],
  ['MN', '55401', central, ['09:00', '21:00'], ['09:00', '21:00']],
  ['NM', '87102', mountain, ['09:00', '21:00'], ['09:00', '21:00']],
  ['TX', '75001', central, ['09:00', '21:00'], ['12:00', '21:00']],
  ['TX', '79901', mountain, ['09:00', '21:00'], ['12:00', '21:00']],
  ['KY', '40202', eastern, ['10:00', '21:00'], ['10:00', '21:00']],
  ['KY', '42001', central, ['10:00', '21:00'], ['10:00', '21:00']],
  ['LA', '70112', central, ['08:00', '20:00'], null],
  ['MS', '39201', central, ['08:00', '20:00'], null],
  ['AL', '35203', central, ['08:00', '20:00'], null],
])('%s (%s) is open in its own hours alone', (state, zip, behindUtc, friday, sunday) => {
  const places = placesOf({ zipcode: zip, state, phone });
  const may = (date: string, clock: string, minutes = 0) => {
    const at = new Date(Date.parse(`${date}T${clock}:00.000Z`) + behindUtc * 3_600_000 + minutes * 60_000);
    return [
      decide(details(at.toISOString(), { places })),
      decide(details(at.toISOString(), { places, channel: 'text' })),
    ];
  };
  for (const [date, hours] of [
    ['2026-11-20', friday],
    ['2026-11-22', sunday],
  ] as const) {
    const [from, until] = hours ?? ['12:00', '12:00'];
    expect(may(date, from, -1).map(({ rule }) => rule)).toEqual(['hours', 'hours']);
    expect(may(date, from).map(({ allowed }) => allowed)).toEqual([hours !== null, hours !== null]);
    expect(may(date, until, -1).map(({ allowed }) => allowed)).toEqual([hours !== null, hours !== null]);
    expect(may(date, until).map(({ rule }) => rule)).toEqual(['hours', 'hours']);
  }
});

test('a state of two zones without a ZIP code is open where both are', () => {
  // 8 a.m. in New York is 7 in Chicago.
  expect(decide(details('2026-11-20T13:00:00.000Z', inState('FL')))).toMatchObject({
    rule: 'hours',
    next: new Date('2026-11-20T14:00:00.000Z'),
  });
  expect(decide(details('2026-11-20T14:00:00.000Z', inState('FL'))).allowed).toBe(true);
  expect(decide(details('2026-11-21T01:00:00.000Z', inState('FL')))).toMatchObject({ rule: 'hours' });
});

test('a ZIP code of Texas and an area code of Los Angeles: inside the hours of both', () => {
  const places = placesOf({ zipcode: '75001', state: 'TX', phone: '+12135550117' });
  const at = (time: string) => decide(details(time, { places }));
  // 9 a.m. in Texas, 7 in Los Angeles.
  expect(at('2026-11-20T15:00:00.000Z')).toMatchObject({
    rule: 'hours',
    next: new Date('2026-11-20T16:00:00.000Z'),
  });
  expect(at('2026-11-20T16:00:00.000Z').allowed).toBe(true);
  // 9 p.m. in Texas, 7 in Los Angeles.
  expect(at('2026-11-21T03:00:00.000Z')).toMatchObject({ rule: 'hours' });
});

test('the law of an area code holds beside that of the ZIP code', () => {
  const places = placesOf({ zipcode: '30301', state: 'GA', phone: '+13055550117' });
  expect(decide(details('2026-11-21T01:00:00.000Z', { places }))).toMatchObject({ rule: 'hours' });
  const attempts = tried('2026-11-20T15:00:00.000Z', '2026-11-20T16:00:00.000Z', '2026-11-20T17:00:00.000Z');
  expect(decide(details('2026-11-20T18:00:00.000Z', { places, attempts }))).toMatchObject({
    rule: 'attempts',
  });
});

test.each([
  ['LA', 'Mardi Gras', '2026-02-17T18:00:00.000Z', '2026-02-18T14:00:00.000Z'],
  ['LA', 'Good Friday', '2026-04-03T18:00:00.000Z', '2026-04-04T13:00:00.000Z'],
  ['LA', 'Thanksgiving', '2026-11-26T18:00:00.000Z', '2026-11-27T14:00:00.000Z'],
  ['AL', 'the day on which New Year is observed', '2027-12-31T18:00:00.000Z', '2028-01-03T14:00:00.000Z'],
] as const)('%s is closed on %s', (state, _day, at, next) => {
  expect(decide(details(at, inState(state)))).toMatchObject({ rule: 'hours', next: new Date(next) });
  expect(decide(details(at)).allowed).toBe(true);
});

test.each(['2026-03-08', '2026-11-01'])(
  'on the day the clocks change, %s, hours are those of the clock',
  (date) => {
    const shift = date === '2026-03-08' ? 4 : 5;
    const at = (hour: number, minutes: number) =>
      decide(
        details(
          new Date(
            Date.parse(`${date}T00:00:00.000Z`) + (hour + shift) * 3_600_000 + minutes * 60_000,
          ).toISOString(),
        ),
      );
    expect(at(7, 59)).toMatchObject({ rule: 'hours' });
    expect(at(8, 0).allowed).toBe(true);
    expect(at(20, 59).allowed).toBe(true);
    expect(at(21, 0)).toMatchObject({ rule: 'hours' });
  },
);

describe('attempts', () => {
  const three = tried('2026-11-19T23:00:00.000Z', '2026-11-20T00:30:00.000Z', '2026-11-20T15:00:00.000Z');
  const inFlorida = (at: string, attempts: Attempt[]) =>
    decide(details(at, { places: placesOf({ zipcode: '33101', state: 'FL', phone }), attempts }));

  test('three in 24 hours, across midnight, are the most in Florida; the first one a day old makes room', () => {
    expect(inFlorida('2026-11-20T16:00:00.000Z', three.slice(1)).allowed).toBe(true);
    expect(inFlorida('2026-11-20T16:00:00.000Z', three)).toMatchObject({
      rule: 'attempts',
      next: new Date('2026-11-20T23:00:00.000Z'),
    });
    expect(inFlorida('2026-11-20T22:59:59.999Z', three)).toMatchObject({ rule: 'attempts' });
    expect(inFlorida('2026-11-20T23:00:00.000Z', three).allowed).toBe(true);
  });

  test('what would be free in the night is free in the morning', () => {
    const late = tried('2026-11-20T00:55:00.000Z', '2026-11-20T00:56:00.000Z', '2026-11-20T00:57:00.000Z');
    // 00:55 UTC is 19:55 in Florida: free at 19:55 of the next day.
    expect(inFlorida('2026-11-20T18:00:00.000Z', late)).toMatchObject({
      next: new Date('2026-11-21T00:55:00.000Z'),
    });
    const later = tried('2026-11-20T01:30:00.000Z', '2026-11-20T01:31:00.000Z', '2026-11-20T01:32:00.000Z');
    expect(inFlorida('2026-11-20T18:00:00.000Z', later)).toMatchObject({
      next: new Date('2026-11-21T13:00:00.000Z'),
    });
  });

  test('texts count with calls, e-mails do not; other states have no limit; Oklahoma has', () => {
    const mixed: Attempt[] = three.map((attempt, index) => ({
      ...attempt,
      channel: index === 0 ? 'text' : 'call',
    }));
    expect(inFlorida('2026-11-20T16:00:00.000Z', mixed)).toMatchObject({ rule: 'attempts' });
    const mails: Attempt[] = three.map((attempt) => ({ ...attempt, channel: 'email' }));
    expect(inFlorida('2026-11-20T16:00:00.000Z', mails).allowed).toBe(true);
    expect(decide(details('2026-11-20T16:00:00.000Z', { attempts: three })).allowed).toBe(true);
    expect(decide(details('2026-11-20T16:00:00.000Z', { ...inState('OK'), attempts: three }))).toMatchObject({
      rule: 'attempts',
    });
  });

  test('attempts at other numbers of the person count where the limit is of the person, and no others', () => {
    const [first, ...rest] = three;
    const asked = { attempts: first === undefined ? [] : [first], elsewhere: rest };
    const at = '2026-11-20T16:00:00.000Z';
    expect(
      decide(details(at, { ...asked, places: placesOf({ zipcode: '97201', state: 'OR', phone }) })),
    ).toMatchObject({ rule: 'attempts' });
    expect(decide(details(at, { ...inState('OK'), ...asked })).allowed).toBe(true);
  });

  test.each([
    ['who bought 18 months ago less a moment', 'OR', '2025-05-20T16:00:00.001Z', true],
    ['who bought 18 months ago', 'OR', '2025-05-20T16:00:00.000Z', false],
    ['who never bought', 'OR', null, false],
    ['a customer where the law frees none', 'OK', '2026-10-01T00:00:00.000Z', false],
  ] as const)('%s, in %s: free of the limit is %s', (_who, state, bought, free) => {
    const zipcode = state === 'OR' ? '97201' : '73102';
    const asked = {
      places: placesOf({ zipcode, state, phone }),
      attempts: three,
      boughtSince: bought === null ? null : new Date(bought),
    };
    expect(decide(details('2026-11-20T16:00:00.000Z', asked)).allowed).toBe(free);
  });

  test('of several limits the one that opens last decides', () => {
    const now = new Date('2026-11-20T16:00:00.000Z');
    const each = { channels: ['call' as const], attempts_per_person: 0 as const, customer_months: null };
    const limits = [
      { id: 'FL' as const, max_attempts: 3, ...each },
      { id: 'OK' as const, max_attempts: 1, ...each },
    ];
    const used = usedUp(limits, { attempts: three, elsewhere: [] }, null, now);
    expect(used?.rule.id).toBe('OK');
    expect(used?.freeAt.getTime()).toBe(Date.parse('2026-11-20T15:00:00.000Z') + attemptWindowMs);
  });
});

const noon = '2026-11-20T17:00:00.000Z';

test.each<[why: string, given: Partial<PermissionDetails>, rule: string]>([
  ['a number that is none', { address: '12345' }, 'number'],
  ['an emergency number', { address: '+12149110117' }, 'number'],
  ['a number that charges its caller', { address: '+19005550117' }, 'number'],
  ['an e-mail that is none', { channel: 'email', address: 'nobody' }, 'number'],
  ['a number that is not of the lead', { isOfLead: false }, 'lead'],
  ['somebody whose lead it is not', { isActorAllowed: false }, 'actor'],
  ['a table without its default', { rules: rules.filter(({ id }) => id !== 'default') }, 'rules'],
  ['an opt-out of everything', { entries: [{ channel: 'all', how: 'status', since }] }, 'do_not_contact'],
  ['an opt-out of the channel', { entries: [{ channel: 'call', how: 'agent', since }] }, 'do_not_contact'],
  ['the status doNotCall', { status: 'doNotCall' }, 'status'],
  ['the status wrongPhoneNumber', { status: 'wrongPhoneNumber', channel: 'text' }, 'status'],
  ['a customer who is nobody knows where', { places: [] }, 'place'],
])('%s is refused for good', (_why, given, rule) => {
  expect(decide(details(noon, given))).toMatchObject({ allowed: false, rule, next: null });
});

test('an opt-out of texts leaves calls, and a status about numbers leaves e-mails', () => {
  expect(decide(details(noon, { entries: [{ channel: 'text', how: 'keyword', since }] })).allowed).toBe(true);
  const mail = { channel: 'email' as const, address: 'r.okafor@example.com', places: [] };
  expect(decide(details(noon, { ...mail, status: 'doNotCall' })).allowed).toBe(true);
  // The middle of the night: no rule gives e-mails hours.
  expect(decide(details('2026-11-20T08:00:00.000Z', mail)).allowed).toBe(true);
});

test('an override sets aside hours, attempts, status and list, never what cannot be', () => {
  const override = { id: 'an-override', since: new Date('2026-11-02T12:00:00.000Z') };
  const night = '2026-11-20T08:00:00.000Z';
  for (const given of [
    {},
    { status: 'doNotCall' as const },
    { entries: [{ channel: 'all' as const, how: 'agent' as const, since }] },
  ]) {
    expect(decide(details(night, { ...given, override }))).toMatchObject({
      allowed: true,
      override: override.id,
    });
  }
  expect(decide(details(noon, { override }))).toMatchObject({ allowed: true, override: null });
  for (const given of [{ address: '12345' }, { isOfLead: false }, { isActorAllowed: false }]) {
    expect(decide(details(noon, { ...given, override })).allowed).toBe(false);
  }
});

test.each([
  ['a STOP', { how: 'keyword' as const }],
  ['the carrier’s list', { how: 'carrier' as const }],
  ['a STOP beside what an agent listed', { how: 'agent' as const, own_word: 1 as const }],
])('%s is set aside by no override, however late', (_what, entry) => {
  const override = { id: 'an-override', since: new Date('2026-11-02T12:00:00.000Z') };
  const agents = { channel: 'all' as const, how: 'agent' as const, since };
  const entries = [agents, { channel: 'call' as const, since, ...entry }];
  expect(decide(details(noon, { entries, override }))).toMatchObject({
    allowed: false,
    rule: 'do_not_contact',
    override: null,
  });
  expect(decide(details(noon, { entries: [agents], override })).allowed).toBe(true);
});

test('who says no after an admin allowed it is not contacted, on that channel', () => {
  const override = { id: 'an-override', since: new Date('2026-10-31T12:00:00.000Z') };
  const stop = { channel: 'all' as const, how: 'keyword' as const, since };
  expect(decide(details(noon, { entries: [stop], override }))).toMatchObject({
    allowed: false,
    rule: 'do_not_contact',
  });
  const noTexts = { ...stop, channel: 'text' as const };
  expect(decide(details(noon, { entries: [noTexts], override })).allowed).toBe(true);
});

test('Wyoming lets no dialler ring, whatever an admin allowed; people may call there, and the dialler elsewhere', () => {
  const refused = {
    allowed: false,
    rule: 'dialler',
    sentence: 'Wyoming allows no automated dialling of numbers that were not screened',
    next: null,
  };
  const override = { id: 'an-override', since: new Date('2026-11-02T12:00:00.000Z') };
  expect(decide(details(noon, { ...inState('WY'), isAutomated: true }))).toMatchObject(refused);
  expect(decide(details(noon, { ...inState('WY'), isAutomated: true, override }))).toMatchObject(refused);
  expect(decide(details(noon, inState('WY'))).allowed).toBe(true);
  expect(decide(details(noon, { isAutomated: true })).allowed).toBe(true);
});

test('the sentence says what time it is there and when it opens', () => {
  expect(decide(details('2026-11-20T12:12:00.000Z')).sentence).toBe(
    'It is 7:12 AM ET there; calls may begin at 8:00 AM ET',
  );
  expect(decide(details('2026-11-21T19:00:00.000Z', inState('LA'))).allowed).toBe(true);
  expect(decide(details('2026-11-22T19:00:00.000Z', { ...inState('LA'), channel: 'text' })).sentence).toBe(
    'It is Sunday 1:00 PM CT there; texts may begin on Monday at 8:00 AM CT',
  );
  const attempts = tried('2026-11-20T15:00:00.000Z', '2026-11-20T16:00:00.000Z', '2026-11-20T17:00:00.000Z');
  const used = details('2026-11-20T18:00:00.000Z', {
    places: placesOf({ zipcode: '33101', state: 'FL', phone }),
    attempts,
  });
  expect(decide(used).sentence).toBe(
    'Tried 3 times in 24 hours, Florida allows 3 for each person; again from Saturday 10:00 AM ET',
  );
});
