import { Types } from 'mongoose';
import { roles } from '@crm/contracts/codes/roles.js';
import { uniqueActor } from '@crm/platform/testing/unique.js';
import { licencesFor } from '../test/builders.js';
import {
  isHeldByAnother,
  mayChangeSource,
  mayCreate,
  mayDelete,
  mayReadHeld,
  mayWork,
  refusalOfReceiver,
  refusalToChange,
  refusalToGiveAway,
  shownLeadsOf,
} from './lead.policy.js';

const admin = uniqueActor(roles.admin);
const owner = uniqueActor(roles.agent);
const other = uniqueActor(roles.agent);
const guide = uniqueActor(roles.guide);
const lead = { type_id: 2, user_id: new Types.ObjectId(owner.id) } as const;
const heldBy = ({ id, fullname }: typeof owner, bound = false) => ({ user_id: id, fullname, bound });

test.each([
  ['the system', 'system', { work: true, change: undefined, give: undefined, source: true, remove: true }],
  ['an admin', admin, { work: true, change: undefined, give: undefined, source: true, remove: true }],
  ['its agent', owner, { work: true, change: undefined, give: undefined, source: false, remove: false }],
  ['another agent', other, { work: false, change: 'unknown', give: 'unknown', source: false, remove: false }],
] as const)('what %s may do with a lead that nobody holds', (_who, actor, may) => {
  expect({
    work: mayWork(actor, lead),
    change: refusalToChange(actor, lead, undefined),
    give: refusalToGiveAway(actor, lead, undefined),
    source: mayChangeSource(actor),
    remove: mayDelete(actor),
  }).toEqual(may);
});

test.each([
  ['the system', 'system', { change: 'held', read: true }],
  ['an admin', admin, { change: 'held', read: true }],
  ['its agent', owner, { change: 'held', read: false }],
  ['another agent', other, { change: 'unknown', read: false }],
] as const)('what %s may do with a lead that somebody else holds', (_who, actor, may) => {
  const hold = heldBy(guide);
  expect(isHeldByAnother(actor, hold)).toBe(true);
  expect({ change: refusalToChange(actor, lead, hold), read: mayReadHeld(actor) }).toEqual(may);
  expect(refusalToGiveAway(actor, lead, hold)).toBe(may.change);
});

test('whom a call bound a lead to works it while they hold it, whoever its agent is', () => {
  expect(refusalToChange(other, lead, heldBy(other, true))).toBeUndefined();
  expect(refusalToChange(other, lead, heldBy(other))).toBe('unknown');
  // To work it is not to give it away.
  expect(refusalToGiveAway(other, lead, heldBy(other, true))).toBe('forbidden');
});

test('a lead is made by whoever sees its type, and tables show everybody but an admin the own ones', () => {
  const ofHealth = { ...owner, subroles: [2 as const] };
  expect([2, 4].map((type) => mayCreate(ofHealth, type === 2 ? 2 : 4))).toEqual([false, true]);
  expect([mayCreate('system', 2), mayCreate(admin, 4)]).toEqual([true, true]);
  expect([shownLeadsOf(admin), shownLeadsOf(owner), shownLeadsOf(guide)]).toEqual([
    undefined,
    [owner.id],
    [guide.id],
  ]);
});

test('nobody gives a lead to an agent without a licence, and an agent theirs to suitable agents alone', () => {
  const able = {
    ...({
      role_id: roles.agent,
      fullname: 'Dana Reyes',
      subroles: [1, 2],
      banned: 0,
      not_assign: 0,
    } as const),
    licences: licencesFor(['TX']),
  } as const;
  const of = { lead: { type_id: 2, state: 'TX' }, today: '2026-11-20' } as const;
  const elsewhere = { ...able, licences: [] };
  const excluded = { ...able, not_assign: 1 } as const;
  const noLicence = 'Dana Reyes holds no life licence for Texas';
  const unsuitable = 'This agent is not suitable for the lead';
  const noReceiver = 'Leads cannot be assigned to this user';
  expect(refusalOfReceiver(owner, able, of)).toBeUndefined();
  expect(refusalOfReceiver(owner, excluded, of)).toBe(unsuitable);
  expect(refusalOfReceiver(admin, excluded, of)).toBeUndefined();
  for (const actor of [owner, admin, 'system'] as const)
    expect(refusalOfReceiver(actor, elsewhere, of)).toBe(noLicence);
  // A guide sells nothing.
  expect(refusalOfReceiver(admin, { ...elsewhere, role_id: roles.guide }, of)).toBeUndefined();
  expect(refusalOfReceiver(admin, { ...able, banned: 1 }, of)).toBe(noReceiver);
  expect(refusalOfReceiver(admin, { ...able, role_id: roles.admin }, of)).toBe(noReceiver);
  expect(refusalOfReceiver('system', undefined, of)).toBe(noReceiver);
});
