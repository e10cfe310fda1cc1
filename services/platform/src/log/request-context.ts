import { AsyncLocalStorage } from 'node:async_hooks';
import type { z } from 'zod';
import type { Actor, KeyActor } from '@crm/contracts/access.js';
import type { Span } from '../tracing/tracer.js';
import type { actorRole } from '@crm/contracts/bus/envelope.js';
import type { AuditDetails } from './audit-details.js';

/**
 * Who acts, as an envelope of the bus names it: a user's id with the role's number, or the system itself, perhaps on behalf of
 * an API key or an integrator, whose id then stands beside the role.
 */
export interface ContextActor {
  id: string;
  role: z.infer<typeof actorRole>;
}

/**
 * What travels along with a piece of work: the correlation id of the request or message that began it, the id of the
 * message that caused it, and who acts. `actor` is filled in once the token is read.
 */
export interface RequestContext {
  correlationId: string;
  causationId?: string;
  actor?: ContextActor;
  /** What use cases add to the audit entry of this piece of work. */
  audit?: AuditDetails;
  /** The step of a trace that this is, where it is traced. */
  span?: Span;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `fn` so that everything it awaits, logs and publishes sees this context. */
export function runWithContext<T>(context: RequestContext, fn: () => T): T {
  return storage.run(context, fn);
}

/** The context of the work at hand, or undefined outside of any (start-up, timers). */
export function currentContext(): RequestContext | undefined {
  return storage.getStore();
}

/** The envelope's form of a signed-in user: the role as text. */
export function contextActor(actor: Pick<Actor, 'id' | 'role'>): ContextActor {
  return { id: actor.id, role: `${actor.role}` };
}

/** The same of an API key: what it does, the system does on its behalf. */
export const contextKey = ({ id }: KeyActor): ContextActor => ({ id, role: 'system' });

/** Who acts when no user does. */
export const systemActor: ContextActor = { id: 'system', role: 'system' };
