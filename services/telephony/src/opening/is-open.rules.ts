import { closedWindow, closesAt } from '@crm/domain/hours/hours.rules.js';
import type { OpeningHours } from '@crm/contracts/resources/opening-hours.js';

type Hours = Pick<OpeningHours, 'hours' | 'time_zone' | 'closed_days'>;

const windowOf = ({ time_zone, ...rule }: Hours) => ({ zone: time_zone, rule });

/** Whether the agency answers its phones at an instant, by its own clock and calendar. */
export const isOpen = (hours: Hours, instant: Date): boolean =>
  closedWindow([windowOf(hours)], instant) === undefined;

/** When a day of work ends that an instant is in: until then somebody may be called back. */
export const closingTime = (hours: Hours, instant: Date): Date =>
  closesAt([windowOf(hours)], instant) ?? instant;
