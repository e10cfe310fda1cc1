import { readFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { emailSent } from '@crm/contracts/bus/messaging-events.js';
import { eventEmail } from '@crm/contracts/entities/messaging.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import * as calls from '@crm/contracts/http/messaging.js';
import { allowed, tooEarly } from '../test/fake-services.js';
import { startMessaging, type MessagingServer, type SignedIn } from '../test/messaging-server.js';

/** The little of SMTP that a client needs to be rid of a letter; says which tokens are good. */
async function startMailServer(goodToken: string) {
  const letters: string[] = [];
  const tried: string[] = [];
  const serve = (socket: Socket) => {
    let isBody = false;
    let body = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 mail.test');
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      // Behind the last line end there is nothing; an empty line before it says something.
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (isBody) {
          if (line !== '.') {
            body += `${line}\r\n`;
            continue;
          }
          isBody = false;
          letters.push(body);
          say('250 taken');
        } else if (/^EHLO/i.test(line)) say('250-mail.test\r\n250 AUTH XOAUTH2');
        else if (/^AUTH XOAUTH2/i.test(line)) {
          const said = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString();
          const token = said.split('auth=Bearer ')[1]?.split('\u0001')[0];
          tried.push(token ?? '');
          say(token === goodToken ? '235 welcome' : '334 eyJzdGF0dXMiOiI0MDEifQ==');
        } else if (line === '' && tried.length > 0 && tried.at(-1) !== goodToken) say('535 no');
        else if (/^DATA/i.test(line)) {
          isBody = true;
          body = '';
          say('354 go on');
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
        else if (line !== '') say('250 ok');
      }
    });
  };
  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const tokens = createHttpServer((_req, res) => {
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ access_token: goodToken, expires_in: 3600, token_type: 'Bearer' }));
  });
  await new Promise<void>((resolve) => tokens.listen(0, '127.0.0.1', resolve));
  const portOf = (each: { address(): unknown }) =>
    String(z.object({ port: z.number() }).parse(each.address()).port);
  return {
    letters,
    tried,
    smtpUrl: `smtp://127.0.0.1:${portOf(server)}`,
    tokenUrl: `http://127.0.0.1:${portOf(tokens)}/token`,
    close: async () => {
      tokens.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => server.close(resolve)),
        new Promise((resolve) => tokens.close(resolve)),
      ]);
    },
  };
}

let server: MessagingServer;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let agent: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  mail = await startMailServer('fresh');
  server = await startMessaging({ OAUTH_SMTP_URL: mail.smtpUrl, OAUTH_TOKEN_URL: mail.tokenUrl });
});
afterAll(async () => {
  await server.stop();
  await mail.close();
});
beforeEach(async () => {
  server.others.leads.permit = () => allowed;
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});

const body = {
  emailClient: 'R.Okafor@example.com',
  fullnameClient: 'Raymond Okafor',
  title: 'Your quote',
  text: '<p>Good morning <b>Raymond</b><script>alert(1)</script><img src="https://x.example/p.gif"></p>',
};
const sendAs = (who: SignedIn, given: Partial<typeof body & { key: string }> = {}) =>
  who.client.call(calls.sendEmail, {
    params: { leadId: lead.lead_id, userId: agent.user.id },
    body: { ...body, ...given },
  });
const listed = async () =>
  (await agent.client.call(calls.listEmails, { params: { leadId: lead.lead_id } })).answer.emails;

test('without a mail server an e-mail is laid down, sanitised, listed and told', async () => {
  const { answer } = await sendAs(agent);
  expect(answer).toMatchObject({
    status: 'success',
    email: { send_status: 'sent', to: 'r.okafor@example.com', fname: agent.user.fname, lname: 'Reyes' },
  });
  expect(answer.email.text).toBe('<p>Good morning <b>Raymond</b></p>');
  expect(await listed()).toEqual([answer.email]);
  await server.service.drainOutbox();
  const published = await server.probe.waitFor(emailSent, ({ data }) => data.id === answer.email.id);
  expect(published.data).toEqual(eventEmail.parse(answer.email));

  const drop = await server.admin.client.call(calls.listDroppedMail, {});
  expect(drop.answer.mails[0]).toMatchObject({ to: 'r.okafor@example.com', title: 'Your quote' });
  const file = await readFile(join(server.mailFolder, drop.answer.mails[0]?.file ?? ''), 'utf8');
  expect(file).toContain(`From: ${agent.user.fullname} <${agent.user.email}>`);
  expect(file).toMatch(/Good morning Raymond/);
  expect(file).not.toMatch(/script|x\.example/);
  expect((await agent.client.call(calls.listDroppedMail, {})).status).toBe(403);
});

test('the next one to the same customer answers to those before', async () => {
  const first = (await sendAs(agent)).answer.email;
  const second = (await sendAs(agent, { title: 'Once more' })).answer.email;
  const file = await readFile(join(server.mailFolder, `${second.id}.eml`), 'utf8');
  expect(file).toContain(`In-Reply-To: <${first.id}@example.com>`);
  expect(file).toContain(`References: <${first.id}@example.com>`);
});

test('one click is one e-mail', async () => {
  const answers = await Promise.all([sendAs(agent), sendAs(agent)]);
  expect(new Set(answers.map(({ answer }) => answer.email.id)).size).toBe(1);
  expect(await listed()).toHaveLength(1);
});

test.each([
  ['nothing to read', { text: '<p>&nbsp;</p><script>x</script>' }, 'Cannot send empty message'],
  ['no title', { title: ' ' }, 'Required.'],
  ['no address', { emailClient: '' }, 'Lead e-mail is not exist!'],
])('%s is refused', async (_what, given, message) => {
  const { status, refusal } = await sendAs(agent, given);
  expect([status, refusal.message]).toEqual([422, message]);
  expect(await listed()).toEqual([]);
});

test('what the rules of contact forbid is refused, and nothing is kept', async () => {
  server.others.leads.permit = () => tooEarly;
  expect((await sendAs(agent)).refusal.message).toBe(tooEarly.sentence);
  expect(await listed()).toEqual([]);
});

test('another agent’s lead is unknown', async () => {
  const other = await server.signIn();
  expect((await sendAs(other)).status).toBe(404);
});

test('from a mailbox of the agent’s own with a refreshed token, which is kept', async () => {
  agent = await server.signIn({ email_credentials_set: true });
  lead = server.givenLead({ user_id: agent.user.id });
  server.others.auth.credentials = {
    clientId: 'client',
    clientSecret: 'secret',
    refreshToken: 'refresh',
    accessToken: 'stale',
  };
  const { answer } = await sendAs(agent);
  expect(answer).toMatchObject({ status: 'success', email: { send_status: 'sent', reason: '' } });
  expect(mail.tried).toEqual(['stale', 'fresh']);
  expect(mail.letters).toHaveLength(1);
  expect(server.others.auth.kept).toEqual(['fresh']);
});

test('one that cannot be sent says so, and is kept with the reason', async () => {
  const closed = await startMessaging({ SMTP_URL: 'smtp://127.0.0.1:1' });
  try {
    const its = await closed.signIn();
    const of = closed.givenLead({ user_id: its.user.id });
    const { status, answer } = await its.client.call(calls.sendEmail, {
      params: { leadId: of.lead_id, userId: its.user.id },
      body,
    });
    expect([status, answer]).toMatchObject([200, { status: 'error', email: { send_status: 'failed' } }]);
    expect(answer.email.reason).toMatch(/ECONNREFUSED/);
    expect(closed.probe.all(emailSent)).toEqual([]);
  } finally {
    await closed.stop();
  }
});
