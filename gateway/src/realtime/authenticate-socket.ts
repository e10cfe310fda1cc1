import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { unavailable } from '@crm/platform/errors/app-error.js';
import type { Clock } from '@crm/platform/clock.js';
import { answerError } from '@crm/platform/errors/answer-error.js';
import { networkOf } from '@crm/platform/network/network.rules.js';
import type { Logger } from '@crm/platform/log/logger.js';
import { countBearer, type CountDeps } from '../http/count-bearer.js';
import type { LiveServer, LiveSocket } from './live-socket.js';
import { createTokenBucket } from './token-bucket.js';

const handshake = z.object({ token: z.string().min(1).max(4_000) });

export interface AuthenticateDeps extends CountDeps {
  clock: Clock;
  log: Logger;
  eventsPerSecond: number;
  /** True once the gateway is about to stop. */
  isStopping: () => boolean;
}

/** The client's address by the same rule as for http requests: node makes the handshake's request an express one. */
const addressOf = (request: IncomingMessage & { ip?: string }) => networkOf(request.ip ?? '');

async function admit(socket: LiveSocket, deps: AuthenticateDeps): Promise<void> {
  if (deps.isStopping()) throw unavailable('This gateway is shutting down, please reconnect');
  const { token } = handshake.safeParse(socket.handshake.auth).data ?? {};
  const bearer = await countBearer(deps, token, addressOf(socket.request));
  // Between the check and the first event a session may end: the sweep looks at every socket there is.
  socket.data = {
    bearer,
    bucket: createTokenBucket(deps.eventsPerSecond, deps.clock),
    holds: Promise.resolve(),
  };
}

/** Refuses every socket without a live session; `connect_error` carries the refusal of the contract in `data`. */
export function requireSession(io: LiveServer, deps: AuthenticateDeps): void {
  io.use((socket, next) => {
    admit(socket, deps).then(
      () => {
        next();
      },
      (thrown: unknown) => {
        const { status, body, expected } = answerError(thrown);
        if (!expected) deps.log.error({ err: thrown }, 'socket could not be authenticated');
        next(Object.assign(new Error(body.message), { data: { ...body, http_status: status } }));
      },
    );
  });
}
