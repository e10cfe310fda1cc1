import { addressesOf, addressOf } from './address.rules.js';

it.each([
  ['(214) 555-0117', { phone: '+12145550117' }],
  [' 1-214-555-0117 ', { phone: '+12145550117' }],
  ['Ray@Example.com', { email: 'ray@example.com' }],
  ['214', undefined],
  ['', undefined],
])('%s is read as it is known', (text, address) => {
  expect(addressOf(text)).toEqual(address);
});

it.each([
  [
    '(214)555-0117, ray@example.com; RAY@example.com,',
    { phones: ['+12145550117'], emails: ['ray@example.com'] },
  ],
  ['(214)555-0117, somebody', undefined],
  [' , ;', undefined],
])('%s is read as several, or as none where one is neither', (text, addresses) => {
  expect(addressesOf(text)).toEqual(addresses);
});
