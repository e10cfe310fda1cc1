import { sessionOf } from '@crm/contracts/token.js';
import { AppError, tooLarge } from '@crm/platform/errors/app-error.js';
import type { Bearer, Identity } from '@crm/platform/identity/identity.js';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { RateLimits } from './rate-limits.js';

export interface CountDeps {
  identity: Identity;
  limits: RateLimits;
}

/**
 * Lets a live session pass and counts it and its user. A token of ours whose session is over is counted by that session:
 * a whole office wakes up with old ones. What is none of ours is counted by its address, so that nobody tries tokens
 * out. Throws `session_ended`, `unavailable`, `too_many`.
 */
export async function countBearer(
  { identity, limits }: CountDeps,
  token: string | undefined,
  address: string,
): Promise<Bearer> {
  try {
    const bearer = await identity.bearer(token);
    await limits.livedIn(address);
    await limits.session(sessionOf(bearer.claims), bearer.actor.id);
    return bearer;
  } catch (error) {
    if (error instanceof AppError && error.code === 'session_ended') {
      const claims = identity.signed(token);
      await (claims === undefined ? limits.refusal(address) : limits.ended(claims.jti));
    }
    throw error;
  }
}

/** A call that names its token in its body carries little more than that. */
const maxBytes = 16 * 1024;
const named = z.object({ token: z.string() });
const held = new WeakMap<IncomingMessage, Buffer>();

/** The whole body of a request, where the gateway has read it; undefined where it is still to come. */
export const heldBody = (req: IncomingMessage): Buffer | undefined => held.get(req);

/** The token that a request's JSON body names, or undefined; the body is held for whom it goes to. Throws `too_large`. */
export async function tokenInBody(req: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  held.set(req, body);
  try {
    return named.safeParse(JSON.parse(body.toString('utf8'))).data?.token;
  } catch {
    // Not JSON: no token then, and the service says what is wrong with it.
    return undefined;
  }
}
