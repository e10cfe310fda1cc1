import type { z } from 'zod';
import type { Access } from '../access.js';
import type { KeyScope } from '../codes/key-scopes.js';
import type { AuditRule } from './audit-rule.js';

export const serviceNames = ['auth', 'leads', 'telephony', 'messaging', 'followups', 'stats'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Who has a key for calls between services: the services, the gateway, and the seed of the demo, which migrates records. */
export const callerNames = [...serviceNames, 'gateway', 'seed'] as const;
export type Caller = (typeof callerNames)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Schema = z.ZodType;
type In<S> = S extends Schema ? z.output<S> : undefined;

export interface EndpointSpec<
  P extends Schema | undefined,
  Q extends Schema | undefined,
  B extends Schema | undefined,
  A extends Schema,
  X extends Access = Access,
  H extends Schema | undefined = undefined,
> {
  /** Unique, camelCase: the operation id of the published document. */
  name: string;
  method: Method;
  /** With parameters in braces, as the catalogue writes them: `/api/lead/{id}`. */
  path: string;
  /** Who answers; `named`: every service for itself, the parameter `service` says which. */
  service: ServiceName | 'named';
  access: X;
  /** Of an `internal` call: who may make it; every other service is refused. */
  callers?: readonly Caller[];
  /**
   * Of a `lead` call: the services that may make it for a user and vouch that the user may work the lead it is about, which
   * is then not looked up again. Nobody else can.
   */
  vouchers?: readonly Caller[];
  /** Of a `key` call: the scope that opens it to an API key. Every other call is closed to keys. */
  scope?: KeyScope;
  /** True where the call is in the catalogue, false where it is one of our own. */
  given: boolean;
  summary: string;
  params?: P;
  /** Query values arrive as text: schemas here coerce. */
  query?: Q;
  /** Headers that the call itself asks for, by lower-cased name; the session's own is not named here. */
  headers?: H;
  body?: B;
  /** `multipart` and `raw` bodies are streamed to the use case, never parsed on the way. */
  bodyKind?: 'json' | 'multipart';
  /** Bytes of a JSON body where fewer than the service's own limit are taken. */
  bodyLimit?: number;
  /** A further limit of the gateway's: `form` counts what a public form makes, by address and hour. */
  rate?: 'form';
  answer: A;
  /** `file`: the answer is a download whose rows `answer` describes. */
  answerKind?: 'json' | 'file';
  /** What it leaves in the audit log; every call has a rule, but for those between services. */
  audit?: AuditRule;
  /** Where the request names the user it is about: what rules 'own' and 'self' look at. */
  subject?: { in: 'params' | 'body'; key: string };
  /** One request and one answer as they look on the wire; every example must pass its schema. */
  example: { params?: unknown; query?: unknown; headers?: unknown; body?: unknown; answer: unknown };
}

export interface Endpoint<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  A extends Schema = Schema,
  X extends Access = Access,
  H extends Schema | undefined = Schema | undefined,
> extends EndpointSpec<P, Q, B, A, X, H> {
  bodyKind: 'json' | 'multipart';
  answerKind: 'json' | 'file';
}

/** What a use case behind an endpoint receives: parameters, query, headers and body, each parsed by its schema. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _A, infer _X, infer H>
    ? { params: In<P>; query: In<Q>; headers: In<H>; body: In<B> }
    : never;

/** What a use case behind an endpoint answers. */
export type AnswerOf<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer A, infer _X, infer _H> ? z.input<A> : never;

/**
 * Describes one HTTP call: the one place from which the server mounts it, the browser calls it and the documents
 * publish it. Body and answer are JSON unless said otherwise.
 */
export function defineEndpoint<
  A extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  const X extends Access = Access,
  H extends Schema | undefined = undefined,
>(spec: EndpointSpec<P, Q, B, A, X, H>): Endpoint<P, Q, B, A, X, H> {
  return { ...spec, bodyKind: spec.bodyKind ?? 'json', answerKind: spec.answerKind ?? 'json' };
}
