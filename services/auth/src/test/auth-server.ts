import { randomBytes, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { errorAnswer } from '@crm/contracts/errors.js';
import { sessionClaims, type SessionClaims } from '@crm/contracts/token.js';
import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { createAgent } from '@crm/contracts/http/agents.js';
import { signIn } from '@crm/contracts/http/auth.js';
import type { User } from '@crm/contracts/entities/user.js';
import { createMemoryBus, type MemoryBus } from '@crm/platform/bus/memory-bus.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import type { CallInput } from '@crm/platform/http/call-address.js';
import { testKeySettings, tokenOfCaller } from '@crm/platform/testing/service-keys.js';
import { busProbe, type BusProbe } from '@crm/platform/testing/bus-probe.js';
import { httpClient, type HttpClient } from '@crm/platform/testing/http-client.js';
import { logLines, type LogLines } from '@crm/platform/testing/log-lines.js';
import { ManualClock } from '@crm/platform/testing/manual-clock.js';
import { startTestStore } from '@crm/platform/testing/test-store.js';
import { createTestTokens, type TestTokens } from '@crm/platform/testing/tokens.js';
import { uniqueEmail, uniqueName } from '@crm/platform/testing/unique.js';
import { authConfig, type AuthConfig } from '../config.js';
import { createAuthService, type AuthService } from '../service.js';
import { createPasswordHasher, type PasswordHasher } from '../sessions/password-hasher.js';

export const adminEmail = 'first.admin@example.com';
export const adminPassword = 'the admin of these tests';
export const agentPassword = 'a password of an agent';
/** Without a comma, which separates keys in the configuration. */

/** A hasher that counts what it is asked. */
export interface CountedHasher extends PasswordHasher {
  verified: number;
  /** So many checks from now on end in a failure of their own. */
  failNext: number;
}

/** For tests of a hundred passwords: no hasher at all, in no time. */
const quickHasher: PasswordHasher = {
  hash: (password) => Promise.resolve(`quick ${password}`),
  verify: (hash, password) => Promise.resolve(hash === `quick ${password}`),
};

function countedHasher(hasher: PasswordHasher): CountedHasher {
  const counted: CountedHasher = {
    verified: 0,
    failNext: 0,
    hash: (password) => hasher.hash(password),
    verify: (hash, password) => {
      counted.verified += 1;
      if (counted.failNext > 0) {
        counted.failNext -= 1;
        return Promise.reject(new Error('The hasher broke'));
      }
      return hasher.verify(hash, password);
    },
  };
  return counted;
}

/** What a test sends that no contract would let it: any body, to any endpoint. */
export interface Raw {
  status: number;
  body: unknown;
}

export interface AuthServer {
  service: AuthService;
  clock: ManualClock;
  bus: MemoryBus;
  probe: BusProbe;
  lines: LogLines;
  hasher: CountedHasher;
  tokens: TestTokens;
  config: AuthConfig;
  /** Without a token. */
  stranger: HttpClient;
  readonly admin: HttpClient;
  adminId: string;
  readonly adminToken: string;
  /** The admin signs in again, for a session that begins at the clock's time. */
  signInAdmin(): Promise<void>;
  /** As the first service that may make a call, and its token of the moment: it lives for 60 s. */
  readonly internal: HttpClient;
  serviceToken(endpoint: Endpoint): string | undefined;
  /** Makes an agent, or a guide, and signs in. */
  newUser(given?: NewUser): Promise<SignedIn>;
  /** What attempts to sign in waited for their turn, in milliseconds; the clock moves as if they had. */
  waited: number[];
  /** Moves the clock and lets the service hear of its own sessions, as time itself would. */
  advance(ms: number): Promise<void>;
  /** Sends a body as it is. */
  raw(
    endpoint: Endpoint,
    token: string | undefined,
    body: unknown,
    params?: Record<string, string>,
  ): Promise<Raw>;
  /** A second instance of the service on the same store and bus. */
  replica(): Promise<AuthService>;
  stop(): Promise<void>;
}

export interface SignedIn {
  user: User;
  token: string;
  client: HttpClient;
}

type CreateBody = CallInput<typeof createAgent>['body'];
type NewUser = Partial<CreateBody>;

/** What a token says, whoever signed it. */
export function claimsOf(token: string | undefined): SessionClaims {
  return sessionClaims.parse(jwt.decode(token ?? ''));
}

/** The fields that a refusal names, sorted. */
export function wrongFields({ body }: Pick<Raw, 'body'>): string[] {
  return Object.keys(errorAnswer.parse(body).errors ?? {}).sort();
}

/** The environment of a service in tests, on a store of its own. */
export function testEnvironment(mongodbUri: string, tokens: TestTokens): Record<string, string> {
  return {
    PORT: '0',
    MONGODB_URI: mongodbUri,
    SIGNING_KEYS: JSON.stringify({ [tokens.kid]: tokens.privateKey }),
    ...testKeySettings('auth'),
    ENCRYPTION_KEYS: JSON.stringify({ e1: randomBytes(32).toString('base64') }),
    SSO_NETWORKS: '127.0.0.0/8',
    FIRST_ADMIN_EMAIL: adminEmail,
    FIRST_ADMIN_PASSWORD: adminPassword,
    ANSWERS: 'strict',
  };
}

/** The store's address with a database of its own. */
export function databaseOf(uri: string, name: string = randomUUID()): string {
  const url = new URL(uri);
  url.pathname = `/${name}`;
  return url.toString();
}

/** The whole service over HTTP, on the embedded store and the in-process bus, its admin signed in. */
export async function startAuth({
  hashing = 'real',
}: { hashing?: 'real' | 'quick' } = {}): Promise<AuthServer> {
  const clock = new ManualClock();
  const tokens = createTestTokens(clock);
  const store = await startTestStore();
  const bus = createMemoryBus();
  const probe = await busProbe(bus);
  const lines = logLines('auth');
  const hasher = countedHasher(hashing === 'quick' ? quickHasher : createPasswordHasher());
  const config = loadConfig(authConfig, testEnvironment(databaseOf(store.uri), tokens));
  const waited: number[] = [];
  const wait = (ms: number) => {
    waited.push(ms);
    clock.advance(ms);
    return Promise.resolve();
  };
  const overrides = { bus, clock, log: lines.log, passwords: hasher, wait };
  const running: AuthService[] = [];
  const start = async () => {
    const service = createAuthService(config, overrides);
    running.push(service);
    await service.start();
    return service;
  };

  const service = await start();
  const stranger = httpClient(service.url);
  const signedIn = async (email: string, password: string): Promise<SignedIn> => {
    const { token, user } = (await stranger.call(signIn, { body: { email, password } })).answer;
    return { token, user, client: stranger.as(token) };
  };
  let admin = await signedIn(adminEmail, adminPassword);
  const internal = tokenOfCaller(clock);

  return {
    service,
    clock,
    bus,
    probe,
    lines,
    hasher,
    tokens,
    config,
    stranger,
    get admin() {
      return admin.client;
    },
    adminId: admin.user.id,
    get adminToken() {
      return admin.token;
    },
    signInAdmin: async () => {
      admin = await signedIn(adminEmail, adminPassword);
    },
    get internal() {
      return stranger.as(internal);
    },
    serviceToken: internal,
    waited,
    newUser: async (given = {}) => {
      const email = given.email ?? uniqueEmail('agent');
      const made = await admin.client.call(createAgent, {
        body: {
          role_id: 2,
          fname: uniqueName('Dana'),
          lname: 'Reyes',
          password: agentPassword,
          subroles: [1],
          ...given,
          email,
        },
      });
      if (made.status !== 200) throw new Error(`No user was made: ${JSON.stringify(made.body)}`);
      return signedIn(email, agentPassword);
    },
    advance: async (ms) => {
      clock.advance(ms);
      await service.ctx.sessions.poll();
    },
    raw: async (endpoint, token, body, params = {}) => {
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => params[name] ?? '');
      const response = await fetch(`${service.url}${path}`, {
        method: endpoint.method,
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      return { status: response.status, body: answer };
    },
    replica: start,
    stop: async () => {
      await probe.stop();
      for (const each of running.reverse()) await each.stop();
      await bus.close();
      await store.stop();
    },
  };
}
