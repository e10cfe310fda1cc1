import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient, type ObjectId } from 'mongodb';
import twilio from 'twilio';
import { exampleUser, type User } from '@crm/contracts/entities/user.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { startStore } from '@crm/local/store-process.js';
import { freePort } from '@crm/platform/network/free-port.js';
import { keyOwner } from '@crm/platform/encryption/key-owner.js';
import { sealed } from '@crm/platform/encryption/seal-store.js';
import { testMasterKeys } from '@crm/platform/testing/master-keys.js';
import { readOpened } from '@crm/platform/testing/read-opened.js';
import { testKeySettings } from '@crm/platform/testing/service-keys.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { startAuth, startLeads } from './other-services.js';
import { startServiceProcess } from './service-process.js';

const customers = 2_000;
const textsOfEach = 5;
const all = customers * textsOfEach;
/** Every n-th webhook is delivered again, after the next one of the same customer. */
const repeatedEvery = 20;
/** Concurrent webhooks of the carrier. */
const atOnce = 32;
const maxMs = 60_000;
const agents = 20;

const hex = () => randomBytes(16).toString('hex');
const numberOf = (exchange: number, index: number) =>
  `+1214${String(exchange + Math.floor(index / 1_000))}${String(1_000 + (index % 1_000))}`;

interface Customer {
  lead: LeadToCall;
  ourNumber: string;
}

function makeUsers(): User[] {
  return Array.from({ length: agents }, (_, index) => ({
    ...exampleUser,
    id: uniqueId(),
    role_id: 2,
    banned: 0,
    email: `agent-${String(index)}@example.com`,
    twilio_phone: numberOf(700, index),
  }));
}

const makeCustomers = (users: readonly User[]): Customer[] =>
  Array.from({ length: customers }, (_, index) => {
    const user = users[index % users.length] ?? exampleUser;
    return {
      ourNumber: user.twilio_phone,
      lead: {
        lead_id: uniqueId(),
        fullname: `Lead ${String(index)}`,
        type_id: 2,
        state: 'TX',
        status: 'newLead',
        user_id: user.id,
        phones: [numberOf(600, index)],
        recorded_ok: 0,
        language: 'en',
        version: 1,
      },
    };
  });

const bodyOf = (index: number) => `Text ${String(index)}`;

/** The carrier's side of a webhook: signed, and sequential per customer. */
async function bring(url: string, authToken: string, fields: Record<string, string>): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, { ...fields }) },
    body: new URLSearchParams(fields),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`A webhook was answered ${String(response.status)}`);
}

/** Delivers all customers' texts: in sequence per customer, many customers at once. */
async function flood(from: readonly Customer[], bringOne: (fields: Record<string, string>) => Promise<void>) {
  let next = 0;
  let count = 0;
  const write = async ({ lead, ourNumber }: Customer) => {
    const texts = Array.from({ length: textsOfEach }, (_, index) => ({
      MessageSid: `SM${hex()}`,
      From: lead.phones[0] ?? '',
      To: ourNumber,
      Body: bodyOf(index),
    }));
    for (const [index, text] of texts.entries()) {
      await bringOne(text);
      count += 1;
      const earlier = texts[index - 1];
      if (earlier && count % repeatedEvery === 0) await bringOne(earlier);
    }
  };
  const carry = async () => {
    for (let mine = from[(next += 1) - 1]; mine; mine = from[(next += 1) - 1]) await write(mine);
  };
  await Promise.all(Array.from({ length: atOnce }, carry));
}

interface Stored {
  customer_phone: string;
  lead_id: ObjectId | null;
  text: string;
}

/** Checks all texts: each once in its lead's conversation, in order, and notified to its agent. */
async function lookAfter(store: ReturnType<MongoClient['db']>, uri: string, of: readonly Customer[]) {
  const texts = await readOpened<Stored>(uri, testMasterKeys, sealed('texts', keyOwner, 'text'));
  const byNumber = new Map<string, Stored[]>();
  for (const text of texts)
    byNumber.set(text.customer_phone, [...(byNumber.get(text.customer_phone) ?? []), text]);
  let lost = 0;
  let doubled = 0;
  let outOfOrder = 0;
  for (const { lead } of of) {
    const its = (byNumber.get(lead.phones[0] ?? '') ?? []).filter(
      ({ lead_id }) => lead_id?.toHexString() === lead.lead_id,
    );
    const different = new Set(its.map(({ text }) => text)).size;
    lost += textsOfEach - different;
    doubled += its.length - different;
    if (its.some(({ text }, index) => text !== bodyOf(index))) outOfOrder += 1;
  }
  const known = await store.collection('notifications').countDocuments({ type: 'message' });
  const unread = await store
    .collection<{ unread: number }>('conversations')
    .find()
    .toArray()
    .then((rows) => rows.reduce((sum, row) => sum + row.unread, 0));
  return { lost, doubled, outOfOrder, known, unread };
}

/**
 * 10,000 texts from 2,000 customers as fast as the service accepts them, some duplicated: the rate, and when the
 * last one is in its conversation. Fails if that takes more than a minute, or one is lost, duplicated or out of
 * order.
 */
export async function benchTexts({ log }: { log: (line: string) => void }): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'texts-bench-'));
  const store = await startStore(folder);
  const users = makeUsers();
  const writers = makeCustomers(users);
  const [auth, leads] = await Promise.all([startAuth(users), startLeads(writers.map(({ lead }) => lead))]);
  const port = await freePort();
  const base = `http://127.0.0.1:${String(port)}`;
  const authToken = hex();
  const uri = Object.assign(new URL(store.uri), { pathname: '/texts_bench' }).toString();
  const messaging = await startServiceProcess('messaging', {
    PORT: String(port),
    MONGODB_URI: uri,
    AUTH_URL: auth.url,
    LEADS_URL: leads.url,
    TELEPHONY_URL: 'http://127.0.0.1:1',
    PUBLIC_BASE_URL: base,
    PUBLIC_KEYS: JSON.stringify(auth.tokens.keys),
    ...testKeySettings('messaging'),
    MASTER_KEYS: testMasterKeys,
    MEDIA_KEYS: JSON.stringify({ m1: Buffer.alloc(32, 'k').toString('base64') }),
    TELEPHONY_MODE: 'sim',
    CARRIER_URL: 'http://127.0.0.1:1',
    CARRIER_ACCOUNT_SID: `AC${hex()}`,
    CARRIER_AUTH_TOKEN: authToken,
    AGENCY_NAME: 'Juniper Insurance',
    MAIL_DROP: join(folder, 'mail'),
    LOG_LEVEL: 'error',
  });
  const client = await new MongoClient(uri).connect();
  try {
    const began = performance.now();
    await flood(writers, (fields) => bring(`${base}/tw/sms/in`, authToken, fields));
    const acceptedMs = performance.now() - began;
    const waiting = () =>
      client
        .db()
        .collection('texts')
        .countDocuments({ is_client_message: 1, at: { $type: 'date' } });
    while ((await waiting()) > 0 && performance.now() - began < 2 * maxMs) await wait(200);
    const throughMs = performance.now() - began;
    const { lost, doubled, outOfOrder, known, unread } = await lookAfter(client.db(), uri, writers);

    const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
    log(`texts                      ${String(all)} of ${String(customers)} customers`);
    log(
      `accepted                   ${(all / (acceptedMs / 1_000)).toFixed(0)}/s, the last after ${seconds(acceptedMs)}`,
    );
    log(`last in its conversation   after ${seconds(throughMs)} (at most ${seconds(maxMs)})`);
    log(`lost, doubled              ${String(lost)}, ${String(doubled)} (none)`);
    log(`conversations out of order ${String(outOfOrder)} (none)`);
    log(`told to agents, unread     ${String(known)}, ${String(unread)} (${String(all)})`);
    const isWhole = lost + doubled + outOfOrder === 0 && known === all && unread === all;
    if (!isWhole || throughMs > maxMs) throw new Error('Texts: some are lost, doubled, out of order or late');
  } finally {
    await client.close();
    await messaging.stop();
    await Promise.all([auth.close(), leads.close()]);
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
