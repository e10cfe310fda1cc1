import { request } from 'undici';
import { z } from 'zod';
import { errorAnswer } from '@crm/contracts/errors.js';
import type { Caller, Endpoint, ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import { systemClock, type Clock } from '../clock.js';
import { AppError, unavailable, upstreamFailed } from '../errors/app-error.js';
import type { PrivateServiceKeys } from '../identity/service-keys.js';
import { createServiceTokenSigner } from '../identity/service-token.js';
import type { Logger } from '../log/logger.js';
import { currentContext } from '../log/request-context.js';
import { patience as ownPatience, type Patience } from '../patience.js';
import { addressOf, type CallInput } from './call-address.js';

const defaultTimeoutMs = 10_000;
/** How often a call is sent that came to nobody, or changes nothing. */
const maxAttempts = 5;

/** Bears the own token of a service that vouches for a user; the gateway takes it out of what clients send. */
export const voucherHeader = 'x-crm-voucher';

/**
 * On whose behalf a call is made: a user, by the session token that came in, or the calling service itself. `vouches`: this
 * service has found that the user may work the lead that the call is about (`vouchers` of an endpoint).
 */
export type CallAs =
  | { token: string; timeoutMs?: number; vouches?: true }
  | { asService: true; timeoutMs?: number };

export interface ServiceClient {
  /**
   * Calls another service's endpoint and answers what its contract says. Throws the AppError that the other service
   * refused with; `unavailable` where it cannot be reached or takes too long (10 s unless said otherwise, counted by what this machine
   * could do meanwhile; see patience.ts);
   * `upstream_failed` where it answers something that its contract does not know. `server_error` stays what it is. What
   * never left, and a read whose connection broke, is sent again.
   */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>, as: CallAs): Promise<z.output<E['answer']>>;
}

function refusalFrom(body: unknown, status: number, service: Endpoint['service']): AppError {
  const read = errorAnswer.safeParse(body);
  if (!read.success) {
    return upstreamFailed(undefined, new Error(`${service} returned ${String(status)} without a message`));
  }
  const { code, message, status: colour, errors, lead_id, lead_name, conflict, retry_after } = read.data;
  return new AppError(code, message, {
    status: colour,
    details: {
      ...(errors === undefined ? {} : { errors }),
      ...(lead_id === undefined ? {} : { lead_id }),
      ...(lead_name === undefined ? {} : { lead_name }),
      ...(conflict === undefined ? {} : { conflict }),
      ...(retry_after === undefined ? {} : { retry_after }),
    },
  });
}

/** Calls between services: over HTTP in every mode, on connections that stay open, with the correlation id. */
export function createServiceClient(options: {
  /** The calling service's name. */
  from: Caller;
  /** Its own. */
  keys: PrivateServiceKeys;
  baseUrlOf: (service: ServiceName) => string;
  log: Logger;
  clock?: Clock;
  patience?: Patience;
}): ServiceClient {
  const { baseUrlOf, log, patience = ownPatience } = options;
  const tokenFor = createServiceTokenSigner({
    from: options.from,
    keys: options.keys,
    clock: options.clock ?? systemClock,
  });

  async function send(endpoint: Endpoint, input: CallInput<Endpoint>, as: CallAs) {
    const { service } = endpoint;
    if (service === 'named') throw new Error(`${endpoint.name} is for users, not for services`);
    const context = currentContext();
    const span = context?.span?.child(`${endpoint.method} ${endpoint.path}`, 'client', {
      'http.request.method': endpoint.method,
      'url.template': endpoint.path,
      'crm.service': service,
    });
    const headers: Record<string, string> = {
      accept: 'application/json',
      authorization: `Bearer ${'token' in as ? as.token : tokenFor(service)}`,
      ...('vouches' in as ? { [voucherHeader]: tokenFor(service) } : {}),
      ...(context === undefined ? {} : { 'x-request-id': context.correlationId }),
      ...(span === undefined ? {} : { traceparent: span.traceparent }),
      ...(endpoint.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const url = `${baseUrlOf(service)}${addressOf(endpoint, input)}`;
    const body = endpoint.body === undefined ? {} : { body: JSON.stringify(input.body ?? {}) };
    const { signal, release } = patience.signal(as.timeoutMs ?? defaultTimeoutMs);
    const ask = async (attempt = 1): Promise<{ status: number; text: string }> => {
      try {
        // Not fetch, which costs four times as much; nor does this follow a 307, which is an answer here.
        const answer = await request(url, { method: endpoint.method, headers, signal, ...body });
        return { status: answer.statusCode, text: await answer.body.text() };
      } catch (error) {
        if (attempt === maxAttempts || !maySendAgain(error, endpoint.method)) throw error;
        return ask(attempt + 1);
      }
    };
    try {
      const answer = await ask();
      span?.add({ 'http.response.status_code': answer.status });
      if (answer.status >= 500) span?.fail(String(answer.status));
      return answer;
    } catch (error) {
      span?.fail('unavailable');
      throw unavailable(`The ${service} service is not responding, please try again`, error);
    } finally {
      release();
      span?.end();
    }
  }

  return {
    call: async (endpoint, input, as) => {
      const { status, text } = await send(endpoint, input, as);
      const body = parseJson(text);
      if (status < 200 || status >= 300) {
        const refusal = refusalFrom(body, status, endpoint.service);
        // A refusal of this service's own token says nothing about the user whose request is being served.
        const isAboutUs =
          'asService' in as && (refusal.code === 'session_ended' || refusal.code === 'forbidden');
        throw isAboutUs ? upstreamFailed(undefined, refusal) : refusal;
      }
      const read = endpoint.answer.safeParse(body);
      if (read.success) return read.data as z.output<(typeof endpoint)['answer']>;
      log.error({ err: read.error, endpoint: endpoint.name }, 'another service violated its contract');
      throw upstreamFailed(undefined, read.error);
    },
  };
}

/** What undici says of a call that came to nothing. */
const failure = z.object({ code: z.string() });
/** Broken off: nobody can say whether it was done. */
const broken: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Whether a call that failed with `error` may be sent once more: one for which no connection came about was heard by
 * nobody, a read may be done twice. Anything else could do a thing a second time.
 */
export function maySendAgain(error: unknown, method: Endpoint['method']): boolean {
  const code = failure.safeParse(error).data?.code;
  return code === 'UND_ERR_CONNECT_TIMEOUT' || (method === 'GET' && broken.has(code));
}

/** The JSON of an answer, or undefined where it is none: no contract takes that. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
