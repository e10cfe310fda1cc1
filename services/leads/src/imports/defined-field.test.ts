import { readFields } from '@crm/contracts/leads/import-row.rules.js';
import { importColumnsOf } from '@crm/contracts/resources/import-columns.js';
import { middle_name, withMiddleName } from '@crm/contracts/resources/middle-name.fixture.js';
import { importedFields, schemaOf, storedValue, wireValues } from '../lead/defined-fields.js';

test('a field that is defined is stored, and read of leads that were stored before it', () => {
  expect(schemaOf(withMiddleName)).toMatchObject({ middle_name: { type: String } });
  expect(storedValue(middle_name, 'Chidi')).toEqual({ value: 'Chidi' });
  expect(storedValue(middle_name, '')).toEqual({ value: null });
  expect(wireValues(withMiddleName.fields, {}, false).middle_name).toBeNull();
  expect(wireValues(withMiddleName.fields, { middle_name: 'Chidi' }, false).middle_name).toBe('Chidi');
});

test('it is read of files and becomes a part of the lead', () => {
  const given = { fullname: 'Raymond Okafor', phone: '(214) 555-0117', middle_name: 'Chidi' };
  const read = readFields(given, '2026-11-20', importColumnsOf(withMiddleName));
  expect(read).toMatchObject({ row: { middle_name: 'Chidi' } });
  expect(importedFields(withMiddleName.fields, given)).toMatchObject({ middle_name: 'Chidi' });
});
