import type { StatisticRow } from '@crm/contracts/entities/stats.js';
import { getStatisticCharts } from '@crm/contracts/http/stats.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import type { Bar } from './BarChart.js';
import type { Chart } from './ChartCard.js';
import { shownDollars, shownMonth, shownPercent, shownShort } from './axis.rules.js';
import { useStatsFilters } from './useStatsFilters.js';

const wholePercent = (value: number) => `${shownCount(value)}%`;

/** Chart data from the server; null on failure, undefined while loading. */
function useCounted() {
  const { filters } = useStatsFilters();
  const { data, error } = useVerbQuery({
    key: ['statistic', 'charts', filters],
    ask: (provider, signal) => provider.call(getStatisticCharts, { body: { filters }, signal }),
    keepsPrevious: true,
  });
  return data ?? (error ? null : undefined);
}

/** Premium of twelve months, and closing ratio by source. */
export function useCountedCharts(): { months: Chart; sources: Chart } {
  const translate = useStatsMessages();
  const counted = useCounted();
  return {
    months: {
      key: 'tmpByMonth',
      title: translate('crm.stats.chart.tmpByMonth'),
      note: translate('crm.stats.chart.twelveMonths'),
      bars:
        counted &&
        counted.months.map(({ month, tmp }, index) => ({
          key: month,
          label: shownMonth(month, index === 0),
          name: `${month.slice(5)}/${month.slice(0, 4)}`,
          value: tmp,
          short: shownShort(tmp),
          exact: shownDollars(tmp),
        })),
      shown: shownShort,
    },
    sources: {
      key: 'ratioBySource',
      title: translate('crm.stats.chart.ratioBySource'),
      note: translate('crm.stats.chart.ofRange'),
      bars:
        counted &&
        counted.sources.map(({ source, source_title, c_r }) => ({
          key: source,
          label: translate(`crm.leads.sourceShort.${source}`),
          name: source_title,
          ...ratioBar(c_r, translate('crm.stats.noRatio')),
        })),
      shown: wholePercent,
    },
  };
}

/** The details of a bar. */
type BarFigure = Pick<Bar, 'value' | 'short' | 'exact'>;

const ratioBar = (c_r: number | null, none: string): BarFigure => {
  const exact = c_r === null ? none : shownPercent(c_r);
  return { value: c_r, short: exact, exact };
};

const firstName = (agent: string) => agent.split(' ')[0] ?? agent;

/** The rows of the table as bars, in its order. */
export function useAgentCharts(rows: readonly StatisticRow[] | undefined): { premium: Chart; ratio: Chart } {
  const translate = useStatsMessages();
  const note = translate('crm.stats.chart.asTable');
  const barsBy = (valueOf: (row: StatisticRow) => BarFigure) =>
    rows?.map((row) => ({
      key: String(row.agent_id),
      label: row.agent_id === 0 ? row.agent : firstName(row.agent),
      name: row.agent,
      ...valueOf(row),
    }));
  return {
    premium: {
      key: 'tmpByAgent',
      title: translate('crm.stats.chart.tmpByAgent'),
      note,
      bars: barsBy(({ tmp }) => ({ value: tmp, short: shownShort(tmp), exact: shownDollars(tmp) })),
      shown: shownShort,
    },
    ratio: {
      key: 'ratioByAgent',
      title: translate('crm.stats.chart.ratioByAgent'),
      note,
      bars: barsBy(({ c_r }) => ratioBar(c_r, translate('crm.stats.noRatio'))),
      shown: wholePercent,
    },
  };
}
