import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jest } from '@jest/globals';
import { HttpError } from 'react-admin';
import { callByXhr, jsonOf } from './browser-call.js';

interface Arrived {
  method: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

let server: Server;
let address: string;
let arrived: Arrived[];

/** A server of another origin than the page's: it lets the page call. */
const allowed = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-allow-methods': '*',
};

beforeEach(async () => {
  arrived = [];
  server = createServer((req, res) => {
    if (req.method === 'OPTIONS') {
      res.writeHead(204, allowed).end();
      return;
    }
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      arrived.push({ method: req.method, headers: req.headers, body: Buffer.concat(chunks).toString() });
      if (req.url === '/never') return;
      res.writeHead(req.url === '/refused' ? 422 : 200, { ...allowed, 'content-type': 'application/json' });
      res.end('{"message":"Import started"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const form = () => {
  const body = new FormData();
  body.append('lt', 'life');
  body.append('file', new File(['Name,Phone\n'], 'leads.csv'), 'leads.csv');
  return body;
};

test('a file leaves with its fields, the token and a request id, and tells how far it is', async () => {
  const sent: number[] = [];
  const { status, body } = await callByXhr({
    method: 'POST',
    url: `${address}/upload`,
    token: 'token-of-the-test',
    body: form(),
    onSent: (bytes) => sent.push(bytes),
  });
  expect(status).toBe(200);
  expect(await jsonOf(body)).toEqual({ message: 'Import started' });
  const [call] = arrived;
  expect(call?.headers.authorization).toBe('Bearer token-of-the-test');
  expect(call?.headers['x-request-id']).toBeDefined();
  expect(call?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(call?.body).toContain('filename="leads.csv"');
  expect(call?.body).toContain('Name,Phone');
  // jsdom tells of a small body, but not how large it was.
  expect(sent).not.toHaveLength(0);
});

test('a refusal is an answer', async () => {
  const { status, body } = await callByXhr({ method: 'GET', url: `${address}/refused`, token: null });
  expect(status).toBe(422);
  expect(await jsonOf(body)).toEqual({ message: 'Import started' });
});

test('a call that is called back rejects as aborted', async () => {
  const controller = new AbortController();
  const call = callByXhr({ method: 'GET', url: `${address}/never`, token: null, signal: controller.signal });
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  const later = callByXhr({ method: 'GET', url: `${address}/never`, token: null, signal: controller.signal });
  await expect(later).rejects.toMatchObject({ name: 'AbortError' });
});

test('no answer rejects with status 0', async () => {
  // jsdom tells its console of a refused connection.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const call = callByXhr({ method: 'GET', url: `${address}/upload`, token: null });
  await expect(call).rejects.toBeInstanceOf(HttpError);
  await expect(call).rejects.toMatchObject({ status: 0 });
});

test('what is no JSON is none of ours', async () => {
  expect(await jsonOf(new Blob(['<html>']))).toBeUndefined();
});
