import { toShown } from '@crm/contracts/phone.js';
import type { CallWordKey } from '../i18n/calls.en.js';
import { isInCall, type CallingState } from '../calling/calling.js';

type Known = Pick<CallingState, 'here' | 'live' | 'device' | 'hasEnded' | 'fault'>;

/** The call to display, whichever window it is in; undefined if there is none. */
export interface ShownCall {
  name: string;
  number: string;
  leadId: string | null;
  kind: 'single' | 'conference' | 'dialler';
  stage: 'connecting' | 'calling' | 'talking';
  /** When the customer answered, in milliseconds. */
  since: number | null;
  isHere: boolean;
  /** It is with a colleague: there is no customer to be listed, handed over or left a voicemail. */
  isColleague: boolean;
}

/** A conference, or the dialler's call, is connected before the customer answers: only the server knows when that is. */
const openedByCustomer = (here: Known['here']) =>
  here?.kind === 'single' && here.state === 'open' ? here.openedAt : null;

/** When the customer answered, in milliseconds; null while nobody did. */
export const answeredAt = ({ here, live }: Pick<Known, 'here' | 'live'>): number | null =>
  live?.connectedAt ? Date.parse(live.connectedAt) : openedByCustomer(here);

export function shownCall({ here, live }: Pick<Known, 'here' | 'live'>): ShownCall | undefined {
  const known = here ?? live;
  if (!known || !isInCall({ here, live }) || here?.supervises !== undefined) return undefined;
  const number = toShown(live?.number ?? known.number);
  const since = answeredAt({ here, live });
  const isTalking = live?.state === 'talking' || openedByCustomer(here) !== null;
  return {
    name: live?.lead_name || here?.name || number,
    number,
    leadId: live?.lead_id ?? here?.leadId ?? null,
    kind: live?.kind ?? here?.kind ?? 'single',
    stage: isTalking ? 'talking' : here?.state === 'connecting' ? 'connecting' : 'calling',
    since,
    isHere: here !== undefined,
    isColleague: live?.colleague ?? here?.isColleague ?? false,
  };
}

/** The status text of the call centre dialog (rule C5). */
export function callStatusText(known: Known): { key: CallWordKey; number: string } {
  const call = shownCall(known);
  if (call) {
    const keys = {
      connecting: 'crm.calls.connecting',
      calling: 'crm.calls.calling',
      talking: 'crm.calls.talking',
    } as const;
    return { key: keys[call.stage], number: call.number || call.name };
  }
  if (known.device === 'lost') return { key: 'crm.calls.connectionLost', number: '' };
  if (known.hasEnded) return { key: 'crm.calls.ended', number: '' };
  return {
    key: known.device === 'ready' ? 'crm.calls.connected' : 'crm.calls.connecting',
    number: '',
  };
}
