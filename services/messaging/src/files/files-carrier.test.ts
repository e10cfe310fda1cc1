import { createServer, type RequestListener, type Server } from 'node:http';
import twilio from 'twilio';
import { filesCarrier } from './files-carrier.js';

const accountSid = `AC${'a'.repeat(32)}`;
const authToken = 'the-token-of-the-account';
const file = { messageSid: `MM${'b'.repeat(32)}`, fileSid: `ME${'c'.repeat(32)}` };

let server: Server;
let answers: RequestListener = () => undefined;
let baseUrl = '';
beforeAll(async () => {
  server = createServer((request, response) => {
    answers(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server listens on a port');
  baseUrl = `http://127.0.0.1:${String(address.port)}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const open = (timeoutMs?: number) =>
  filesCarrier(twilio(accountSid, authToken), { baseUrl, accountSid, authToken }, timeoutMs).open(file);
async function read(timeoutMs?: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await open(timeoutMs)) ?? []) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test('a file is asked of the account’s own address, with its credentials', async () => {
  let asked: unknown;
  answers = ({ url, headers }, response) => {
    asked = [url, headers.authorization, headers['x-twilio-host']];
    response.end('a picture');
  };
  expect(await read()).toBe('a picture');
  expect(asked).toEqual([
    `/2010-04-01/Accounts/${accountSid}/Messages/${file.messageSid}/Media/${file.fileSid}`,
    `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
    'api.twilio.com',
  ]);
});

test('one that is not there is none, and a refusal is a fault', async () => {
  answers = (_request, response) => response.writeHead(404).end();
  expect(await open()).toBeUndefined();
  answers = (_request, response) => response.writeHead(500).end();
  await expect(open()).rejects.toThrow('The carrier returned 500 for a file');
});

test('a carrier that does not answer, or stops in the midst of it, is not waited for', async () => {
  answers = () => undefined;
  await expect(open(20)).rejects.toThrow(/timeout/);
  answers = (_request, response) => response.write('half a picture');
  await expect(read(200)).rejects.toThrow(/timeout/);
});
