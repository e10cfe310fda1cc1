import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import type { DealRow } from '@crm/contracts/entities/stats.js';
import { exportDeals, getDeals, statsPageSize } from '@crm/contracts/http/stats.js';
import { useDownload } from '../downloads/useDownload.js';
import { shownCount } from '../i18n/shown-numbers.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import type { ListColumn } from '../lists/list-column.js';
import { PanelTable } from '../lists/PanelTable.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import type { Bar, Chart } from './chart.js';
import { ChartPanel } from './ChartPanel.js';
import { useDealColumns } from './useDealColumns.js';

/** A deal under a row id of its own: the page's table may hold the same one. */
interface HeldDeal {
  id: string;
  deal: DealRow;
}

const columnsShown: readonly string[] = [
  'agent',
  'fullname',
  'carrier',
  'app_date',
  'term',
  'premium',
  's_t',
];
const sort = { field: 'premium', order: 'DESC' } as const;

function useColumns(): ListColumn<HeldDeal>[] {
  return useDealColumns()
    .filter(({ source }) => columnsShown.includes(source))
    .map(({ sorts: _sorts, cell, ...column }) => ({ ...column, cell: ({ deal }) => cell(deal) }));
}

/** The deals that a bar counts, those with the highest premium first, and a file with all of them. */
export function BarDeals({ chart, bar, onClose }: { chart: Chart; bar: Bar; onClose: () => void }) {
  const translate = useStatsMessages();
  const download = useDownload();
  const columns = useColumns();
  const filters = bar.holds;
  const { data, error, refetch } = useVerbQuery({
    key: ['deals', 'of-bar', filters],
    ask: (provider, signal) =>
      provider.call(getDeals, { body: { filters, limit: statsPageSize, page: 1, sort }, signal }),
  });
  const rows = data?.deals.map((deal): HeldDeal => ({ id: `held-${deal.id}`, deal }));
  const title = translate('crm.stats.held.title', { chart: chart.title, bar: bar.name });
  const isCut = data !== undefined && data.totalCount > data.deals.length;
  const notes = [
    bar.exact,
    bar.why === bar.exact ? undefined : bar.why,
    isCut
      ? translate('crm.stats.held.first', { count: shownCount(data.totalCount), shown: statsPageSize })
      : undefined,
    translate('crm.stats.held.counted'),
  ];
  return (
    <ChartPanel
      title={title}
      note={notes.filter((each) => each !== undefined).join(' · ')}
      onClose={onClose}
      actions={
        <Button
          variant="outlined"
          size="small"
          startIcon={<DownloadOutlined />}
          aria-label={translate('crm.stats.held.export')}
          disabled={!rows?.length}
          loading={download.isPending}
          loadingPosition="start"
          onClick={() => {
            const { method, path } = exportDeals;
            const name = translate('crm.stats.dealsFile');
            download.mutate({ method, url: path, body: JSON.stringify({ filters, sort }), name });
          }}
        >
          {translate('crm.stats.export')}
        </Button>
      }
    >
      <PanelTable<HeldDeal>
        label={title}
        columns={columns}
        query={{ data: rows, error, refetch }}
        addressOf={({ deal }) => `/lead/${deal.id}`}
        empty={{ title: translate('crm.stats.none'), text: translate('crm.stats.held.none') }}
        failed={translate('crm.stats.held.failed')}
      />
    </ChartPanel>
  );
}
