import { createServer, type RequestListener, type Server } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { openAtCarrier } from './carrier-files.js';

const accountSid = `AC${'a'.repeat(32)}`;
const authToken = 'the-token-of-the-account';
const path = `Recordings/RE${'b'.repeat(32)}.mp3`;

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

const open = (timeoutMs = 60_000) => openAtCarrier({ baseUrl, accountSid, authToken }, timeoutMs)(path);
async function read(content: AsyncIterable<Uint8Array> | undefined): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content ?? []) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test('a file is asked of the account’s own address, with its credentials', async () => {
  let asked: unknown;
  answers = ({ url, headers }, response) => {
    asked = [url, headers.authorization, headers['x-twilio-host']];
    response.end('a picture');
  };
  expect(await read(await open())).toBe('a picture');
  expect(asked).toEqual([
    `/2010-04-01/Accounts/${accountSid}/${path}`,
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
  await expect(read(await open(200))).rejects.toThrow(/timeout/);
});

test('one that is not read at once is whole all the same, though garbage is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collect = new Script('gc()');
  answers = (_request, response) => response.end('a picture');
  const content = await open();
  for (let round = 0; round < 5; round += 1) {
    collect.runInNewContext();
    await setImmediate();
  }
  setFlagsFromString('--no-expose-gc');
  expect(await read(content)).toBe('a picture');
});
