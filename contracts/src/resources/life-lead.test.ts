import { z } from 'zod';
import { exampleLifeLead } from '../entities/lead.js';
import {
  blankOf,
  creationShape,
  exampleOf,
  inputShape,
  rowFields,
  wireShape,
} from '../fields/lead-shapes.js';
import type { Field } from '../fields/field.js';
import { emptyTyped, typedFaults, typedOf, wireOfTyped } from '../fields/typed-values.js';
import { groupOf } from './define-lead.js';
import { healthLeads } from './health-lead.js';
import { importColumnsOf } from './import-columns.js';
import { lifeLeads } from './life-lead.js';
import { mergedFieldsOf } from './merged-fields.js';
import { withMiddleName } from './middle-name.fixture.js';

const { fields } = withMiddleName;

describe('a field that is defined is everywhere by that alone', () => {
  test('on the wire: read, sent, with the row, on the public page', () => {
    expect(z.object(wireShape(fields)).shape).toHaveProperty('middle_name');
    expect(z.object(inputShape(fields)).partial().parse({ middle_name: null })).toEqual({
      middle_name: null,
    });
    expect(creationShape(fields)).toHaveProperty('middle_name');
    expect(rowFields(fields)).toHaveProperty('middle_name');
    expect(exampleOf(fields).middle_name).toBe('Chidi');
    expect(blankOf(fields).middle_name).toBeNull();
  });

  test('in the documents of the calls', () => {
    const { properties } = z.toJSONSchema(z.object(inputShape(fields)), { io: 'input' });
    expect(properties?.['middle_name']).toMatchObject({
      anyOf: [{ type: 'string', maxLength: 500 }, { type: 'null' }],
    });
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
    const columns = importColumnsOf(withMiddleName);
    expect(columns.find(({ name }) => name === 'middle_name')).toMatchObject({
      label: 'Middle name',
      headings: ['middlename', 'middle'],
    });
    expect(groupOf(withMiddleName, 'middle_name')).toBe('contact');
  });

  test('among what templates and scripts may name, with how it reads', () => {
    const merged = mergedFieldsOf(withMiddleName).find(({ name }) => name === 'middle_name');
    expect(merged).toMatchObject({ label: "Customer's middle name", unknown: '(their middle name)' });
    expect(merged?.of({ middle_name: ' Chidi ' })).toBe('Chidi');
    expect(merged?.of({})).toBe('');
  });
});

describe.each(Object.entries({ lifeLeads, healthLeads }))('%s', (_name, definition) => {
  const each = Object.entries<Field>(definition.fields);

  test('every section and group of a field is one of its definition', () => {
    for (const [key, { section }] of each) {
      expect([null, ...Object.keys(definition.sections)]).toContain(section);
      expect([null, ...Object.keys(definition.groups)]).toContain(groupOf(definition, key));
    }
  });

  test('rows carry what a template may name: it is filled in from one', () => {
    for (const [, { mergeAs = [], row }] of each)
      if (mergeAs.some(({ label }) => label !== undefined)) expect(row).toBe(true);
  });
});
