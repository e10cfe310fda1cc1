import {
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from '../log/logger.js';
import type { Span, SpanAttributes, SpanKind, Tracer } from '../tracing/tracer.js';

const kinds: Readonly<Record<SpanKind, Kind>> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
};

function contextOf(traceparent: string | undefined): Context {
  if (traceparent === undefined) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags = '00'] = traceparent.split('-');
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

function spanOf(tracer: OtelTracer, span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    child: (name, kind, attributes: SpanAttributes = {}) =>
      spanOf(
        tracer,
        tracer.startSpan(
          name,
          { kind: kinds[kind], attributes: { ...attributes } },
          trace.setSpan(ROOT_CONTEXT, span),
        ),
      ),
    rename: (name) => {
      span.updateName(name);
    },
    add: (attributes) => {
      span.setAttributes({ ...attributes });
    },
    fail: (code) => {
      span.setAttribute('error.type', code);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => {
      span.end();
    },
  };
}

/**
 * Traces one service and sends its spans to a collector in batches, by OTLP over HTTP. Everything is the service's own:
 * six services in one process have six of these, and nothing global is set. How much is sampled says OTEL_TRACES_SAMPLER,
 * which the library reads.
 */
export function otlpTracer({
  service,
  endpoint,
  log,
}: {
  service: string;
  endpoint: string;
  log: Logger;
}): Tracer {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'call-centre' }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
  });
  const tracer = provider.getTracer('call-centre');
  return {
    start: (name, kind, { parent, attributes = {} } = {}) =>
      spanOf(
        tracer,
        tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, contextOf(parent)),
      ),
    stop: async () => {
      try {
        await provider.shutdown();
      } catch (error) {
        // Traces are worth no failed stop: the collector is away.
        log.warn({ err: error }, 'the last traces could not be sent');
      }
    },
  };
}
