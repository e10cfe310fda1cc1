import { sourceIdOf } from '@crm/contracts/codes/sources.js';
import type { StatisticRow, StatsFilters } from '@crm/contracts/entities/stats.js';
import { getStatisticCharts } from '@crm/contracts/http/stats.js';
import { shownDays } from '../filters/date-range.rules.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import type { BarFigure, Chart } from './chart.js';
import { lastDayOf } from './earlier-days.rules.js';
import { fromFirstDeal } from './first-deal.rules.js';
import { shownMonth, shownShort } from './shown-figures.js';
import { useBarFigures } from './useBarFigures.js';
import { useComparison } from './useComparison.js';
import { useEarlierStatistic } from './useEarlierStatistic.js';
import { useStatsFilters } from './useStatsFilters.js';

const wholePercent = (value: number) => `${shownCount(value)}%`;

/** Chart data from the server; null on failure, undefined while loading or without filters. */
function useCounted(filters: StatsFilters | undefined) {
  const { data, error } = useVerbQuery({
    key: ['statistic', 'charts', filters],
    ask: (provider, signal) =>
      provider.call(getStatisticCharts, { body: { filters: filters ?? {} }, signal }),
    enabled: filters !== undefined,
    keepsPrevious: filters !== undefined,
  });
  return filters && (data ?? (error ? null : undefined));
}

/** The words of a comparison of the chosen days with earlier ones, and a note that tells which. */
function usePeriods(note: string): Pick<Chart, 'note' | 'periods'> {
  const translate = useStatsMessages();
  const { by, days } = useComparison();
  if (by === undefined) return { note, periods: undefined };
  return {
    note: days
      ? translate('crm.stats.compare.days', { days: shownDays(days) })
      : translate('crm.stats.compare.allTime'),
    periods: {
      this: translate('crm.stats.chart.thisPeriod'),
      before: translate(`crm.stats.compare.${by}`),
    },
  };
}

/** Premium of twelve months, without those before the first deal. */
export function useMonthChart(): Chart {
  const translate = useStatsMessages();
  const { filters } = useStatsFilters();
  const { by, earlierMonths } = useComparison();
  const counted = useCounted(filters);
  const lastYear = useCounted(earlierMonths);
  const { premium } = useBarFigures();
  const months = counted && fromFirstDeal(counted.months, lastYear?.months);
  const isCut = months && months.length < (counted?.months.length ?? 0);
  const since = isCut ? 'firstDeal' : 'twelveMonths';
  return {
    key: 'tmpByMonth',
    title: translate('crm.stats.chart.tmpByMonth'),
    note: translate(`crm.stats.chart.${since}${by ? 'Compared' : ''}`),
    kind: 'money',
    isOfTime: true,
    periods: by && {
      this: translate('crm.stats.chart.theseMonths'),
      before: translate('crm.stats.chart.yearEarlier'),
    },
    bars:
      months &&
      months.map(({ month: each, yearBefore }, place) => ({
        key: each.month,
        label: shownMonth(each.month, place === 0),
        name: `${each.month.slice(5)}/${each.month.slice(0, 4)}`,
        ...premium(each),
        before: lastYear === null ? null : yearBefore && premium(yearBefore),
        holds: { ...filters, date: [`${each.month}-01`, lastDayOf(each.month)] },
      })),
    shown: shownShort,
  };
}

/** Closing ratio by source. */
export function useSourceChart(): Chart {
  const translate = useStatsMessages();
  const { filters } = useStatsFilters();
  const { by, earlier } = useComparison();
  const counted = useCounted(filters);
  const before = useCounted(earlier);
  const { ratio } = useBarFigures();
  return {
    key: 'ratioBySource',
    title: translate('crm.stats.chart.ratioBySource'),
    kind: 'ratio',
    ...usePeriods(translate('crm.stats.chart.ofRange')),
    bars:
      counted &&
      counted.sources.map((each) => {
        const then = before?.sources.find(({ source }) => source === each.source);
        const isMissing = by && (before === null || earlier === undefined);
        return {
          key: each.source,
          label: translate(`crm.leads.sourceShort.${each.source}`),
          name: each.source_title,
          ...ratio(each),
          before: then ? ratio(then) : isMissing ? null : undefined,
          holds: { ...filters, sources: [sourceIdOf(each.source)] },
        };
      }),
    shown: wholePercent,
  };
}

const firstName = (agent: string) => agent.split(' ')[0] ?? agent;

/** The rows of the table as bars, in its order. */
export function useAgentCharts(rows: readonly StatisticRow[] | null | undefined): {
  premium: Chart;
  ratio: Chart;
} {
  const translate = useStatsMessages();
  const { filters } = useStatsFilters();
  const { rowOf } = useEarlierStatistic();
  const figures = useBarFigures();
  const periods = usePeriods(translate('crm.stats.chart.asTable'));
  const barsBy = (figureOf: (row: StatisticRow) => BarFigure) =>
    rows &&
    rows.map((row) => {
      const then = rowOf(row);
      return {
        key: String(row.agent_id),
        label: row.agent_id === 0 ? row.agent : firstName(row.agent),
        name: row.agent,
        ...figureOf(row),
        before: then && figureOf(then),
        holds: { ...filters, agents: [row.agent_id] },
      };
    });
  return {
    premium: {
      key: 'tmpByAgent',
      title: translate('crm.stats.chart.tmpByAgent'),
      kind: 'money',
      ...periods,
      bars: barsBy(figures.premium),
      shown: shownShort,
    },
    ratio: {
      key: 'ratioByAgent',
      title: translate('crm.stats.chart.ratioByAgent'),
      kind: 'ratio',
      ...periods,
      bars: barsBy(figures.ratio),
      shown: wholePercent,
    },
  };
}
