import { keyMayCall, mayCall, passes, type Actor } from './access.js';
import { keyScope } from './codes/key-scopes.js';
import { roles, type RoleId, type RoleName } from './codes/roles.js';
import { endpoints } from './http/all.js';
import { roleTable } from './role-table.js';
import { clientEvents } from './sockets/client-events.js';

const proxied = endpoints.filter(({ access }) => access !== 'internal' && access !== 'key');
const callsOf = (role: RoleId) => proxied.filter((call) => mayCall(call, role));
const namesOf = (role: RoleId) => callsOf(role).map(({ name }) => name);
const named = Object.entries(roles) as [RoleName, RoleId][];
const isChange = ({ method, audit }: (typeof proxied)[number]) =>
  method !== 'GET' && audit !== undefined && audit !== 'none' && audit.reads !== true;

test.each(named)('every call and event that the table names for %s is there, once', (_name, role) => {
  const { calls, sends } = roleTable[role];
  const known = new Set(proxied.map(({ name }) => name));
  const events = new Set<string>(Object.values(clientEvents).map(({ name }) => name));
  expect(calls.filter((name) => !known.has(name))).toEqual([]);
  expect(sends.filter((name) => !events.has(name))).toEqual([]);
  expect([...new Set(calls)]).toEqual(calls);
});

test('nobody makes a call between services, and everybody one that is public', () => {
  for (const call of endpoints) {
    if (call.access !== 'internal' && call.access !== 'public') continue;
    for (const [, role] of named)
      expect([call.name, role, mayCall(call, role)]).toEqual([call.name, role, call.access === 'public']);
  }
});

test('a call of API keys names its scope, no role makes it, and no other call has one', () => {
  for (const call of endpoints) {
    expect([call.name, call.scope !== undefined]).toEqual([call.name, call.access === 'key']);
    if (call.access === 'key')
      expect([call.name, named.filter(([, role]) => mayCall(call, role))]).toEqual([call.name, []]);
  }
});

test('a key makes the calls of its scopes and no other', () => {
  for (const scope of keyScope.options) {
    const open = endpoints.filter((call) => keyMayCall(call, { scopes: [scope] }));
    expect([scope, open.map((call) => call.scope)]).toEqual([scope, open.map(() => scope)]);
    expect([scope, open.length > 0]).toEqual([scope, scope !== 'leads:read-sealed']);
  }
});

test('every call is open to a role, and to admins unless it is somebody’s own', () => {
  for (const call of proxied) {
    const openTo = named.filter(([, role]) => mayCall(call, role)).map(([name]) => name);
    expect([call.name, openTo.length > 0]).toEqual([call.name, true]);
    if (!call.access.startsWith('guide'))
      expect([call.name, openTo]).toEqual([call.name, expect.arrayContaining(['admin'])]);
  }
});

const publicNames = proxied.filter(({ access }) => access === 'public').map(({ name }) => name);
const ownAccount = [
  ...['signOut', 'changePassword', 'getSettings', 'listOwnSessions', 'reportClick', 'endOwnSession'],
  ...['endOtherSessions', 'signOutEverywhere', 'listSubroles'],
  ...[
    'getSecondFactor',
    'enrollTotp',
    'enrollPasskey',
    'finishEnrollment',
    'removeFactor',
    'renewRecoveryCodes',
  ],
];

test('a team lead has what an agent has, and these of an admin’s', () => {
  const agents = new Set(namesOf(roles.agent));
  const lead = namesOf(roles.teamLead);
  expect(namesOf(roles.agent).filter((name) => !lead.includes(name))).toEqual([]);
  expect(lead.filter((name) => !agents.has(name)).sort()).toEqual([
    'changeSupervision',
    'getFloor',
    'getSupervision',
    'listLiveCalls',
    'listLongRecords',
    'listRecords',
    'reassignLeads',
    'stopSupervising',
    'superviseCall',
  ]);
});

test('compliance changes these, and neither calls, texts, assigns nor keeps users', () => {
  const changes = callsOf(roles.compliance)
    .filter((call) => isChange(call) && !publicNames.includes(call.name) && !ownAccount.includes(call.name))
    .map(({ name }) => name);
  expect(changes.sort()).toEqual([
    'adoptContactRules',
    'changeContactRule',
    'changeLicence',
    'changeRetention',
    'createContactRule',
    'createDoNotContactEntry',
    'createLegalHold',
    'createLicence',
    'decideDoNotContact',
    'deleteLicence',
    'deleteSuppressionList',
    'importLicences',
    'liftDoNotContact',
    'liftLegalHold',
    'recordConsent',
    'revokeConsent',
    'uploadSuppressionList',
  ]);
});

test('an auditor has the audit log, evidence packs and the own account', () => {
  const beside = [...publicNames, ...ownAccount];
  expect(namesOf(roles.auditor).filter((name) => !beside.includes(name))).toEqual([
    'makeEvidence',
    'listAuditEntries',
    'exportAuditEntries',
  ]);
});

test('an operator has the System page and the own account', () => {
  const beside = [...publicNames, ...ownAccount];
  expect(
    namesOf(roles.operator)
      .filter((name) => !beside.includes(name))
      .sort(),
  ).toEqual([
    'dropDeadLetter',
    'dropDelivery',
    'getSystemPart',
    'listDeadLetters',
    'listDeliveries',
    'listSystemActions',
    'readDeadLetter',
    'readDelivery',
    'retryDeadLetter',
    'retryDelivery',
  ]);
});

test('nobody but an admin keeps accounts, settings and imports, or deletes leads', () => {
  const guarded = [
    ...['createAgent', 'updateAgent', 'restCreateStaffAccount', 'restChangeStaffAccount', 'createTeam'],
    ...['updateSettings', 'uploadBulkCsv', 'deleteLead', 'deleteSelectedLeads', 'makePrivacyRequest'],
  ];
  for (const [name, role] of named.filter(([, each]) => each !== roles.admin))
    expect([name, namesOf(role).filter((call) => guarded.includes(call))]).toEqual([name, []]);
  expect(namesOf(roles.admin)).toEqual(expect.arrayContaining(guarded));
});

test('whose own account a call names makes it, whatever the role', () => {
  const call = proxied.find(({ name }) => name === 'changePassword');
  if (call === undefined) throw new Error('There is no such call');
  for (const [, role] of named) {
    const actor: Actor = { id: 'me', role, subroles: [], fullname: '' };
    expect([role, passes(call, actor, 'me'), passes(call, actor, 'other')]).toEqual([role, true, false]);
  }
});
