import type { LiveCall } from '@crm/contracts/entities/telephony.js';

/**
 * Whether there is a second participant: a ringing one counts, so that it can be removed and is not dialled twice.
 */
export const hasSecond = (call: Pick<LiveCall, 'second'> | null): boolean =>
  (call?.second?.state ?? 'off') !== 'off';
