import { Readable } from 'node:stream';
import { Types } from 'mongoose';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import type { Person } from '@crm/contracts/http/privacy.js';
import * as calls from '@crm/contracts/http/messaging.js';
import { dataKeyCollection } from '@crm/platform/encryption/data-keys.js';
import { dumpDatabase } from '@crm/platform/testing/dump-database.js';
import { storeFile } from '@crm/domain/media/stored-files.js';
import { messagingMigrations } from '../migrations.js';
import { messagingDesk } from '../privacy/messaging-desk.js';
import { allowed } from '../test/fake-services.js';
import {
  customerNumber,
  startMessaging,
  type MessagingServer,
  type SignedIn,
} from '../test/messaging-server.js';

/** Words in a picture, as its maker writes them: what is shown is as readable to who looks for it. */
const shown = 'Oncology ward, bed 4';
const pictureOf = (words: string) =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(70_000, 7), Buffer.from(words)]);
const png = pictureOf(shown);

let server: MessagingServer;
let agent: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  server = await startMessaging();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.others.leads.permit = () => allowed;
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});

const db = () => {
  const { db: stored } = server.service.ctx.texts.db;
  if (stored === undefined) throw new Error('The store is not connected');
  return stored;
};
const isInClear = async () => (await dumpDatabase(db())).includes(shown);
const keyOf = (id: string) =>
  db()
    .collection(dataKeyCollection)
    .findOne({ _id: new Types.ObjectId(id) });
const destroyed = () => ({ destroyedAt: server.clock.now() });

async function customerSends(from = lead.phones[0] ?? ''): Promise<void> {
  const media = [{ type: 'image/png', base64: png.toString('base64') }];
  server.sim.control.inboundSms({ from, to: agent.user.twilio_phone, media });
  await server.settled();
}
const token = () => server.others.tokens.tokenFor(agent.actor);

async function uploaded(): Promise<string> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(png)], 'house.png', { type: 'image/png' }));
  const response = await fetch(`${server.service.url}${calls.uploadTextFile.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token()}` },
    body: form,
  });
  return calls.uploadTextFile.answer.parse(await response.json()).file.id;
}
async function agentSends(): Promise<void> {
  const { lead_id, phones } = lead;
  const files = [await uploaded()];
  const body = { lead_id, user_id: agent.user.id, text: '', to: phones[0] ?? '', files };
  expect((await agent.client.call(calls.sendText, { body })).answer.status).toBe('success');
  await server.settled();
}

/** The ids of the files of a number's texts, the first one first. */
async function filesOf(phone = lead.phones[0] ?? ''): Promise<string[]> {
  const texts = await server.service.ctx.texts.find({ customer_phone: phone }).sort({ _id: 1 }).lean();
  return texts.flatMap(({ files = [] }) => files.map(({ _id }) => _id.toHexString()));
}
async function open(id: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.service.url}/api/rest/text-files/${id}`, {
    headers: { authorization: `Bearer ${token()}`, ...headers },
  });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}
const opened = async (id: string) => {
  const place = png.length - shown.length;
  const [whole, part] = [await open(id), await open(id, { range: `bytes=${String(place)}-` })];
  return [whole.status, whole.bytes.equals(png), part.status, part.bytes.toString()];
};
const asItWas = [200, true, 206, shown];
const linksToCarrier = () =>
  server.sim.control.trace().flatMap(({ kind, details: { url } }) => {
    return kind === 'hook' && typeof url === 'string' && url.includes('/media/texts/') ? [url] : [];
  });

test('pictures of a lead are not stored in clear, reach the carrier by their link and are opened as they were', async () => {
  await customerSends();
  await agentSends();
  const files = await filesOf();
  expect(files).toHaveLength(2);
  expect(await isInClear()).toBe(false);
  for (const id of files) expect(await opened(id)).toEqual(asItWas);
  const fetched = await fetch(linksToCarrier().at(-1) ?? '');
  expect(Buffer.from(await fetched.arrayBuffer()).equals(png)).toBe(true);
});

test('a stranger’s has the key of their text and goes with the person', async () => {
  const number = customerNumber();
  await customerSends(number);
  expect(await isInClear()).toBe(false);
  const [id = ''] = await filesOf(number);
  expect(await opened(id)).toEqual(asItWas);
  const text = await server.service.ctx.texts.findOne({ customer_phone: number }).lean();
  await server.service.drainOutbox();
  await messagingDesk(server.service.ctx).erase({ phones: [number], emails: [], lead_ids: [] });
  expect(await keyOf(String(text?._id))).toMatchObject(destroyed());
  expect((await open(id)).status).toBe(404);
});

test('once the person is erased they are as any that is not there, also out of a backup', async () => {
  await customerSends();
  await agentSends();
  const files = await filesOf();
  const link = linksToCarrier().at(-1) ?? '';
  const names = ['texts', 'sealedtextfiles.files', 'sealedtextfiles.chunks'];
  const copies = await Promise.all(
    names.map(async (name) => ({ name, documents: await db().collection(name).find().toArray() })),
  );
  await server.service.drainOutbox();
  const person: Person = { phones: lead.phones, emails: [], lead_ids: [lead.lead_id] };
  expect(await messagingDesk(server.service.ctx).erase(person)).toMatchObject({ isWhole: true });
  for (const { name, documents } of copies) {
    await db().collection(name).deleteMany({});
    await db().collection(name).insertMany(documents);
  }
  for (const id of files) expect((await open(id)).status).toBe(404);
  expect((await fetch(link)).status).toBe(404);
});

test('an upload that nobody sends is under a key of its own, which goes with it', async () => {
  const id = await uploaded();
  expect(await isInClear()).toBe(false);
  expect(await keyOf(id)).toHaveProperty('key');
  await server.later(24 * 3_600_000);
  server.wake();
  await server.settled();
  expect(await keyOf(id)).toMatchObject(destroyed());
});

test('what an earlier version stored in clear is opened, is encrypted, and is opened as before', async () => {
  const { ctx } = server.service;
  await customerSends();
  await agentSends();
  const unsent = await uploaded();
  const files = await filesOf();
  // That version knew of no keys of files.
  await ctx.texts.collection.updateMany({ files: { $exists: true } }, { $unset: { 'files.0.key_id': 1 } });
  for (const id of [...files, unsent]) {
    const _id = new Types.ObjectId(id);
    await ctx.files.sealed.delete(_id);
    const taken = { maxBytes: png.length, typeOf: () => 'image/png' };
    await storeFile(ctx.files.clear, _id, Readable.from([png]), taken);
  }
  expect(await isInClear()).toBe(true);
  for (const id of files) expect(await opened(id)).toEqual(asItWas);

  const { dataKeys: keys } = ctx;
  for (const { next } of messagingMigrations(() => ({ connection: ctx.texts.db, keys }))) {
    let batch = await next(undefined);
    while (batch.isMore) batch = await next(batch.after);
  }
  expect(await isInClear()).toBe(false);
  expect(await db().collection('textfiles.files').countDocuments()).toBe(0);
  for (const id of files) expect(await opened(id)).toEqual(asItWas);
  const { lead_id, phones } = lead;
  const body = { lead_id, user_id: agent.user.id, text: '', to: phones[0] ?? '', files: [unsent] };
  expect((await agent.client.call(calls.sendText, { body })).answer.status).toBe('success');
  expect(await opened(unsent)).toEqual(asItWas);
});
