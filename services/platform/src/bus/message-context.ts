import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { runWithContext } from '../log/request-context.js';

/**
 * Runs the handling of a message in its own context: the correlation id goes on, the message itself is the cause of
 * what follows, its actor acts.
 */
export function runOnBehalfOf<T>(envelope: Envelope, fn: () => T): T {
  const { correlationid, id, actorid, actorrole } = envelope;
  return runWithContext(
    { correlationId: correlationid, causationId: id, actor: { id: actorid, role: actorrole } },
    fn,
  );
}
