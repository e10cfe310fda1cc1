import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { keyMayCall, passes, type Access, type Actor, type KeyActor } from '@crm/contracts/access.js';
import type { AnswerOf, Caller, Endpoint, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { createMatcher } from '@crm/contracts/http/match-route.js';
import {
  entryOf,
  isChange,
  listedIds,
  outcomeOf,
  readingKindOf,
  subjectsOf,
  type CallParts,
} from '../audit/audit-call.js';
import type { AuditOutcome } from '../audit/audit-entry.js';
import type { EntryLog } from '../audit/audit-log.js';
import { tieEntry } from '../audit/call-entry.js';
import type { CarriedEntries } from '../audit/carried-entries.js';
import type { ReadingPace } from '../audit/reading-pace.js';
import { AppError, forbidden, invalid, routeUnknown } from '../errors/app-error.js';
import { bearerToken, type Identity } from '../identity/identity.js';
import type { Logger } from '../log/logger.js';
import { contextActor, contextKey } from '../log/request-context.js';
import { checkAnswer, type AnswerCheck } from './check-answer.js';
import { stateOf, type RequestState } from '../requests/carried-request.js';
import { fieldErrors } from '../errors/field-errors.js';
import { sendJson } from './send-json.js';
import { voucherHeader } from './service-client.js';

export interface EndpointDeps {
  identity: Identity;
  log: Logger;
  /** `strict` in tests and development: an answer that breaks its contract throws. `logged` in production. */
  answers: AnswerCheck;
  /** Where calls leave their entries; absent for servers without a store of their own. */
  audit?: EntryLog & Pick<CarriedEntries, 'begin'> & { readonly reading?: ReadingPace };
}

/** The asker as an access rule leaves it: there for sure, perhaps (`public`), never (`internal`), or an API key (`key`). */
export type ActorFor<X extends Access> = [X] extends ['internal']
  ? undefined
  : [X] extends ['key']
    ? KeyActor
    : 'public' extends X
      ? Actor | undefined
      : Actor;

export interface Exchange {
  req: Request;
  res: Response;
  /** The asker's session token, for calls on the asker's behalf; empty where there is none. */
  token: string;
  requestId: string;
  /** When the request arrived, by the service's clock. */
  receivedAt: Date;
  /** The calling service, for `internal` endpoints. */
  caller: Caller | undefined;
  /** The service that vouches that the asker may work the lead; see `vouchers` of an endpoint. */
  vouchedBy: Caller | undefined;
}

/** What a handler returns that has written the answer itself: a download, a stream. */
export const answered: unique symbol = Symbol('answered');

/** The part of a use case that meets HTTP: what came in, parsed, against what goes out. */
export type EndpointHandler<E extends Endpoint> = (
  actor: ActorFor<E['access']>,
  input: InputOf<E>,
  exchange: Exchange,
) => Promise<AnswerOf<E> | typeof answered>;

/** An endpoint with its handler, for `mountAll`. Made by `route`, which keeps the two types together. */
export interface Route {
  endpoint: Endpoint;
  serve: (deps: EndpointDeps) => RequestHandler;
}

interface Asker {
  actor: Actor | undefined;
  /** Who asks by an API key. */
  key?: KeyActor;
  token: string;
  caller: Caller | undefined;
  vouchedBy?: Caller;
}

/** A bearer where a call is open to all: a token that is not valid counts as none. */
async function bearerIfAny(identity: Identity, token: string | undefined): Promise<Asker> {
  if (token === undefined) return { actor: undefined, token: '', caller: undefined };
  try {
    return { actor: (await identity.bearer(token)).actor, token, caller: undefined };
  } catch (error) {
    if (error instanceof AppError) return { actor: undefined, token: '', caller: undefined };
    throw error;
  }
}

async function identify(
  identity: Identity,
  { access, callers = [], vouchers = [] }: Endpoint,
  req: Request,
): Promise<Asker> {
  const token = bearerToken(req.headers.authorization);
  if (access === 'internal') return { actor: undefined, token: '', caller: identity.caller(token, callers) };
  if (access === 'public') return bearerIfAny(identity, token);
  // Whichever it is: the one that may not make the call is refused as who it is, which leaves an entry.
  const key = identity.key(token);
  if (key !== undefined) return { actor: undefined, key, token: '', caller: undefined };
  const bearer = await identity.bearer(token);
  const voucher = req.get(voucherHeader);
  return {
    ...{ actor: bearer.actor, token: bearer.token, caller: undefined },
    // Whoever cannot vouch is refused, not passed over: nothing of ours sends what is not true.
    ...(voucher !== undefined && { vouchedBy: identity.caller(voucher, vouchers) }),
  };
}

/** The refusal of a call that an API key's scopes do not open. */
const outOfScope = ({ scope }: Pick<Endpoint, 'scope'>): AppError =>
  forbidden(scope === undefined ? 'API keys cannot make this call' : `This API key lacks the scope ${scope}`);

const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

async function readBody(req: Request, res: Response, readJson: RequestState['readJson']): Promise<unknown> {
  if (!hasBody(req)) return {};
  if (!req.is('json')) throw invalid({}, 'The body must be JSON');
  await new Promise<void>((resolve, reject) => {
    readJson(req, res, (error) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('The body could not be read', { cause: error }));
    });
  });
  return req.body;
}

/** Reads a JSON body up to fewer bytes than the server takes elsewhere. */
function readUpTo(limit: number): RequestState['readJson'] {
  const read = express.json({ limit });
  return (req, res, next) => {
    read(req, res, next);
  };
}

const places = ['params', 'query', 'headers', 'body'] as const;

/** Parses parameters, query, headers and body, and refuses with all wrong fields of all of them at once. */
function parseInput(endpoint: Endpoint, given: Record<(typeof places)[number], unknown>) {
  const input: Record<(typeof places)[number], unknown> = {
    params: undefined,
    query: undefined,
    headers: undefined,
    body: undefined,
  };
  let errors: Record<string, string> | undefined;
  for (const place of places) {
    const schema = endpoint[place];
    if (schema === undefined || (place === 'body' && endpoint.bodyKind === 'multipart')) continue;
    const read = schema.safeParse(given[place]);
    if (read.success) input[place] = read.data;
    else errors = { ...fieldErrors(read.error, place), ...errors };
  }
  if (errors !== undefined) throw invalid(errors);
  if (endpoint.bodyKind === 'multipart') {
    Object.defineProperty(input, 'body', {
      get: () => {
        throw new Error(`The body of ${endpoint.name} is a stream: read it from exchange.req`);
      },
    });
  }
  return input;
}

/** The user a request names, where its endpoint says so; one that a streamed form names is the use case's to look at. */
function subjectOf(
  { subject, bodyKind }: Endpoint,
  input: Record<'params' | 'body', unknown>,
): string | undefined {
  if (subject === undefined || (subject.in === 'body' && bodyKind === 'multipart')) return undefined;
  const place = input[subject.in];
  if (typeof place !== 'object' || place === null) return undefined;
  const named: unknown = Reflect.get(place, subject.key);
  return typeof named === 'string' ? named : undefined;
}

/**
 * What express calls for one endpoint: asks who it is, reads and parses what came, applies the access rule, runs the
 * handler, answers. In this order, so that nobody's body is read before it is known whose it is. Refusals: 403
 * `session_ended` or `forbidden`, 422 with every wrong field, 413, and whatever the handler throws.
 */
function serveEndpoint<E extends Endpoint>(
  deps: EndpointDeps,
  endpoint: E,
  handler: EndpointHandler<E>,
): RequestHandler {
  const { identity, audit } = deps;
  const wantsBody = endpoint.body !== undefined && endpoint.bodyKind === 'json';
  const readLess = endpoint.bodyLimit === undefined ? undefined : readUpTo(endpoint.bodyLimit);

  /** Runs the call and leaves its entry, whatever becomes of it. */
  async function serve(req: Request, res: Response): Promise<void> {
    const state = stateOf(req);
    state.route = endpoint.path;
    state.isQuiet = endpoint.access === 'internal';
    const asker = await identify(identity, endpoint, req);
    if (asker.actor !== undefined) state.context.actor = contextActor(asker.actor);
    if (asker.key !== undefined) state.context.actor = contextKey(asker.key);
    const { audit: rule } = endpoint;
    if (audit === undefined || rule === undefined || rule === 'none') {
      await answerCall(req, res, asker);
      return;
    }
    audit.requireRoom();
    const parts: CallParts = { params: req.params };
    const changes = isChange(endpoint);
    let isEntered = false;
    const entry = (outcome: AuditOutcome) =>
      entryOf({
        ...{ spec: rule, actor: asker.key ?? asker.actor, parts, outcome, details: state.context.audit },
        at: state.receivedAt,
        address: req.ip ?? '',
        correlationId: state.requestId,
      });
    const change = changes ? audit.begin(() => entry('done')) : undefined;
    if (change !== undefined) tieEntry(state.context, change);
    const { actor } = asker;
    const { reading } = audit;
    const kind = reading && readingKindOf(rule);
    try {
      if (actor !== undefined && kind !== undefined) await reading?.admit(actor, kind);
      await answerCall(req, res, asker, parts, async () => {
        const done = entry('done');
        isEntered = true;
        if (actor !== undefined && kind !== undefined) {
          const ids = kind === 'opened' ? subjectsOf(rule, parts) : listedIds(rule, parts);
          reading?.count({ actor, address: req.ip ?? '', correlationId: state.requestId }, kind, ids);
        }
        if (change !== undefined) await change.done(done);
        else if (done !== undefined) audit.later(done);
      });
    } catch (error) {
      // It is done and its entry on the way: what went wrong since is no second entry.
      if (isEntered) throw error;
      const outcome = outcomeOf(error, { answerBegun: res.headersSent, changes });
      const failed = outcome === undefined ? undefined : entry(outcome);
      if (change !== undefined) change.broke(failed);
      else if (failed !== undefined) audit.later(failed);
      throw error;
    }
  }

  async function answerCall(
    req: Request,
    res: Response,
    { actor, key, token, caller, vouchedBy }: Asker,
    parts: CallParts = {},
    done: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const state = stateOf(req);
    if (actor !== undefined && !passes(endpoint, actor, undefined)) throw forbidden();
    if (key !== undefined && !keyMayCall(endpoint, key)) throw outOfScope(endpoint);
    const input = parseInput(endpoint, {
      params: req.params,
      query: endpoint.query === undefined ? undefined : req.query,
      headers: endpoint.headers === undefined ? undefined : req.headers,
      body: wantsBody ? await readBody(req, res, readLess ?? state.readJson) : undefined,
    });
    parts.params = input.params ?? req.params;
    parts.query = input.query;
    if (endpoint.bodyKind === 'json') parts.body = input.body;
    if (actor !== undefined && !passes(endpoint, actor, subjectOf(endpoint, input))) throw forbidden();
    const { requestId, receivedAt } = state;
    // Both have just been made what their types say: by the endpoint's schemas and by its access rule.
    const answer = await handler((key ?? actor) as ActorFor<E['access']>, input as InputOf<E>, {
      req,
      res,
      token,
      requestId,
      receivedAt,
      caller,
      vouchedBy,
    });
    if (answer !== answered) parts.answer = answer;
    await done();
    if (answer === answered) return;
    checkAnswer(endpoint, answer, deps);
    sendJson(res, answer);
  }

  return (req, res, next) => {
    serve(req, res).catch((thrown: unknown) => {
      // Express takes a falsy value for no error and the word 'router' for an order.
      next(thrown instanceof Error ? thrown : new Error('A non-error value was thrown', { cause: thrown }));
    });
  };
}

/** Ties an endpoint to its handler, for a table of contents that `mountAll` mounts. */
export function route<E extends Endpoint>(endpoint: E, handler: EndpointHandler<E>): Route {
  return { endpoint, serve: (deps) => serveEndpoint(deps, endpoint, handler) };
}

/** Parameters as they were meant: a path carries them escaped. */
function unescape(params: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(params)) {
    if (!value.includes('%')) continue;
    try {
      params[name] = decodeURIComponent(value);
    } catch {
      // A broken escape: nothing stands at such an address.
      throw routeUnknown();
    }
  }
  return params;
}

/**
 * Mounts endpoints, in whatever order they are listed: the matcher of contracts says which one takes a request
 * (settled: Routes), in one look-up. Express would try the patterns of a service one after the other for each request.
 * A path that none of them takes goes on to whatever is mounted behind.
 */
export function mountAll(router: Router, deps: EndpointDeps, routes: readonly Route[]): void {
  const match = createMatcher(
    routes.map(({ endpoint: { method, path }, serve }) => ({ method, path, handle: serve(deps) })),
  );
  router.use((req, res, next) => {
    const found = match(req.method === 'HEAD' ? 'GET' : req.method, req.path);
    if (found === undefined) {
      next();
      return;
    }
    req.params = unescape(found.params);
    void found.endpoint.handle(req, res, next);
  });
}

/** Mounts one endpoint by itself. */
export function mountEndpoint<E extends Endpoint>(
  router: Router,
  deps: EndpointDeps,
  endpoint: E,
  handler: EndpointHandler<E>,
): void {
  mountAll(router, deps, [route(endpoint, handler)]);
}
