import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { z } from 'zod';
import { brokerUsers } from '@crm/contracts/bus/broker-rights.js';
import { passwordHash } from './definitions.js';
import { prepareBroker } from './prepare.js';

const password = 'k3f7c5a04d3e4f6ab2c9';
const passwords = Object.fromEntries(
  brokerUsers.map((name) => [`${name.toUpperCase()}_RABBITMQ_PASSWORD`, password]),
);
let server: Server | undefined;
afterEach(() => server?.close());

/** A broker's management that answers with a status and keeps what it was sent. */
async function management(status: number) {
  const heard: { path: string | undefined; login: string | undefined; body: string }[] = [];
  server = createServer((req, res) => {
    let body = '';
    req.on('data', (part: Buffer) => (body += part.toString()));
    req.on('end', () => {
      heard.push({ path: `${req.method ?? ''} ${req.url ?? ''}`, login: req.headers.authorization, body });
      res.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const url = new URL(`http://127.0.0.1:${String(port)}`);
  Object.assign(url, { username: 'admin', password: 'p@ss' });
  return { heard, url: url.href };
}

test('sends the definitions to the broker as its administrator, without a password in clear', async () => {
  const { heard, url } = await management(204);
  const printed: string[] = [];
  await prepareBroker({ ...passwords, RABBITMQ_MANAGEMENT_URL: url }, (text) => printed.push(text));
  expect(printed).toEqual(['The broker is prepared']);
  expect(heard).toMatchObject([
    { path: 'POST /api/definitions', login: `Basic ${Buffer.from('admin:p@ss').toString('base64')}` },
  ]);
  const sent = z.object({ users: z.array(z.object({ name: z.string(), tags: z.array(z.string()) })) });
  const [{ body } = { body: '' }] = heard;
  expect(sent.parse(JSON.parse(body)).users).toEqual(
    brokerUsers.map((name) => ({ name: `crm-${name}`, tags: [] })),
  );
  expect(body).not.toContain(password);
});

test('what the broker refuses ends the preparation, and shows no password', async () => {
  const { url } = await management(401);
  const refused = prepareBroker({ ...passwords, RABBITMQ_MANAGEMENT_URL: url }, () => undefined);
  await expect(refused).rejects.toThrow(/^RabbitMQ refused the definitions: 401$/);
});

test.each([
  ['short', 'short'],
  ['with a character that an address would need escaped', 'k3f7c5a04d3e4f6ab2c@'],
  ['missing', ''],
])('a password that is %s is refused by name', async (_what, value) => {
  const given = { ...passwords, LEADS_RABBITMQ_PASSWORD: value };
  await expect(prepareBroker(given, () => undefined)).rejects.toThrow('LEADS_RABBITMQ_PASSWORD');
});

test("a password is hashed as RabbitMQ's own documentation does it", () => {
  expect(passwordHash('test12', Buffer.from('908DC60A', 'hex'))).toBe(
    'kI3GCqW5JLMJa4iX1lo7X4D6XbYqlLgxIs30+P6tENUV2POR',
  );
});
