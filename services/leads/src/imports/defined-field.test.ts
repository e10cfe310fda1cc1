import { leadText } from '@crm/contracts/fields/lead-kinds.js';
import { lifeLeads } from '@crm/contracts/resources/life-lead.js';
import { importColumnsOf } from '@crm/contracts/resources/import-columns.js';
import { readFields } from './row.rules.js';
import { importedFields, schemaOf, storedValue, wireValues } from '../lead/defined-fields.js';

const middle_name = leadText({
  label: 'Middle name',
  section: 'contact',
  importAs: { headings: ['middlename'] },
  example: null,
});
const extended = { ...lifeLeads, fields: { ...lifeLeads.fields, middle_name } };

test('a field that is defined is stored, and read of leads that were stored before it', () => {
  expect(schemaOf(extended)).toMatchObject({ middle_name: { type: String } });
  expect(storedValue(middle_name, 'Chidi')).toEqual({ value: 'Chidi' });
  expect(storedValue(middle_name, '')).toEqual({ value: null });
  expect(wireValues(extended.fields, {}, false).middle_name).toBeNull();
  expect(wireValues(extended.fields, { middle_name: 'Chidi' }, false).middle_name).toBe('Chidi');
});

test('it is read of files and becomes a part of the lead', () => {
  const given = { fullname: 'Raymond Okafor', phone: '(214) 555-0117', middle_name: 'Chidi' };
  const read = readFields(given, '2026-11-20', importColumnsOf(extended));
  expect(read).toMatchObject({ row: { middle_name: 'Chidi' } });
  expect(importedFields(extended.fields, given)).toMatchObject({ middle_name: 'Chidi' });
});
