import { timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Carrier } from '../model.js';
import { accountOperations } from './account.js';
import { callOperations } from './calls.js';
import { conferenceOperations } from './conferences.js';
import { readForm, type Form } from './form.js';
import { mediaOperations } from './media.js';
import { messageOperations } from './messages.js';
import { messagingServiceOperations } from './messaging-services.js';
import type { Answer, Asked, Operation } from './operation.js';
import { recordingOperations } from './recordings.js';
import { registrationOperations } from './registrations.js';
import { RestError, notFound } from './rest-error.js';
import { transcriptOperations } from './transcripts.js';
import { trustOperations } from './trust.js';

export const operations: readonly Operation[] = [
  ...callOperations,
  ...conferenceOperations,
  ...recordingOperations,
  ...messageOperations,
  ...mediaOperations,
  ...accountOperations,
  ...transcriptOperations,
  ...messagingServiceOperations,
  ...registrationOperations,
  ...trustOperations,
];

const same = (given: string, wanted: string) => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Account and auth token, or an API key and its secret. */
function isAuthentic({ account, options }: Carrier, header: string | undefined): boolean {
  const [, encoded = ''] = /^Basic (.+)$/i.exec(header ?? '') ?? [];
  const [, user = '', password = ''] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return (
    (same(user, options.accountSid) && same(password, options.authToken)) ||
    (account.hasKey && same(user, options.apiKeySid) && same(password, options.apiSecret))
  );
}

interface Route extends Operation {
  pattern: RegExp;
}

function compile(operation: Operation, accountSid: string): Route {
  const prefix = operation.host === 'api' ? `/2010-04-01/Accounts/${accountSid}` : '';
  const source = `${prefix}${operation.path}`
    .replaceAll('.', '\\.')
    .replace(/\{(\w+)\}/g, (_, name: string) =>
      operation.path.endsWith(`{${name}}`) ? `(?<${name}>[^/.]+)` : `(?<${name}>[^/]+?)`,
    );
  return { ...operation, pattern: new RegExp(`^${source}$`) };
}

/** The intended host of a request, of those that share this port. */
const hostOf = (header: unknown, path: string) => {
  if (typeof header === 'string') return header.split('.')[0];
  return path.startsWith('/v2/') ? 'intelligence' : 'api';
};

export interface Exchange {
  method: string;
  url: string;
  form: Form;
  status: number;
  body: unknown;
}

/** Serves the REST interface; an operation can suppress its response. */
export function createRestHandler(carrier: Carrier, seen: (exchange: Exchange) => void) {
  const routes = operations.map((operation) => compile(operation, carrier.options.accountSid));

  function run(request: Request): Answer {
    const { path, method } = request;
    if (!isAuthentic(carrier, request.headers.authorization))
      throw new RestError(401, 20003, 'Authentication Error - invalid username');
    const host = hostOf(request.headers['x-twilio-host'], path);
    for (const route of routes) {
      if (route.host !== host || route.method !== method) continue;
      const groups = route.pattern.exec(path)?.groups;
      if (!route.pattern.test(path)) continue;
      const asked: Asked = {
        carrier,
        host: route.host,
        path,
        at: (name) => decodeURIComponent(groups?.[name] ?? ''),
        form: readForm(typeof request.body === 'string' ? request.body : ''),
        query: new URL(request.url, 'http://carrier').searchParams,
      };
      return route.run(asked);
    }
    throw notFound(path);
  }

  return (request: Request, response: Response): void => {
    const { method, path } = request;
    carrier.clock.touch();
    let answer: Answer;
    const fault = carrier.faults.rest(method, path);
    if (fault === 'reset') {
      carrier.trace.add('rest', `${method} ${path} reset`, { method, path });
      request.socket.destroy();
      return;
    }
    try {
      if (typeof fault === 'object') throw new RestError(fault.status, fault.code, fault.message);
      answer = run(request);
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      answer = { status: error.status, body: error.body };
    }
    const isSilent = answer.isSilent === true || fault === 'no answer';
    const { status, body, file } = answer;
    const form = readForm(typeof request.body === 'string' ? request.body : '');
    const host = hostOf(request.headers['x-twilio-host'], path) ?? 'api';
    if (!file) seen({ method, url: `https://${host}.twilio.com${request.url}`, form, status, body });
    carrier.trace.add('rest', `${method} ${path} ${String(status)}`, {
      method,
      path,
      form,
      status,
      body,
      isSilent,
    });
    if (isSilent) return;
    response.status(status);
    if (file) response.type(file.type).send(file.bytes);
    else if (status === 204) response.end();
    else response.json(body);
  };
}
