import { z } from 'zod';
import { exampleLifeLead } from '../entities/lead.js';
import { creationShape, exampleOf, inputShape, rowFields, wireShape } from '../fields/lead-field.js';
import { leadText } from '../fields/lead-kinds.js';
import { emptyTyped, typedFaults, typedOf, wireOfTyped } from '../fields/typed-values.js';
import { groupOf, type LeadDefinition } from './define-lead.js';
import { importColumnsOf } from './import-columns.js';
import { lifeLeads } from './life-lead.js';

const middle_name = leadText({
  label: 'Middle name',
  section: 'contact',
  row: true,
  importAs: { headings: ['middlename'] },
  example: 'Chidi',
});
const fields = { ...lifeLeads.fields, middle_name };
const extended: LeadDefinition = { ...lifeLeads, fields };

describe('a field that is defined is everywhere by that alone', () => {
  test('on the wire: read, sent, with the row, on the public page', () => {
    expect(z.object(wireShape(fields)).shape).toHaveProperty('middle_name');
    expect(z.object(inputShape(fields)).partial().parse({ middle_name: null })).toEqual({
      middle_name: null,
    });
    expect(creationShape(fields)).toHaveProperty('middle_name');
    expect(rowFields(fields)).toHaveProperty('middle_name');
    expect(exampleOf(fields).middle_name).toBe('Chidi');
  });

  test('in the form: empty, loaded, checked and sent', () => {
    expect(emptyTyped(fields).middle_name).toBe('');
    const form = typedOf(fields, { ...exampleLifeLead, middle_name: 'Chidi' });
    expect(form.middle_name).toBe('Chidi');
    expect(wireOfTyped(fields, { ...form, middle_name: ' Ada ' }).middle_name).toBe('Ada');
    expect(wireOfTyped(fields, { ...form, middle_name: ' ' }).middle_name).toBeNull();
    expect(typedFaults(fields, { ...form, middle_name: 'x'.repeat(501) })).toEqual({
      middle_name: 'At most 500 characters',
    });
  });

  test('in files and on the Client tab', () => {
    const columns = importColumnsOf(extended);
    expect(columns.find(({ name }) => name === 'middle_name')).toMatchObject({
      label: 'Middle name',
      headings: ['middlename'],
    });
    expect(groupOf(extended, 'middle_name')).toBe('contact');
  });
});

test('every section and group of a field is one of its definition', () => {
  for (const key of Object.keys(lifeLeads.fields)) {
    const { section } = extended.fields[key] ?? {};
    expect([null, ...Object.keys(lifeLeads.sections)]).toContain(section);
    expect([null, ...Object.keys(lifeLeads.groups)]).toContain(groupOf(extended, key));
  }
});
