import { z } from 'zod';
import { everyEvent, startApplication, type Application } from './test/application.js';

let application: Application;
beforeEach(async () => {
  application = await startApplication();
});
afterEach(async () => {
  expect(application.sim.control.apiProblems()).toEqual([]);
  await application.stop();
});

const us = '+12145550199';
const caller = '+13125557777';
const friend = '+13125558888';

/** An agent's leg in a conference; returns the sids. */
async function agentInConference() {
  const { documents, sim, rest } = application;
  documents.set(
    '/number',
    `<Response><Dial action="/dial"><Conference participantLabel="agent" endConferenceOnExit="true" beep="false"
       waitUrl="" record="record-from-start" trim="do-not-trim" recordingStatusCallback="/rec"
       statusCallback="/conf" statusCallbackEvent="start end join leave mute hold">room</Conference></Dial></Response>`,
  );
  documents.set('/dial', '<Response><Hangup/></Response>');
  const { callSid } = sim.control.inboundCall({ from: caller, to: us });
  await sim.clock.settled();
  const { body } = await rest('GET', '/Conferences.json?FriendlyName=room&Status=init');
  const { sid } = z.array(z.looseObject({ sid: z.string() })).parse(body['conferences'])[0] ?? { sid: '' };
  return { callSid, room: `/Conferences/${sid}` };
}

async function join(room: string, label: string, to: string) {
  const { rest, sim, base } = application;
  const answer = await rest('POST', `${room}/Participants.json`, {
    To: to,
    From: us,
    Label: label,
    EarlyMedia: 'true',
    Beep: 'false',
    EndConferenceOnExit: 'false',
    StatusCallback: `${base}/leg/${label}`,
    StatusCallbackEvent: everyEvent,
  });
  await sim.clock.settled();
  return answer;
}

const conferenceEvents = () =>
  application
    .at('/conf')
    .map(({ StatusCallbackEvent, ParticipantLabel }) =>
      [StatusCallbackEvent, ParticipantLabel].filter(Boolean).join(' '),
    );

test('three speak in a conference, one is put on hold and back, and it ends with the agent', async () => {
  const { rest, sim } = application;
  const { callSid, room } = await agentInConference();
  expect((await join(room, 'customer', friend)).status).toBe(201);
  await join(room, 'second', '+13125559999');
  for (const Hold of ['true', 'false'])
    expect(await rest('POST', `${room}/Participants/customer.json`, { Hold })).toMatchObject({
      status: 200,
      body: { hold: Hold === 'true', label: 'customer', status: 'connected' },
    });
  expect((await rest('DELETE', `${room}/Participants/second.json`)).status).toBe(204);
  expect((await rest('GET', `${room}/Participants/second.json`)).body['code']).toBe(20404);
  await sim.clock.advance(60_000);
  sim.control.hangup({ callSid });
  await sim.clock.settled();
  expect(conferenceEvents()).toEqual([
    'participant-join agent',
    'participant-join customer',
    'conference-start',
    'participant-join second',
    'participant-hold customer',
    'participant-unhold customer',
    'participant-leave second',
    'participant-leave agent',
    'participant-leave customer',
    'conference-end',
  ]);
  expect(application.at('/leg/customer').at(-1)).toMatchObject({ CallStatus: 'completed' });
  expect(application.at('/dial')).toMatchObject([{ DialCallStatus: 'answered' }]);
  expect(application.at('/rec')).toMatchObject([
    { RecordingSource: 'Conference', RecordingStatus: 'completed' },
  ]);
  expect((await rest('GET', `${room}.json`)).body).toMatchObject({
    status: 'completed',
    reason_conference_ended: 'participant-with-end-conference-on-exit-left',
    call_sid_ending_conference: callSid,
  });
});

/** Who is heard by whom, by label. */
const heardBy = () =>
  Object.fromEntries(
    (application.sim.control.state().conferences[0]?.participants ?? []).map(({ label, audible }) => [
      String(label),
      audible,
    ]),
  );

test('who listens is heard by nobody, who coaches by the coached alone, who joins by all', async () => {
  const { rest, sim } = application;
  const { callSid, room } = await agentInConference();
  await join(room, 'customer', friend);
  const added = await rest('POST', `${room}/Participants.json`, {
    To: '+13125559999',
    From: us,
    Label: 'supervisor',
    Muted: 'true',
    StartConferenceOnEnter: 'false',
  });
  expect(added.body).toMatchObject({ muted: true, coaching: false, call_sid_to_coach: null });
  await sim.clock.settled();
  expect(heardBy()).toEqual({
    agent: ['customer'],
    customer: ['agent'],
    supervisor: ['agent', 'customer'],
  });
  const change = (form: Record<string, string>) => rest('POST', `${room}/Participants/supervisor.json`, form);
  const whisper = await change({ Muted: 'false', Coaching: 'true', CallSidToCoach: callSid });
  expect(whisper.body).toMatchObject({ muted: false, coaching: true, call_sid_to_coach: callSid });
  expect(heardBy()).toMatchObject({ agent: ['customer', 'supervisor'], customer: ['agent'] });
  expect((await change({ Coaching: 'false' })).body).toMatchObject({ coaching: false });
  expect(heardBy()).toMatchObject({ agent: ['customer', 'supervisor'], customer: ['agent', 'supervisor'] });
  await rest('POST', `${room}/Participants/customer.json`, { Hold: 'true' });
  expect(heardBy()).toEqual({ agent: ['supervisor'], customer: [], supervisor: ['agent'] });
  await sim.clock.settled();
  expect(application.at('/conf').at(-2)).toMatchObject({
    StatusCallbackEvent: 'participant-unmute',
    Coaching: 'true',
    CallSidToCoach: callSid,
  });
});

test('nobody is coached who is on hold, or not in the conference', async () => {
  const { rest } = application;
  const { callSid, room } = await agentInConference();
  await join(room, 'customer', friend);
  const coach = (CallSidToCoach: string) =>
    rest('POST', `${room}/Participants.json`, {
      To: '+13125559999',
      From: us,
      Coaching: 'true',
      CallSidToCoach,
    });
  await rest('POST', `${room}/Participants/agent.json`, { Hold: 'true' });
  expect((await coach(callSid)).body['code']).toBe(16027);
  expect((await coach(`CA${'0'.repeat(32)}`)).body['code']).toBe(16028);
});

test('a party that is busy leaves without having joined', async () => {
  const { room } = await agentInConference();
  await join(room, 'customer', '+13125550001');
  expect(application.at('/leg/customer').at(-1)).toMatchObject({ CallStatus: 'busy' });
  expect(application.at('/conf').at(-1)).toMatchObject({
    StatusCallbackEvent: 'participant-leave',
    ReasonParticipantLeft: 'participant_add_failed',
  });
});

test('a recording is paused, goes on, and leaves out what was skipped; its file is as long', async () => {
  const { rest, sim } = application;
  const { room, callSid } = await agentInConference();
  await join(room, 'customer', friend);
  const change = (Status: string) =>
    rest('POST', `${room}/Recordings/Twilio.CURRENT.json`, { Status, PauseBehavior: 'skip' });
  await sim.clock.advance(10_000);
  expect((await change('paused')).body['status']).toBe('paused');
  await sim.clock.advance(30_000);
  expect((await change('in-progress')).body['status']).toBe('in-progress');
  await sim.clock.advance(5_000);
  sim.control.hangup({ callSid });
  await sim.clock.settled();
  const [recording = {}] = application.at('/rec');
  expect(recording['RecordingDuration']).toBe('15');
  const file = await rest('GET', `/Recordings/${recording['RecordingSid'] ?? ''}.wav`);
  expect(Buffer.from(Object(file.body['bytes'])).length).toBe(58 + 15 * 8000);
});

test('a caller whom nobody answers leaves a voicemail, which is recorded and written down', async () => {
  const { documents, sim } = application;
  documents.set(
    '/number',
    '<Response><Dial answerOnBridge="true" timeout="20" action="/dial"><Client>user_7</Client></Dial></Response>',
  );
  documents.set(
    '/dial',
    `<Response><Say>Please leave a message</Say><Record maxLength="119" timeout="5" finishOnKey="#" playBeep="true"
       action="/done" recordingStatusCallback="/rec" recordingStatusCallbackEvent="completed absent"
       transcribe="true" transcribeCallback="/text"/><Hangup/></Response>`,
  );
  documents.set('/done', '<Response><Hangup/></Response>');
  sim.control.inboundCall({ from: caller, to: us, vmSeconds: 12 });
  await sim.clock.settled();
  expect(application.at('/dial')).toMatchObject([{ DialCallStatus: 'no-answer' }]);
  expect(application.at('/done')).toMatchObject([{ RecordingDuration: '12', Digits: 'hangup' }]);
  expect(application.at('/rec')).toMatchObject([
    { RecordingStatus: 'completed', RecordingSource: 'RecordVerb' },
  ]);
  expect(application.at('/text')[0]).toMatchObject({ TranscriptionStatus: 'completed' });
  expect(application.at('/text')[0]?.['TranscriptionText']).toMatch(/life insurance/);
});

test('the customer of a call is sent to another document while the other side goes on with its own', async () => {
  const { documents, sim, rest, base } = application;
  documents.set(
    '/number',
    `<Response><Dial action="/dial"><Number statusCallback="/leg" statusCallbackEvent="answered completed">${friend}</Number></Dial></Response>`,
  );
  documents.set('/dial', '<Response><Hangup/></Response>');
  const { callSid } = sim.control.inboundCall({ from: caller, to: us });
  await sim.clock.settled();
  const customer = application.at('/leg')[0]?.['CallSid'] ?? '';
  const drop = { Twiml: '<Response><Say>We will call again.</Say><Hangup/></Response>' };
  expect((await rest('POST', `/Calls/${customer}.json`, drop)).status).toBe(200);
  await sim.clock.settled();
  expect(application.at('/dial')).toMatchObject([{ DialCallStatus: 'completed' }]);
  for (const sid of [callSid, customer])
    expect((await rest('GET', `/Calls/${sid}.json`)).body['status']).toBe('completed');
  const late = await rest('POST', `/Calls/${customer}.json`, { Url: `${base}/late` });
  expect(late).toMatchObject({ status: 400, body: { code: 21220 } });
});

test('a document with a verb or an attribute that is not known fails its leg with 12100', async () => {
  const { documents, sim, rest } = application;
  for (const document of [
    '<Response><Sing/></Response>',
    '<Response><Say loudly="true">Hi</Say></Response>',
  ]) {
    documents.set('/number', document);
    const { callSid } = sim.control.inboundCall({ from: caller, to: us });
    await sim.clock.settled();
    expect((await rest('GET', `/Calls/${callSid}.json`)).body['status']).toBe('failed');
  }
  const errors = sim.control.trace().filter(({ kind }) => kind === 'error');
  expect(errors.map(({ details }) => details['code'])).toEqual([12100, 12100]);
});

test('a hook is tried again as its address asks, under the same token', async () => {
  const { sim, rest, base, heard, failures } = application;
  failures.set('/leg', 2);
  const order = { To: '+13125550001', From: us, Twiml: '<Response/>' };
  await rest('POST', '/Calls.json', { ...order, StatusCallback: `${base}/leg#rc=3&rp=5xx` });
  await sim.clock.settled();
  const hooks = heard.filter(({ path }) => path === '/leg');
  expect(hooks).toHaveLength(3);
  expect(new Set(hooks.map(({ token }) => token)).size).toBe(1);
  failures.set('/other', 1);
  await rest('POST', '/Calls.json', { ...order, StatusCallback: `${base}/other` });
  await sim.clock.settled();
  expect(application.at('/other')).toHaveLength(1);
});

test('a hook is lost, doubled or late where a fault says so', async () => {
  const { sim, rest, base } = application;
  const order = { To: '+13125550001', From: us, Twiml: '<Response/>', StatusCallback: `${base}/leg` };
  for (const [outcome, times] of [
    ['drop', 0],
    ['duplicate', 2],
  ] as const) {
    application.heard.length = 0;
    sim.control.fault({ kind: 'hook', event: 'completed', outcome });
    await rest('POST', '/Calls.json', order);
    await sim.clock.settled();
    expect(application.at('/leg')).toHaveLength(times);
  }
});

test('a recording of a call is written down in sentences', async () => {
  const { documents, sim, rest } = application;
  documents.set(
    '/number',
    '<Response><Dial record="record-from-answer-dual"><Number>+13125550011</Number></Dial></Response>',
  );
  sim.control.inboundCall({ from: caller, to: us });
  await sim.clock.settled();
  const [recording] = sim.control.state().recordings;
  const answer = await rest('POST', '/v2/Transcripts', {
    ServiceSid: `GA${'d'.repeat(32)}`,
    Channel: JSON.stringify({ media_properties: { source_sid: recording?.recordingSid } }),
    CustomerKey: 'ours',
  });
  const { sid } = answer.body as { sid: string };
  await sim.clock.settled();
  expect(application.at('/transcript')).toMatchObject([{ transcript_sid: sid, customer_key: 'ours' }]);
  const { body } = await rest('GET', `/v2/Transcripts/${sid}/Sentences`);
  expect(body['sentences']).toHaveLength(30);
});
