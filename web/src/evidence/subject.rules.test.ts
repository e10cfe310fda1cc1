import { evidenceSubjectOf, subjectOf } from './subject.rules.js';

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
