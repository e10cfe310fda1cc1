import { states } from '@crm/contracts/codes/states.js';
import type { StateCode } from '@crm/contracts/codes/states.js';
import { placeOfNumber, placeOfState, placeOfZip, placesOf, zonesOfPlaces } from './places.rules.js';

const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Denver';
const pacific = 'America/Los_Angeles';
const arizona = 'America/Phoenix';

test.each<[zip: string, state: StateCode, zones: string[]]>([
  ['10001', 'NY', [eastern]],
  ['75001', 'TX', [central]],
  ['75001-1234', 'TX', [central]],
  ['79901', 'TX', [mountain]],
  ['32501', 'FL', [central]],
  ['33101', 'FL', [eastern]],
  ['37201', 'TN', [central]],
  ['37902', 'TN', [eastern]],
  ['46201', 'IN', [eastern]],
  ['47708', 'IN', [central]],
  ['40202', 'KY', [eastern]],
  ['42001', 'KY', [central]],
  ['48201', 'MI', [eastern]],
  ['57701', 'SD', [mountain]],
  ['57101', 'SD', [central]],
  ['58102', 'ND', [central]],
  ['69301', 'NE', [mountain]],
  ['83702', 'ID', [mountain]],
  ['83843', 'ID', [pacific]],
  ['97201', 'OR', [pacific]],
  ['97914', 'OR', [mountain]],
  ['85001', 'AZ', [arizona]],
  ['86033', 'AZ', [mountain]],
  ['89101', 'NV', [pacific]],
  ['90210', 'CA', [pacific]],
  ['96813', 'HI', ['Pacific/Honolulu']],
  ['99501', 'AK', ['America/Anchorage']],
  ['99546', 'AK', ['America/Adak']],
])('ZIP code %s lies in %s and lives by %s', (zip, state, zones) => {
  expect(placeOfZip(zip)).toEqual({ state, zones });
});

test('a ZIP code beside a border of zones lives by both', () => {
  expect(placeOfZip('32456')).toEqual({ state: 'FL', zones: [eastern, central] });
  // By law Central, by habit Eastern.
  expect(placeOfZip('36867')?.zones).toEqual([eastern, central]);
});

test('a territory is a place without a state of ours; what is no ZIP code is nowhere', () => {
  expect(placeOfZip('00907')).toEqual({ state: null, zones: ['America/Puerto_Rico'] });
  for (const zip of ['', 'ABCDE', '7500', '00000', '09001', '99999']) expect(placeOfZip(zip)).toBeUndefined();
});

test('every state has its zones, those that are split more than one', () => {
  expect(states.filter(({ code }) => placeOfState(code).zones.length === 0)).toEqual([]);
  const split = states.map(({ code }) => code).filter((code) => placeOfState(code).zones.length > 1);
  expect(split).toEqual([
    'AK',
    'AZ',
    'FL',
    'ID',
    'IN',
    'KS',
    'KY',
    'MI',
    'NE',
    'NV',
    'ND',
    'OR',
    'SD',
    'TN',
    'TX',
  ]);
});

test.each<[phone: string, state: StateCode | null, zones: string[]]>([
  ['+12145550117', 'TX', [central]],
  ['+19155550117', 'TX', [mountain]],
  ['+12135550117', 'CA', [pacific]],
  ['+18505550117', 'FL', [eastern, central]],
  ['+12125550117', 'NY', [eastern]],
  ['+18085550117', 'HI', ['Pacific/Honolulu']],
  ['+12025550117', null, [eastern]],
  ['+14165550117', null, [eastern]],
])('number %s is of %s and %s', (phone, state, zones) => {
  expect(placeOfNumber(phone)).toEqual({ state, zones });
});

test('a toll-free number and an area code that nobody has are nowhere', () => {
  for (const phone of ['+18005550117', '+12995550117']) expect(placeOfNumber(phone)).toBeUndefined();
});

const where = (zipcode: string | null, state: StateCode | null, phone: string | null) =>
  placesOf({ zipcode, state, phone }).map(({ by, state: law, zones }) => [by, law, ...zones]);

test('the ZIP code says where; the state only where there is none; the area code only where there is neither', () => {
  expect(where('79901', 'TX', '+19155550117')).toEqual([['zip', 'TX', mountain]]);
  expect(where(null, 'TX', '+19155550117')).toEqual([['state', 'TX', central, mountain]]);
  expect(where(null, null, '+19155550117')).toEqual([['area code', 'TX', mountain]]);
  expect(where('99999', 'TX', null)).toEqual([['state', 'TX', central, mountain]]);
  expect(where(null, null, '+18005550117')).toEqual([]);
});

test('where they disagree all of them count', () => {
  expect(where('75001', 'TX', '+12135550117')).toEqual([
    ['zip', 'TX', central],
    ['area code', 'CA', pacific],
  ]);
  expect(where('75001', 'FL', '+12145550117')).toEqual([
    ['zip', 'TX', central],
    ['state', 'FL', eastern, central],
  ]);
  // The same clock, another law.
  expect(where('30301', 'GA', '+13055550117')).toEqual([
    ['zip', 'GA', eastern],
    ['area code', 'FL', eastern],
  ]);
  // The same law, another clock.
  expect(where('75001', 'TX', '+19155550117')).toEqual([
    ['zip', 'TX', central],
    ['area code', 'TX', mountain],
  ]);
  const both = placesOf({ zipcode: '75001', state: 'TX', phone: '+12135550117' });
  expect(zonesOfPlaces(both)).toEqual([central, pacific]);
});
