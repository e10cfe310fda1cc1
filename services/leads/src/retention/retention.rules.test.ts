import { retentionClasses, retentionRules, type RetentionClass } from '@crm/contracts/customers/retention.js';
import {
  classAfter,
  endOf,
  firstClassOf,
  yearsAfter,
  type Periods,
  type RetainedLead,
} from './retention.rules.js';

const periods: Periods = { contact: 5, 'sale-audio': 3, 'sale-recordings': 6, enrolment: 10 };

function allClasses(lead: RetainedLead): RetentionClass[] {
  const classes: RetentionClass[] = [];
  for (let next: RetentionClass | undefined = firstClassOf(lead); next; next = classAfter(lead, next))
    classes.push(next);
  return classes;
}

const sale: RetentionClass[] = ['sale-audio', 'sale-recordings', 'enrolment'];

test.each<[string, RetainedLead, RetentionClass[]]>([
  ['a new life lead', { type_id: 2, status: 'newLead', post_sale: 0 }, ['contact']],
  ['a life lead that was a sale', { type_id: 2, status: 'purchased', post_sale: 1 }, ['contact']],
  ['a health lead that was none', { type_id: 4, status: 'notInterested', post_sale: 0 }, ['contact']],
  ['a health lead in application', { type_id: 4, status: 'inApplication', post_sale: 1 }, sale],
  ['a health lead in force', { type_id: 4, status: 'in-force', post_sale: 1 }, sale],
  ['a health lead that was declined', { type_id: 4, status: 'declined', post_sale: 0 }, sale],
  ['a health lead that was a sale once', { type_id: 4, status: 'doNotCall', post_sale: 1 }, sale],
])('%s goes by its classes in their order', (_what, lead, expected) => {
  expect(allClasses(lead)).toEqual(expected);
});

test.each<[RetentionClass, string]>([
  ['sale-audio', '2029-11-20T17:38:00.000Z'],
  ['contact', '2031-11-20T17:38:00.000Z'],
  ['sale-recordings', '2032-11-20T17:38:00.000Z'],
  ['enrolment', '2036-11-20T17:38:00.000Z'],
])('%s of what was deleted in November 2026 end in %s', (ended, end) => {
  expect(endOf(new Date('2026-11-20T17:38:00.000Z'), ended, periods).toISOString()).toBe(end);
});

test('what was deleted on a leap day ends the day after it, never a day early', () => {
  expect(yearsAfter(new Date('2028-02-29T08:00:00.000Z'), 5).toISOString()).toBe('2033-03-01T08:00:00.000Z');
});

test('every class names its period, its source and what it covers', () => {
  expect(Object.keys(retentionRules)).toEqual([...retentionClasses]);
  for (const rule of Object.values(retentionRules)) expect(Object.values(rule).every(Boolean)).toBe(true);
});
