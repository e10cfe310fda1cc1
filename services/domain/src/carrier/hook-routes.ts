import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { createMatcher } from '@crm/contracts/http/match-route.js';
import type { Logger } from '@crm/platform/log/logger.js';
import { stateOf } from '@crm/platform/requests/carried-request.js';
import { isBodySigned, readJson, flatten, isSigned, readForm, type Fields } from './signature.js';

/** A verified webhook of the carrier. */
export interface Hook {
  /** The route it arrived at: `/tw/dial/{cid}`. */
  path: string;
  /**
   * Parameters of the URL: our own ids, so that a webhook is matched even if the response to our request was lost.
   */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  fields: Fields;
  /** The same for every retry of a delivery. */
  token: string | undefined;
}

/** The response to a webhook: a TwiML document, or nothing. */
export type HookAnswer = string | undefined;

export interface HookRoute {
  /** With parameters in braces, as endpoints write them. */
  path: `/tw/${string}`;
  handle: (hook: Hook) => Promise<HookAnswer>;
}

const formLimit = 64 * 1024;
const readText = express.text({ type: () => true, limit: formLimit });

const readBody = (req: Request, res: Response) =>
  new Promise<string>((resolve, reject) => {
    readText(req, res, (error?: unknown) => {
      if (error instanceof Error) reject(error);
      else if (error !== undefined) reject(new Error('A webhook could not be read', { cause: error }));
      else resolve(typeof req.body === 'string' ? req.body : '');
    });
  });

function answer(res: Response, status: number, twiml?: string): void {
  res.statusCode = status;
  res.setHeader('cache-control', 'no-store');
  if (twiml !== undefined) res.setHeader('content-type', 'text/xml; charset=utf-8');
  res.end(twiml ?? '');
}

/**
 * Mounts the carrier's webhooks: POST only, and the signature is verified before anything else of the request is
 * read, including the path. Unsigned requests get a bare 403.
 */
export function mountHooks(
  router: Router,
  deps: { authTokens: readonly string[]; publicBaseUrl: string; log: Logger },
  routes: readonly HookRoute[],
): void {
  const { authTokens, publicBaseUrl, log } = deps;
  const match = createMatcher(routes.map(({ path, handle }) => ({ method: 'POST' as const, path, handle })));

  async function serve(req: Request, res: Response): Promise<void> {
    const address = req.originalUrl;
    const body = await readBody(req, res);
    const signature = req.get('x-twilio-signature');
    const signed = { authTokens, signature, publicBaseUrl, address };
    const isJson = req.is('application/json') !== false;
    const form = readForm(isJson ? '' : body);
    if (!(isJson ? isBodySigned({ ...signed, body }) : isSigned({ ...signed, form }))) {
      stateOf(req).route = '/tw';
      log.warn({ hasSignature: signature !== undefined }, 'webhook without a valid signature');
      answer(res, 403);
      return;
    }
    const [path = '', query = ''] = address.split('?', 2);
    const found = match('POST', path);
    if (found === undefined) {
      answer(res, 404);
      return;
    }
    const { endpoint, params } = found;
    stateOf(req).route = endpoint.path;
    const token = req.get('i-twilio-idempotency-token');
    const fields = isJson ? readJson(body) : flatten(form);
    answer(
      res,
      200,
      await endpoint.handle({
        path: endpoint.path,
        params,
        query: new URLSearchParams(query),
        fields,
        token,
      }),
    );
  }

  const handle: RequestHandler = (req, res, next) => {
    if (req.method !== 'POST') {
      res.setHeader('allow', 'POST');
      answer(res, 405);
      return;
    }
    serve(req, res).catch((thrown: unknown) => {
      next(thrown instanceof Error ? thrown : new Error('A webhook failed', { cause: thrown }));
    });
  };
  router.use('/tw', handle);
}
