import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '../errors/app-error.js';
import type { RequestContext } from '../log/request-context.js';

/** What the server knows of a request from its first byte to its log line. */
export interface RequestState {
  readonly requestId: string;
  readonly receivedAt: Date;
  /** `performance.now()` at arrival. */
  readonly startedAt: number;
  readonly context: RequestContext;
  /** The pattern that matched, never the path itself: it labels metrics and names the call in the log. */
  route: string | undefined;
  /** Calls that only matter when they fail (probes, the session feed) are logged below the usual level. */
  isQuiet: boolean;
  /** The code of the refusal that answered it, if any. */
  refusal: AppError['code'] | undefined;
  /** Reads a JSON body into `req.body`, up to the server's limit. */
  readonly readJson: (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;
}

/** A property of the request itself: a map kept beside it costs the collector more than all the rest of a small call. */
const carried = Symbol('state of the request');
type Carrier = IncomingMessage & { [carried]?: RequestState };

/** Ties a request to its state. */
export function carry(req: Carrier, state: RequestState): void {
  req[carried] = state;
}

/** The state of a request that came in through `createHttpServer`; throws for one that did not. */
export function stateOf(req: Carrier): RequestState {
  const state = req[carried];
  if (state === undefined) throw new Error('This request was not received through createHttpServer');
  return state;
}
