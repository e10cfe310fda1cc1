import { addressesOf } from './address.rules.js';

it.each([
  [
    '(214)555-0117, ray@example.com; RAY@example.com,',
    { phones: ['+12145550117'], emails: ['ray@example.com'] },
  ],
  [' 1-214-555-0117 ', { phones: ['+12145550117'], emails: [] }],
  ['(214)555-0117, somebody', undefined],
  ['214', undefined],
  ['', undefined],
  [' , ;', undefined],
])('%s is read as several, or as none where one is neither', (text, addresses) => {
  expect(addressesOf(text)).toEqual(addresses);
});
