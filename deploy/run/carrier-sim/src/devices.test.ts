import { jest } from '@jest/globals';
import jwt from 'jsonwebtoken';
import type { WebSocket } from 'ws';
import { credentials, startApplication, type Application } from './test/application.js';
import { connectDevice as connect, type DeviceLine } from './client/device-line.js';

let application: Application;
const sockets: WebSocket[] = [];
beforeEach(async () => {
  application = await startApplication();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await application.stop();
});

const us = '+12145550199';

function tokenFor(identity: string, { secret = credentials.apiSecret, ttl = 3600 } = {}) {
  const voice = { incoming: { allow: true }, outgoing: { application_sid: credentials.applicationSid } };
  const iat = Math.floor(Date.now() / 1000) - 10;
  return jwt.sign({ grants: { identity, voice }, iat, exp: iat + 10 + ttl }, secret, {
    header: { alg: 'HS256', typ: 'JWT', cty: 'twilio-fpa;v=1' },
    issuer: credentials.apiKeySid,
    subject: credentials.accountSid,
  });
}

async function connectDevice(): Promise<DeviceLine> {
  const device = await connect(application.sim.url);
  sockets.push(device.socket);
  return device;
}

async function registered(identity: string): Promise<DeviceLine> {
  const device = await connectDevice();
  device.say({ type: 'register', token: tokenFor(identity) });
  expect((await device.next('connected')).token).toMatchObject({ identity });
  await device.next('ready');
  return device;
}

const dialNumber = (number: string) =>
  `<Response><Dial answerOnBridge="true" action="/dial"><Number>${number}</Number></Dial></Response>`;

test('a device calls: it rings, the customer answers, hears digits, and the device hangs up', async () => {
  const { documents, sim } = application;
  documents.set('/voice', dialNumber('+13125557777'));
  const device = await registered('user_7');
  device.say({
    type: 'connect',
    id: 'mine',
    params: { number: '+13125557777', lead_id: '9', From: 'forged' },
  });
  const { callsid, id } = await device.next('ringing');
  expect(id).toBe('mine');
  expect(await device.next('answer')).toMatchObject({ id: 'mine', callsid });
  expect(application.at('/voice')).toMatchObject([{ From: 'client:user_7', lead_id: '9', CallSid: callsid }]);
  device.say({ type: 'dtmf', callsid, digits: '12#' });
  device.say({ type: 'hangup', callsid });
  await sim.control.waitFor(({ kind, details }) => kind === 'leg' && details['status'] === 'completed');
  await sim.clock.settled();
  expect(application.at('/dial')).toMatchObject([{ DialCallStatus: 'completed', CallStatus: 'completed' }]);
  expect(sim.control.trace().some(({ details }) => details['digits'] === '12#')).toBe(true);
  expect(device.heard.map(({ type }) => type)).not.toContain('hangup');
});

test('a call that comes to nothing is hung up, with an error where its document was bad', async () => {
  const { documents } = application;
  documents.set('/voice', dialNumber('+13125550001'));
  documents.set('/dial', '<Response><Hangup/></Response>');
  const device = await registered('user_7');
  device.say({ type: 'connect', id: 'one', params: {} });
  const { callsid } = await device.next('ringing');
  expect(await device.next('hangup')).toEqual({ type: 'hangup', callsid });
  documents.set('/voice', '<Response><Sing/></Response>');
  device.say({ type: 'connect', id: 'two', params: {} });
  expect(await device.next('hangup')).toMatchObject({ callsid: 'two', error: { code: 31005 } });
});

const ringClient = `<Response><Dial timeout="20" action="/dial"><Client><Identity>user_7</Identity>
  <Parameter name="lead_id" value="42"/></Client></Dial></Response>`;

test('a call reaches every device of its identity; one accepts, the others are told, and the caller hangs up', async () => {
  const { documents, sim } = application;
  documents.set('/number', ringClient);
  const [first, second] = [await registered('user_7'), await registered('user_7')];
  const { callSid } = sim.control.inboundCall({ from: '+13125557777', to: us });
  const invite = await first.next('invite');
  expect(invite).toMatchObject({
    parameters: { From: '+13125557777', To: 'client:user_7' },
    custom: { lead_id: '42' },
  });
  first.say({ type: 'accept', callsid: invite.callsid });
  expect(await second.next('cancel')).toEqual({ type: 'cancel', callsid: invite.callsid });
  await sim.clock.settled();
  sim.control.hangup({ callSid });
  expect(await first.next('hangup')).toEqual({ type: 'hangup', callsid: invite.callsid });
});

test.each([
  ['rejects', 'busy'],
  ['is silent', 'no-answer'],
])('a device that %s makes the Dial %s', async (what, status) => {
  const { documents, sim } = application;
  documents.set('/number', ringClient);
  const device = await registered('user_7');
  sim.control.inboundCall({ from: '+13125557777', to: us });
  const { callsid } = await device.next('invite');
  if (what === 'rejects') device.say({ type: 'reject', callsid });
  else {
    await sim.clock.advance(21_000);
    await device.next('cancel');
  }
  await sim.control.waitFor(({ details }) => details['url'] === `${application.base}/dial`);
  expect(application.at('/dial')).toMatchObject([{ DialCallStatus: status }]);
});

test('a caller who gives up cancels the invitation; a device that is gone ends its call', async () => {
  const { documents, sim } = application;
  documents.set('/number', ringClient);
  const device = await registered('user_7');
  const { callSid } = sim.control.inboundCall({ from: '+13125557777', to: us });
  await device.next('invite');
  sim.control.hangup({ callSid });
  await device.next('cancel');
  documents.set('/voice', dialNumber('+13125557777'));
  device.say({ type: 'connect', id: 'mine', params: {} });
  await device.next('answer');
  device.socket.terminate();
  await sim.control.waitFor(
    ({ details }) => details['to'] === '+13125557777' && details['status'] === 'completed',
  );
  expect(sim.control.state().devices).toEqual([]);
});

test('a device in a call is told how its connection is, and no other is', async () => {
  const { documents, sim } = application;
  documents.set('/voice', dialNumber('+13125557777'));
  const [device, other] = [await registered('user_7'), await registered('user_8')];
  device.say({ type: 'connect', id: 'mine', params: {} });
  const { callsid } = await device.next('answer');
  sim.control.fault({ kind: 'line', identity: 'user_7', event: 'warning', name: 'low-bytes-received' });
  sim.control.fault({ kind: 'line', identity: 'user_7', event: 'reconnecting' });
  expect(await device.next('line')).toEqual({
    ...{ type: 'line', callsid, event: 'warning', name: 'low-bytes-received' },
  });
  expect(await device.next('line')).toEqual({ type: 'line', callsid, event: 'reconnecting' });
  device.say({ type: 'hangup', callsid });
  await sim.control.waitFor(({ kind, details }) => kind === 'leg' && details['status'] === 'completed');
  expect(other.heard.map(({ type }) => type)).not.toContain('line');
});

test('a device is told how its sound is, at once and when it comes back; others are not', async () => {
  const { sim } = application;
  const [device, other] = [await registered('user_7'), await registered('user_8')];
  const sound = { mos: 2.1, jitter: 80, rtt: 350, loss: 6 };
  sim.control.fault({ kind: 'sound', identity: 'user_7', ...sound });
  expect(await device.next('sound')).toEqual({ type: 'sound', ...sound });
  device.socket.terminate();
  const again = await registered('user_7');
  expect(await again.next('sound')).toMatchObject(sound);
  expect(other.heard.map(({ type }) => type)).not.toContain('sound');
  const wrong = { kind: 'sound', identity: 'user_7', ...sound, mos: 9 } as const;
  expect(() => {
    sim.control.fault(wrong);
  }).toThrow();
});

test('a token that does not hold is refused, and one that expires takes the device offline', async () => {
  const device = await connectDevice();
  device.say({
    type: 'register',
    token: tokenFor('user_7', { secret: 'of somebody else, and quite as long' }),
  });
  expect(await device.next('error')).toMatchObject({ code: 20101 });
  device.say({ type: 'register', token: tokenFor('user_7', { ttl: -5 }) });
  expect(await device.next('error')).toMatchObject({ code: 20104 });
  device.say({ type: 'connect', id: 'mine', params: {} });
  expect(await device.next('hangup')).toMatchObject({ callsid: 'mine' });
  const expiring = tokenFor('user_7', { ttl: 60 });
  const { exp = 0 } = jwt.decode(expiring, { json: true }) ?? {};
  // Even on a slow machine, the token is presented before it expires.
  const now = jest.spyOn(Date, 'now').mockReturnValue(exp * 1000 - 50);
  device.say({ type: 'register', token: expiring });
  await device.next('ready');
  now.mockRestore();
  await device.next('offline');
  device.say({ type: 'token', token: tokenFor('user_8') });
  expect(await device.next('error')).toMatchObject({ code: 20101 });
});
