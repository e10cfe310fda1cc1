import { exampleHealthLead, exampleLifeLead, leadRow, leadRowOf } from './lead.js';

test.each([
  ['a life lead', { ...exampleLifeLead, empty: 0 } as const, null],
  ['a health lead', { ...exampleHealthLead, empty: 0 } as const, null],
  ['a raw lead, whose table shows it', { ...exampleLifeLead, empty: 1 } as const, exampleLifeLead.birth_date],
])('the birth date in the row of %s', (_what, lead, expected) => {
  expect(leadRowOf(lead).birth_date).toBe(expected);
});

test('a row has nothing of a person’s health, beneficiaries or bank', () => {
  const told = Object.keys(leadRow.shape).filter((key) =>
    /medic|condition|tobacco|height|weight|disab|account|routing|bank|notes?$|address|benefic/.test(key),
  );
  expect(told).toEqual([]);
});
