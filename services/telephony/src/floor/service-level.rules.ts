import type { FloorToday } from '@crm/contracts/entities/floor.js';
import type { CallDoc } from '../calls/call.model.js';

/**
 * How incoming calls came out: answered ones, those that ended without an answer, and the part of both that was answered
 * in time. Whoever still waits counts as neither.
 */
export function serviceLevelOf(
  calls: readonly Pick<CallDoc, 'state' | 'startedAt' | 'connectedAt'>[],
  withinMs: number,
): FloorToday {
  const answered = calls.flatMap(({ startedAt, connectedAt }) =>
    connectedAt === null ? [] : [connectedAt.getTime() - startedAt.getTime()],
  );
  const abandoned = calls.filter(
    ({ state, connectedAt }) => connectedAt === null && state === 'ended',
  ).length;
  const all = answered.length + abandoned;
  const inTime = answered.filter((ms) => ms <= withinMs).length;
  return { answered: answered.length, abandoned, service_level: all === 0 ? null : inTime / all };
}
