import { clientEvents, refusedAck, type ClientEventKey } from '@crm/contracts/sockets/client-events.js';
import { HttpError } from 'react-admin';
import type { z } from 'zod';
import type { LiveSocket } from './socket.js';

export type PayloadOfEvent<K extends ClientEventKey> = z.input<(typeof clientEvents)[K]['payload']>;
export type AnswerOfEvent<K extends ClientEventKey> = z.output<(typeof clientEvents)[K]['answer']>;

/** How long an acknowledgement may take before the sender is told that none came. */
export const acknowledgeWithinMs = 10_000;

/** How a live event is sent, where it is not as all others are. */
export interface SendOptions {
  /** How long its acknowledgement is waited for, in milliseconds. */
  withinMs?: number;
}

export const noAnswerMessage = 'crm.connection.noAnswer';

/**
 * Sends a live event and parses its acknowledgement by contract. A refusal rejects as a refused call does, with an
 * HttpError whose body is the error envelope; silence rejects with status 0.
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
    // The only way this rejects is time: the server did not answer.
    throw new HttpError(noAnswerMessage, 0);
  }
  const refused = refusedAck.safeParse(acknowledged);
  if (refused.success) throw new HttpError(refused.data.message, refused.data.http_status, refused.data);
  return event.answer.parse(acknowledged) as AnswerOfEvent<K>;
}
