import { createServer, type IncomingMessage } from 'node:http';
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import { z } from 'zod';
import { createCarrierSim, type CarrierSim } from '../carrier-sim.js';
import type { SimSettings } from '../options.js';

export const credentials = {
  accountSid: `AC${'a'.repeat(32)}`,
  authToken: 'the-token-of-the-account-in-tests',
  apiKeySid: `SK${'b'.repeat(32)}`,
  apiSecret: 'the-secret-of-the-key-in-tests',
  applicationSid: `AP${'c'.repeat(32)}`,
};

const fields = z.record(z.string(), z.unknown());

export interface Heard {
  path: string;
  fields: Record<string, string>;
  token: string;
}

export interface Application {
  sim: CarrierSim;
  base: string;
  /** Every webhook in order of arrival, all signed. */
  heard: Heard[];
  /** The response of a path; by default 200 without content. */
  documents: Map<string, string | ((fields: Record<string, string>) => string)>;
  /** The kind of a path's response; by default a document. */
  types: Map<string, string>;
  /** How many more requests to a path fail with 500. */
  failures: Map<string, number>;
  rest: (
    method: string,
    path: string,
    form?: Record<string, string | string[]>,
  ) => Promise<{ status: number; body: Record<string, unknown> }>;
  at: (path: string) => Record<string, string>[];
  stop: () => Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString();
}

/** A test application with its own webhooks, on a carrier in virtual time that validates its REST traffic. */
export async function startApplication(settings: Partial<SimSettings> = {}): Promise<Application> {
  const heard: Heard[] = [];
  const documents: Application['documents'] = new Map();
  const types: Application['types'] = new Map();
  const failures: Application['failures'] = new Map();
  let base = '';
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const fields = Object.fromEntries(new URLSearchParams(body));
      const address = request.url ?? '/';
      const signature = String(request.headers['x-twilio-signature']);
      if (!validateRequest(credentials.authToken, signature, `${base}${address}`, fields)) {
        response.writeHead(403).end();
        return;
      }
      const { pathname } = new URL(address, base);
      heard.push({ path: pathname, fields, token: String(request.headers['i-twilio-idempotency-token']) });
      const left = failures.get(pathname) ?? 0;
      failures.set(pathname, left - 1);
      if (left > 0) {
        response.writeHead(500).end();
        return;
      }
      const document = documents.get(pathname);
      response.setHeader('content-type', types.get(pathname) ?? 'text/xml');
      response.end(typeof document === 'function' ? document(fields) : document);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A server listens on a port');
  base = `http://127.0.0.1:${String(address.port)}`;
  const sim = createCarrierSim({
    ...credentials,
    clock: 'virtual',
    checksApi: true,
    voiceUrl: `${base}/voice`,
    numberVoiceUrl: `${base}/number`,
    smsUrl: `${base}/sms`,
    transcriptUrl: `${base}/transcript`,
    ...settings,
  });
  await sim.start();
  const { accountSid, authToken } = credentials;

  return {
    sim,
    base,
    heard,
    documents,
    types,
    failures,
    at: (path) => heard.filter((one) => one.path === path).map(({ fields }) => fields),
    rest: async (method, path, form) => {
      const pairs = Object.entries(form ?? {}).flatMap(([key, value]) =>
        [value].flat().map((each): [string, string] => [key, each]),
      );
      const isOther = path.startsWith('/v2/');
      const answer = await fetch(`${sim.url}${isOther ? '' : `/2010-04-01/Accounts/${accountSid}`}${path}`, {
        method,
        headers: {
          authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
          'x-twilio-host': isOther ? 'intelligence.twilio.com' : 'api.twilio.com',
        },
        ...(form ? { body: new URLSearchParams(pairs) } : {}),
      });
      const isJson = answer.headers.get('content-type')?.includes('json') === true;
      const bytes = Buffer.from(await answer.arrayBuffer());
      const body: unknown = isJson ? JSON.parse(bytes.toString()) : { bytes };
      return { status: answer.status, body: fields.parse(body) };
    },
    stop: async () => {
      await sim.stop();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

export const everyEvent = ['initiated', 'ringing', 'answered', 'completed'];
