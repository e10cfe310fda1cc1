import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { statusHue } from '@crm/contracts/codes/statuses.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { DealRow } from '@crm/contracts/entities/stats.js';
import { exportDeals, getDeals, statsPageSize } from '@crm/contracts/http/stats.js';
import { z } from 'zod';
import { shownCount } from '../i18n/shown-numbers.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import { hasFailed } from '../lists/has-failed.js';
import { ListPage, ListRoot, noCount } from '../lists/ListPage.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { Change } from './Change.js';
import { Charts } from './Charts.js';
import { PrintedPage } from '../print/PrintedPage.js';
import { ExportButton } from './ExportButton.js';
import { PageActions } from './PageActions.js';
import { PrintHead } from './PrintHead.js';
import { Figures } from './Figures.js';
import { shownDollars } from './shown-figures.js';
import { withComparison } from './stats-filters.rules.js';
import { StatsFilterBar } from './StatsFilterBar.js';
import { StatsRooms } from './StatsRooms.js';
import { useMonthChart } from './useCharts.js';
import { useComparison } from './useComparison.js';
import { useDealColumns } from './useDealColumns.js';
import type { Earlier } from './useEarlierStatistic.js';
import { useLiveStats } from './useLiveStats.js';
import { useStatsFilters } from './useStatsFilters.js';

const latest = { field: 'app_date', order: 'DESC' } as const;
const dealTotals = z.object({ totalCoverage: z.number(), totalPremium: z.number() });

/** Leads from their application on (rule S2; deploy/docs/statistics.md). */
export default function DealsPage() {
  return (
    <ListRoot<DealRow> resource="deals" sort={latest} perPage={statsPageSize}>
      <StatsRooms />
      <PrintedPage>
        <Deals />
      </PrintedPage>
    </ListRoot>
  );
}

/** The totals of the period that is compared with. */
function useEarlierTotals(): Earlier<Omit<AnswerOf<typeof getDeals>, 'deals'>> {
  const { by, earlier } = useComparison();
  const { data, isError } = useVerbQuery({
    key: ['deals', 'earlier', earlier],
    ask: (provider, signal) =>
      provider.call(getDeals, { body: { filters: earlier ?? {}, limit: 1, page: 1 }, signal }),
    enabled: earlier !== undefined,
  });
  if (by === undefined) return undefined;
  return earlier === undefined || isError ? null : data;
}

function Deals() {
  const translate = useStatsMessages();
  const columns = useDealColumns();
  useLiveStats();
  const { total, isPending, ...list } = useListContext<DealRow>();
  const unknown = hasFailed(list) ? '–' : undefined;
  const totals = dealTotals.safeParse(list.meta).data;
  const months = useMonthChart();
  const earlier = useEarlierTotals();
  const { by } = useComparison();
  const counted = translate('crm.stats.countedNote');
  const changeOf = (sum: 'totalCoverage' | 'totalPremium') =>
    by && <Change kind="money" now={totals?.[sum] ?? null} then={earlier && earlier[sum]} />;
  return (
    <ListPage
      isLong
      title={translate('crm.stats.deals')}
      count={noCount}
      actions={
        <PageActions>
          <ExportButton endpoint={exportDeals} name={translate('crm.stats.dealsFile')} />
        </PageActions>
      }
      above={<PrintHead />}
      bar={<StatsFilterBar />}
      columns={columns}
      skeletonRows={8}
      hueOf={({ status, type_id }) => statusHue(status, type_id)}
      addressOf={({ id }) => `/lead/${id}`}
      none={{
        Icon: HandshakeOutlined,
        title: translate('crm.stats.none'),
        text: translate('crm.stats.noneText'),
        actions: <OtherDeals />,
      }}
    >
      <Charts storeKey="deals.chart" charts={[months]}>
        <Figures
          figures={[
            {
              label: translate('crm.stats.listed'),
              value: isPending || total === undefined ? unknown : shownCount(total),
              note: translate('crm.stats.listedNote'),
              change: by && <Change kind="count" now={total ?? null} then={earlier && earlier.totalCount} />,
            },
            {
              label: translate('crm.stats.totalCoverage'),
              value: totals ? shownDollars(totals.totalCoverage) : unknown,
              note: counted,
              change: changeOf('totalCoverage'),
            },
            {
              label: translate('crm.stats.totalPremium'),
              value: totals ? shownDollars(totals.totalPremium) : unknown,
              note: counted,
              change: changeOf('totalPremium'),
            },
          ]}
        />
      </Charts>
    </ListPage>
  );
}

/** Suggests where deals may be if there are none here. */
function OtherDeals() {
  const translate = useStatsMessages();
  const { values, apply } = useStatsFilters();
  return (
    <>
      <Button
        variant="contained"
        onClick={() => {
          apply({ ...values, date: 'lastMonth' });
        }}
      >
        {translate('crm.stats.lastMonths')}
      </Button>
      <Button
        variant="outlined"
        onClick={() => {
          apply(withComparison({}, values.compare));
        }}
      >
        {translate('crm.filters.clear')}
      </Button>
    </>
  );
}
