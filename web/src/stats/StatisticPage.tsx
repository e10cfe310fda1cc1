import GroupOffOutlined from '@mui/icons-material/GroupOffOutlined';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useListContext } from 'react-admin';
import { statisticTotals } from '@crm/contracts/entities/stats.js';
import { exportStatistic, statsPageSize } from '@crm/contracts/http/stats.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { Clip } from '../controls/Clip.js';
import { shownCount } from '../i18n/shown-numbers.js';
import type { ListColumn } from '../lists/list-column.js';
import { ListPage, ListRoot, noCount } from '../lists/ListPage.js';
import { useRight } from '../session/SessionContext.js';
import { shownDollars, shownPercent } from './shown-figures.js';
import { CallQuality } from './CallQuality.js';
import { ChartCard } from './ChartCard.js';
import { ExportButton } from './ExportButton.js';
import { Figures } from './Figures.js';
import type { StatisticListRow } from './stats-lists.js';
import { StatsFilterBar } from './StatsFilterBar.js';
import { StatsRooms } from './StatsRooms.js';
import { TimeByState } from './TimeByState.js';
import { useAgentCharts, useCountedCharts } from './useCharts.js';
import { useLiveStats } from './useLiveStats.js';
import { useStatsFilters } from './useStatsFilters.js';

const highestPremium = { field: 'tmp', order: 'DESC' } as const;

/** The figures of each agent in a date range (rule S1; deploy/docs/statistics.md). */
export default function StatisticPage() {
  return (
    <ListRoot<StatisticListRow> resource="statistic" sort={highestPremium} perPage={statsPageSize}>
      <StatsRooms />
      <Statistic />
      <TimeByState />
      <CallQuality />
    </ListRoot>
  );
}

/** A figure, or a dash with the reason why there is none. */
const OrDash = ({ value, why }: { value: string | undefined; why: string }) =>
  value ?? (
    <Tooltip title={why}>
      <Box component="span" aria-label={why} sx={{ color: 'text.tertiary' }}>
        –
      </Box>
    </Tooltip>
  );

function useColumns(): readonly ListColumn<StatisticListRow>[] {
  const translate = useStatsMessages();
  const isAdmin = useRight('leads:filter-by-agent');
  const number = (
    source: 'c_a' | 'c_d' | 'c_r' | 'tmp' | 'amp' | 'leads',
    width: number,
    cell: ListColumn<StatisticListRow>['cell'],
  ): ListColumn<StatisticListRow> => ({
    source,
    label: translate(`crm.stats.column.${source}`),
    hint: translate(`crm.stats.hint.${source}`),
    align: 'right',
    width,
    sorts: 'DESC',
    cell: (row) => (
      <Box
        component="span"
        sx={(theme) => ({ ...theme.tabular, ...(source === 'tmp' && { fontWeight: 600 }) })}
      >
        {cell(row)}
      </Box>
    ),
  });
  const agent: ListColumn<StatisticListRow> = {
    source: 'agent',
    label: translate('crm.stats.column.agent'),
    width: 260,
    sorts: 'ASC',
    cell: (row) => (
      <Clip text={row.agent}>
        <Box component="strong" sx={{ fontWeight: row.agent_id === 0 ? 400 : 600 }}>
          {row.agent}
        </Box>
      </Clip>
    ),
  };
  return [
    ...(isAdmin ? [agent] : []),
    number('c_a', 130, ({ c_a }) => shownCount(c_a)),
    number('c_d', 110, ({ c_d }) => shownCount(c_d)),
    number('c_r', 140, ({ c_r }) => (
      <OrDash value={c_r === null ? undefined : shownPercent(c_r)} why={translate('crm.stats.noRatio')} />
    )),
    number('tmp', 200, ({ tmp }) => shownDollars(tmp)),
    number('amp', 170, ({ amp }) => (
      <OrDash value={amp === null ? undefined : shownDollars(amp)} why={translate('crm.stats.noAverage')} />
    )),
    number('leads', 120, ({ leads }) => shownCount(leads)),
  ];
}

/** Link to the deals behind a row: the agent's, with the same filter. */
function useDealsOf() {
  const { values } = useStatsFilters();
  return ({ agent_id }: StatisticListRow) =>
    `/deals?${new URLSearchParams({ filter: JSON.stringify({ ...values, agents: [agent_id] }) }).toString()}`;
}

function Statistic() {
  const translate = useStatsMessages();
  const isAdmin = useRight('leads:filter-by-agent');
  const columns = useColumns();
  const dealsOf = useDealsOf();
  useLiveStats();
  const { data } = useListContext<StatisticListRow>();
  const { premium, ratio } = useAgentCharts(data);
  const { months, sources } = useCountedCharts();
  return (
    <ListPage
      isLong
      title={translate('crm.stats.statistic')}
      count={noCount}
      actions={<ExportButton endpoint={exportStatistic} name={translate('crm.stats.statisticFile')} />}
      bar={<StatsFilterBar />}
      columns={columns}
      skeletonRows={isAdmin ? 8 : 1}
      addressOf={dealsOf}
      none={{
        Icon: GroupOffOutlined,
        title: translate('crm.stats.noAgents'),
        text: translate('crm.stats.noAgentsText'),
      }}
    >
      <Box sx={{ flex: 'none', display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <StatisticFigures />
        <ChartCard
          storeKey="statistic.chart"
          charts={isAdmin ? [premium, ratio, sources, months] : [months, sources]}
        />
      </Box>
    </ListPage>
  );
}

/** The totals over all pages. */
function StatisticFigures() {
  const translate = useStatsMessages();
  const isAdmin = useRight('leads:filter-by-agent');
  const { data = [], total = 0, ...list } = useListContext<StatisticListRow>();
  const totals = statisticTotals.safeParse(list.meta).data;
  // The best row is only known if all rows are on this page.
  const [best] =
    data.length === total && isAdmin ? [...data].sort((a, b) => (b.c_r ?? -1) - (a.c_r ?? -1)) : [];
  return (
    <Figures
      figures={[
        {
          label: translate('crm.stats.column.c_d'),
          value: totals && shownCount(totals.c_d),
          note: totals ? translate('crm.stats.ofAssigned', { count: shownCount(totals.c_a) }) : '',
        },
        {
          label: translate('crm.stats.column.c_r'),
          value: totals && (totals.c_r === null ? '–' : shownPercent(totals.c_r)),
          note: best?.c_r
            ? translate('crm.stats.best', { name: best.agent, ratio: shownPercent(best.c_r) })
            : '',
        },
        {
          label: translate('crm.stats.column.tmp'),
          value: totals && shownDollars(totals.tmp),
          note:
            totals === undefined || totals.amp === null
              ? translate('crm.stats.noDeals')
              : translate('crm.stats.perDeal', { amount: shownDollars(totals.amp) }),
        },
      ]}
    />
  );
}
