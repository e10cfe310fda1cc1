import { clientEvents, refusedAck, type ClientEventKey } from '@crm/contracts/sockets/client-events.js';
import { serverEvents, type PayloadOf, type ServerEventKey } from '@crm/contracts/sockets/server-events.js';
import { HttpError } from 'react-admin';
import type { z } from 'zod';
import { noAnswerMessage, type LiveSocket } from './socket.js';

export type PayloadOfEvent<K extends ClientEventKey> = z.input<(typeof clientEvents)[K]['payload']>;
export type AnswerOfEvent<K extends ClientEventKey> = z.output<(typeof clientEvents)[K]['answer']>;

/** Acknowledgement timeout. */
export const acknowledgeWithinMs = 10_000;

/** Options for sending a live event. */
export interface SendOptions {
  /** Acknowledgement timeout in milliseconds. */
  withinMs?: number;
}

/**
 * Sends a live event and parses its acknowledgement by contract. A refusal rejects like a refused call, with an
 * HttpError whose body is the error envelope; a timeout rejects with status 0.
 */
export async function sendAcknowledged<K extends ClientEventKey>(
  socket: LiveSocket,
  key: K,
  payload: PayloadOfEvent<K>,
  { withinMs = acknowledgeWithinMs }: SendOptions = {},
): Promise<AnswerOfEvent<K>> {
  const event = clientEvents[key];
  let acknowledged: unknown;
  try {
    acknowledged = await socket.timeout(withinMs).emitWithAck(event.name, payload);
  } catch {
    // This only rejects on timeout: the server did not respond.
    throw new HttpError(noAnswerMessage, 0);
  }
  const refused = refusedAck.safeParse(acknowledged);
  if (refused.success) throw new HttpError(refused.data.message, refused.data.http_status, refused.data);
  return event.answer.parse(acknowledged) as AnswerOfEvent<K>;
}

/** Calls the handler with each live event of a kind, parsed by contract, until the returned function is called. */
export function listenTo<K extends ServerEventKey>(
  socket: LiveSocket,
  key: K,
  handler: (payload: PayloadOf<K>) => void,
): () => void {
  const event = serverEvents[key];
  const received = (payload: unknown) => {
    const parsed = event.payload.safeParse(payload);
    // Violates the contract: reported as an uncaught error, not shown.
    if (parsed.success) handler(parsed.data as PayloadOf<K>);
    else reportError(new Error(`${event.name} does not fit its contract`, { cause: parsed.error }));
  };
  socket.on(event.name, received);
  return () => {
    socket.off(event.name, received);
  };
}
