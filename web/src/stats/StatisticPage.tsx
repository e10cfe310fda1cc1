import GroupOffOutlined from '@mui/icons-material/GroupOffOutlined';
import { useListContext } from 'react-admin';
import { exportStatistic, statsPageSize } from '@crm/contracts/http/stats.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { hasFailed } from '../lists/has-failed.js';
import { ListPage, ListRoot, noCount } from '../lists/ListPage.js';
import { useRight } from '../session/SessionContext.js';
import { CallQuality } from './CallQuality.js';
import { Charts } from './Charts.js';
import { PrintedPage } from '../print/PrintedPage.js';
import { ExportButton } from './ExportButton.js';
import { PageActions } from './PageActions.js';
import { PrintHead } from './PrintHead.js';
import { StatisticFigures } from './StatisticFigures.js';
import type { StatisticListRow } from './stats-lists.js';
import { StatsFilterBar } from './StatsFilterBar.js';
import { StatsRooms } from './StatsRooms.js';
import { TimeByState } from './TimeByState.js';
import { useAgentCharts, useMonthChart, useSourceChart } from './useCharts.js';
import { useLiveStats } from './useLiveStats.js';
import { useStatisticColumns } from './useStatisticColumns.js';
import { useStatsFilters } from './useStatsFilters.js';

const highestPremium = { field: 'tmp', order: 'DESC' } as const;

/** The figures of each agent in a date range (rule S1; deploy/docs/statistics.md). */
export default function StatisticPage() {
  return (
    <ListRoot<StatisticListRow> resource="statistic" sort={highestPremium} perPage={statsPageSize}>
      <StatsRooms />
      <PrintedPage>
        <Statistic />
        <TimeByState />
        <CallQuality />
      </PrintedPage>
    </ListRoot>
  );
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
  const columns = useStatisticColumns();
  const dealsOf = useDealsOf();
  useLiveStats();
  const list = useListContext<StatisticListRow>();
  const { premium, ratio } = useAgentCharts(hasFailed(list) ? null : list.data);
  const months = useMonthChart();
  const sources = useSourceChart();
  return (
    <ListPage
      isLong
      title={translate('crm.stats.statistic')}
      count={noCount}
      actions={
        <PageActions>
          <ExportButton endpoint={exportStatistic} name={translate('crm.stats.statisticFile')} />
        </PageActions>
      }
      above={<PrintHead />}
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
      <Charts
        storeKey="statistic.chart"
        charts={isAdmin ? [premium, ratio, sources, months] : [months, sources]}
      >
        <StatisticFigures />
      </Charts>
    </ListPage>
  );
}
