import { partners } from '@crm/contracts/resources/partner.js';
import { missingFields } from './missing-fields.rules.js';

const shown = ['name', 'code', 'sources', 'active'];

it.each([
  [{}, ['Name', 'Code', 'Sources']],
  [{ name: ' ', code: 'a-1', sources: [] }, ['Name', 'Sources']],
  [{ name: 'Bright', code: 'a-1', sources: ['own'] }, []],
  [{ name: 'Bright', code: null, sources: ['own'] }, ['Code']],
])('of %j still needed: %j', (values, missing) => {
  expect(missingFields(partners.fields, shown, values)).toEqual(missing);
});
