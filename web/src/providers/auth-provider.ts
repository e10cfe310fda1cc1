import { rights, type Right } from '@crm/contracts/access.js';
import { signIn, signOut, verifyToken } from '@crm/contracts/http/auth.js';
import type { AuthProvider } from 'react-admin';
import { consequenceOf, type Consequence } from '../session/refusal.rules.js';
import { actorOf } from '../session/SessionContext.js';
import type { Session } from '../session/session.js';
import { callEndpoint, type CallAnswer, type CallBody } from '../http/call-endpoint.js';
import { refusalOf, statusOf, type HttpClient } from '../http/http-client.js';

/** What a refusal asks of the application besides an answer to its caller. */
export type Aftermath = Exclude<Consequence, { kind: 'none' } | { kind: 'end-session' }>;

export interface CrmAuthProvider extends AuthProvider {
  login(credentials: CallBody<typeof signIn>): Promise<CallAnswer<typeof signIn>>;
  /** Asks whose the token is, takes a renewed one, and refreshes the person. Rejects as any call does. */
  renew(): Promise<void>;
  /** Told of refusals that lead somewhere: a notice, the unfinished lead, the life dashboard. */
  onAftermath(listener: (aftermath: Aftermath) => void): () => void;
}

/** How long the start waits before it asks an unreachable server again. */
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
}: {
  http: HttpClient;
  session: Session;
  wait?: (ms: number) => Promise<void>;
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
    // Signed out meanwhile, here or in another window: what was asked no longer counts.
    if (session.token() !== null) session.begin(user, renewed);
  };

  // A refused token is dropped silently and the application starts signed out (rule A7). A server
  // that cannot be reached has refused nothing, so it is asked again.
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

  return {
    login: async (credentials) => {
      const answer = await callEndpoint(http, signIn, { body: credentials });
      session.begin(answer.user, answer.token);
      start = Promise.resolve();
      return answer;
    },

    logout: async () => {
      const live = session.token() !== null;
      if (live) {
        // Gone here whatever the server says: a token that it will not end is already over, or dies by itself.
        await callEndpoint(http, signOut, {}).catch(() => undefined);
      }
      session.end();
      return '/signin';
    },

    checkAuth: async () => {
      start ??= verifyAtStart();
      await start;
      // An Error, so that the framework neither logs a bare object nor says anything.
      if (!session.user())
        throw Object.assign(new Error('signed out'), { redirectTo: '/signin', message: false });
    },

    checkError: async (error: unknown) => {
      const consequence = consequenceOf(statusOf(error), refusalOf(error));
      if (consequence.kind === 'end-session') {
        throw Object.assign(new Error(consequence.message), { redirectTo: '/signin' });
      }
      if (consequence.kind === 'none') return;
      // Rejecting here would answer the caller with an empty success; so it keeps its error, and the rest is told.
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
      // What no right speaks of is left to the server, which decides every call.
      return isRight(right) ? rights[right](actorOf(user)) : true;
    },

    renew: verify,

    onAftermath: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
