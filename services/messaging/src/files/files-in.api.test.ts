import { leadDeleted, leadRestored } from '@crm/contracts/bus/events.js';
import { optOutCommand } from '@crm/contracts/bus/commands.js';
import { notificationCreated, textReceived, textStatusChanged } from '@crm/contracts/bus/messaging-events.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import type { TextFile, TextMessage } from '@crm/contracts/entities/messaging.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { listNotifications } from '@crm/contracts/http/notifications.js';
import * as calls from '@crm/contracts/http/messaging.js';
import { z } from 'zod';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { messagingDesk } from '../privacy/messaging-desk.js';
import {
  customerNumber,
  startMessaging,
  type MessagingServer,
  type SignedIn,
} from '../test/messaging-server.js';

const second = 1_000;
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(3_000, 7)]);
const pdf = Buffer.from('%PDF-1.7 a quote');

let server: MessagingServer;
let agent: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  server = await startMessaging();
});
afterAll(async () => {
  expect(server.sim.control.apiProblems()).toEqual([]);
  await server.stop();
});
beforeEach(async () => {
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});
afterEach(() => {
  server.sim.control.fault({ kind: 'none' });
});

interface Sent {
  type?: string;
  bytes?: Buffer;
}

/** The customer sends files, one after another where it is fetched. */
async function customerSends(files: readonly Sent[] = [{}], given: { body?: string; from?: string } = {}) {
  const { messageSid } = server.sim.control.inboundSms({
    ...{ from: lead.phones[0] ?? '', to: agent.user.twilio_phone, ...given },
    media: files.map(({ type = 'image/png', bytes = png }) => ({ type, base64: bytes.toString('base64') })),
  });
  await server.settled();
  return messageSid;
}
const textsOf = async (of = lead) =>
  (await server.admin.client.call(calls.listTexts, { params: { id: of.lead_id }, query: {} })).answer
    .messages;
const textAt = async (): Promise<TextMessage> => {
  const [text] = await textsOf();
  if (text === undefined) throw new Error('There is no text');
  return text;
};
const fileAt = async (): Promise<TextFile> => {
  const [file] = (await textAt()).files;
  if (file === undefined) throw new Error('The text has no file');
  return file;
};
const open = async (who: SignedIn, id: string, headers: Record<string, string> = {}) => {
  const token = server.others.tokens.tokenFor(who.actor);
  const response = await fetch(`${server.service.url}/api/rest/text-files/${id}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};
const fetchAgain = (who: SignedIn, id: string) => who.client.call(calls.fetchTextFile, { params: { id } });
const isStored = async (id: string) =>
  (await server.service.ctx.texts.db.collection('sealedtextfiles.files').countDocuments({ filename: id })) ===
  1;
/** The requests for files that the carrier was asked. */
const fetches = () =>
  server.sim.control.trace().filter(({ kind, text }) => kind === 'rest' && /GET \S+\/Media\/ME/.test(text));

describe('a picture that comes in', () => {
  test('is in the conversation at once, is fetched behind it, and opens', async () => {
    await customerSends();
    const text = await textAt();
    expect(text).toMatchObject({ text: '', send_status: 'received' });
    expect(text.files).toMatchObject([
      { kind: 'picture', type: 'image/png', state: 'kept', bytes: png.length, reason: '', can_fetch: false },
    ]);
    const { status, headers, bytes } = await open(agent, (await fileAt()).id);
    expect([status, bytes]).toEqual([200, png]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringMatching(/^inline; filename="picture-\w{6}\.png"$/) as string,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'private, no-store',
    });
    const received = server.probe.all(textReceived).filter(({ data }) => data.id === text.id);
    expect(received).toHaveLength(1);
    const told = server.probe.all(textStatusChanged).filter(({ data }) => data.message_id === text.id);
    expect([...received, ...told].at(-1)?.data).toMatchObject(
      told.length > 0 ? { text_message: { files: [{ state: 'kept' }] } } : { files: [{ state: 'kept' }] },
    );
  });

  test.each<[string, Sent[], string]>([
    ['one picture', [{}], 'Picture'],
    ['two pictures', [{}, {}], '2 pictures'],
    ['a document', [{ type: 'application/pdf', bytes: pdf }], 'PDF'],
  ])('%s without words is called so in the notification, not nothing', async (_what, files, words) => {
    await customerSends(files);
    const { notifications } = (await agent.client.call(listNotifications, { params: { id: agent.user.id } }))
      .answer;
    expect(notifications).toMatchObject([{ body: words, lead_id: lead.lead_id }]);
    const { conversations } = (await agent.client.call(calls.listConversations, { query: {} })).answer;
    expect(conversations).toMatchObject([
      { last: { text: '', files: files.map(() => ({ state: 'kept' })) } },
    ]);
    const told = server.probe.all(notificationCreated).filter(({ data }) => data.lead_id === lead.lead_id);
    expect(told).toHaveLength(1);
  });

  test('keeps its words, and a caption STOP counts', async () => {
    await customerSends([{}], { body: 'STOP' });
    expect(await textAt()).toMatchObject({ text: 'STOP', files: [{ kind: 'picture' }] });
    const phone = lead.phones[0] ?? '';
    const closed = server.probe.all(optOutCommand).filter(({ data }) => data.phone === phone);
    expect(closed.map(({ data }) => data.channel).sort()).toEqual(['call', 'text']);
  });

  test('told of twice is one text with one file', async () => {
    const sid = await customerSends();
    const before = fetches().length;
    const hook = z.object({ params: z.record(z.string(), z.string()) });
    const hooks = server.sim.control.trace().flatMap(({ details }) => {
      const read = hook.safeParse(details);
      return read.success ? [read.data.params] : [];
    });
    const fields = hooks.find(({ MessageSid }) => MessageSid === sid) ?? {};
    expect((await server.hook('/tw/sms/in', fields)).status).toBe(200);
    await server.settled();
    expect((await textsOf()).flatMap(({ files }) => files)).toHaveLength(1);
    expect(fetches()).toHaveLength(before);
  });

  test('what is no picture is a download', async () => {
    await customerSends([{ type: 'application/pdf', bytes: pdf }]);
    const { headers } = await open(agent, (await fileAt()).id);
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'application/pdf',
      expect.stringMatching(/^attachment; filename="pdf-\w{6}\.pdf"$/),
    ]);
  });

  test('a part of it can be asked for', async () => {
    await customerSends();
    const { status, bytes } = await open(agent, (await fileAt()).id, { range: 'bytes=0-7' });
    expect([status, bytes]).toEqual([206, png.subarray(0, 8)]);
  });
});

describe('a file that is not taken', () => {
  test.each<[string, Sent, string]>([
    ['a page', { type: 'text/html', bytes: Buffer.from('<script>') }, 'Files of this kind are not accepted'],
    ['a drawing that can run', { type: 'image/svg+xml' }, 'Files of this kind are not accepted'],
    [
      'a page that says it is a picture',
      { type: 'image/png', bytes: Buffer.from('<!doctype html><script>alert(1)</script>') },
      'The file is not of the kind that it says',
    ],
    [
      'more than 5 MB',
      { bytes: Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]) },
      'The file is larger than 5 MB',
    ],
  ])('%s is lost with its reason and leaves nothing', async (_what, file, reason) => {
    await customerSends([file]);
    const lost = await fileAt();
    expect(lost).toMatchObject({ state: 'lost', reason, can_fetch: false });
    expect((await open(agent, lost.id)).status).toBe(404);
    expect((await fetchAgain(agent, lost.id)).status).toBe(409);
    expect(await isStored(lost.id)).toBe(false);
  });

  test('an address elsewhere is never asked: the text says that it was not named', async () => {
    const asked = fetches().length;
    const from = lead.phones[0] ?? '';
    await server.hook('/tw/sms/in', {
      ...{ MessageSid: `MM${uniqueId()}${'0'.repeat(8)}`, From: from, To: agent.user.twilio_phone, Body: '' },
      ...{
        NumMedia: '1',
        MediaContentType0: 'image/png',
        MediaUrl0: `${server.others.auth.url}/picture.png`,
      },
    });
    await server.settled();
    expect(await fileAt()).toMatchObject({
      state: 'lost',
      reason: 'The carrier did not say which file it is',
    });
    expect(fetches()).toHaveLength(asked);
  });
});

const faulty = (outcome: { status: number; code?: number } | 'reset', times = 1) => {
  server.sim.control.fault({ kind: 'rest', method: 'GET', path: '/Media/ME', outcome, times });
};

describe('while the carrier does not give a file out', () => {
  test.each([
    ['is not ready with it', { status: 404, code: 20404 }],
    ['fails', { status: 500 }],
    ['breaks off', 'reset'],
  ] as const)('and %s, it is asked again a little later', async (_what, outcome) => {
    faulty(outcome);
    await customerSends();
    expect(await fileAt()).toMatchObject({ state: 'fetching', bytes: null, reason: '' });
    expect((await open(agent, (await fileAt()).id)).status).toBe(404);
    await server.later(15 * second);
    server.wake();
    await server.settled();
    expect(await fileAt()).toMatchObject({ state: 'kept' });
  });

  test('one that it has no more is given up, and can be fetched again', async () => {
    faulty({ status: 404, code: 20404 }, 6);
    await customerSends();
    for (const wait of [15, 45, 120, 180, 240]) {
      await server.later(wait * second);
      server.wake();
      await server.settled();
    }
    const lost = await fileAt();
    expect(lost).toMatchObject({
      ...{ state: 'lost', reason: 'The carrier no longer has this file', can_fetch: true },
    });
    const { answer } = await fetchAgain(agent, lost.id);
    expect(answer.text_message.files).toMatchObject([{ state: 'fetching', reason: '' }]);
    await server.settled();
    expect(await fileAt()).toMatchObject({ state: 'kept', reason: '', can_fetch: false });
    expect((await fetchAgain(agent, lost.id)).status).toBe(409);
  });

  test('a lost one that is asked for again in the midst of fetching the other is fetched too', async () => {
    await customerSends([{}, {}]);
    const { ctx } = server.service;
    const [first, other] = (await textAt()).files;
    await ctx.texts.updateOne(
      { 'files._id': first?.id },
      {
        $set: {
          ...{ 'files.0.state': 'lost', 'files.0.lost': 'gone', 'files.1.state': 'fetching' },
          fetch: { at: server.clock.now(), tries: 0 },
        },
      },
    );
    const carrier = ctx.filesAtCarrier;
    let release: () => void = () => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = 0;
    await new Promise<void>((isBegun) => {
      ctx.filesAtCarrier = {
        ...carrier,
        open: async (file) => {
          begun += 1;
          isBegun();
          if (begun === 1) await isReleased;
          return carrier.open(file);
        },
      };
      server.wake();
    });
    await fetchAgain(agent, first?.id ?? '');
    release();
    await server.settled();
    ctx.filesAtCarrier = carrier;
    expect(begun).toBe(2);
    expect((await textAt()).files).toMatchObject([
      { id: first?.id, state: 'kept', reason: '' },
      { id: other?.id, state: 'kept', reason: '' },
    ]);
  });

  test('one of two that is here stays while the other is asked for again', async () => {
    faulty({ status: 500 });
    await customerSends([{}, {}]);
    expect((await textAt()).files.map(({ state }) => state).sort()).toEqual(['fetching', 'kept']);
    await server.later(15 * second);
    server.wake();
    await server.settled();
    expect((await textAt()).files.map(({ state }) => state)).toEqual(['kept', 'kept']);
  });

  test('a process that dies between storing the text and its file leaves it to the next one', async () => {
    faulty({ status: 500 });
    await customerSends();
    expect(await fileAt()).toMatchObject({ state: 'fetching' });
    await server.crash();
    await server.later(15 * second);
    server.wake();
    await server.settled();
    expect(await fileAt()).toMatchObject({ state: 'kept' });
  });
});

describe('who may open a file', () => {
  test('whoever may read the text, and nobody else', async () => {
    await customerSends();
    const { id } = await fileAt();
    const other = await server.signIn();
    expect((await open(server.admin, id)).status).toBe(200);
    expect((await open(other, id)).status).toBe(404);
    expect((await fetchAgain(other, id)).status).toBe(404);
    expect((await open(agent, uniqueId())).status).toBe(404);
    expect((await fetch(`${server.service.url}/api/rest/text-files/${id}`)).status).toBe(403);
  });

  test('of a stranger’s text: whom it was written to, and admins', async () => {
    const from = customerNumber();
    await customerSends([{}], { from });
    const text = await server.service.ctx.texts.findOne({ customer_phone: from }).lean();
    const id = text?.files?.[0]?._id.toHexString() ?? '';
    expect((await open(agent, id)).status).toBe(200);
    expect((await open(server.admin, id)).status).toBe(200);
    expect((await open(await server.signIn(), id)).status).toBe(404);
  });

  test('a deleted lead hides it until it is restored', async () => {
    await customerSends();
    const { id } = await fileAt();
    const known = server.others.leads.known.splice(0);
    await server.send(
      leadDeleted,
      { lead_id: lead.lead_id, type_id: 2, source: 'manual', user_id: agent.user.id },
      1,
      2,
    );
    expect((await open(agent, id)).status).toBe(404);
    expect((await open(server.admin, id)).status).toBe(404);
    server.others.leads.known.push(...known);
    const restored = { ...exampleLifeLead, id: lead.lead_id, user_id: agent.user.id };
    await server.send(leadRestored, { lead: restored }, 1, 3);
    expect((await open(agent, id)).status).toBe(200);
  });

  test('it is entered who opened it', async () => {
    await customerSends();
    const { id } = await fileAt();
    await open(agent, id);
    await server.service.auditIdle();
    const entries = server.service.ctx.texts.db.collection('audit_entries');
    expect(
      await entries.findOne({ action: 'lead.text-file-opened', subjects: `text-file/${id}` }),
    ).toMatchObject({
      actor_id: agent.user.id,
      subjects: expect.arrayContaining([`lead/${lead.lead_id}`]) as string[],
    });
  });
});

describe('a person’s data', () => {
  test('is exported with the files of their texts, and erased with them, at the carrier too', async () => {
    const sid = await customerSends();
    const { id } = await fileAt();
    const desk = messagingDesk(server.service.ctx);
    const person = { lead_ids: [lead.lead_id], phones: [lead.phones[0] ?? ''], emails: [] };
    const [texts] = await desk.collect(person);
    expect(texts?.items).toMatchObject([
      {
        files: [
          { id, type: 'image/png', bytes: png.length, sha256: expect.stringMatching(/^\w{64}$/) as string },
        ],
      },
    ]);
    await server.service.drainOutbox();
    expect(await desk.erase(person)).toMatchObject({ counts: { texts: 1 }, isWhole: true });
    expect(await isStored(id)).toBe(false);
    const { messages } = server.sim.control.state();
    expect(messages.filter(({ messageSid }: { messageSid: string }) => messageSid === sid)).toEqual([]);
    const removed = server.sim.control.trace().filter(({ text }) => /DELETE \S+\/Media\/ME/.test(text));
    expect(removed.length).toBeGreaterThan(0);
  });
});
