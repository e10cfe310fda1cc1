import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Headers that belong to one connection and never go on to the next (RFC 9110, 7.6.1). */
const ofOneConnection = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
] as const;

/** What a proxy in front says of a client, and which trace a request is of: ours to say. `expect` was answered by this server already. */
const saidByUs = ['forwarded', 'x-real-ip', 'expect', 'traceparent', 'tracestate', 'baggage'] as const;

const dropped = new Set<string>([...ofOneConnection, ...saidByUs]);
/** Headers of these families speak between the parts of the product: a client cannot set them. */
const droppedFamilies = ['x-forwarded-', 'x-crm-', 'x-internal-'];

/** What the gateway itself knows of a request. */
export interface RequestOrigin {
  requestId: string;
  /** The client's address, as far as the proxies in front may be believed. */
  address: string;
  protocol: string;
  host: string | undefined;
  /** The step of a trace that the request is, where it is traced. */
  traceparent?: string | undefined;
}

/**
 * Makes the headers that a service gets out of those that a client sent, in place: what belongs to the connection and
 * what only the product may say is taken out, and the request's id and origin are put in. `headers` must be a copy of
 * this one request's.
 */
export function prepareHeaders(
  headers: OutgoingHttpHeaders,
  sent: IncomingHttpHeaders,
  origin: RequestOrigin,
): void {
  // A client may name further headers as belonging to its connection; all but the few that carry the request itself.
  const connection = sent.connection;
  if (connection !== undefined && connection !== 'keep-alive' && connection !== 'close') {
    for (const name of connection.toLowerCase().split(',')) {
      const named = name.trim();
      if (named !== 'authorization' && !named.startsWith('content-') && named !== 'transfer-encoding') {
        delete headers[named];
      }
    }
  }
  for (const name of Object.keys(headers)) {
    if (
      dropped.has(name) ||
      (name.charCodeAt(0) === 120 && droppedFamilies.some((family) => name.startsWith(family)))
    ) {
      delete headers[name];
    }
  }
  headers['x-request-id'] = origin.requestId;
  if (origin.traceparent !== undefined) headers['traceparent'] = origin.traceparent;
  headers['x-forwarded-for'] = origin.address;
  headers['x-forwarded-proto'] = origin.protocol;
  if (origin.host !== undefined) headers['x-forwarded-host'] = origin.host;
}
