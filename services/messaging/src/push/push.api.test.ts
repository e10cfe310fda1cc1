import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import webPush from 'web-push';
import { userUpdated } from '@crm/contracts/bus/events.js';
import { followupDue } from '@crm/contracts/bus/followup-events.js';
import { exampleEventFollowup } from '@crm/contracts/entities/followup.js';
import { pushNotice, readPushKey, subscribeToPush, unsubscribeFromPush } from '@crm/contracts/http/push.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { startMessaging, type MessagingServer, type SignedIn } from '../test/messaging-server.js';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A push service that answers with what a path is given: 201 without it. */
async function startPushService() {
  const received: Received[] = [];
  const answers = new Map<string, number>();
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const path = req.url ?? '';
      received.push({ path, headers: req.headers, body: Buffer.concat(parts) });
      res.writeHead(answers.get(path) ?? 201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server listens on a port');
  const origin = `http://127.0.0.1:${String(address.port)}`;
  const stop = () => new Promise((resolve) => server.close(resolve));
  return { origin, received, answers, stop };
}

/** What a browser makes of a message, as RFC 8291 has it: one record, encrypted for its keys. */
function decrypted(body: Buffer, keys: ECDH, auth: Buffer): string {
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))];
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const shared = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, about, 32));
  const derived = (what: string, size: number) =>
    Buffer.from(hkdfSync('sha256', shared, salt, `Content-Encoding: ${what}\0`, size));
  const sealed = body.subarray(21 + sender.length);
  const opener = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  opener.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** A browser: its subscription, and how it reads what it is sent. */
function browser(origin: string) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const path = `/send/${uniqueId()}`;
  return {
    path,
    subscription: {
      endpoint: `${origin}${path}`,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    read: (body: Buffer) => pushNotice.parse(JSON.parse(decrypted(body, keys, auth))),
  };
}

const keys = webPush.generateVAPIDKeys();
let pushService: Awaited<ReturnType<typeof startPushService>>;
let server: MessagingServer;
let agent: SignedIn;
beforeAll(async () => {
  pushService = await startPushService();
  server = await startMessaging({
    PUSH_KEYS: JSON.stringify(keys),
    PUSH_CONTACT: 'mailto:admin@example.com',
    PUSH_SERVICES: pushService.origin,
  });
});
afterAll(async () => {
  await server.stop();
  await pushService.stop();
});
beforeEach(async () => {
  agent = await server.signIn();
});

const subscribe = ({ client }: SignedIn, { subscription }: ReturnType<typeof browser>) =>
  client.call(subscribeToPush, { body: { subscription } });
const fallsDue = async (who: SignedIn, times = 1) => {
  const followup = { ...exampleEventFollowup, id: uniqueId(), user_id: who.user.id };
  await server.send(followupDue, { followup, lead_name: 'Raymond Okafor' }, times);
  return followup;
};
const sentTo = ({ path }: { path: string }) => pushService.received.filter((each) => each.path === path);

test('a browser that asks for them gets the notices of its user, encrypted for it, each once', async () => {
  const chrome = browser(pushService.origin);
  expect((await agent.client.call(readPushKey, {})).answer.key).toBe(keys.publicKey);
  expect((await subscribe(agent, chrome)).status).toBe(200);
  expect((await subscribe(agent, chrome)).status).toBe(200);

  const { id } = await fallsDue(agent, 2);
  const [sent, ...more] = sentTo(chrome);
  expect(more).toEqual([]);
  expect(sent?.headers).toMatchObject({ ttl: '900', urgency: 'high', 'content-encoding': 'aes128gcm' });
  expect(sent?.headers.authorization).toMatch(/^vapid t=/);
  expect(sent?.body.includes('Raymond')).toBe(false);
  expect(chrome.read(sent?.body ?? Buffer.alloc(0))).toEqual({
    title: 'Call back Raymond Okafor',
    body: 'Follow-up is due',
    tag: `followup-${id}`,
    path: `/lead/${exampleEventFollowup.lead_id}`,
  });
});

test('another user’s follow-up is not shown, nor after the browser was given up', async () => {
  const [own, left] = [browser(pushService.origin), browser(pushService.origin)];
  const other = await server.signIn();
  await subscribe(agent, own);
  await subscribe(agent, left);
  await agent.client.call(unsubscribeFromPush, { body: { endpoint: left.subscription.endpoint } });
  await fallsDue(other);
  expect(sentTo(own)).toEqual([]);
  await fallsDue(agent);
  expect([sentTo(own).length, sentTo(left).length]).toEqual([1, 0]);
});

test('a browser belongs to whoever signed in to it last, and nobody else can give it up', async () => {
  const shared = browser(pushService.origin);
  const next = await server.signIn();
  await subscribe(agent, shared);
  await subscribe(next, shared);
  await agent.client.call(unsubscribeFromPush, { body: { endpoint: shared.subscription.endpoint } });
  await fallsDue(agent);
  expect(sentTo(shared)).toEqual([]);
  await fallsDue(next);
  expect(sentTo(shared)).toHaveLength(1);
});

test('an address that is no known push service is refused: nothing is ever sent there', async () => {
  const elsewhere = browser('http://169.254.169.254');
  const { status, refusal } = await subscribe(agent, elsewhere);
  expect([status, Object.keys(refusal?.errors ?? {})]).toEqual([422, ['subscription.endpoint']]);
});

test('of more than ten browsers the one that was seen last longest ago is dropped', async () => {
  const all = Array.from({ length: 11 }, () => browser(pushService.origin));
  for (const each of all) {
    await subscribe(agent, each);
    server.clock.advance(1_000);
  }
  await fallsDue(agent);
  expect(all.map((each) => sentTo(each).length)).toEqual([0, ...Array.from({ length: 10 }, () => 1)]);
});

test('one that is gone is forgotten; a push service that fails costs nobody else the notice', async () => {
  const [gone, failing, well] = [
    browser(pushService.origin),
    browser(pushService.origin),
    browser(pushService.origin),
  ];
  for (const each of [gone, failing, well]) await subscribe(agent, each);
  pushService.answers.set(gone.path, 410).set(failing.path, 500);
  await fallsDue(agent);
  await fallsDue(agent);
  expect([gone, failing, well].map((each) => sentTo(each).length)).toEqual([1, 2, 2]);
});

test('nobody who is banned is told of a customer any more', async () => {
  const chrome = browser(pushService.origin);
  await subscribe(agent, chrome);
  await server.send(userUpdated, { ...agent.user, banned: 1, version: agent.user.version + 1 });
  await fallsDue(agent);
  expect(sentTo(chrome)).toEqual([]);
});
