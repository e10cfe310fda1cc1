import { endpoints } from '@crm/contracts/http/all.js';
import { expectedRights } from './expected-rights.js';

test('every call that the gateway passes on has its expected rights, and nothing else has', () => {
  const proxied = endpoints.filter(({ access }) => access !== 'internal').map(({ name }) => name);
  expect(Object.keys(expectedRights).sort()).toEqual(proxied.sort());
});
