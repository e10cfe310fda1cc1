import { exampleLifeLead, type LifeLead } from '@crm/contracts/entities/lead.js';
import { loadLifeForm } from '@crm/contracts/leads/life-form-wire.rules.js';
import { changeTerm, type LifeForm } from '@crm/contracts/leads/life-form.rules.js';
import {
  decideMerged,
  mergeForms,
  type Choices,
  type MergedForms,
} from '../../conflict/merge-forms.rules.js';
import { groupsOf } from '../form/form-kind.js';
import { lifeKind } from './life-kind.js';

const kind = lifeKind('dialog');
const groups = groupsOf<LifeForm>(kind);
const mergeLifeForm = (before: LifeLead, mine: LifeForm, theirs: LifeLead) =>
  mergeForms({ before: loadLifeForm(before), mine, now: loadLifeForm(theirs) }, groups);
const decideConflicts = (merged: MergedForms<LifeForm>, theirs: LifeLead, choices: Choices) =>
  decideMerged(merged, loadLifeForm(theirs), choices, groups);
const changesAnything = (form: LifeForm, lead: LifeLead) =>
  Object.keys(kind.formatChange(form, lead)).some((field) => field !== 'type' && field !== 'version');

const base = exampleLifeLead;
const typed = (change: Partial<LifeForm>): LifeForm => ({ ...loadLifeForm(base), ...change });
const saved = (change: Partial<LifeLead>): LifeLead => ({ ...base, version: 5, ...change });

test('what only I changed stays mine, what only they changed is taken from them', () => {
  const { form, conflicts } = mergeLifeForm(
    base,
    typed({ address: '1 New Street' }),
    saved({ zipcode: '75299' }),
  );
  expect(conflicts).toEqual([]);
  expect(form).toMatchObject({ address: '1 New Street', zipcode: '75299' });
});

test('the same change by both is no conflict', () => {
  expect(mergeLifeForm(base, typed({ zipcode: '75299' }), saved({ zipcode: '75299' })).conflicts).toEqual([]);
});

test('a field that both changed differently is a conflict, and stands as typed until it is decided', () => {
  const { form, conflicts } = mergeLifeForm(base, typed({ zipcode: '11111' }), saved({ zipcode: '22222' }));
  expect(conflicts).toEqual([{ id: 'zipcode', fields: ['zipcode'] }]);
  expect(form.zipcode).toBe('11111');
});

test('a birth date is decided as a whole, so that no third date comes out', () => {
  const mine = typed({ birth_day: '09' });
  const theirs = saved({ birth_date: '1958-06-02' });
  const merged = mergeLifeForm(base, mine, theirs);
  expect(merged.conflicts).toEqual([{ id: 'birth_year', fields: ['birth_year', 'birth_day'] }]);
  expect(decideConflicts(merged, theirs, { birth_year: 'theirs' })).toMatchObject({
    birth_year: '1958',
    birth_month: '06',
    birth_day: '02',
  });
});

test('a product type keeps its rate class, amount and funeral type together', () => {
  const mine = typed({ coverage_amount: 20_000 });
  const theirs = saved({
    term: '20',
    rate_class: 's',
    coverage_amount: 250_000,
    disability: null,
    jobstatus: '1',
    total_income: 62_000,
  });
  const merged = mergeLifeForm(base, mine, theirs);
  expect(merged.conflicts.map(({ id }) => id)).toEqual(['term']);
  expect(decideConflicts(merged, theirs, { term: 'theirs' })).toMatchObject({
    term: '20',
    rate_class: 's',
    coverage_amount: 250_000,
    disability: '',
  });
  expect(decideConflicts(merged, theirs, { term: 'mine' })).toMatchObject({
    term: 'fex',
    coverage_amount: 20_000,
  });
});

test('one of two conflicts can go each way', () => {
  const theirs = saved({ zipcode: '22222', address: 'Their Road 2' });
  const merged = mergeLifeForm(base, typed({ zipcode: '11111', address: 'My Road 1' }), theirs);
  expect(decideConflicts(merged, theirs, { zipcode: 'mine', address: 'theirs' })).toMatchObject({
    zipcode: '11111',
    address: 'Their Road 2',
  });
});

test('once their values are taken there may be nothing left to save', () => {
  const theirs = saved({ zipcode: '22222' });
  const merged = mergeLifeForm(base, typed({ zipcode: '11111' }), theirs);
  expect(changesAnything(decideConflicts(merged, theirs, { zipcode: 'theirs' }), theirs)).toBe(false);
  expect(changesAnything(decideConflicts(merged, theirs, { zipcode: 'mine' }), theirs)).toBe(true);
});

test('my new product type against their other change of the quote is one decision', () => {
  const mine = typed(changeTerm(loadLifeForm(base), '20', 'dialog'));
  expect(mergeLifeForm(base, mine, saved({ disability: 'Casket' })).conflicts).toHaveLength(1);
});
