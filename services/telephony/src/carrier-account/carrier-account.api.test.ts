import {
  checkCarrier,
  findingSeverities,
  listAccountNumbers,
  mendCarrier,
  numbersInUse,
} from '@crm/contracts/http/carrier.js';
import { updateStatePhone } from '@crm/contracts/http/state-phones.js';
import { listAuditEntries } from '@crm/contracts/http/audit.js';
import { startAccountServer, type AccountServer } from '../test/account-server.js';

const [agents, texas, fallback, tollfree] = ['+12145550101', '+17135550102', '+12145550104', '+18005550105'];

let account: AccountServer;
let sim: AccountServer['sim'];
let server: AccountServer['server'];
let base: string;
let credentials: AccountServer['credentials'];

/** Tests plant mistakes, so each has an account of its own. */
beforeEach(async () => {
  account = await startAccountServer([agents, texas, fallback, tollfree]);
  ({ sim, server, base, credentials } = account);
  await server.signIn({ fullname: 'Dana Reyes', twilio_phone: agents });
  await server.admin.client.call(updateStatePhone, { body: { id: 'TX', updated: { phone: texas } } });
  await server.service.ctx.settings.updateOne({}, { $set: { default_phone: fallback } });
});
afterEach(async () => {
  expect(sim.control.apiProblems()).toEqual([]);
  await account.stop();
});

const check = async () => (await server.admin.client.call(checkCarrier, {})).answer;
const faults = (report: Awaited<ReturnType<typeof check>>) =>
  report.findings.filter(({ severity }) => severity !== 'fine').map(({ code }) => code);

const stranger = 'https://old.example.com/tw/voice/client';

/** Five that mending mends, and five that only a person can. */
function plantTen(): void {
  const { account } = sim.control;
  account({ application: { voiceUrl: stranger } });
  account({ number: { number: agents, voiceUrl: 'https://demo.twilio.com/welcome/voice/' } });
  account({ number: { number: texas, smsMethod: 'GET' } });
  account({ service: { inboundRequestUrl: null } });
  account({ service: { withoutSender: fallback } });
  account({ type: 'Trial' });
  account({ brand: 'FAILED' });
  account({ country: { isoCode: 'LV', isOpen: true } });
  account({ trust: { withoutNumber: agents } });
  account({ hasKey: false });
}
const onlyByHand = ['account-trial', 'key-foreign', 'brand-refused', 'countries-open', 'number-unsigned'];

test('a sound account has nothing to be mended', async () => {
  const report = await check();
  expect(faults(report)).toEqual([]);
  expect(report).toMatchObject({ simulated: true, changes: [], settings: [] });
});

test('of ten planted mistakes ten are found, what blocks first', async () => {
  plantTen();
  const report = await check();
  expect(faults(report).sort()).toEqual(
    [
      ...['application-voice-address', 'number-voice-address', 'number-text-address'],
      ...['service-inbound-address', 'number-outside-service', ...onlyByHand],
    ].sort(),
  );
  const severities = report.findings.map(({ severity }) => severity);
  const ordered = findingSeverities.flatMap((each) => severities.filter((severity) => severity === each));
  expect(severities).toEqual(ordered);
});

test('mending writes what was shown, leaves what a person must do, and is audited', async () => {
  plantTen();
  const { digest, changes } = await check();
  expect(changes.map(({ target, name }) => [target, name])).toEqual([
    ['application', 'Call centre'],
    ['messaging-service', 'Call centre'],
    ['sender', fallback],
    ['number', agents],
    ['number', texas],
  ]);
  const { answer } = await server.admin.client.call(mendCarrier, { body: { digest } });
  expect(answer).toMatchObject({ status: 'success', message: 'Carrier account updated' });
  expect(faults(answer.report).sort()).toEqual([...onlyByHand].sort());
  expect(answer.report.changes).toEqual([]);
  await server.service.auditIdle();
  const audited = await server.admin.client.call(listAuditEntries, {
    params: { service: 'telephony' },
    query: { action: 'carrier-account.mended' },
  });
  const [entry] = audited.answer;
  expect(entry?.subjects).toEqual([`carrier-account/${digest}`]);
  for (const change of [
    { field: 'Call centre voiceUrl', before: stranger, after: `${base}/tw/voice/client` },
    { field: `${fallback} sender`, before: null, after: 'added' },
  ])
    expect(entry?.changes).toContainEqual(change);
});

test('what changed after it was shown is not written', async () => {
  plantTen();
  const { digest } = await check();
  sim.control.account({ number: { number: tollfree, voiceUrl: null } });
  const late = await server.admin.client.call(mendCarrier, { body: { digest } });
  expect([late.status, late.refusal.message]).toEqual([
    409,
    'The account has changed in the meantime. Check again',
  ]);
  expect(faults(await check())).toHaveLength(10);
});

test('one number that the carrier refuses holds up no other', async () => {
  sim.control.account({ number: { number: agents, voiceUrl: null } });
  sim.control.account({ number: { number: texas, voiceUrl: null } });
  const { digest } = await check();
  sim.control.fault({
    ...{ kind: 'rest', method: 'POST', path: '/IncomingPhoneNumbers/' },
    outcome: { status: 400, code: 21402, message: 'VoiceUrl is not valid' },
  });
  const { answer } = await server.admin.client.call(mendCarrier, { body: { digest } });
  expect(answer).toMatchObject({
    status: 'warning',
    message: '(214) 555-0101 could not be changed: VoiceUrl is not valid',
  });
  expect(answer.report.findings[0]).toMatchObject({ code: 'number-voice-address', numbers: [agents] });
});

test('an application and a service that are missing are created, and the settings that are to name them are said', async () => {
  sim.control.account({ application: null, service: null });
  const { digest, findings } = await check();
  expect(findings.slice(0, 2).map(({ code }) => code)).toEqual(['application-missing', 'service-missing']);
  const { report } = (await server.admin.client.call(mendCarrier, { body: { digest } })).answer;
  expect(report.settings).toEqual([
    expect.stringMatching(/^CARRIER_APP_SID=AP[0-9a-f]{32}$/),
    expect.stringMatching(/^CARRIER_MESSAGING_SERVICE_SID=MG[0-9a-f]{32}$/),
  ]);
  // Until they are set nothing works, and no second ones are created meanwhile.
  expect(faults(report)).toEqual(['application-not-set', 'service-unknown', 'no-campaign']);
  expect(report.changes).toEqual([]);
});

test('wrong credentials are one finding, and no part is guessed', async () => {
  sim.control.fault({
    ...{ kind: 'rest', times: 50 },
    outcome: { status: 401, code: 20003, message: 'Authenticate' },
  });
  const report = await check();
  expect(report.findings).toHaveLength(1);
  expect(report.findings[0]).toMatchObject({
    code: 'account-unread',
    sentence: 'The carrier account could not be read: The carrier does not accept our credentials.',
  });
  expect(report.changes).toEqual([]);
});

test('no answer has a secret, and nobody but an admin gets one', async () => {
  plantTen();
  const { body } = await server.admin.client.call(checkCarrier, {});
  for (const secret of [credentials.CARRIER_AUTH_TOKEN, credentials.CARRIER_API_SECRET])
    expect(JSON.stringify(body)).not.toContain(secret);
  const agent = await server.signIn();
  expect((await agent.client.call(checkCarrier, {})).status).toBe(403);
  const mend = { body: { digest: '0'.repeat(32) } };
  expect((await agent.client.call(mendCarrier, mend)).status).toBe(403);
  expect((await server.admin.client.call(numbersInUse, {})).status).toBe(403);
});

test('the numbers in use are those of people, states and the default', async () => {
  await server.signIn({ fullname: 'Gone', twilio_phone: '+13035550100', banned: 1 });
  const { numbers } = (await server.internal.call(numbersInUse, {})).answer;
  expect(numbers).toEqual([
    { phone: agents, kind: 'user', name: 'Dana Reyes' },
    { phone: texas, kind: 'state', name: 'Texas' },
    { phone: fallback, kind: 'default', name: '' },
  ]);
});

test('the numbers to choose from are the account’s, those that nobody uses first, with whose the others are', async () => {
  const all = { voice: true, texts: true };
  const { answer } = await server.admin.client.call(listAccountNumbers, {});
  expect(answer.numbers).toEqual([
    { phone: tollfree, ...all, used_by: [] },
    { phone: agents, ...all, used_by: [{ kind: 'user', name: 'Dana Reyes' }] },
    { phone: fallback, ...all, used_by: [{ kind: 'default', name: '' }] },
    { phone: texas, ...all, used_by: [{ kind: 'state', name: 'Texas' }] },
  ]);
});

test('the numbers to choose from are for admins, and refused where the carrier is out of reach', async () => {
  const agent = await server.signIn();
  expect((await agent.client.call(listAccountNumbers, {})).status).toBe(403);
  sim.control.fault({ kind: 'rest', method: 'GET', path: '/IncomingPhoneNumbers', outcome: { status: 500 } });
  expect(await server.admin.client.call(listAccountNumbers, {})).toMatchObject({
    status: 502,
    refusal: { message: 'The carrier does not answer, please try again' },
  });
});
