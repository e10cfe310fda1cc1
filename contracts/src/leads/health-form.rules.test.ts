import { blankPerson, maxChildren, type PersonForm } from '../resources/family.js';
import {
  addChild,
  emptyHealthForm,
  healthFieldsShown,
  removeChild,
  toggleChildren,
  toggleSpouse,
} from './health-form.rules.js';

const blank = blankPerson();
const ada: PersonForm = { ...blank, name: 'Ada' };
const ben: PersonForm = { ...blank, name: 'Ben' };

test('a fresh form begins with gender m, an income of 75000, no spouse and no children', () => {
  expect(emptyHealthForm()).toMatchObject({
    gender: 'm',
    household_income: '$75000',
    spouse: null,
    children: [],
    qualifying_life_event: '',
    phone_hidden: false,
  });
});

test.each([
  ['Spouse on makes a blank spouse', toggleSpouse(1), { spouse: blank }],
  ['Spouse off removes the spouse', toggleSpouse(0), { spouse: null }],
  ['Children on adds one blank child', toggleChildren(1), { children: [blank] }],
  ['Children off clears all', toggleChildren(0), { children: [] }],
  ['up adds a blank child at the end', addChild({ children: [ada] }), { children: [ada, blank] }],
  ['down removes the last child', removeChild({ children: [ada, ben] }), { children: [ada] }],
  ['down on the only child leaves none', removeChild({ children: [ada] }), { children: [] }],
  ['down without children changes nothing', removeChild({ children: [] }), { children: [] }],
])('%s', (_what, change, expected) => {
  expect(change).toEqual(expected);
});

test('up stops where a lead keeps no more', () => {
  const full = Array.from({ length: maxChildren }, () => ada);
  expect(addChild({ children: full }).children).toHaveLength(maxChildren);
});

const nothing = {
  spouse: false,
  children: false,
  prescription_medications: false,
  qualifying_life_event_date: false,
  current_company: false,
};
test.each([
  [{}, {}],
  [{ spouse: blank }, { spouse: true }],
  [{ children: [blank] }, { children: true }],
  [{ takes_prescriptions: 1 }, { prescription_medications: true }],
  [{ qualifying_life_event: 'none' }, {}],
  [{ qualifying_life_event: 'other' }, { qualifying_life_event_date: true }],
  [{ qualifying_life_event: 'permanent move' }, { qualifying_life_event_date: true }],
  [{ currently_insured: 1 }, { current_company: true }],
] as const)('with %j these show besides: %j', (change, expected) => {
  expect(healthFieldsShown({ ...emptyHealthForm(), ...change })).toEqual({ ...nothing, ...expected });
});
