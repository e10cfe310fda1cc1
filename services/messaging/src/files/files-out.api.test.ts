import { Types } from 'mongoose';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import type { TextFile, TextMessage } from '@crm/contracts/entities/messaging.js';
import * as calls from '@crm/contracts/http/messaging.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { messagingDesk } from '../privacy/messaging-desk.js';
import { allowed, optedOut } from '../test/fake-services.js';
import {
  customerNumber,
  startMessaging,
  type MessagingServer,
  type SignedIn,
} from '../test/messaging-server.js';
import type { UploadDoc } from './upload.model.js';

const hour = 3_600_000;
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(3_000, 7)]);
const pdf = (size = 100) => Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(size - 9, 32)]);

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
  server.others.leads.permit = () => allowed;
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});
afterEach(() => {
  server.sim.control.fault({ kind: 'none' });
});

async function upload(bytes: Uint8Array = png, { who = agent, part = 'file' } = {}) {
  const form = new FormData();
  form.append(part, new File([new Uint8Array(bytes)], 'house.png', { type: 'image/png' }));
  const response = await fetch(`${server.service.url}${calls.uploadTextFile.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.others.tokens.tokenFor(who.actor)}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as { message: string; file?: TextFile } };
}
async function uploaded(bytes?: Uint8Array, given?: { who?: SignedIn }): Promise<string> {
  const { file } = calls.uploadTextFile.answer.parse((await upload(bytes, given)).body);
  return file.id;
}
const send = (
  files: string[],
  given: Partial<{ who: SignedIn; text: string; to: LeadToCall; key: string; user_id: string }> = {},
) => {
  const { who = agent, text = '', to = lead, user_id = agent.user.id, ...rest } = given;
  return who.client.call(calls.sendText, {
    body: { lead_id: to.lead_id, user_id, text, to: to.phones[0] ?? '', files, ...rest },
  });
};
const textsOf = async (of = lead): Promise<TextMessage[]> =>
  (await server.admin.client.call(calls.listTexts, { params: { id: of.lead_id }, query: {} })).answer
    .messages;
const atCarrier = (of = lead) => server.sim.control.state().messages.filter(({ to }) => to === of.phones[0]);
const links = () =>
  server.sim.control.trace().flatMap(({ kind, details }) => {
    const url = details['url'];
    return kind === 'hook' && typeof url === 'string' && url.includes('/media/texts/') ? [url] : [];
  });
const storedFiles = (id: string) =>
  server.service.ctx.texts.db.collection('sealedtextfiles.files').countDocuments({ filename: id });

describe('uploading', () => {
  test('a picture or a document is told by its content, whatever its name says', async () => {
    expect((await upload()).body).toMatchObject({
      message: 'File uploaded',
      file: { kind: 'picture', type: 'image/png', bytes: png.length, state: 'kept' },
    });
    expect((await upload(pdf())).body).toMatchObject({ file: { kind: 'pdf', type: 'application/pdf' } });
  });

  test.each<[string, Uint8Array, number, string]>([
    ['a page', Buffer.from('<!doctype html><script>'), 422, 'Choose JPEG, PNG, GIF or PDF files'],
    ['a drawing that can run', Buffer.from('<svg onload="x">'), 422, 'Choose JPEG, PNG, GIF or PDF files'],
    [
      'a picture that phones do not take',
      Buffer.from('RIFF....WEBPVP8 '),
      422,
      'Choose JPEG, PNG, GIF or PDF files',
    ],
    ['nothing', Buffer.alloc(0), 422, 'Choose JPEG, PNG, GIF or PDF files'],
    ['a PDF of more than 500 KB', pdf(500_001), 422, 'A PDF can have at most 500 KB'],
    [
      'more than 4.5 MB',
      Buffer.concat([png, Buffer.alloc(4_500_000)]),
      413,
      'The file is larger than 4.3 MB',
    ],
  ])('%s is refused, and nothing stays', async (_what, bytes, status, message) => {
    const before = await server.service.ctx.uploads.countDocuments();
    const refused = await upload(bytes);
    expect([refused.status, refused.body.message]).toEqual([status, message]);
    expect(await server.service.ctx.uploads.countDocuments()).toBe(before);
  });

  test('a form without a file is refused, and so is nobody', async () => {
    expect((await upload(png, { part: 'other' })).body.message).toBe('Choose a file');
    const response = await fetch(`${server.service.url}${calls.uploadTextFile.path}`, { method: 'POST' });
    expect(response.status).toBe(403);
  });

  test('of one user no more than fifty wait', async () => {
    const who = await server.signIn();
    const _id = new Types.ObjectId(await uploaded(png, { who }));
    const doc = await server.service.ctx.uploads.findById(_id).lean<UploadDoc>();
    await server.service.ctx.uploads.insertMany(
      Array.from({ length: 49 }, () => ({ ...doc, _id: new Types.ObjectId() })),
    );
    expect((await upload(png, { who })).status).toBe(429);
  });

  test('what is not sent within a day is removed, what was sent is not', async () => {
    const [left, sent] = [await uploaded(), await uploaded()];
    await send([sent]);
    await server.settled();
    await server.later(24 * hour);
    server.wake();
    await server.settled();
    expect([await storedFiles(left), await storedFiles(sent)]).toEqual([0, 1]);
    expect((await send([left])).refusal.message).toBe(
      'A file is no longer available, please attach it again',
    );
  });
});

test('a process that dies behind a text’s write leaves an upload that does not take its file away', async () => {
  const id = await uploaded();
  const left = await server.service.ctx.uploads.findById(id).lean<UploadDoc>();
  const { answer } = await send([id]);
  await server.settled();
  if (left === null) throw new Error('There is no upload');
  const text_id = new Types.ObjectId(answer.text_message.id);
  await server.service.ctx.uploads.collection.insertOne({ ...left, text_id });
  await server.later(24 * hour);
  server.wake();
  await server.settled();
  expect(await server.service.ctx.uploads.findById(id)).toBeNull();
  expect(await storedFiles(id)).toBe(1);
});

describe('a text with files', () => {
  test('goes out with links that the carrier fetches, and arrives as it was', async () => {
    const ids = [await uploaded(), await uploaded(pdf())];
    const { answer } = await send(ids, { text: 'Your quote' });
    expect(answer.text_message).toMatchObject({
      ...{ text: 'Your quote', send_status: 'queued' },
      files: [
        { id: ids[0], kind: 'picture', state: 'kept' },
        { id: ids[1], kind: 'pdf', state: 'kept' },
      ],
    });
    await server.settled();
    expect(await textsOf()).toMatchObject([{ send_status: 'delivered', reason: '' }]);
    const [message] = atCarrier();
    expect(message).toMatchObject({
      body: 'Juniper Insurance: Your quote\nReply STOP to opt out',
      media: [{ type: 'image/png' }, { type: 'application/pdf' }],
    });
    expect(server.sim.control.media(message?.media[0]?.mediaSid ?? '')?.bytes).toEqual(png);
  });

  test('without words names the agency the first time, and nothing the next', async () => {
    await send([await uploaded()]);
    await server.settled();
    await send([await uploaded()]);
    await server.settled();
    expect(atCarrier().map(({ body }) => body)).toEqual(['Juniper Insurance\nReply STOP to opt out', '']);
  });

  test('can be opened by whoever reads the conversation', async () => {
    const id = await uploaded();
    await send([id]);
    const opened = async ({ actor }: SignedIn) => {
      const headers = { authorization: `Bearer ${server.others.tokens.tokenFor(actor)}` };
      return (await fetch(`${server.service.url}/api/rest/text-files/${id}`, { headers })).status;
    };
    expect([await opened(agent), await opened(server.admin), await opened(await server.signIn())]).toEqual([
      200, 200, 404,
    ]);
  });

  test('is sent in another’s name by an admin, who uploaded it', async () => {
    const id = await uploaded(png, { who: server.admin });
    expect((await send([id], { who: server.admin })).answer.text_message).toMatchObject({
      ...{ user_id: agent.user.id, files: [{ id }] },
    });
  });

  test('the same click twice is one text, with and without a name for it', async () => {
    const id = await uploaded();
    const key = uniqueId();
    const [first, second] = await Promise.all([send([id], { key }), send([id], { key })]);
    expect(first.answer.text_message.id).toBe(second.answer.text_message.id);
    expect((await send([id], { key })).answer.text_message.id).toBe(first.answer.text_message.id);
    const other = await uploaded();
    const plain = await send([other]);
    expect((await send([other])).answer.text_message.id).toBe(plain.answer.text_message.id);
    await server.settled();
    expect(await textsOf()).toHaveLength(2);
  });

  test.each<[string, () => Promise<string[]>, string]>([
    [
      'somebody else’s',
      async () => [await uploaded(png, { who: await server.signIn() })],
      'A file is no longer available',
    ],
    ['what was never uploaded', async () => [uniqueId()], 'A file is no longer available'],
    [
      'what another text has',
      async () => {
        const id = await uploaded();
        await send([id], { text: 'First' });
        return [id];
      },
      'A file is no longer available',
    ],
    [
      'more than 4.5 MB in all',
      async () => {
        const large = Buffer.concat([png, Buffer.alloc(2_500_000)]);
        return [await uploaded(large), await uploaded(large)];
      },
      'All files together can have at most 4.5 MB',
    ],
    ['four files', async () => [uniqueId(), uniqueId(), uniqueId(), uniqueId()], 'At most 3 files per text'],
  ])('does not take %s', async (_what, ids, message) => {
    const files = await ids();
    const before = (await textsOf()).length;
    const { status, refusal } = await send(files, { text: 'Second' });
    expect([status, refusal.message.startsWith(message)]).toEqual([422, true]);
    expect(await textsOf()).toHaveLength(before);
  });

  test('needs the same permission as any text; a no leaves the upload to be sent later', async () => {
    const id = await uploaded();
    server.others.leads.permit = () => optedOut;
    expect((await send([id])).refusal.message).toBe(optedOut.sentence);
    server.others.leads.permit = () => allowed;
    expect((await send([id])).status).toBe(200);
    const other = await server.signIn();
    const theirs = await uploaded(png, { who: other });
    expect((await send([theirs], { who: other, user_id: other.user.id })).status).toBe(404);
  });
});

describe('when it does not get through', () => {
  test.each([
    [21620, 'The carrier refused: The carrier cannot reach our files'],
    [21612, 'The carrier refused: This number cannot be reached by text'],
  ])(
    'the carrier’s refusal %p is told in words, and it can be sent again with its file',
    async (code, reason) => {
      const refusal = { status: 400, code, message: 'No' };
      server.sim.control.fault({ kind: 'rest', method: 'POST', path: '/Messages.json', outcome: refusal });
      const id = await uploaded();
      await send([id], { text: 'Look' });
      await server.settled();
      const [text] = await textsOf();
      expect(text).toMatchObject({ send_status: 'failed', can_resend: true, reason });
      await agent.client.call(calls.resendText, { body: { id: text?.id ?? '' } });
      await server.settled();
      expect(await textsOf()).toMatchObject([{ send_status: 'delivered', files: [{ id }] }]);
      expect(atCarrier()).toMatchObject([{ media: [{ type: 'image/png' }] }]);
    },
  );

  test('a file that is away when the carrier fetches it fails the text with the reason', async () => {
    const id = await uploaded();
    const lost = async () => {
      const { answer } = await send([id], { text: 'Look' });
      await server.service.ctx.texts.updateOne({ 'files._id': id }, { $set: { 'files.$.state': 'lost' } });
      return answer.text_message.id;
    };
    // The carrier fetches it a while behind the text: no time passes until it is away.
    const sent = await server.sim.clock.hold(lost());
    await server.settled();
    const text = (await textsOf()).find(({ id: found }) => found === sent);
    expect(text).toMatchObject({
      ...{ send_status: 'failed', can_resend: true },
      reason: 'The carrier could not deliver it: the file could not be fetched from us (11200)',
    });
  });

  test('a phone that takes none says so', async () => {
    const to = server.givenLead({ user_id: agent.user.id, phones: [customerNumber('50')] });
    await send([await uploaded()], { to });
    await server.settled();
    expect((await textsOf(to))[0]?.reason).toMatch(/switched off or out of reach \(30003\)$/);
  });
});

describe('the link of a file', () => {
  async function link(): Promise<string> {
    await send([await uploaded()]);
    await server.settled();
    const url = links().at(-1);
    if (url === undefined) throw new Error('The carrier fetched nothing');
    return url;
  }

  test('needs no session, is no picture to anything but the carrier, and appears in no log', async () => {
    const url = await link();
    const response = await fetch(url);
    expect([response.status, Buffer.from(await response.arrayBuffer())]).toEqual([200, png]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    const token = new URL(url).pathname.split('/').at(-1) ?? '';
    expect(server.lines.text()).not.toContain(token);
  });

  test('is over after four hours', async () => {
    const url = await link();
    await server.later(4 * hour);
    expect((await fetch(url)).status).toBe(403);
  });

  test('changed by a sign, or of another file, leads nowhere', async () => {
    const url = await link();
    expect((await fetch(`${url}x`)).status).toBe(404);
    expect((await fetch(url.replace('/media/texts/', '/media/'))).status).toBe(404);
    expect((await fetch(new URL('/media/texts/abc', url))).status).toBe(404);
  });

  test('leads nowhere once its text is erased', async () => {
    const url = await link();
    await server.service.drainOutbox();
    const person = { lead_ids: [lead.lead_id], phones: [lead.phones[0] ?? ''], emails: [] };
    expect(await messagingDesk(server.service.ctx).erase(person)).toMatchObject({ isWhole: true });
    expect((await fetch(url)).status).toBe(404);
  });
});
