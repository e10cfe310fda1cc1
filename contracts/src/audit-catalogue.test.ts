import { endpoints } from './http/all.js';

const audited = endpoints.filter(({ access }) => access !== 'internal');

test('every call that is not between services says what it leaves in the audit log', () => {
  expect(audited.filter(({ audit }) => audit === undefined).map(({ name }) => name)).toEqual([]);
});

test('the subject of an entry is found in the example of its call', () => {
  const missing = audited.flatMap(({ name, audit, example, bodyKind }) => {
    if (audit === undefined || audit === 'none' || audit.subject === undefined) return [];
    const path = /\{([^}]+)\}/.exec(audit.subject)?.[1];
    // A form is read by the use case, which names its subject itself.
    if (
      path === undefined ||
      path.startsWith('query.') ||
      (bodyKind === 'multipart' && path.startsWith('body.'))
    )
      return [];
    const value = path
      .split('.')
      .reduce<unknown>(
        (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
        example,
      );
    return value === undefined ? [`${name}: ${path}`] : [];
  });
  expect(missing).toEqual([]);
});

test('a call that answers rows of leads says where their ids are, and they are there in its example', () => {
  const listing = audited.flatMap(({ name, audit, example }) => {
    if (audit === undefined || audit === 'none' || audit.lists === undefined) return [];
    const [rows = '', path = ''] = audit.lists.split('[].');
    const at = (from: unknown, keys: string) =>
      keys
        .split('.')
        .reduce<unknown>(
          (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
          from,
        );
    const found = at(example, rows);
    expect([name, Array.isArray(found) && typeof at(found[0], path)]).toEqual([name, 'string']);
    return [name];
  });
  const lists = audited.filter(
    ({ name, audit }) =>
      // Which of the rows that a list has just shown may be contacted.
      name !== 'permissionOfRows' &&
      audit !== undefined &&
      audit !== 'none' &&
      audit.action === 'leads.listed',
  );
  expect(listing.sort()).toEqual(lists.map(({ name }) => name).sort());
});

test('what changes a record is no read, and only a look at a whole record counts as one', () => {
  for (const { name, method, audit } of audited) {
    if (audit === undefined || audit === 'none') continue;
    expect([name, audit.action]).toEqual([name, expect.stringMatching(/^[a-z-]+\.[a-z-]+$/)]);
    if (audit.fullRecord === true)
      expect([name, method === 'GET' || audit.reads === true]).toEqual([name, true]);
  }
  const full = audited.filter(
    ({ audit }) => audit !== undefined && audit !== 'none' && audit.fullRecord === true,
  );
  expect(full.map(({ name }) => name).sort()).toEqual(['getLead', 'openLead', 'restGetLead']);
});

test('a call without an entry is one of these: lists of reference, the own session, what is asked all the time', () => {
  expect(
    audited
      .filter(({ audit }) => audit === 'none')
      .map(({ name }) => name)
      .sort(),
  ).toMatchInlineSnapshot(`
[
  "beginSingleSignOn",
  "callToken",
  "challengePasskey",
  "changeLeadView",
  "checkCarrier",
  "contactRuleTable",
  "countLeads",
  "countOnlineAgents",
  "countViews",
  "createLeadView",
  "deleteLeadView",
  "endWrapUp",
  "enrollPasskeyAtSignIn",
  "enrollTotpAtSignIn",
  "getCallbackOffer",
  "getContactRule",
  "getGreeting",
  "getLiveCall",
  "getOpeningHours",
  "getOwnState",
  "getPoolNumber",
  "getReferenceList",
  "getRetention",
  "getRetryRule",
  "getScimConfig",
  "getScimGroup",
  "getScreening",
  "getSecondFactor",
  "getSettings",
  "getStateNumber",
  "getStatePhone",
  "getSupervision",
  "getSystemPart",
  "getTeam",
  "listAccountNumbers",
  "listColleagues",
  "listContactRules",
  "listDeadLetters",
  "listDeliveries",
  "listEmailTemplates",
  "listLeadViews",
  "listOpeningHours",
  "listOwnSessions",
  "listPoolNumbers",
  "listReferenceChanges",
  "listRetryRules",
  "listScimGroups",
  "listScimResourceTypes",
  "listScimSchemas",
  "listScripts",
  "listSignInWays",
  "listSmsTemplates",
  "listSources",
  "listStateNumbers",
  "listStates",
  "listStatuses",
  "listSubroles",
  "listSystemActions",
  "listTeams",
  "openQuickAdd",
  "readNotification",
  "readPushKey",
  "rebuildState",
  "releaseLead",
  "reportClick",
  "restGetEmailTemplate",
  "restGetSMSTemplate",
  "restGetScript",
  "restListEmailTemplates",
  "restListSMSTemplates",
  "restListScripts",
  "sendCallQuality",
  "singleSignOnCallback",
  "testToken",
  "verifyToken",
]
`);
});
