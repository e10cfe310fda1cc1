import twilio, { type Twilio } from 'twilio';
import { credentials, startApplication, type Application } from './test/application.js';

const [local, tollfree] = ['+12145550199', '+18005550100'];
const { accountSid, authToken, apiKeySid, apiSecret, applicationSid } = credentials;
const serviceSid = `MG${applicationSid.slice(2)}`;

let application: Application;
let client: Twilio;
beforeEach(async () => {
  application = await startApplication({ numbers: [local, tollfree] });
  client = clientWith(accountSid, authToken);
});
afterEach(async () => {
  expect(application.sim.control.apiProblems()).toEqual([]);
  await application.stop();
});

/** The real carrier's library, sent to the simulated one. */
function clientWith(user: string, password: string): Twilio {
  const httpClient = new twilio.RequestClient();
  httpClient.axios.interceptors.request.use((request) => {
    const url = new URL(request.url ?? '');
    request.headers.set('x-twilio-host', url.host);
    return Object.assign(request, { url: `${application.sim.url}${url.pathname}${url.search}` });
  });
  return twilio(user, password, { accountSid, httpClient });
}

test('an account, its key, numbers and application are as they were rented', async () => {
  expect(await client.api.v2010.accounts(accountSid).fetch()).toMatchObject({
    status: 'active',
    type: 'Full',
  });
  expect((await client.keys(apiKeySid).fetch()).sid).toBe(apiKeySid);
  const numbers = await client.incomingPhoneNumbers.list();
  expect(numbers.map(({ phoneNumber, voiceUrl }) => [phoneNumber, voiceUrl])).toEqual([
    [local, `${application.base}/number`],
    [tollfree, `${application.base}/number`],
  ]);
  expect((await client.applications(applicationSid).fetch()).voiceUrl).toBe(`${application.base}/voice`);
});

test('a page of a list leads to the next', async () => {
  const numbers = await client.incomingPhoneNumbers.list({ pageSize: 1 });
  const senders = await client.messaging.v1.services(serviceSid).phoneNumbers.list({ pageSize: 1 });
  expect([numbers.length, senders.length]).toEqual([2, 2]);
});

test('texts to local numbers are registered, toll-free ones verified, calls signed, and two countries open', async () => {
  const [brand] = await client.messaging.v1.brandRegistrations.list();
  const [campaign] = await client.messaging.v1.services(serviceSid).usAppToPerson.list();
  const [verified] = await client.messaging.v1.tollfreeVerifications.list();
  expect([brand?.status, campaign?.campaignStatus, verified?.status]).toEqual([
    'APPROVED',
    'VERIFIED',
    'TWILIO_APPROVED',
  ]);
  const [trust] = await client.trusthub.v1.trustProducts.list();
  const signed = await client.trusthub.v1
    .trustProducts(trust?.sid ?? '')
    .trustProductsChannelEndpointAssignment.list();
  expect([trust?.status, signed.length]).toEqual(['twilio-approved', 2]);
  const countries = await client.voice.v1.dialingPermissions.countries.list();
  expect(
    countries.filter(({ lowRiskNumbersEnabled: isOpen }) => isOpen).map(({ isoCode }) => isoCode),
  ).toEqual(['US', 'CA']);
});

test('a changed address is where the next call and text go', async () => {
  const [number] = await client.incomingPhoneNumbers.list({ phoneNumber: local });
  await client.incomingPhoneNumbers(number?.sid ?? '').update({ voiceUrl: `${application.base}/elsewhere` });
  await client.messaging.v1
    .services(serviceSid)
    .update({ inboundRequestUrl: `${application.base}/texts`, statusCallback: '' });
  application.sim.control.inboundCall({ from: '+13125557777', to: local });
  application.sim.control.inboundSms({ from: '+13125557777', to: local, body: 'Hello' });
  await application.sim.clock.settled();
  expect([application.at('/elsewhere').length, application.at('/texts').length]).toEqual([1, 1]);
  expect([application.at('/number').length, application.at('/sms').length]).toEqual([0, 0]);
});

test('a deleted key authenticates nobody, and is no longer there', async () => {
  application.sim.control.account({ hasKey: false });
  await expect(clientWith(apiKeySid, apiSecret).applications.list()).rejects.toMatchObject({ status: 401 });
  await expect(client.keys(apiKeySid).fetch()).rejects.toMatchObject({ status: 404 });
});

test('a service and an application are created, and a number is in one service alone', async () => {
  const made = await client.messaging.v1.services.create({ friendlyName: 'Another' });
  const [number] = await client.incomingPhoneNumbers.list({ phoneNumber: local });
  const add = () =>
    client.messaging.v1.services(made.sid).phoneNumbers.create({ phoneNumberSid: number?.sid ?? '' });
  await expect(add()).rejects.toMatchObject({ code: 21712 });
  application.sim.control.account({ service: { withoutSender: local } });
  expect((await add()).phoneNumber).toBe(local);
  const app = await client.applications.create({ friendlyName: 'Another', voiceUrl: 'https://a.example/v' });
  expect((await client.applications.list({ friendlyName: 'Another' })).map(({ sid }) => sid)).toEqual([
    app.sid,
  ]);
});

test('a text through a service comes from a number of its pool', async () => {
  const send = (from?: string, messagingServiceSid = serviceSid) =>
    client.messages.create({ to: '+13125557777', body: 'Hello', messagingServiceSid, ...(from && { from }) });
  expect(await send(local)).toMatchObject({ from: local, messagingServiceSid: serviceSid });
  expect((await send()).from).toBe(local);
  application.sim.control.account({ service: { withoutSender: local } });
  await expect(send(local)).rejects.toMatchObject({ code: 21711 });
  await expect(send(local, `MG${'0'.repeat(32)}`)).rejects.toMatchObject({ code: 21701 });
});
