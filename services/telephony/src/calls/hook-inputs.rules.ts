import type { AnsweredBy } from '@crm/contracts/entities/telephony.js';
import type { Fields } from '@crm/domain/carrier/signature.js';
import { noMoreCallsKey } from './call-twiml.js';
import { isOver, legStatus, type LegStatus } from './leg.rules.js';
import type { CallInput } from './reduce-call.rules.js';

const seconds = (text: string | undefined) =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : null;

const statusOf = (text: string | undefined): LegStatus | null => {
  const read = legStatus.safeParse(text);
  return read.success ? read.data : null;
};

/** What the carrier's ear made of whoever answered, and whether a machine can be spoken to by now. */
export function answeredByOf(text: string): { answeredBy: AnsweredBy; isGreetingOver: boolean } {
  const isGreetingOver = text.startsWith('machine_end_');
  if (text === 'human' || text === 'fax') return { answeredBy: text, isGreetingOver };
  return { answeredBy: text.startsWith('machine_') ? 'machine' : 'unknown', isGreetingOver };
}

/** The fact in a webhook about a call; undefined where it says nothing that counts. */
export function inputOf(path: string, role: string | null, fields: Fields): CallInput | undefined {
  const sid = fields['CallSid'] ?? null;
  switch (path) {
    case '/tw/leg/{cid}/{role}': {
      const status = statusOf(fields['CallStatus']);
      if (status === null || role === null) return undefined;
      return { is: 'leg', role, sid, status, duration: seconds(fields['CallDuration']) };
    }
    case '/tw/dial/{cid}': {
      const status = fields['DialCallStatus'];
      if (status === undefined) return undefined;
      return { is: 'dial', status, duration: seconds(fields['DialCallDuration']) };
    }
    case '/tw/join/{cid}/{role}':
      // The carrier asks what an agent's line does as soon as the device took the call.
      return role === null ? undefined : { is: 'leg', role, sid, status: 'in-progress', duration: null };
    case '/tw/queue/{cid}/left': {
      const line = statusOf(fields['CallStatus']);
      const isGone = fields['QueueResult'] === 'hangup' || (line !== null && isOver(line));
      return isGone ? { is: 'leg', role: 'customer', sid, status: 'completed', duration: null } : undefined;
    }
    case '/tw/conf/{cid}': {
      const { ConferenceSid: conferenceSid, StatusCallbackEvent: event } = fields;
      if (conferenceSid === undefined || event === undefined) return undefined;
      return {
        is: 'conference',
        event,
        conferenceSid,
        sequence: seconds(fields['SequenceNumber']) ?? 0,
        role: fields['ParticipantLabel'] ?? null,
        sid,
        status: statusOf(fields['ParticipantCallStatus']),
      };
    }
    case '/tw/amd/{cid}': {
      const found = fields['AnsweredBy'];
      return found === undefined || sid === null ? undefined : { is: 'amd', ...answeredByOf(found), sid };
    }
    case '/tw/drop/{cid}':
      return { is: 'drop', drop: 'playing' };
    case '/tw/apology/{cid}/key':
      return fields['Digits'] === noMoreCallsKey ? { is: 'farewell', farewell: 'pressed' } : undefined;
    default:
      return undefined;
  }
}
