import type http from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import type { Request, Response } from 'express';
import { patience } from '@crm/platform/patience.js';
import { heldBody } from './count-bearer.js';

/** A service that sends nothing for so long has lost the request, or the machine has no time: see below. */
export const silenceMs = 60_000;
/** What comes on top by what the machine can do meanwhile, so that a slow one is not taken for a dead one. */
const slowMs = 5_000;
/** A connection that was kept open may have been closed by the service just now; a read is then asked again. */
const maxAttempts = 3;

/** Headers of the answer that concern the connection it came on. */
const ofOneConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);

const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Streams an answer to the browser as it comes, no faster than the browser takes it. */
function streamAnswer(answer: IncomingMessage, res: Response): void {
  res.statusCode = answer.statusCode ?? 502;
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined && !ofOneConnection.has(name)) res.setHeader(name, value);
  }
  // Node's own pipe does the same with three times the listeners, for answers that mostly are one chunk.
  res.on('drain', () => answer.resume());
  answer.on('data', (chunk: Buffer) => {
    if (!res.write(chunk)) answer.pause();
  });
  answer.on('end', () => {
    res.end();
  });
  answer.once('close', () => {
    if (!answer.complete) res.destroy();
  });
}

/**
 * Sends a call to a service and streams body and answer, neither ever held whole. A read whose kept connection turns out
 * to be closed is asked again; a service that dies half-way through its answer cuts the browser's connection; a
 * browser that goes away takes its call along. `failed` is told where no answer came at all.
 */
export function streamCall(
  { req, res }: { req: Request; res: Response },
  options: RequestOptions,
  request: typeof http.request,
  failed: (error: Error) => void,
): void {
  const held = heldBody(req);
  const streams = held === undefined && hasBody(req);
  const isRepeatable = !streams && held === undefined && (req.method === 'GET' || req.method === 'HEAD');
  let outgoing: ClientRequest;

  function attempt(count: number): void {
    outgoing = request(options, (answer) => {
      streamAnswer(answer, res);
    });
    const own = outgoing;
    own.on('timeout', () => {
      const came = own.socket?.bytesRead;
      patience.after(slowMs, () => {
        // Told of the next silence anew, should this one have ended.
        if (own.socket?.bytesRead === came) own.destroy(new Error(`No data for ${String(silenceMs)} ms`));
      });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const wasClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      if (isRepeatable && wasClosed && outgoing.reusedSocket && count < maxAttempts) attempt(count + 1);
      else failed(error);
    });
    if (held !== undefined) outgoing.end(held);
    else if (streams) req.pipe(outgoing);
    else outgoing.end();
  }
  attempt(1);

  res.once('close', () => {
    // The browser went away: so does the request. Or a refusal came before the whole body: the rest is read away.
    if (!res.writableFinished) outgoing.destroy();
    else if (streams && !req.complete) {
      req.unpipe(outgoing);
      req.resume();
    }
  });
}
