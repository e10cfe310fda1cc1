import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Provider, type Adapter, type AdapterPayload, type Configuration } from 'oidc-provider';
import { z } from 'zod';

/** What a provider of the tests says of whoever signs in there. */
export interface TestPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  groups?: string[];
  amr?: string[];
}

/** A real OpenID provider on a port of this machine, whose only user agrees to everything. */
export interface TestIdentityProvider {
  issuer: string;
  client_id: string;
  client_secret: string;
  /** Who signs in next; null: somebody who declines. */
  person: TestPerson | null;
  /**
   * Goes to an address of the provider as a browser does, and answers where it is sent in the end: to the address of an
   * application that the provider knows.
   */
  visit(url: string): Promise<string>;
  stop(): Promise<void>;
}

const maxSteps = 10;
const bound = z.object({ port: z.number() });

function signingKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' };
}

/** What the provider keeps, for as long as it runs. */
function memoryAdapter() {
  const kept = new Map<string, AdapterPayload>();
  return class implements Adapter {
    readonly #kind: string;
    constructor(kind: string) {
      this.#kind = kind;
    }
    readonly #key = (id: string) => `${this.#kind}/${id}`;
    readonly #where = (is: (payload: AdapterPayload) => boolean) =>
      [...kept].find(([key, payload]) => key.startsWith(`${this.#kind}/`) && is(payload))?.[1];
    upsert = async (id: string, payload: AdapterPayload) => {
      kept.set(this.#key(id), payload);
    };
    find = async (id: string) => kept.get(this.#key(id));
    findByUid = async (uid: string) => this.#where((payload) => payload.uid === uid);
    findByUserCode = async (code: string) => this.#where(({ userCode }) => userCode === code);
    consume = async (id: string) => {
      const found = kept.get(this.#key(id));
      if (found !== undefined) found.consumed = Math.floor(Date.now() / 1000);
    };
    destroy = async (id: string) => {
      kept.delete(this.#key(id));
    };
    revokeByGrantId = async (grantId: string) => {
      for (const [key, payload] of kept) if (payload.grantId === grantId) kept.delete(key);
    };
  };
}

/** The cookies of one browser at the provider. */
function cookieJar() {
  const held = new Map<string, string>();
  return {
    header: () => [...held].map(([name, value]) => `${name}=${value}`).join('; '),
    take: ({ headers }: Response) => {
      for (const line of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') held.delete(name);
        else held.set(name, value);
      }
    },
  };
}

/**
 * Starts a provider that knows one application, by its redirect addresses. `claimsIn`: whether it says what it knows of a
 * person in its ID tokens, or only where it is asked for more.
 */
export async function startIdentityProvider({
  redirectUris,
  signedOutUris = [],
  claimsIn = 'id-token',
  port = 0,
}: {
  redirectUris: string[];
  signedOutUris?: string[];
  claimsIn?: 'id-token' | 'userinfo';
  port?: number;
}): Promise<TestIdentityProvider> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${String(bound.parse(server.address()).port)}`;
  const client = { client_id: 'call-centre', client_secret: randomBytes(32).toString('base64url') };
  const signedIn = new Map<string, TestPerson>();
  const own: TestIdentityProvider = {
    ...{ issuer, ...client },
    person: null,
    visit: async (url) => {
      const jar = cookieJar();
      let next = url;
      for (let steps = 0; steps < maxSteps; steps += 1) {
        if (!next.startsWith(`${issuer}/`)) return next;
        const answer = await fetch(next, { redirect: 'manual', headers: { cookie: jar.header() } });
        jar.take(answer);
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`${next} answered ${String(answer.status)}`);
        next = new URL(location, next).href;
      }
      throw new Error(`${url} leads nowhere`);
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };

  const configuration: Configuration = {
    adapter: memoryAdapter(),
    clients: [{ ...client, redirect_uris: redirectUris, post_logout_redirect_uris: signedOutUris }],
    jwks: { keys: [signingKey()] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    conformIdTokenClaims: claimsIn === 'userinfo',
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'groups', 'amr'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ ...signedIn.get(sub), sub }),
    }),
    // Nobody is asked whether the application may know what it asks for.
    loadExistingGrant: async ({ oidc }) => {
      const { provider, client: asking, account } = oidc;
      if (asking === undefined || account === undefined) return undefined;
      const grant = new provider.Grant({ clientId: asking.clientId, accountId: account.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  };
  const provider = new Provider(issuer, configuration);
  const serve = provider.callback();
  server.on('request', (req, res) => {
    if (req.url?.startsWith('/interaction/') !== true) {
      void serve(req, res);
      return;
    }
    const { person } = own;
    if (person !== null) signedIn.set(person.sub, person);
    const result =
      person === null
        ? { error: 'access_denied' }
        : { login: { accountId: person.sub, remember: false, amr: person.amr ?? [] } };
    void provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
  });
  return own;
}
