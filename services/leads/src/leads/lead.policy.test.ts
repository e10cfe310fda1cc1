import { Types } from 'mongoose';
import { roles } from '@crm/contracts/codes/roles.js';
import { uniqueActor } from '@crm/platform/testing/unique.js';
import {
  isHeldByAnother,
  mayChangeSource,
  mayGiveAway,
  mayReadHeld,
  mayWork,
  refusalOfReceiver,
  refusalToChange,
} from './lead.policy.js';

const admin = uniqueActor(roles.admin);
const owner = uniqueActor(roles.agent);
const other = uniqueActor(roles.agent);
const guide = uniqueActor(roles.guide);
const lead = { type_id: 2, user_id: new Types.ObjectId(owner.id) } as const;
const heldBy = ({ id, fullname }: typeof owner, bound = false) => ({ user_id: id, fullname, bound });

test.each([
  ['the system', 'system', { work: true, change: undefined, give: true, source: true }],
  ['an admin', admin, { work: true, change: undefined, give: true, source: true }],
  ['its agent', owner, { work: true, change: undefined, give: true, source: false }],
  ['another agent', other, { work: false, change: 'unknown', give: false, source: false }],
] as const)('what %s may do with a lead that nobody holds', (_who, doer, may) => {
  expect({
    work: mayWork(doer, lead),
    change: refusalToChange(doer, lead, undefined),
    give: mayGiveAway(doer, lead),
    source: mayChangeSource(doer),
  }).toEqual(may);
});

test.each([
  ['the system', 'system', { change: 'held', read: true }],
  ['an admin', admin, { change: 'held', read: true }],
  ['its agent', owner, { change: 'held', read: false }],
  ['another agent', other, { change: 'unknown', read: false }],
] as const)('what %s may do with a lead that somebody else holds', (_who, doer, may) => {
  const hold = heldBy(guide);
  expect(isHeldByAnother(doer, hold)).toBe(true);
  expect({ change: refusalToChange(doer, lead, hold), read: mayReadHeld(doer) }).toEqual(may);
});

test('whom a call bound a lead to works it while they hold it, whoever its agent is', () => {
  expect(refusalToChange(other, lead, heldBy(other, true))).toBeUndefined();
  expect(refusalToChange(other, lead, heldBy(other))).toBe('unknown');
});

test('an agent gives theirs to suitable agents alone, an admin to anybody whom leads can belong to', () => {
  const able = { role_id: roles.agent, subroles: [1, 2], states: ['TX'], banned: 0, not_assign: 0 } as const;
  const of = { type_id: 2, state: 'TX' } as const;
  const elsewhere = { ...able, states: [] };
  const unsuitable = 'This agent is not suitable for the lead';
  const noReceiver = 'Leads cannot be assigned to this user';
  expect(refusalOfReceiver(owner, able, of)).toBeUndefined();
  expect(refusalOfReceiver(owner, elsewhere, of)).toBe(unsuitable);
  expect(refusalOfReceiver(admin, elsewhere, of)).toBeUndefined();
  expect(refusalOfReceiver(admin, { ...able, banned: 1 }, of)).toBe(noReceiver);
  expect(refusalOfReceiver(admin, { ...able, role_id: roles.admin }, of)).toBe(noReceiver);
  expect(refusalOfReceiver('system', undefined, of)).toBe(noReceiver);
});
