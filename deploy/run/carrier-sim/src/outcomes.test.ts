import { everyEvent, startApplication, type Application } from './test/application.js';

let application: Application;
beforeAll(async () => {
  application = await startApplication();
});
afterAll(async () => {
  expect(application.sim.control.apiProblems()).toEqual([]);
  await application.stop();
});

const us = '+12145550199';
const customer = (digits: string) => `+1214555${digits}`;

/** Places a call through the REST interface and runs it; returns the course of the leg from its webhooks. */
async function call(digits: string, more: Record<string, string> = {}) {
  const { sim, base, rest, documents, heard } = application;
  heard.length = 0;
  documents.set('/answered', '<Response><Pause length="200"/></Response>');
  const answer = await rest('POST', '/Calls.json', {
    To: customer(digits),
    From: us,
    Url: `${base}/answered`,
    Timeout: '22',
    StatusCallback: `${base}/leg`,
    StatusCallbackEvent: everyEvent,
    ...more,
  });
  await sim.clock.settled();
  return { ...answer, went: application.at('/leg').map(({ CallStatus }) => CallStatus) };
}

const answered = ['initiated', 'ringing', 'in-progress', 'completed'];

test.each([
  ['0001', ['initiated', 'busy']],
  ['0002', ['initiated', 'ringing', 'no-answer']],
  ['0003', ['initiated', 'failed']],
  ['0004', answered],
  ['0107', answered],
])('a call over REST to a number that ends in %s goes as its row says', async (digits, went) => {
  expect((await call(digits)).went).toEqual(went);
});

test.each([
  ['0000', 400, 21211],
  ['0020', 500, 20500],
  ['0023', 400, 21210],
])('a call to %s is refused with %d and code %d', async (digits, status, code) => {
  expect(await call(digits)).toMatchObject({ status, body: { code, status }, went: [] });
});

test('0021 is refused once for too many requests and taken then', async () => {
  expect((await call('0021')).status).toBe(429);
  expect((await call('0021')).status).toBe(201);
});

test('0022 is taken, though the answer never comes', async () => {
  const { rest, sim, base, heard } = application;
  heard.length = 0;
  const form = { To: customer('0022'), From: us, Twiml: '<Response><Hangup/></Response>' };
  const order = { ...form, StatusCallback: `${base}/leg` };
  const answer = rest('POST', '/Calls.json', order).catch(() => 'none');
  await sim.control.waitFor(({ kind, details }) => kind === 'rest' && details['isSilent'] === true);
  await sim.clock.settled();
  expect(application.at('/leg')).toMatchObject([{ CallStatus: 'completed' }]);
  expect(await Promise.race([answer, Promise.resolve('still waiting')])).toBe('still waiting');
});

test.each([
  ['0004', 'DetectMessageEnd', 'machine_end_beep'],
  ['0004', 'Enable', 'machine_start'],
  ['0005', 'DetectMessageEnd', 'machine_end_silence'],
  ['0006', 'Enable', 'fax'],
  ['0007', 'DetectMessageEnd', 'human'],
  ['0009', 'Enable', 'unknown'],
])('at %s machine detection (%s) finds %s', async (digits, mode, found) => {
  await call(digits, { MachineDetection: mode, MachineDetectionTimeout: '15' });
  expect(application.at('/answered')).toMatchObject([{ AnsweredBy: found }]);
});

/** Calls with asynchronous detection; returns the requests with their second after the answer. */
async function callAside(digits: string, more: Record<string, string> = {}) {
  const { base, sim } = application;
  const { at: before } = sim.control.trace().at(-1) ?? {};
  await call(digits, {
    MachineDetection: 'DetectMessageEnd',
    MachineDetectionTimeout: '30',
    AsyncAmd: 'true',
    AsyncAmdStatusCallback: `${base}/amd`,
    ...more,
  });
  const since = sim.control.trace().filter(({ at }) => before === undefined || at > before);
  const answeredAt = since.find(({ kind, details }) => kind === 'leg' && details['status'] === 'in-progress');
  return {
    asked: application.at('/answered'),
    notified: application.at('/amd'),
    seconds: since
      .filter(({ kind, details }) => kind === 'hook' && details['event'] === 'amd')
      .map(({ at }) => (at.getTime() - (answeredAt?.at.getTime() ?? 0)) / 1000),
    errors: since.filter(({ kind }) => kind === 'error').map(({ details }) => details['code']),
  };
}

test.each([
  ['0004', 'DetectMessageEnd', 'machine_end_beep', 8],
  ['0004', 'Enable', 'machine_start', 3.2],
  ['0005', 'DetectMessageEnd', 'machine_end_silence', 8],
  ['0006', 'DetectMessageEnd', 'fax', 1.9],
  ['0007', 'DetectMessageEnd', 'human', 2.4],
  ['0009', 'DetectMessageEnd', 'unknown', 30],
  ['0040', 'DetectMessageEnd', 'machine_end_beep', 22],
  ['0040', 'Enable', 'machine_start', 3.2],
  ['0041', 'DetectMessageEnd', 'unknown', 30],
])(
  'at %s detection aside (%s) holds up no document and tells %s after %d s',
  async (digits, mode, found, s) => {
    const { asked, notified, seconds, errors } = await callAside(digits, { MachineDetection: mode });
    expect(asked).toHaveLength(1);
    expect(asked[0]).not.toHaveProperty('AnsweredBy');
    // Only these fields: no status, no numbers of the call.
    expect(notified).toEqual([
      {
        CallSid: asked[0]?.['CallSid'],
        AccountSid: asked[0]?.['AccountSid'],
        AnsweredBy: found,
        MachineDetectionDuration: String(s * 1000),
      },
    ]);
    expect(seconds).toEqual([s]);
    expect(errors).toEqual([]);
  },
);

test('a greeting of 40 s is heard to its end by whoever has the patience', async () => {
  const { notified } = await callAside('0041', { MachineDetectionTimeout: '59' });
  expect(notified).toMatchObject([{ AnsweredBy: 'machine_end_beep', MachineDetectionDuration: '40000' }]);
});

test('detection aside without an address is warned of and told to nobody', async () => {
  const { base, rest, sim } = application;
  application.heard.length = 0;
  const order = { To: customer('0004'), From: us, Url: `${base}/answered`, StatusCallback: `${base}/leg` };
  await rest('POST', '/Calls.json', { ...order, MachineDetection: 'Enable', AsyncAmd: 'true' });
  await sim.clock.settled();
  expect(application.at('/amd')).toEqual([]);
  expect(sim.control.trace()).toContainEqual(
    expect.objectContaining({
      kind: 'error',
      details: expect.objectContaining({ code: 21262 }) as unknown,
    }),
  );
  expect(application.at('/leg').at(-1)).toMatchObject({ AnsweredBy: 'machine_start' });
});

test('a call that is over before anything was found out is told of by its status alone', async () => {
  const { base, rest, sim } = application;
  application.heard.length = 0;
  const order = { To: customer('0007'), From: us, Twiml: '<Response><Hangup/></Response>' };
  const status = { StatusCallback: `${base}/leg`, StatusCallbackEvent: everyEvent };
  const aside = { MachineDetection: 'Enable', AsyncAmd: 'true', AsyncAmdStatusCallback: `${base}/amd` };
  await rest('POST', '/Calls.json', { ...order, ...status, ...aside });
  await sim.clock.settled();
  expect(application.at('/leg').map(({ CallStatus }) => CallStatus)).toEqual(answered);
  expect(application.at('/amd')).toEqual([]);
});

test.each([
  ['MachineDetection', 'Yes'],
  ['MachineDetectionTimeout', '60'],
  ['MachineDetectionTimeout', '2'],
  ['MachineDetectionSpeechThreshold', '900'],
  ['MachineDetectionSpeechEndThreshold', '5001'],
  ['MachineDetectionSilenceTimeout', '1999'],
  ['AsyncAmd', 'yes'],
  ['AsyncAmdStatusCallback', 'nowhere'],
  ['AsyncAmdStatusCallbackMethod', 'GET'],
])('detection with %s %s is refused', async (name, value) => {
  const { rest } = application;
  const order = { To: customer('0004'), From: us, Twiml: '<Response/>', MachineDetection: 'Enable' };
  expect(await rest('POST', '/Calls.json', { ...order, [name]: value })).toMatchObject({ status: 400 });
});

/** An agent without a browser: an inbound call whose document dials the customer. */
async function dial(digits: string) {
  const { sim, documents, heard } = application;
  heard.length = 0;
  documents.set(
    '/number',
    `<Response><Dial timeout="30" record="record-from-answer-dual" action="/dial" recordingStatusCallback="/rec">
       <Number statusCallback="/leg" statusCallbackEvent="${everyEvent.join(' ')}">${customer(digits)}</Number>
     </Dial></Response>`,
  );
  documents.set('/dial', '<Response><Hangup/></Response>');
  const { callSid } = sim.control.inboundCall({ from: '+13125557777', to: us });
  await sim.clock.settled();
  return { callSid, legs: application.at('/leg').map(({ CallStatus }) => CallStatus) };
}

test.each([
  ['0000', 'failed', ['initiated', 'failed']],
  ['0001', 'busy', ['initiated', 'busy']],
  ['0002', 'no-answer', ['initiated', 'ringing', 'no-answer']],
  ['0003', 'failed', ['initiated', 'failed']],
  ['0006', 'completed', answered],
  ['0007', 'completed', answered],
])('dialled by a document, %s comes out %s', async (digits, status, legs) => {
  expect((await dial(digits)).legs).toEqual(legs);
  expect(application.at('/dial')).toMatchObject([{ DialCallStatus: status }]);
});

test.each([
  ['0010', '122'],
  ['0011', '123'],
  ['0008', '150'],
])('%s talks, and is recorded, for exactly %s seconds', async (digits, seconds) => {
  await dial(digits);
  expect(application.at('/dial')).toMatchObject([{ DialCallDuration: seconds }]);
  expect(application.at('/rec')).toMatchObject([
    { RecordingStatus: 'completed', RecordingDuration: seconds },
  ]);
});

test('0030 gives every hook twice, under one token; 0032 loses the last; 0031 tells them out of order', async () => {
  const { sim, heard } = application;
  const hangUp = async () => {
    for (const { callSid, status } of sim.control.state().calls)
      if (status === 'in-progress') sim.control.hangup({ callSid });
    await sim.clock.settled();
    return application.at('/leg').map(({ SequenceNumber }) => SequenceNumber);
  };
  await dial('0030');
  expect(await hangUp()).toEqual(['0', '0', '1', '1', '2', '2', '3', '3']);
  const legHooks = heard.filter(({ path }) => path === '/leg');
  expect(new Set(legHooks.map(({ token }) => token)).size).toBe(4);
  await dial('0032');
  expect(await hangUp()).toEqual(['0', '1', '2']);
  await dial('0031');
  const shuffled = await hangUp();
  expect(shuffled).not.toEqual(['0', '1', '2', '3']);
  expect([...shuffled].sort()).toEqual(['0', '1', '2', '3']);
});

async function text(digits: string) {
  const { rest, base, sim, heard } = application;
  heard.length = 0;
  const form = { To: customer(digits), From: us, Body: 'Hello', StatusCallback: `${base}/status` };
  const answer = await rest('POST', '/Messages.json', form);
  await sim.clock.settled();
  return { ...answer, notified: application.at('/status').map(({ MessageStatus }) => MessageStatus) };
}

test.each([
  ['0150', 201, ['sent', 'undelivered']],
  ['0053', 201, ['failed']],
  ['0107', 201, ['sent', 'delivered']],
  ['0051', 400, []],
  ['0052', 400, []],
])('a text to %s is answered %d and told as %j', async (digits, status, notified) => {
  expect(await text(digits)).toMatchObject({ status, notified });
});

test('0054 answers STOP and gets no more texts until it says START; 0055 just answers', async () => {
  const { sim } = application;
  await text('0054');
  expect(application.at('/sms')).toMatchObject([{ Body: 'STOP', To: us }]);
  expect(await text('0054')).toMatchObject({ status: 400, body: { code: 21610 } });
  sim.control.inboundSms({ from: customer('0054'), to: us, body: 'start' });
  expect((await text('0054')).status).toBe(201);
  await text('0055');
  expect(application.at('/sms')[0]?.['Body']).toMatch(/tomorrow/);
});
