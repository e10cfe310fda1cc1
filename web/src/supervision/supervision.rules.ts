import type { SupervisedCall } from '@crm/contracts/entities/supervision.js';
import { toShown } from '@crm/contracts/phone.js';
import type { SupervisionWordKey } from '../i18n/supervision.en.js';

/** What the buttons that supervise a call must know of it. */
export type SupervisableCall = Pick<
  SupervisedCall,
  'id' | 'user_id' | 'agent_name' | 'conference' | 'hold' | 'supervisor'
>;

export interface Reason {
  key: SupervisionWordKey;
  values: { name: string };
}

/** Why a call cannot be supervised now; undefined where it can. The server decides it again. */
export function supervisionReason(
  call: SupervisableCall,
  { userId, isInCall }: { userId: string; isInCall: boolean },
): Reason | undefined {
  const reason = (key: SupervisionWordKey, name = '') => ({ key, values: { name } });
  if (!call.conference) return reason('crm.supervision.notConference');
  if (call.user_id === userId) return reason('crm.supervision.ownCall');
  if (isInCall) return reason('crm.supervision.inCall');
  if (call.supervisor) return reason('crm.supervision.taken', call.supervisor.name);
  return call.hold ? reason('crm.supervision.held') : undefined;
}

/** What the customer of a call is called: the lead's name, or the number; empty where neither is known. */
export const customerOf = ({ lead_name, number }: Pick<SupervisedCall, 'lead_name' | 'number'>): string =>
  lead_name || (number.startsWith('+') ? toShown(number) : '');

/** Calls in which help is asked for first, the longest wait before the others; then as they began. */
export function byUrgency(a: SupervisedCall, b: SupervisedCall): number {
  const since = ({ help_asked_at, supervisor }: SupervisedCall) =>
    help_asked_at !== null && supervisor === null ? Date.parse(help_asked_at) : Infinity;
  const [waitsA, waitsB] = [since(a), since(b)];
  if (waitsA !== waitsB) return waitsA - waitsB;
  return Date.parse(a.startedAt) - Date.parse(b.startedAt);
}
