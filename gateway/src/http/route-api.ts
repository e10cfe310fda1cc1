import type { Request, RequestHandler, Response, Router } from 'express';
import { apiKeyPrefix } from '@crm/contracts/codes/key-scopes.js';
import { endpoints } from '@crm/contracts/http/all.js';
import { serviceNames, type Endpoint, type ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import { getSystemPart } from '@crm/contracts/http/system.js';
import { signIn, verifyToken } from '@crm/contracts/http/auth.js';
import { finishSingleSignOn } from '@crm/contracts/http/single-sign-on.js';
import { filterLeads } from '@crm/contracts/http/lead-lists.js';
import { getLead } from '@crm/contracts/http/leads.js';
import { createMatcher } from '@crm/contracts/http/match-route.js';
import { AppError, keyInvalid, routeUnknown, unavailable } from '@crm/platform/errors/app-error.js';
import { stateOf } from '@crm/platform/requests/carried-request.js';
import { isOwnRequest } from '@crm/platform/http/near-request.js';
import { networkOf } from '@crm/platform/network/network.rules.js';
import { bearerToken } from '@crm/platform/identity/identity.js';
import { contextActor, contextKey } from '@crm/platform/log/request-context.js';
import type { ApiKeys, KeyBearer } from './api-keys.js';
import type { ServiceProxy } from './proxy.js';
import { countBearer, tokenInBody, type CountDeps } from './count-bearer.js';
import { setApiHeaders } from './security-headers.js';

/** Who answers a call: a service, or the simulated carrier, which is none of ours. */
type Behind = ServiceName | 'carrier';

/** The ways to a service, or undefined where it is not configured. */
export type ServiceProxies = Readonly<Partial<Record<Behind, ServiceProxy>>>;

/**
 * Addresses that the carrier and its players call: no token is asked, signatures and expiring links are checked by the
 * service itself. The longest prefix first.
 */
const unsignedIn: readonly { prefix: string; service: Behind }[] = [
  { prefix: '/tw/sms/', service: 'messaging' },
  { prefix: '/tw/', service: 'telephony' },
  { prefix: '/media/texts/', service: 'messaging' },
  { prefix: '/media/', service: 'telephony' },
  { prefix: '/_sim/', service: 'carrier' },
];

/** The calls behind every turn of a page and every lead opened: most of a working day's requests. */
const hotCalls: ReadonlySet<Endpoint> = new Set<Endpoint>([filterLeads, getLead]);

export interface ApiDeps extends CountDeps {
  keys: ApiKeys;
  proxies: ServiceProxies;
  /** Answers the calls that ask the gateway itself. */
  own: RequestHandler;
}

const addressOf = (req: Request) => networkOf(req.ip ?? '');

async function admitBearer(deps: ApiDeps, req: Request): Promise<void> {
  const { actor } = await countBearer(deps, bearerToken(req.headers.authorization), addressOf(req));
  stateOf(req).context.actor = contextActor(actor);
}

/** The API key of a request, where it comes with one in the place of a session's token. */
function keyOf(req: Request): string | undefined {
  const token = bearerToken(req.headers.authorization);
  return token?.startsWith(apiKeyPrefix) === true ? token : undefined;
}

/** Who asks by a key. What is no key is counted by its address, so that nobody tries keys out. */
async function keyBearer({ keys, limits }: ApiDeps, key: string, req: Request): Promise<KeyBearer> {
  try {
    return await keys.bearer(key, req.ip ?? '');
  } catch (error) {
    if (error instanceof AppError && error.code === 'key_invalid') await limits.refusal(addressOf(req));
    throw error;
  }
}

/**
 * Lets a request with an API key through, with the token that it was exchanged for: the key itself goes no further than this.
 * Which calls its scopes open is the service's to say, as it is of a session.
 */
async function admitKey(deps: ApiDeps, key: string, req: Request): Promise<void> {
  const { id, actor, token } = await keyBearer(deps, key, req);
  stateOf(req).context.actor = contextKey(actor);
  await deps.limits.key(id);
  req.headers.authorization = `Bearer ${token}`;
}

/** The same of a call of API keys that comes without one: a live session is the service's to refuse, anything else is no key. */
async function admitWithoutKey(deps: ApiDeps, req: Request): Promise<void> {
  try {
    await admitBearer(deps, req);
  } catch (error) {
    throw error instanceof AppError && error.code === 'session_ended' ? keyInvalid() : error;
  }
}

/** Counts a call that asks about a token as a call with that token: whether it is alive is for auth to say. */
async function countVerify(deps: ApiDeps, req: Request): Promise<void> {
  try {
    await countBearer(deps, await tokenInBody(req), addressOf(req));
  } catch (error) {
    const isForAuth =
      error instanceof AppError && (error.code === 'session_ended' || error.code === 'unavailable');
    if (!isForAuth) throw error;
  }
}

/** An office's first sign-in says that people work there: the colleagues follow in the same minute. */
function noteSignIn({ limits }: ApiDeps, req: Request, res: Response): void {
  const address = addressOf(req);
  res.once('finish', () => {
    if (res.statusCode === 200) void limits.livedIn(address);
  });
}

function passOn(
  { proxies }: ApiDeps,
  service: Behind,
  way: 'ordinary' | 'hot',
  ...[req, res, next]: Parameters<RequestHandler>
): void {
  const proxy = proxies[service];
  if (proxy === undefined) throw unavailable(`The ${service} service is not running here`);
  void proxy[way](req, res, next);
}

/**
 * Who answers a call: its owner; of a call that every service answers for itself, the one named in the path. The gateway
 * tells of itself, but has no store: auth looks after its dead letters and keeps what is done to them.
 */
function answererOf(endpoint: Endpoint, params: Readonly<Record<string, string>>): ServiceName | 'gateway' {
  if (endpoint.service !== 'named') return endpoint.service;
  if (params['service'] === 'gateway') return endpoint === getSystemPart ? 'gateway' : 'auth';
  const named = serviceNames.find((name) => name === params['service']);
  if (named === undefined) throw routeUnknown();
  return named;
}

/**
 * Routes every call under /api, and those of SCIM, to the service that owns it, by the one matcher of the contracts: who asks is checked
 * here already, what they may do is the service's to decide. What is no call of the contracts is 404 `route_unknown`,
 * and so is every call between services (`/internal`).
 */
export function mountApi(router: Router, deps: ApiDeps): void {
  const match = createMatcher<Endpoint>(endpoints.filter(({ access }) => access !== 'internal'));

  async function serve(path: string, req: Request, res: Response, next: (error?: unknown) => void) {
    const found = match(req.method === 'HEAD' ? 'GET' : req.method, path);
    if (found === undefined) throw routeUnknown();
    const { endpoint } = found;
    stateOf(req).route = endpoint.path;
    const answerer = answererOf(endpoint, found.params);
    const key = keyOf(req);
    if (endpoint === verifyToken) await countVerify(deps, req);
    else if (endpoint.access === 'public') {
      // Nobody asks for it here: a key is not handed on.
      if (key !== undefined) delete req.headers.authorization;
      await deps.limits.address(addressOf(req));
      if (endpoint === signIn || endpoint === finishSingleSignOn) noteSignIn(deps, req, res);
    } else if (key !== undefined) await admitKey(deps, key, req);
    else if (endpoint.access === 'key') await admitWithoutKey(deps, req);
    else await admitBearer(deps, req);
    if (endpoint.rate === 'form') await deps.limits.form(addressOf(req));
    if (answerer === 'gateway') void deps.own(req, res, next);
    else passOn(deps, answerer, hotCalls.has(endpoint) ? 'hot' : 'ordinary', req, res, next);
  }

  router.use((req, res, next) => {
    const { path } = req;
    if (path === '/api/docs' || path.startsWith('/api/docs/')) {
      next();
      return;
    }
    if (/^\/(api(\/|$)|scim\/|internal)/.test(path)) {
      setApiHeaders(res);
      serve(path, req, res, next).catch(next);
      return;
    }
    const passage = unsignedIn.find(({ prefix }) => path.startsWith(prefix));
    // Where the carrier is the real one, or others than this machine come in, a simulated one has no address at all: its
    // calls ask for no token. Nor has it for what a proxy or a tunnel brings, or another site's page.
    const isShut =
      passage?.service === 'carrier' && (deps.proxies.carrier === undefined || !isOwnRequest(req));
    if (passage === undefined || isShut) {
      next();
      return;
    }
    // The path may be a secret link: its prefix is all that is logged.
    stateOf(req).route = `${passage.prefix}*`;
    passOn(deps, passage.service, 'ordinary', req, res, next);
  });
}
