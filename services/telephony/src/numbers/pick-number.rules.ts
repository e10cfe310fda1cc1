import type { NumberDoc } from './number.model.js';

/** What of a number the rules look at. */
export type Pickable = Pick<
  NumberDoc,
  | 'phone'
  | 'area_code'
  | 'status'
  | 'rest_until'
  | 'daily_limit'
  | 'in_account'
  | 'used'
  | 'used_on'
  | 'locked_until'
  | 'last_used_at'
>;

/** A moment, and the Pacific day that it is on. */
export interface Moment {
  now: Date;
  today: string;
}

/** The status of a number on a day: its rest is over by itself on the day that was set. */
export const statusOn = (
  { status, rest_until }: Pick<Pickable, 'status' | 'rest_until'>,
  today: string,
): Pickable['status'] =>
  status === 'resting' && rest_until !== null && rest_until <= today ? 'active' : status;

/** Calls that a number was used for on a day. */
export const usedOn = ({ used, used_on }: Pick<Pickable, 'used' | 'used_on'>, today: string): number =>
  used_on === today ? used : 0;

/** Whether calls may be placed from a number now. */
export const isReady = (number: Pickable, { today }: Moment): boolean =>
  number.in_account === 1 &&
  statusOn(number, today) === 'active' &&
  (number.daily_limit === null || usedOn(number, today) < number.daily_limit);

/** Where a customer is: the area code of their number, and those of the states of their lead and of that area. */
export interface Whereabouts {
  area: string;
  ofLead: readonly string[];
  ofArea: readonly string[];
}

/** How near a number with an area code is to a customer, 0 for the nearest; undefined where it is of elsewhere. */
function nearness(area_code: string, { area, ofLead, ofArea }: Whereabouts): number | undefined {
  if (area_code === '') return undefined;
  if (area_code === area) return 0;
  if (ofLead.includes(area_code)) return 1;
  return ofArea.includes(area_code) ? 2 : undefined;
}

/**
 * The numbers of the pool that a customer may be called from, the best first: of their area code, then of the lead's state,
 * then of the state of their area; among those as near the one that was used longest ago. None that another call shows.
 */
export function nearest<N extends Pickable>(pool: readonly N[], where: Whereabouts, moment: Moment): N[] {
  const isFree = ({ locked_until }: N) =>
    locked_until === null || locked_until.getTime() <= moment.now.getTime();
  return pool
    .flatMap((number) => {
      const distance = nearness(number.area_code, where);
      return distance === undefined || !isReady(number, moment) || !isFree(number)
        ? []
        : [{ number, distance, last: number.last_used_at?.getTime() ?? 0 }];
    })
    .sort(
      (a, b) => a.distance - b.distance || a.last - b.last || a.number.phone.localeCompare(b.number.phone),
    )
    .map(({ number }) => number);
}

/** A number to call from; locked while it is shown where it is one that all share. */
export interface Candidate {
  phone: string;
  isLocked: boolean;
}

/**
 * The numbers that a call may be placed from, the best first: those near the customer, among them the agent's own before others
 * that are as near; then those that are known without the pool.
 */
export function candidatesOf(
  near: readonly Pick<Pickable, 'phone' | 'area_code'>[],
  { own, fallback }: { own: { phone: string; area_code: string } | undefined; fallback: readonly string[] },
  where: Whereabouts,
): Candidate[] {
  const shared = near
    .filter(({ phone }) => phone !== own?.phone)
    .map(({ phone, area_code }) => ({ phone, isLocked: true, distance: nearness(area_code, where) ?? 0 }));
  const distance = own && nearness(own.area_code, where);
  const nearer = distance === undefined ? shared : shared.filter((number) => number.distance < distance);
  const ordered = [
    ...nearer,
    ...(own === undefined || distance === undefined ? [] : [{ phone: own.phone, isLocked: false }]),
    ...shared.slice(nearer.length),
    ...fallback.map((phone) => ({ phone, isLocked: false })),
  ];
  return ordered.map(({ phone, isLocked }) => ({ phone, isLocked }));
}
