import type { StatsFilters } from '@crm/contracts/entities/stats.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { daysOf, type DayRange } from '../filters/date-range.rules.js';
import { earlierDays, yearBefore, type ComparedWith } from './earlier-days.rules.js';
import { withComparison } from './stats-filters.rules.js';
import { useStatsFilters } from './useStatsFilters.js';

export interface Comparison {
  by: ComparedWith | undefined;
  pick: (by: ComparedWith | undefined) => void;
  /** The days that the chosen ones are compared with; none for all time. */
  days: DayRange | undefined;
  /** The filters with these days; undefined if nothing is compared. */
  earlier: StatsFilters | undefined;
  /**
   * The filters with a last day a year earlier, for charts of twelve months: of these the period before and the same
   * period of last year are the same.
   */
  earlierMonths: StatsFilters | undefined;
}

/** What the figures are compared with, if the user asked for it. */
export function useComparison(): Comparison {
  const { values, filters, apply } = useStatsFilters();
  const by = values.compare;
  const now = new Date();
  const shown = daysOf(values.date, now);
  const days = by && shown && earlierDays(by, values.date, shown);
  const lastDay = yearBefore(shown?.[1] ?? pacificDate(now));
  // Last year's period ends on that day, so that one request answers both.
  const ofMonths = by === 'yearBefore' && days ? [...days] : [lastDay, lastDay];
  return {
    by,
    pick: (next) => {
      apply(withComparison(values, next));
    },
    days,
    earlier: days && { ...filters, date: [...days] },
    earlierMonths: by && { ...filters, date: ofMonths },
  };
}
