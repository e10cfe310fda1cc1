import type { Logger } from '../log/logger.js';
import { noTracer, type Tracer } from '../tracing/tracer.js';

/**
 * The tracer of one service: to the collector at `endpoint` (`http://host:4318`), or one that does nothing. The library is
 * loaded only where there is an endpoint.
 */
export async function createTracer(options: {
  service: string;
  endpoint: string | undefined;
  log: Logger;
}): Promise<Tracer> {
  const { service, endpoint, log } = options;
  if (endpoint === undefined) return noTracer;
  const { otlpTracer } = await import('./otlp-tracer.js');
  return otlpTracer({ service, endpoint, log });
}
