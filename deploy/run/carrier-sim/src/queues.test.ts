import { startApplication, type Application } from './test/application.js';

let application: Application;
beforeEach(async () => {
  application = await startApplication();
  const { documents } = application;
  documents.set('/number', '<Response><Enqueue waitUrl="/wait" action="/left">floor</Enqueue></Response>');
  documents.set('/left', '<Response><Hangup/></Response>');
  documents.set(
    '/wait',
    `<Response><Gather numDigits="1" timeout="1" action="/key"><Say>You wait.</Say><Pause length="20"/></Gather>
       <Redirect>/wait</Redirect></Response>`,
  );
});
afterEach(async () => {
  expect(application.sim.control.apiProblems()).toEqual([]);
  await application.stop();
});

const us = '+12145550199';
let callers = 0;
const calls = () =>
  application.sim.control.inboundCall({ from: `+1312555${String((callers += 1) + 7000)}`, to: us });
const statusOf = (sid: string) =>
  application.sim.control.state().calls.find(({ callSid }) => callSid === sid)?.status;

test('callers wait in the order in which they came, and are told their places again and again', async () => {
  const { sim, at } = application;
  const first = calls();
  await sim.clock.settled();
  await sim.clock.advance(5_000);
  const second = calls();
  await sim.clock.settled();
  expect(
    at('/wait').map(({ CallSid, QueuePosition, CurrentQueueSize }) => [
      CallSid,
      QueuePosition,
      CurrentQueueSize,
    ]),
  ).toEqual([
    [first.callSid, '1', '1'],
    [second.callSid, '2', '2'],
  ]);
  await sim.clock.advance(60_000);
  const told = at('/wait').filter(({ CallSid }) => CallSid === second.callSid);
  expect(told).toHaveLength(3);
  expect(told.at(-1)).toMatchObject({ QueuePosition: '2', QueueTime: '43' });
  expect(told.every(({ QueueSid }) => QueueSid?.startsWith('QU'))).toBe(true);
  sim.control.hangup(first);
  await sim.clock.settled();
  expect(at('/left')).toMatchObject([
    { CallSid: first.callSid, QueueResult: 'hangup', QueueTime: '65', CallStatus: 'completed' },
  ]);
  await sim.clock.advance(30_000);
  expect(at('/wait').at(-1)).toMatchObject({ CallSid: second.callSid, QueuePosition: '1' });
});

test('a key that is pressed ends what is played, and its document may hang up', async () => {
  const { sim, at, documents } = application;
  documents.set('/key', '<Response><Say>Good bye.</Say><Hangup/></Response>');
  const call = calls();
  await sim.clock.settled();
  await sim.clock.advance(2_000);
  sim.control.press({ ...call, keys: '1' });
  await sim.clock.advance(2_000);
  expect(at('/key')).toMatchObject([{ Digits: '1', QueuePosition: '1' }]);
  expect(at('/left')).toMatchObject([{ QueueResult: 'hangup' }]);
  expect(statusOf(call.callSid)).toBe('completed');
  expect(() => {
    sim.control.press({ ...call, keys: '1' });
  }).toThrow('The call is over');
});

test('a waiting document leaves the queue, and the document of the action follows', async () => {
  const { sim, at, documents } = application;
  documents.set('/wait', '<Response><Leave/></Response>');
  documents.set('/left', '<Response><Say>Nobody is free.</Say><Pause length="30"/></Response>');
  const call = calls();
  await sim.clock.settled();
  expect(at('/left')).toMatchObject([{ QueueResult: 'leave', CallStatus: 'in-progress' }]);
  expect(statusOf(call.callSid)).toBe('completed');
});

test('a caller who is moved by a request leaves the queue, and what the action answers is not run', async () => {
  const { sim, at, rest, documents, base } = application;
  documents.set('/left', '<Response><Say>Never said.</Say></Response>');
  documents.set('/ring', '<Response><Say>Somebody is free.</Say><Pause length="600"/></Response>');
  const call = calls();
  await sim.clock.settled();
  const answer = await rest('POST', `/Calls/${call.callSid}.json`, { Url: `${base}/ring` });
  expect(answer.status).toBe(200);
  await sim.clock.advance(10_000);
  expect(at('/left')).toMatchObject([{ QueueResult: 'redirected' }]);
  expect(at('/ring')).toHaveLength(1);
  expect(sim.control.state().calls.find(({ callSid }) => callSid === call.callSid)).toMatchObject({
    status: 'in-progress',
    doing: 'waits',
  });
  // The place is free again.
  const next = calls();
  await sim.clock.settled();
  expect(at('/wait').at(-1)).toMatchObject({ CallSid: next.callSid, QueuePosition: '1' });
});

test.each([
  ['dials from a queue', '<Response><Dial>+13125558888</Dial></Response>'],
  ['leads in circles without a word', '<Response><Redirect>/wait</Redirect></Response>'],
])('a waiting document that %s is refused', async (_what, document) => {
  const { sim, documents } = application;
  documents.set('/wait', document);
  const call = calls();
  await sim.clock.settled();
  expect(statusOf(call.callSid)).toBe('failed');
});

test('keys are gathered outside a queue too, up to the finishing one; without any the document goes on', async () => {
  const { sim, at, documents } = application;
  documents.set(
    '/number',
    '<Response><Gather timeout="3" action="/key"><Say>Your number, please.</Say></Gather><Redirect>/none</Redirect></Response>',
  );
  documents.set('/none', '<Response><Pause length="600"/></Response>');
  documents.set('/key', '<Response><Pause length="600"/></Response>');
  const silent = calls();
  await sim.clock.settled();
  await sim.clock.advance(6_000);
  expect(at('/none')).toMatchObject([{ CallSid: silent.callSid }]);
  expect(() => {
    sim.control.press({ ...silent, keys: '1' });
  }).toThrow('Nobody listens for keys');
  const typing = sim.control.inboundCall({ from: '+13125559191', to: us });
  await sim.clock.advance(2_500);
  sim.control.press({ ...typing, keys: '42' });
  await sim.clock.advance(1_000);
  sim.control.press({ ...typing, keys: '7#' });
  await sim.clock.settled();
  expect(at('/key')).toMatchObject([{ CallSid: typing.callSid, Digits: '427' }]);
});
