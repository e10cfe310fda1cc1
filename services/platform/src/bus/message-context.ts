import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { Span } from '../tracing/tracer.js';
import { runWithContext } from '../log/request-context.js';

/**
 * Runs the handling of a message in its own context: the correlation id goes on, the message itself is the cause of
 * what follows, its actor acts. `span` is the step of a trace
 * that the handling is.
 */
export function runOnBehalfOf<T>(envelope: Envelope, fn: () => T, span?: Span): T {
  const { correlationid, id, actorid, actorrole } = envelope;
  return runWithContext(
    {
      correlationId: correlationid,
      causationId: id,
      actor: { id: actorid, role: actorrole },
      ...(span === undefined ? {} : { span }),
    },
    fn,
  );
}
