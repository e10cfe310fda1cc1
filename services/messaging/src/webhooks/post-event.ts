import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { z } from 'zod';
import type { Networks } from '@crm/platform/network/network.rules.js';
import { AddressRefused, checkedLookup, requireReachable } from '@crm/platform/outbound/checked-lookup.js';
import { retryAfterOf } from './retry.rules.js';

/** What became of one attempt. `gone`: the receiver wants nothing any more. */
export interface Attempted {
  outcome: 'delivered' | 'failed' | 'gone';
  /** The status, or why there was none; never what the receiver wrote. */
  result: string;
  retryAfterMs: number;
}

const timeoutMs = 10_000;
/** Of a response that nobody reads. */
const maxResponseBytes = 64 * 1024;
const maxHeaderBytes = 16 * 1024;

/** What Node says of a connection that failed: `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
const coded = z.object({ code: z.string() });

const isSuccess = (status: number) => status >= 200 && status < 300;

function attemptedOf(response: IncomingMessage): Attempted {
  const { statusCode: status = 0, headers } = response;
  const result =
    status >= 300 && status < 400 ? `${String(status)}, redirects are not followed` : String(status);
  return {
    outcome: isSuccess(status) ? 'delivered' : status === 410 ? 'gone' : 'failed',
    result,
    retryAfterMs: status === 429 || status === 503 ? retryAfterOf(headers['retry-after']) : 0,
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return error.message;
  return coded.safeParse(error).data?.code ?? 'The connection failed';
}

/** Ends with the response, or once more of it came than anybody answers an event with. */
function ended(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  return new Promise((resolve, reject) => {
    response.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes <= maxResponseBytes) return;
      response.destroy();
      resolve();
    });
    response.on('end', resolve);
    response.on('error', reject);
  });
}

/**
 * Posts an event to a webhook, once: to an address of the internet or of an allowed network alone, which is checked as it is
 * connected to. Never throws: what did not go through is said in words.
 */
export async function postEvent(
  { url, headers, body }: { url: string; headers: Readonly<Record<string, string>>; body: string },
  allowed: Networks,
): Promise<Attempted> {
  const failed = (result: string): Attempted => ({ outcome: 'failed', result, retryAfterMs: 0 });
  const target = new URL(url);
  const { protocol } = target;
  const request = protocol === 'https:' ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    requireReachable(target, allowed);
    return await new Promise<Attempted>((resolve, reject) => {
      const sent = request(target, {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        // A connection of its own: none that was made before is checked again.
        agent: false,
        lookup: checkedLookup(protocol, allowed),
        maxHeaderSize: maxHeaderBytes,
        signal,
      });
      sent.on('response', (response) => {
        ended(response).then(() => {
          resolve(attemptedOf(response));
        }, reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  } catch (error) {
    return failed(signal.aborted ? `No answer within ${String(timeoutMs / 1000)} seconds` : reasonOf(error));
  }
}
