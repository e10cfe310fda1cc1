import { evidenceSubjectOf, subjectOf, typedSubject } from './subject.rules.js';

test('a listed address is a number or an e-mail', () => {
  expect(subjectOf('+12145550117')).toEqual({ phone: '+12145550117' });
  expect(subjectOf('r@example.com')).toEqual({ email: 'r@example.com' });
});

test.each([
  ['one chosen lead', ['a'], { phones: ['+12145550117'], emails: [] }, { lead_id: 'a' }],
  ['two chosen leads', ['a', 'b'], { phones: ['+12145550117'], emails: [] }, undefined],
  ['one number', [], { phones: ['+12145550117'], emails: [] }, { phone: '+12145550117' }],
  ['a number and an e-mail', [], { phones: ['+12145550117'], emails: ['r@example.com'] }, undefined],
  ['nothing that was searched for', [], undefined, undefined],
] as const)('a pack of %s', (_what, chosen, searched, subject) => {
  expect(evidenceSubjectOf(chosen, searched)).toEqual(subject);
});

test.each([
  [' (214) 555-0117 ', { phone: '+12145550117' }],
  ['R@Example.com', { email: 'r@example.com' }],
  ['66F0A1B2C3D4E5F601020399', { lead_id: '66f0a1b2c3d4e5f601020399' }],
  ['555-0117', undefined],
  ['Raymond', undefined],
  ['', undefined],
])('what is typed as %j is of %j', (typed, subject) => {
  expect(typedSubject(typed)).toEqual(subject);
});
