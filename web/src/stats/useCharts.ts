import type { StatisticRow, StatsFilters } from '@crm/contracts/entities/stats.js';
import { getStatistic, getStatisticCharts } from '@crm/contracts/http/stats.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import type { BarFigure } from './BarChart.js';
import type { Chart } from './ChartCard.js';
import { shownDollars, shownMonth, shownPercent, shownShort } from './shown-figures.js';
import { shownDays } from '../filters/date-range.rules.js';
import { useComparison } from './useComparison.js';
import { useStatsFilters } from './useStatsFilters.js';

const wholePercent = (value: number) => `${shownCount(value)}%`;

const premiumBar = (tmp: number): BarFigure => ({
  value: tmp,
  short: shownShort(tmp),
  exact: shownDollars(tmp),
});
const ratioBar = (c_r: number | null, none: string): BarFigure => {
  const exact = c_r === null ? none : shownPercent(c_r);
  return { value: c_r, short: exact, exact };
};

/** Chart data from the server; null on failure, undefined while loading or without filters. */
function useCounted(filters: StatsFilters | undefined) {
  const { data, error } = useVerbQuery({
    key: ['statistic', 'charts', filters],
    ask: (provider, signal) =>
      provider.call(getStatisticCharts, { body: { filters: filters ?? {} }, signal }),
    enabled: filters !== undefined,
    keepsPrevious: filters !== undefined,
  });
  return data ?? (error ? null : undefined);
}

/** The words of a comparison of the chosen days with those before, and a note that tells which. */
function usePeriods(note: string): Pick<Chart, 'note' | 'periods'> {
  const translate = useStatsMessages();
  const { isOn, days } = useComparison();
  return {
    note:
      isOn && days !== undefined ? translate('crm.stats.chart.compared', { days: shownDays(days) }) : note,
    periods: {
      this: translate('crm.stats.chart.thisPeriod'),
      before: translate('crm.stats.chart.periodBefore'),
    },
  };
}

/** Premium of twelve months, and closing ratio by source. */
export function useCountedCharts(): { months: Chart; sources: Chart } {
  const translate = useStatsMessages();
  const { filters } = useStatsFilters();
  const { isOn, before, yearBefore } = useComparison();
  const counted = useCounted(filters);
  const earlier = useCounted(before)?.sources;
  const lastYear = useCounted(yearBefore)?.months;
  const none = translate('crm.stats.noRatio');
  const ofRange = usePeriods(translate('crm.stats.chart.ofRange'));
  return {
    months: {
      key: 'tmpByMonth',
      title: translate('crm.stats.chart.tmpByMonth'),
      note: translate(isOn ? 'crm.stats.chart.comparedWithYear' : 'crm.stats.chart.twelveMonths'),
      periods: {
        this: translate('crm.stats.chart.theseMonths'),
        before: translate('crm.stats.chart.yearEarlier'),
      },
      bars:
        counted &&
        counted.months.map(({ month, tmp }, place) => {
          const then = lastYear?.[place];
          return {
            key: month,
            label: shownMonth(month, place === 0),
            name: `${month.slice(5)}/${month.slice(0, 4)}`,
            ...premiumBar(tmp),
            ...(then && { before: premiumBar(then.tmp) }),
          };
        }),
      shown: shownShort,
    },
    sources: {
      key: 'ratioBySource',
      title: translate('crm.stats.chart.ratioBySource'),
      ...ofRange,
      bars:
        counted &&
        counted.sources.map(({ source, source_title, c_r }) => {
          const then = earlier?.find((each) => each.source === source);
          return {
            key: source,
            label: translate(`crm.leads.sourceShort.${source}`),
            name: source_title,
            ...ratioBar(c_r, none),
            ...(then && { before: ratioBar(then.c_r, none) }),
          };
        }),
      shown: wholePercent,
    },
  };
}

/** The figures that the agents of a page had in the days before, by agent. */
function useAgentsBefore(rows: readonly StatisticRow[]): ReadonlyMap<StatisticRow['agent_id'], StatisticRow> {
  const { before } = useComparison();
  const agents = rows.map(({ agent_id }) => agent_id);
  const filters = before && { ...before, agents };
  const { data } = useVerbQuery({
    key: ['statistic', 'before', filters],
    ask: (provider, signal) =>
      provider.call(getStatistic, {
        body: { filters: filters ?? {}, limit: agents.length, page: 1 },
        signal,
      }),
    enabled: filters !== undefined && agents.length > 0,
  });
  return new Map(data?.statistic.map((row) => [row.agent_id, row]));
}

const firstName = (agent: string) => agent.split(' ')[0] ?? agent;

/** The rows of the table as bars, in its order. */
export function useAgentCharts(rows: readonly StatisticRow[] | undefined): { premium: Chart; ratio: Chart } {
  const translate = useStatsMessages();
  const before = useAgentsBefore(rows ?? []);
  const periods = usePeriods(translate('crm.stats.chart.asTable'));
  const none = translate('crm.stats.noRatio');
  const barsBy = (figureOf: (row: StatisticRow) => BarFigure) =>
    rows?.map((row) => {
      const then = before.get(row.agent_id);
      return {
        key: String(row.agent_id),
        label: row.agent_id === 0 ? row.agent : firstName(row.agent),
        name: row.agent,
        ...figureOf(row),
        ...(then && { before: figureOf(then) }),
      };
    });
  return {
    premium: {
      key: 'tmpByAgent',
      title: translate('crm.stats.chart.tmpByAgent'),
      ...periods,
      bars: barsBy(({ tmp }) => premiumBar(tmp)),
      shown: shownShort,
    },
    ratio: {
      key: 'ratioByAgent',
      title: translate('crm.stats.chart.ratioByAgent'),
      ...periods,
      bars: barsBy(({ c_r }) => ratioBar(c_r, none)),
      shown: wholePercent,
    },
  };
}
