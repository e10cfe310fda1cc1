import type { Actor, KeyActor } from '@crm/contracts/access.js';
import type { Caller } from '@crm/contracts/endpoint/endpoint.js';
import type { KeyClaims, SessionClaims } from '@crm/contracts/token.js';
import type { Clock } from '../clock.js';
import { AppError, forbidden, sessionEnded, unavailable } from '../errors/app-error.js';
import type { PublicServiceKeys } from './service-keys.js';
import { createServiceTokenVerifier } from './service-token.js';
import type { Sessions } from './sessions.js';
import type { TokenVerifier } from './token-verifier.js';

/** A live session: who bears the token, what it says, and the token itself for calls on the bearer's behalf. */
export interface Bearer {
  actor: Actor;
  claims: SessionClaims;
  token: string;
}

export interface Identity {
  /**
   * Who bears this session token. Throws `session_ended` where there is none, or it is expired, revoked or not ours;
   * `unavailable` where nobody can say whether it was revoked, since auth has not been heard of for 30 s. Asks auth first
   * where nobody asked for half a minute.
   */
  bearer(token: string | undefined): Promise<Bearer>;
  /** Who bears this token that an API key was exchanged for; undefined where it is none, or expired. */
  key(token: string | undefined): KeyActor | undefined;
  /** What a session token says that is ours, whether its session is alive or over; undefined for any other. */
  signed(token: string | undefined): SessionClaims | undefined;
  /** The name of the service that bears this service token and is among `callers`; throws `forbidden`. */
  caller(token: string | undefined, callers: readonly Caller[]): Caller;
}

/** An API key as the one who asks. */
export const keyActor = ({ key, name, scopes }: KeyClaims): KeyActor => ({
  id: `api-key/${key}`,
  fullname: `API key ${name}`,
  scopes,
});

/** The token of an `Authorization: Bearer ...` header, or undefined. */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^bearer /i.test(authorization)) return undefined;
  return authorization.slice('bearer '.length).trim() || undefined;
}

/** Answers who asks, for the service `service`: people by their session tokens, services by theirs. */
export function createIdentity(options: {
  service: string;
  verifier: TokenVerifier;
  sessions: Pick<Sessions, 'isOver' | 'isFresh' | 'catchUp'>;
  serviceKeys: PublicServiceKeys;
  clock: Clock;
  /** What the service knows of whoever asks beyond their token. */
  actorOf?: (actor: Actor) => Actor | Promise<Actor>;
}): Identity {
  const { verifier, sessions, actorOf = (actor: Actor) => actor } = options;
  const verifyCaller = createServiceTokenVerifier({
    to: options.service,
    keys: options.serviceKeys,
    clock: options.clock,
  });

  return {
    bearer: async (token) => {
      if (token === undefined) throw sessionEnded();
      const claims = verifier.verify(token);
      await sessions.catchUp();
      if (sessions.isOver(claims)) {
        verifier.forget(token);
        throw sessionEnded();
      }
      if (!sessions.isFresh()) throw unavailable('Sessions cannot be checked right now, please try again');
      const { sub: id, role, subroles, name: fullname } = claims;
      return { actor: await actorOf({ id, role, subroles, fullname }), claims, token };
    },
    key: (token) => {
      if (token === undefined || !verifier.isOfKey(token)) return undefined;
      try {
        return keyActor(verifier.verifyKey(token));
      } catch (error) {
        if (error instanceof AppError && error.code === 'key_invalid') return undefined;
        throw error;
      }
    },
    signed: (token) => (token === undefined ? undefined : verifier.signed(token)),
    caller: (token, callers) => {
      if (token === undefined) throw forbidden('Only services can make this call');
      const caller = verifyCaller(token);
      if (!callers.includes(caller)) throw forbidden(`The service ${caller} cannot make this call`);
      return caller;
    },
  };
}
