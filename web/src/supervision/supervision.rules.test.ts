import { exampleSupervisedCall, exampleSupervisor } from '@crm/contracts/entities/supervision.js';
import { byUrgency, customerOf, supervisionReason, type SupervisableCall } from './supervision.rules.js';

const free = { ...exampleSupervisedCall, supervisor: null };

test.each<[string, Partial<SupervisableCall>, boolean, string | undefined]>([
  ['a call that goes on', {}, false, undefined],
  ['one without a conference', { conference: false }, false, 'notConference'],
  ['one’s own', { user_id: 'me' }, true, 'ownCall'],
  ['any while in a call', {}, true, 'inCall'],
  ['one that is supervised', { supervisor: exampleSupervisor }, false, 'taken'],
  ['one with the customer on hold', { hold: true }, false, 'held'],
])('whether %s can be supervised', (_what, given, isInCall, key) => {
  const reason = supervisionReason({ ...free, ...given }, { userId: 'me', isInCall });
  expect(reason?.key).toBe(key && `crm.supervision.${key}`);
});

test.each([
  ['Raymond Okafor', '', 'Raymond Okafor'],
  ['', '+12145550117', '(214) 555-0117'],
  ['', 'anonymous', ''],
])('the customer by the name %p and the number %p', (lead_name, number, shown) => {
  expect(customerOf({ lead_name, number })).toBe(shown);
});

test('who waits for help comes first, who waits longest before the others', () => {
  const at = (startedAt: string, help_asked_at: string | null) => ({ ...free, startedAt, help_asked_at });
  const [first, second, third] = [
    at('2026-11-20T17:05:00.000Z', '2026-11-20T17:06:00.000Z'),
    at('2026-11-20T17:01:00.000Z', '2026-11-20T17:08:00.000Z'),
    at('2026-11-20T17:00:00.000Z', null),
  ];
  expect([third, second, first].sort(byUrgency)).toEqual([first, second, third]);
});
