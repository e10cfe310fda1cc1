import { rights, type Right } from '@crm/contracts/access.js';
import { signIn, signOut, verifyToken } from '@crm/contracts/http/auth.js';
import type { AuthProvider } from 'react-admin';
import { browserRedirect, type FullRedirect } from '../session/full-redirect.js';
import { consequenceOf, type Consequence } from '../session/refusal.rules.js';
import { actorOf } from '../session/SessionContext.js';
import type { Session } from '../session/session.js';
import { callEndpoint, type CallAnswer, type CallBody } from '../http/call-endpoint.js';
import { refusalOf, statusOf, type HttpClient } from '../http/http-client.js';

/** What a refusal triggers in the application besides rejecting the call. */
export type Aftermath = Exclude<Consequence, { kind: 'none' } | { kind: 'end-session' }>;

export interface CrmAuthProvider extends AuthProvider {
  login(credentials: CallBody<typeof signIn>): Promise<CallAnswer<typeof signIn>>;
  /** Begins the session that a second step of a sign-in answered. */
  begin(answer: Pick<CallAnswer<typeof signIn>, 'user' | 'token'>): void;
  /** Verifies the token, stores a renewed one, and refreshes the user. Rejects like any call. */
  renew(): Promise<void>;
  /** Called for refusals that navigate: a notice, the unfinished lead, the life dashboard. */
  onAftermath(listener: (aftermath: Aftermath) => void): () => void;
}

/** Retry interval at start-up while the server is unreachable. */
const askAgainAfterMs = 2000;

const isRight = (name: string): name is Right => name in rights;

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

export function createAuthProvider({
  http,
  session,
  wait = pause,
  leave = browserRedirect,
}: {
  http: HttpClient;
  session: Session;
  wait?: (ms: number) => Promise<void>;
  /** Leaves the application, for an address elsewhere. */
  leave?: FullRedirect;
}): CrmAuthProvider {
  const listeners = new Set<(aftermath: Aftermath) => void>();
  let start: Promise<void> | undefined;

  const verify = async () => {
    const token = session.token();
    if (token === null) {
      session.end();
      return;
    }
    const { user, token: renewed } = await callEndpoint(http, verifyToken, { body: { token } });
    // Signed out meanwhile, here or in another window: the response is obsolete.
    if (session.token() !== null) session.begin(user, renewed);
  };

  // A refused token is dropped silently and the application starts signed out (rule A7). An unreachable server has
  // refused nothing, so it is retried.
  const verifyAtStart = async (): Promise<void> => {
    for (;;) {
      try {
        await verify();
        return;
      } catch (error) {
        const status = statusOf(error);
        if (status === undefined || (status >= 400 && status < 500 && status !== 429)) {
          session.end();
          return;
        }
        await wait(askAgainAfterMs);
      }
    }
  };

  const begin: CrmAuthProvider['begin'] = ({ user, token }) => {
    session.begin(user, token);
    start = Promise.resolve();
  };

  return {
    login: async (credentials) => {
      const answer = await callEndpoint(http, signIn, { body: credentials });
      begin(answer);
      return answer;
    },

    begin,

    logout: async () => {
      const live = session.token() !== null;
      let elsewhere: string | undefined;
      if (live) {
        // Neither holds up who wants to leave.
        await import('../push/browser-push.js')
          .then(({ forgetBrowser }) =>
            forgetBrowser((endpoint, input) => callEndpoint(http, endpoint, input)),
          )
          .catch(() => undefined);
        // Removed locally whatever the server says: a token it does not revoke has already ended or will
        // expire.
        elsewhere = await callEndpoint(http, signOut, {}).then(
          ({ provider_url }) => provider_url,
          () => undefined,
        );
      }
      session.end();
      if (elsewhere === undefined) return '/signin';
      // The provider that began the session ends its own, and sends the browser back.
      leave(elsewhere);
      return false;
    },

    checkAuth: async () => {
      start ??= verifyAtStart();
      await start;
      // An Error, so that the framework neither logs a bare object nor shows a message.
      if (!session.user())
        throw Object.assign(new Error('signed out'), { redirectTo: '/signin', message: false });
    },

    checkError: async (error: unknown) => {
      const consequence = consequenceOf(statusOf(error), refusalOf(error));
      if (consequence.kind === 'end-session') {
        throw Object.assign(new Error(consequence.message), { redirectTo: '/signin' });
      }
      if (consequence.kind === 'none') return;
      // Rejecting here would resolve the caller with an empty success; so the caller keeps its error, and the
      // rest is dispatched.
      for (const listener of listeners) listener(consequence);
    },

    getIdentity: async () => {
      const user = session.user();
      if (!user) throw new Error('signed out');
      return { ...user, fullName: user.fullname };
    },

    canAccess: async ({ resource, action }) => {
      const user = session.user();
      if (!user) return false;
      const right = `${resource}:${action}`;
      // Anything else is left to the server, which authorises every call.
      return isRight(right) ? rights[right](actorOf(user)) : true;
    },

    renew: verify,

    onAftermath: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
