import { codeOf } from '@crm/domain/carrier/carrier-codes.rules.js';
import type { SendStatus } from '@crm/contracts/entities/messaging.js';
import type { TextState } from './text.model.js';

/** What is learnt of a text that we send. `attempt` says which sending it is about; an earlier one has no say any more. */
export type TextUpdate =
  | { is: 'handed-over'; attempt: number }
  /** The carrier answered the request with its id. */
  | { is: 'accepted'; attempt: number; sid: string }
  /** A webhook of the carrier's. */
  | { is: 'reported'; attempt: number; sid: string; status: SendStatus; reason: string }
  /** For certain it did not go out. */
  | { is: 'refused'; attempt: number; reason: string }
  /** Nobody knows whether it went out. */
  | { is: 'unknown'; attempt: number }
  /** Nobody knew, and the carrier has no such text by the time that it would have. */
  | { is: 'not-found'; attempt: number }
  /** Too many at once: it waits for its turn again. */
  | { is: 'put-back'; attempt: number }
  | { is: 'resent' };

/** What a person reads who is to decide whether to send again. */
export const unknownReason = 'unknown, check before resending';
export const notFoundReason = 'Not sent: the carrier has no record of this text';

const rank: Record<SendStatus, number> = {
  queued: 0,
  sending: 1,
  sent: 2,
  delivered: 3,
  undelivered: 3,
  failed: 3,
  received: 3,
};
export const isOver = ({ send_status, uncertain }: Pick<TextState, 'send_status' | 'uncertain'>) =>
  rank[send_status] === 3 && !uncertain;

/** Whether `message/resend` takes it: it failed, and was not sent again yet. */
export const canResend = ({ send_status, attempt }: Pick<TextState, 'send_status' | 'attempt'>) =>
  (send_status === 'failed' || send_status === 'undelivered') && attempt === 1;

/**
 * A text after one more fact, or undefined where that changes nothing: the same fact twice, one of an earlier attempt,
 * one that comes late. Statuses go forward alone, and the first that ends a text stands.
 */
export function reduceText(state: TextState, update: TextUpdate): TextState | undefined {
  if (update.is === 'resent') {
    if (!canResend(state)) return undefined;
    const attempt = state.attempt + 1;
    return { ...state, send_status: 'queued', reason: '', attempt, message_sid: null, uncertain: false };
  }
  if (update.attempt !== state.attempt) return undefined;
  switch (update.is) {
    case 'handed-over':
      return state.send_status === 'queued' ? { ...state, send_status: 'sending' } : undefined;
    case 'put-back':
      return state.send_status === 'sending' && state.message_sid === null
        ? { ...state, send_status: 'queued' }
        : undefined;
    case 'accepted': {
      if (state.message_sid !== null) return undefined;
      const known = { ...state, message_sid: update.sid, published: true };
      // The answer came after all, behind a sweep that had given it up.
      return state.uncertain ? { ...known, send_status: 'sending', reason: '', uncertain: false } : known;
    }
    case 'reported': {
      if (state.message_sid !== null && state.message_sid !== update.sid) return undefined;
      const isForward = state.uncertain || (!isOver(state) && rank[update.status] > rank[state.send_status]);
      if (!isForward && state.message_sid !== null) return undefined;
      const known = { ...state, message_sid: update.sid, published: true };
      return isForward
        ? { ...known, send_status: update.status, reason: update.reason, uncertain: false }
        : known;
    }
    case 'refused':
      return isOver(state) || state.message_sid !== null
        ? undefined
        : { ...state, send_status: 'failed', reason: update.reason, uncertain: false };
    case 'unknown':
      return state.send_status === 'sending' && state.message_sid === null
        ? { ...state, send_status: 'failed', reason: unknownReason, uncertain: true, published: true }
        : undefined;
    case 'not-found':
      // A later word of the carrier's would still stand.
      return state.uncertain && state.reason !== notFoundReason
        ? { ...state, reason: notFoundReason }
        : undefined;
  }
}

/** The carrier's own word for how far a text came; undefined for one that says nothing new. */
export function statusReported(word: string): SendStatus | undefined {
  switch (word) {
    case 'accepted':
    case 'scheduled':
    case 'queued':
    case 'sending':
      return 'sending';
    case 'sent':
      return 'sent';
    case 'delivered':
    case 'read':
      return 'delivered';
    case 'undelivered':
      return 'undelivered';
    case 'failed':
    case 'canceled':
      return 'failed';
    default:
      return undefined;
  }
}

/** What a text failed with, for a person: in words where the carrier's number is known. Empty for one that did not fail. */
export function reasonReported(status: SendStatus, code: number): string {
  if (status !== 'failed' && status !== 'undelivered') return '';
  if (code === 0) return 'The carrier could not deliver it';
  const known = codeOf(code);
  if (known === undefined) return `The carrier could not deliver it (${String(code)})`;
  return `The carrier could not deliver it: ${known.sentence} (${String(code)})`;
}
