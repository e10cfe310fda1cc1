import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { createAgent } from '@crm/contracts/http/agents.js';
import { signIn } from '@crm/contracts/http/auth.js';
import { migrateCalls } from '@crm/contracts/http/call-migration.js';
import { createFollowup, listFollowupsOfLead, updateFollowup } from '@crm/contracts/http/followups.js';
import { restCreateLead, restGetLead } from '@crm/contracts/http/leads.js';
import {
  listConversations,
  listEmails,
  listTexts,
  sendEmail,
  sendText,
  uploadTextFile,
} from '@crm/contracts/http/messaging.js';
import { createNote, listNotes } from '@crm/contracts/http/notes.js';
import { listNotifications } from '@crm/contracts/http/notifications.js';
import { allowContact } from '@crm/contracts/http/permission.js';
import { makePrivacyRequest } from '@crm/contracts/http/privacy.js';
import { listRecordsOfLead, listVoicemailsOfLead } from '@crm/contracts/http/recordings.js';
import { leadTimeline } from '@crm/contracts/http/timeline.js';
import { privacyRequests } from '@crm/contracts/resources/privacy-request.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { createServer, type StoreServer } from '@crm/embedded-store/server.js';
import { databaseAt } from '@crm/local/environments.js';
import { keysIn } from '@crm/local/keys.js';
import { ownKeysIn } from '@crm/local/service-keys/key-ring.js';
import type { System } from '@crm/local/system.js';
import { firstAdmin, startTestSystem } from '@crm/local/test/test-system.js';
import { dumpDatabase } from '@crm/platform/testing/dump-database.js';
import { eventually } from '@crm/platform/bus/testing/eventually.js';
import { createMemoryBus } from '@crm/platform/bus/memory-bus.js';
import { newKey } from '@crm/platform/encryption/aes-gcm.js';
import { createServiceClient } from '@crm/platform/http/service-client.js';
import { createLogger } from '@crm/platform/log/logger.js';
import { httpClient, type HttpClient } from '@crm/platform/testing/http-client.js';
import { logLines } from '@crm/platform/testing/log-lines.js';
import { demoNumbers } from '@crm/seed/demo-people.js';
import { serviceNames, type InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { backUp } from './back-up.js';
import { withPrefix } from './databases.js';
import { restore } from './restore.js';

/** What is said of a person's health on a day, by the way in which it comes; each unlike anything else. */
const said = {
  medication: 'Zanubrutinib-Quill',
  birthDate: '1931-07-19',
  spouseBorn: '1944-09-22',
  note: 'Told me about the biopsy at Quillfeather Clinic',
  followup: 'Ask about the dialysis on Tuesdays',
  changedFollowup: 'Ask about the transplant list',
  sentText: 'How did the chemotherapy go',
  receivedText: 'My angioplasty is on Friday',
  strangersText: 'I have a pacemaker since May',
  emailTitle: 'Cover beside your insulin pump',
  email: 'About the melanoma that you mentioned',
} as const;
/** What files show or let be heard of it, as words in them. */
const inFiles = {
  receivedPicture: 'Oncology ward, the bed of Quillfeather',
  sentPicture: 'A stoma bag for Quillfeather',
  recording: 'Recorded: the catheter of Quillfeather',
  voicemail: 'Left on the tape: the pills of Quillfeather',
} as const;
const pictureOf = (words: string) =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(50), Buffer.from(words)]);
const soundOf = (words: string) => Buffer.from(`ID3 ${words}`).toString('base64');
/** Other ways in which a date may be written. */
const markers = [...Object.values(said), ...Object.values(inFiles), '07/19/1931', '09/22/1944'];

const person = { fullname: 'Raymond Quillfeather', phone: '+12145550173', email: 'r.quill@example.com' };
const dana = { email: 'dana.quill@example.com', password: 'Quillwort-and-thyme-7' };
const stranger = '+12145550174';
const ourNumber = demoNumbers[0] ?? '';
const backupKeys = new Map([['b1', newKey()]]);

let root: string;
let store: StoreServer;
let system: System;
let admin: HttpClient;
let agent: { id: string; client: HttpClient; token: string };
let leadId: string;
/** All that any service gave to the bus, for any exchange, as it is on the wire. */
const wire: string[] = [];
const lines = logLines('all');

const openIn = async (email: string, password: string) => {
  const { answer } = await httpClient(system.url).call(signIn, { body: { email, password } });
  return { id: answer.user.id, client: httpClient(system.url, answer.token), token: answer.token };
};

/** What the customer does, at the simulated carrier. */
async function writes(from: string, body: string, picture?: string): Promise<void> {
  const media =
    picture === undefined ? [] : [{ type: 'image/png', base64: pictureOf(picture).toString('base64') }];
  const answer = await fetch(`${system.url}/_sim/inbound-sms`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, to: ourNumber, body, media }),
  });
  expect(answer.status).toBe(200);
}

const textsOf = async () =>
  (await agent.client.call(listTexts, { params: { id: leadId }, query: {} })).answer.messages;

async function uploads(picture: string): Promise<string> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(pictureOf(picture))], 'house.png', { type: 'image/png' }));
  const answer = await fetch(`${system.url}${uploadTextFile.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${agent.token}` },
    body: form,
  });
  return uploadTextFile.answer.parse(await answer.json()).file.id;
}

/** A call of the lead with a recording, and one with a voicemail. */
async function bringsCalls(): Promise<void> {
  const services = createServiceClient({
    from: 'seed',
    keys: ownKeysIn(keysIn(root).services, 'seed'),
    baseUrlOf: () => system.telephonyUrl,
    log: createLogger({ service: 'seed', level: 'silent' }),
  });
  const call = {
    ...{ lead_id: leadId, lead_name: person.fullname, number: person.phone, user_id: agent.id },
    ...{ answered_by: null, at: new Date().toISOString(), rang: 5 },
    ...{ direction: 'inbound' as const, missed: false },
  };
  const recording = { audio: soundOf(inFiles.recording), seconds: 200, text: null };
  const voicemail = { audio: soundOf(inFiles.voicemail), seconds: 9, text: null, read: 0 as const };
  const calls: InputOf<typeof migrateCalls>['body']['calls'] = [
    { ...call, external_id: 'quill:1', outcome: 'completed', talked: 200, recording },
    { ...call, external_id: 'quill:2', outcome: 'no-answer', talked: 0, missed: true, voicemail },
  ];
  await services.call(migrateCalls, { body: { calls } }, { asService: true });
}

/** The whole system on the store, with a bus and a log that keep what goes through them. */
async function start(): Promise<void> {
  const own = createMemoryBus({ held: true });
  const record = (sent: unknown) => wire.push(JSON.stringify(sent));
  system = await startTestSystem({
    storeUri: store.uri,
    keys: keysIn(root),
    log: lines.log,
    bus: {
      ...own,
      publish: (sent) => {
        record(sent);
        return own.publish(sent);
      },
      publishRejected: (command, rejection) => {
        record([command, rejection]);
        return own.publishRejected(command, rejection);
      },
    },
  });
  admin = (await openIn(firstAdmin.email, firstAdmin.password)).client;
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'health-data-'));
  store = await createServer({ path: join(root, 'store') });
  await start();
});
afterAll(async () => {
  await system.stop();
  await store.close();
  await rm(root, { recursive: true, force: true });
});

/** A day of all kinds of work, through the calls that browsers make. */
beforeAll(async () => {
  const { email, password } = dana;
  await admin.call(createAgent, {
    body: {
      ...{ role_id: 2, fname: 'Dana', lname: 'Reyes', subroles: [1, 2], states: ['TX'] },
      ...{ email, password, twilio_phone: ourNumber },
    },
  });
  agent = await openIn(email, password);
  const { client, id: user_id } = agent;
  const spouse = { name: 'Ngozi', gender: 'f', height: 61, weight: 133, tobacco: 0 } as const;
  const made = await client.call(restCreateLead, {
    body: {
      ...{ type: 'health', ...person, state: 'TX', birth_date: said.birthDate, gender: 'm' },
      ...{ credit_rating: 'good', qualifying_life_event: 'none', coverage_type: 'Short Term' },
      ...{ medications: ['cancer'], prescription_medications: said.medication },
      spouse: { ...spouse, birth_date: said.spouseBorn },
    },
  });
  leadId = made.answer.lead.id;
  const lead_id = leadId;
  await client.call(createNote, { body: { user_id, lead_id, message: said.note } });
  const datetime = new Date(Date.now() + 2_000).toISOString();
  const planned = await client.call(createFollowup, {
    body: { user_id, lead_id, datetime, priority: 1, description: said.followup },
  });
  const { id } = planned.answer.followup;
  await client.call(updateFollowup, { body: { id, followup: { description: said.changedFollowup } } });
  for (const channel of ['text', 'email'] as const)
    await admin.call(allowContact, {
      params: { id: lead_id },
      body: {
        ...{ place: channel === 'text' ? 'phone' : 'email', channel, reason: 'Asked for it' },
        ...{ requested_on: pacificDate(new Date()), minutes: 60 },
      },
    });
  const written = await client.call(sendText, {
    body: {
      ...{ lead_id, user_id, text: said.sentText, to: 'phone', key: crypto.randomUUID() },
      files: [await uploads(inFiles.sentPicture)],
    },
  });
  expect(written.answer.status).toBe('success');
  const mailed = await client.call(sendEmail, {
    params: { leadId: lead_id, userId: user_id },
    body: {
      ...{ emailClient: person.email, fullnameClient: person.fullname },
      ...{ title: said.emailTitle, text: `<p>${said.email}</p>` },
    },
  });
  expect(mailed.answer).toMatchObject({ status: 'success' });
  await writes(person.phone, said.receivedText, inFiles.receivedPicture);
  await bringsCalls();
  await writes(stranger, said.strangersText);
  await eventually(async () => {
    const files = (await textsOf()).flatMap((text) => text.files);
    return files.length === 2 && files.every(({ state }) => state === 'kept');
  });
  // Two customers wrote, and the follow-up is due.
  await eventually(
    async () =>
      (await client.call(listNotifications, { params: { id: user_id } })).answer.notifications.length === 3,
  );
});

/** Every document of every service, values of bytes as the text that they might be. */
async function documents(): Promise<string> {
  const client = await MongoClient.connect(store.uri);
  const databases = serviceNames.map((service) =>
    client.db(new URL(databaseAt(store.uri, service)).pathname.slice(1)),
  );
  const dumps = await Promise.all(databases.map((database) => dumpDatabase(database)));
  await client.close();
  return dumps.join('\n');
}

/** All files below a folder, as bytes. */
async function filesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
  return contents.map((content) => content.toString('latin1')).join('\n');
}

/** Which markers are in a text, and what stands before the first of each. */
const foundIn = (text: string) =>
  markers.flatMap((marker) => {
    const at = text.indexOf(marker);
    return at === -1 ? [] : [[marker, text.slice(Math.max(0, at - 200), at)]];
  });

/** Everything that whoever may work the lead reads of it. */
async function readBack(): Promise<string> {
  const { client, id } = agent;
  const answers = await Promise.all([
    client.call(restGetLead, { params: { id: leadId } }),
    client.call(listNotes, { params: { leadId } }),
    client.call(listFollowupsOfLead, { params: { leadId } }),
    client.call(listTexts, { params: { id: leadId }, query: {} }),
    client.call(listEmails, { params: { leadId } }),
    client.call(leadTimeline, { params: { id: leadId }, query: {} }),
    client.call(listNotifications, { params: { id } }),
    admin.call(listConversations, { query: {} }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  return JSON.stringify(answers.map(({ answer }) => answer));
}

/** What whoever may work the lead is answered who opens its files, or hears them. */
async function openedFiles(): Promise<{ status: number; text: string }[]> {
  const { client, token } = agent;
  const texts = await textsOf();
  const { records } = (await client.call(listRecordsOfLead, { params: { id: leadId } })).answer;
  const { vm } = (await client.call(listVoicemailsOfLead, { params: { id: leadId } })).answer;
  const paths = [
    ...texts.flatMap(({ files }) => files.map(({ id }) => `/api/rest/text-files/${id}`)),
    ...[...records, ...vm].map(({ url }) => url),
  ];
  return Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(`${system.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      return { status: answer.status, text: Buffer.from(await answer.arrayBuffer()).toString('latin1') };
    }),
  );
}

test('whoever may know reads all of it', async () => {
  const read = await readBack();
  // What was changed is not there any more; a birth date is read in one form.
  const expected = Object.values(said).filter((each) => each !== said.followup);
  expect(expected.filter((each) => !read.includes(each))).toEqual([]);
  const files = await openedFiles();
  expect(files.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const opened = files.map(({ text }) => text).join();
  expect(Object.values(inFiles).filter((each) => !opened.includes(each))).toEqual([]);
});

test('nothing of it is in clear in any document or data file, on the bus, in a log or in a backup', async () => {
  await backUp(
    { uri: withPrefix(store.uri, 'crm'), reading: 'quiet', keys: backupKeys },
    join(root, 'data'),
    new Date(),
  );
  const keys = {
    uri: withPrefix(store.uri, 'crm'),
    reading: 'quiet',
    keys: backupKeys,
    part: 'keys',
  } as const;
  await backUp(keys, join(root, 'keys'), new Date());
  const places = {
    documents: await documents(),
    'data files': await filesIn(join(root, 'store')),
    bus: wire.join('\n'),
    log: lines.text(),
  };
  for (const [place, text] of Object.entries(places)) expect([place, foundIn(text)]).toEqual([place, []]);
  // It would be found: what is not sealed is.
  for (const text of [places.documents, places['data files'], places.bus])
    expect(text).toContain(person.fullname);
  expect(places.log).toContain('/api/notes/create');
  for (const part of ['data', 'keys']) {
    const backup = await filesIn(join(root, part));
    expect(backup.length).toBeGreaterThan(1_000);
    expect([...foundIn(backup), backup.includes(person.fullname)]).toEqual([false]);
  }
});

test('once the person is erased, backups of data and keys that are put back say nothing of it', async () => {
  const { answer } = await admin.call(makePrivacyRequest, {
    body: {
      ...{ kind: 'erasure', phones: [person.phone, stranger], lead_ids: [leadId] },
      ...{ reason: 'Letter', never_contact: 0 },
    },
  });
  const { id } = answer.request;
  await eventually(
    async () =>
      (await admin.call(privacyRequests.calls.list, { query: {} })).answer.find((each) => each.id === id)
        ?.state === 'done',
  );
  await system.stop();
  const uri = withPrefix(store.uri, 'crm');
  const restored = await restore(uri, join(root, 'data'), { keys: backupKeys, replaces: true });
  await restore(uri, join(root, 'keys'), { keys: backupKeys });
  expect(restored.erasedSince).toEqual([leadId]);
  await start();
  agent = await openIn(dana.email, dana.password);

  expect((await agent.client.call(restGetLead, { params: { id: leadId } })).answer).toMatchObject({
    fullname: person.fullname,
    birth_date: null,
  });
  expect(foundIn(await readBack())).toEqual([]);
  expect(foundIn(await documents())).toEqual([]);
  expect((await openedFiles()).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});
