import type { StatisticRow } from '@crm/contracts/entities/stats.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import type { BarFigure } from './chart.js';
import { shownDollars, shownPercent, shownShort } from './shown-figures.js';

type Counted = Pick<StatisticRow, 'c_a' | 'c_d' | 'c_r'>;

/** How a closing ratio comes about; above 100 % also why that can be (deploy/docs/statistics.md). */
export function useRatioReason(): (counted: Counted) => string {
  const translate = useStatsMessages();
  return ({ c_a, c_d, c_r }) => {
    if (c_r === null) return translate('crm.stats.noRatio');
    const counts = { deals: shownCount(c_d), assigned: shownCount(c_a), smart_count: c_d };
    return translate(c_r > 100 ? 'crm.stats.ratio.above' : 'crm.stats.ratio.of', counts);
  };
}

/** Values as bars show them. */
export function useBarFigures(): {
  premium: (counted: Pick<StatisticRow, 'tmp'>) => BarFigure;
  ratio: (counted: Counted) => BarFigure;
} {
  const reasonOf = useRatioReason();
  return {
    premium: ({ tmp }) => ({ value: tmp, short: shownShort(tmp), exact: shownDollars(tmp) }),
    ratio: (counted) => {
      const { c_r } = counted;
      const why = reasonOf(counted);
      if (c_r === null) return { value: null, short: why, exact: why };
      return { value: c_r, short: shownPercent(c_r), exact: shownPercent(c_r), why };
    },
  };
}
