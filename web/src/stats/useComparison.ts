import { useStore } from 'react-admin';
import type { StatsFilters } from '@crm/contracts/entities/stats.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { previousDays, yearBefore } from './previous-days.rules.js';
import { daysOf, type DayRange } from '../filters/date-range.rules.js';
import { useStatsFilters } from './useStatsFilters.js';

export interface Comparison {
  isOn: boolean;
  setIsOn: (isOn: boolean) => void;
  /** The days that the chosen ones are compared with; none for all time. */
  days: DayRange | undefined;
  /** The filters with these days; undefined if nothing is compared. */
  before: StatsFilters | undefined;
  /** The filters with a last day a year earlier, for the charts of twelve months. */
  yearBefore: StatsFilters | undefined;
}

/** What the charts are compared with, if the user asked for it; remembered. */
export function useComparison(): Comparison {
  const [isOn, setIsOn] = useStore<boolean>('stats.isCompared', false);
  const { values, filters } = useStatsFilters();
  const now = new Date();
  const shown = daysOf(values.date, now);
  const days = shown && previousDays(values.date, shown);
  const lastDay = yearBefore(shown?.[1] ?? pacificDate(now));
  return {
    isOn,
    setIsOn,
    days,
    before: isOn && days ? { ...filters, date: [...days] } : undefined,
    yearBefore: isOn ? { ...filters, date: [lastDay, lastDay] } : undefined,
  };
}
