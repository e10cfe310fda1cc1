import type { Envelope } from '@crm/contracts/bus/envelope.js';

/** Words and numbers that a span carries. Never a value that a person typed, nor an address with one in it. */
export type SpanAttributes = Readonly<Record<string, string | number>>;
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer';

/** One step of a trace while it is under way. */
export interface Span {
  /** Names this step to whatever it brings about, in the form of W3C Trace Context. */
  readonly traceparent: string;
  /** Begins a step within this one. */
  child(name: string, kind: SpanKind, attributes?: SpanAttributes): Span;
  rename(name: string): void;
  add(attributes: SpanAttributes): void;
  /** It did not go well; `code` is a machine's word for it, never a message. */
  fail(code: string): void;
  end(): void;
}

/** Where the traces of one service begin. */
export interface Tracer {
  /** Begins a step, of the trace that `parent` names or of a new one; undefined where nothing is traced. */
  start(
    name: string,
    kind: SpanKind,
    about?: { parent?: string | undefined; attributes?: SpanAttributes },
  ): Span | undefined;
  /** Sends what is left and releases it; never throws. */
  stop(): Promise<void>;
}

/** Traces nothing and costs nothing. */
export const noTracer: Tracer = { start: () => undefined, stop: () => Promise.resolve() };

const wellFormed = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** A `traceparent` as it came with a request or message, where it is one; anything else counts as not sent. */
export function readTraceparent(given: unknown): string | undefined {
  return typeof given === 'string' && wellFormed.test(given) ? given : undefined;
}

/**
 * The step that a message belongs to. Inside a process, and in the outbox, it lies beside the envelope's own fields; on the
 * wire it is a header, since the envelope is closed.
 */
export function traceparentOf(envelope: Envelope): string | undefined {
  return 'traceparent' in envelope ? readTraceparent(envelope.traceparent) : undefined;
}

/** The message as one of a step's; as it is where there is none. */
export function withTraceparent<E extends Envelope>(envelope: E, given: unknown): E {
  const traceparent = readTraceparent(given);
  return traceparent === undefined ? envelope : { ...envelope, traceparent };
}
