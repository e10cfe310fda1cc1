import type { LiveCall } from '@crm/contracts/entities/telephony.js';

/** Whether a second party is on: one that rings counts, so that it can be taken out and is not dialled twice. */
export const hasSecond = (call: Pick<LiveCall, 'second'> | null): boolean =>
  (call?.second?.state ?? 'off') !== 'off';
