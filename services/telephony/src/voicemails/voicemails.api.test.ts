import {
  callMissed,
  voicemailRead,
  voicemailReceived,
  voicemailTranscribed,
} from '@crm/contracts/bus/call-events.js';
import { settingsUpdated, userBanned, userUpdated } from '@crm/contracts/bus/events.js';
import { exampleSettings } from '@crm/contracts/entities/user.js';
import * as calls from '@crm/contracts/http/recordings.js';
import { outboundVoicemails } from '@crm/contracts/resources/voicemail.js';
import { subscribeSessions } from '@crm/platform/testing/subscribe-sessions.js';
import { uniqueId, uniquePhone } from '@crm/platform/testing/unique.js';
import { sidOf, startFakeCarrier, type FakeCarrier } from '../media/test/fake-carrier.js';
import { mp3, wav } from '../media/test/sound.js';
import { missCall, type CallToMiss } from '../missed/miss-call.js';
import { voicemailTwiml } from '../missed/voicemail-twiml.js';
import { startTelephony, type SignedIn, type TelephonyServer } from '../test/telephony-server.js';

let carrier: FakeCarrier;
let server: TelephonyServer;
let agent: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  carrier = await startFakeCarrier();
  server = await startTelephony({ CARRIER_URL: carrier.url });
  [agent, other] = await Promise.all([server.signIn(), server.signIn()]);
});
afterAll(async () => {
  await server.stop();
  await carrier.close();
});

async function settled(): Promise<void> {
  await subscribeSessions(server.service.sessions);
  server.service.ctx.dueJobs.wake();
  await server.service.ctx.dueJobs.idle();
}

async function upload(
  path: string,
  by: SignedIn,
  user_id: string,
  bytes: Buffer,
  name = 'Sorry I missed you.mp3',
) {
  const form = new FormData();
  form.set('user_id', user_id);
  form.set('audio', new Blob([new Uint8Array(bytes)]), name);
  const response = await fetch(`${server.service.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.token}` },
    body: form,
  });
  const answer: unknown = await response.json();
  return { status: response.status, body: answer };
}
const create = (bytes: Buffer, by = agent, user_id = by.user.id) =>
  upload(calls.createVoicemail.path, by, user_id, bytes);
const play = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.service.url}${url}`, { headers, method });

describe('an uploaded voicemail', () => {
  test.each([
    ['mp3', mp3(3), 3],
    ['wav', wav(2), 2],
  ])('of a real %s is kept under its name and plays', async (_kind, bytes, seconds) => {
    const { status, body } = await create(bytes);
    expect(status).toBe(200);
    const { vm } = calls.createVoicemail.answer.parse(body);
    expect(vm).toMatchObject({ title: 'Sorry I missed you', duration: seconds });
    const played = await play(vm.url);
    expect(Buffer.from(await played.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test.each([
    ['is text', Buffer.from('hello'.repeat(500)), 422],
    ['is empty', Buffer.alloc(0), 422],
    ['is larger than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 1), 413],
    ['cannot be heard', wav(0), 422],
  ])('is refused where it %s', async (_how, bytes, status) => {
    expect((await create(bytes)).status).toBe(status);
  });

  test('has no sign in its name that no screen shows', async () => {
    const { body } = await upload(
      calls.createVoicemail.path,
      agent,
      agent.user.id,
      wav(2),
      'So\u0000rry\u001B.wav',
    );
    expect(calls.createVoicemail.answer.parse(body).vm.title).toBe('Sorry');
  });

  test('is one: two in a form are refused', async () => {
    const form = new FormData();
    form.set('user_id', agent.user.id);
    for (const name of ['first.wav', 'second.wav'])
      form.append('audio', new Blob([new Uint8Array(wav(2))]), name);
    const response = await fetch(`${server.service.url}${calls.createVoicemail.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${agent.token}` },
      body: form,
    });
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { errors: { audio: 'Please choose one file' } },
    ]);
  });

  test('is for oneself, or by an admin for anybody; removed by its owner or an admin', async () => {
    expect((await create(mp3(2), agent, other.user.id)).status).toBe(403);
    const { body } = await create(mp3(2), server.admin, other.user.id);
    const { vm } = calls.createVoicemail.answer.parse(body);
    const list = ({ client }: SignedIn) =>
      client.call(calls.listVoicemails, { params: { userId: other.user.id } });
    expect((await list(other)).answer.voicemails.map(({ id }) => id)).toEqual([vm.id]);
    expect((await list(agent)).status).toBe(403);
    const remove = ({ client }: SignedIn) =>
      client.call(calls.deleteVoicemail, { body: { recordId: vm.id } });
    expect((await remove(agent)).status).toBe(404);
    expect((await remove(other)).status).toBe(200);
    expect((await remove(other)).status).toBe(404);
    expect((await play(vm.url)).status).toBe(404);
  });

  test('is a record of its owner, removed with its audio', async () => {
    const { list, one, remove } = outboundVoicemails.calls;
    const { vm } = calls.createVoicemail.answer.parse((await create(mp3(2), other, other.user.id)).body);
    const params = { id: vm.id };
    const { url, ...shown } = vm;
    const own = await other.client.call(one, { params });
    expect(own.answer).toEqual({ ...shown, user_id: other.user.id, version: 1 });
    expect((await other.client.call(list, { query: {} })).answer).toContainEqual(own.answer);
    expect((await agent.client.call(one, { params })).status).toBe(404);
    expect((await agent.client.call(remove, { params })).status).toBe(404);
    expect((await other.client.call(remove, { params })).status).toBe(200);
    expect((await play(url)).status).toBe(404);
  });
});

describe('a link', () => {
  const bytes = mp3(4);
  let url: string;
  beforeAll(async () => {
    url = calls.createVoicemail.answer.parse((await create(bytes)).body).vm.url;
  });

  test.each([
    ['bytes=0-9', 206, 0, 10],
    ['bytes=-5', 206, bytes.length - 5, bytes.length],
    [`bytes=${String(bytes.length - 3)}-`, 206, bytes.length - 3, bytes.length],
    ['bytes=1-0', 200, 0, bytes.length],
  ])('asked for %p answers %i', async (range, status, from, to) => {
    const answer = await play(url, { range });
    expect(answer.status).toBe(status);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(from, to))).toBe(true);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const part = `bytes ${String(from)}-${String(to - 1)}/${String(bytes.length)}`;
    expect(answer.headers.get('content-range')).toBe(status === 206 ? part : null);
  });

  test('past the end is 416, HEAD has no body, and nothing of it is logged', async () => {
    const past = await play(url, { range: 'bytes=9999999-' });
    expect([past.status, past.headers.get('content-range')]).toEqual([
      416,
      `bytes */${String(bytes.length)}`,
    ]);
    const head = await play(url, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    expect(server.lines.text()).not.toContain(url);
  });

  test('that was tampered with, or is over, plays nothing', async () => {
    expect((await play(`${url.slice(0, -3)}AAA`)).status).toBe(404);
    expect((await play('/media/x.y.z')).status).toBe(404);
    server.clock.advance(5 * 60_000);
    await settled();
    expect((await play(url)).status).toBe(403);
  });

  test('ends with its listener’s ban', async () => {
    const leaver = await server.signIn();
    const link = calls.createVoicemail.answer.parse((await create(bytes, leaver)).body).vm.url;
    expect((await play(link)).status).toBe(200);
    const banned = { ...leaver.user, banned: 1 as const, version: 2 };
    await server.send(userUpdated, { subject: `user/${banned.id}`, sequence: 2, data: banned });
    await server.send(userBanned, { data: { user_id: banned.id } });
    expect((await play(link)).status).toBe(403);
  });
});

describe('a missed call', () => {
  const missOf = async (by: SignedIn | undefined, given: Partial<CallToMiss> = {}) => {
    const lead = server.givenLead({ user_id: by?.user.id ?? 0 });
    const call: CallToMiss = {
      direction: 'inbound',
      call_id: uniqueId(),
      number: lead.phones[0] ?? uniquePhone(),
      called: '+12145550199',
      lead_id: lead.lead_id,
      lead_name: lead.fullname,
      user_id: by?.user.id ?? null,
      ...given,
    };
    await missCall(server.service.ctx, call);
    await settled();
    return call;
  };

  test('is told once, with our number that was called and that a customer called it', async () => {
    const call = await missOf(agent);
    await missCall(server.service.ctx, call);
    await server.probe.waitFor(callMissed, ({ data }) => data.id === call.call_id);
    const published = server.probe.all(callMissed).filter(({ data }) => data.id === call.call_id);
    expect(published.map(({ data }) => data)).toMatchObject([
      { number: call.number, called: call.called, direction: 'inbound', user_id: agent.user.id },
    ]);
  });

  test('is for its guide or all guides, and for admins', async () => {
    const [guide, second] = await Promise.all([server.signIn({ role_id: 3 }), server.signIn({ role_id: 3 })]);
    const [own, shared] = [await missOf(guide), await missOf(undefined)];
    const ids = async ({ client }: SignedIn) =>
      (await client.call(calls.listMissedCalls, { query: { limit: '100' } })).answer.missedCalls.map(
        ({ id }) => id,
      );
    expect(await ids(guide)).toEqual(expect.arrayContaining([own.call_id, shared.call_id]));
    expect(await ids(second)).not.toContain(own.call_id);
    expect(await ids(server.admin)).toContain(own.call_id);
    expect((await agent.client.call(calls.listMissedCalls, { query: {} })).status).toBe(403);
  });

  test('asks for a voicemail, which its owner hears and marks as played', async () => {
    const call = await missOf(agent);
    const sid = sidOf('RE');
    carrier.recordings.set(sid, [mp3(2)]);
    const hook = { RecordingSid: sid, RecordingStatus: 'completed', RecordingDuration: '2' };
    const written = { RecordingSid: sid, TranscriptionStatus: 'completed', TranscriptionText: 'Call me.' };
    const at = `/tw/vm/${call.call_id}`;
    expect((await server.hook(`${at}/done`, hook)).text).toContain('<Hangup/>');
    for (let times = 0; times < 2; times += 1) await server.hook(`${at}/rec`, hook);
    await settled();
    for (let times = 0; times < 2; times += 1) await server.hook(`${at}/text`, written);
    await server.probe.waitFor(voicemailReceived, ({ data }) => data.lead_id === call.lead_id);
    await server.probe.waitFor(voicemailTranscribed, ({ data }) => data.lead_id === call.lead_id);
    const mine = async () =>
      (
        await agent.client.call(calls.listCustomerVoicemails, { params: { userId: agent.user.id } })
      ).answer.vm.filter(({ lead_id }) => lead_id === call.lead_id);
    const [vm, ...more] = await mine();
    expect(more).toEqual([]);
    expect(vm).toMatchObject({ duration: 2, text: 'Call me.', read: 0, user_id: agent.user.id });
    expect((await play(vm?.url ?? '')).status).toBe(200);
    const read = ({ client }: SignedIn) => client.call(calls.readVoicemail, { params: { id: vm?.id ?? '' } });
    expect((await read(other)).status).toBe(404);
    expect((await read(server.admin)).status).toBe(200);
    expect((await mine())[0]?.read).toBe(0);
    for (let times = 0; times < 2; times += 1) await read(agent);
    expect((await mine())[0]?.read).toBe(1);
    await server.probe.waitFor(voicemailRead, ({ data }) => data.voicemail_id === vm?.id);
    expect(server.probe.all(voicemailRead).filter(({ data }) => data.voicemail_id === vm?.id)).toMatchObject([
      { data: { lead_id: call.lead_id, user_id: agent.user.id } },
    ]);
  });

  test('of an unknown number lets its voicemail be heard by whoever sees it', async () => {
    const [guide, second] = await Promise.all([server.signIn({ role_id: 3 }), server.signIn({ role_id: 3 })]);
    const unknown = { lead_id: null, lead_name: '' };
    const [own, shared] = [await missOf(guide, unknown), await missOf(undefined, unknown)];
    for (const call of [own, shared]) {
      const sid = sidOf('RE');
      carrier.recordings.set(sid, [mp3(2)]);
      const hook = { RecordingSid: sid, RecordingStatus: 'completed', RecordingDuration: '2' };
      await server.hook(`/tw/vm/${call.call_id}/rec`, hook);
    }
    await settled();
    const leftWith = async ({ client }: SignedIn, call: CallToMiss) => {
      const { missedCalls } = (await client.call(calls.listMissedCalls, { query: { limit: '100' } })).answer;
      return missedCalls.find(({ id }) => id === call.call_id)?.voicemail;
    };
    const fetchAudio = ({ client }: SignedIn, id = '') =>
      client.call(calls.getCustomerVoicemail, { params: { id } });

    for (const [call, listeners] of [
      [own, [guide, server.admin]],
      [shared, [guide, second, server.admin]],
    ] as const) {
      for (const listener of listeners) {
        const left = await leftWith(listener, call);
        expect(left).toMatchObject({ duration: 2, read: 0 });
        const { vm } = (await fetchAudio(listener, left?.id)).answer;
        expect(vm.number).toBe(call.number);
        expect((await play(vm.url)).status).toBe(200);
      }
      const id = (await leftWith(server.admin, call))?.id;
      expect((await fetchAudio(agent, id)).status).toBe(404);
    }
    expect((await fetchAudio(second, (await leftWith(guide, own))?.id)).status).toBe(404);
  });

  test('without a word is no voicemail', async () => {
    const call = await missOf(agent);
    const silent: Record<string, string>[] = [
      { RecordingStatus: 'absent' },
      { RecordingStatus: 'completed', RecordingDuration: '0' },
    ];
    for (const given of silent) {
      await server.hook(`/tw/vm/${call.call_id}/rec`, { RecordingSid: sidOf('RE'), ...given });
    }
    await settled();
    const { answer } = await agent.client.call(calls.listVoicemailsOfLead, {
      params: { id: call.lead_id ?? '' },
    });
    expect(answer.vm).toEqual([]);
  });

  test('plays the greeting of all by a link of the carrier’s own, else a sentence', async () => {
    const { ctx } = server.service;
    const asked = { call_id: uniqueId(), user: undefined, language: 'en' } as const;
    expect(await voicemailTwiml(ctx, asked)).toContain('<Say>We cannot take your call');
    const { body } = await upload(calls.uploadGreeting.path, agent, agent.user.id, mp3(2));
    const { url } = calls.uploadGreeting.answer.parse(body);
    const data = { ...exampleSettings, default_voice_mail: url };
    await server.send(settingsUpdated, { subject: 'settings', sequence: 5, data });
    const link = /<Play>([^<]+)<\/Play>/.exec(await voicemailTwiml(ctx, asked))?.[1] ?? '';
    expect(link).toMatch(new RegExp(`^${ctx.config.publicBaseUrl}/media/`));
    expect((await play(new URL(link).pathname)).status).toBe(200);

    const spanish = await voicemailTwiml(ctx, { ...asked, language: 'es' });
    expect(spanish).toContain('<Say language="es-US" voice="Polly.Lupe">En este momento no podemos');
    expect(spanish).not.toContain('<Play>');
    const closedText = { en: 'We are closed.', es: 'Estamos cerrados.' };
    expect(await voicemailTwiml(ctx, { ...asked, language: 'es', closedText })).toContain(
      'Estamos cerrados.',
    );
    expect(
      await voicemailTwiml(ctx, { ...asked, language: 'es', closedText: { ...closedText, es: '' } }),
    ).toContain('En este momento no podemos');
  });

  test('plays an agent’s own greeting to who speaks Spanish, too, and asks in Spanish for a message', async () => {
    const { ctx } = server.service;
    const { body } = await upload(calls.uploadGreeting.path, agent, agent.user.id, mp3(2));
    const { url } = calls.uploadGreeting.answer.parse(body);
    const user = { id: agent.user.id, voice_mail: url };
    const heard = await voicemailTwiml(ctx, { call_id: uniqueId(), user, language: 'es' });
    expect(heard).toMatch(/<Play>[^<]+<\/Play><Say language="es-US"[^>]*>En este momento/);
  });
});
