import { useState } from 'react';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {
  exportDiallerReport,
  getDiallerReport,
  type DiallerDay,
  type DiallerFigures,
} from '@crm/contracts/http/dialler-report.js';
import { pacificDate, shownDate } from '@crm/contracts/time/pacific.js';
import { PageCard } from '../controls/PageCard.js';
import { PageHead } from '../controls/PageHead.js';
import { useDownload } from '../downloads/useDownload.js';
import { DateRangeFilter } from '../filters/DateRangeFilter.js';
import { daysOf, type DateRange } from '../filters/date-range.rules.js';
import { addressOf } from '../http/call-endpoint.js';
import { useDiallerReportMessages } from '../i18n/dialler-report.en.js';
import { shownCount } from '../i18n/shown-numbers.js';
import type { ListColumn } from '../lists/list-column.js';
import { PanelTable } from '../lists/PanelTable.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { Figures } from '../stats/Figures.js';
import { isTooMany, shownMost, shownSeconds, shownShare } from './abandoned.rules.js';

/** Before there was a dialler. */
const firstDay = '2020-01-01';
const refreshEveryMs = 60_000;

interface Days {
  from: string;
  to: string;
}

/** How the calls of the dialler came out, and how many of those who answered were abandoned. */
export default function DiallerReportPage() {
  const translate = useDiallerReportMessages();
  const [date, setDate] = useState<DateRange>('thisMonth');
  const now = new Date();
  const [from, to] = daysOf(date, now) ?? [firstDay, pacificDate(now)];
  const query = useReport({ from, to });
  const total = query.data?.total;
  return (
    <>
      <PageHead title={translate('crm.diallerReport.title')} actions={<Export from={from} to={to} />} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <DateRangeFilter date={date} onPick={setDate} />
      </Box>
      {total !== undefined && isTooMany(total) && (
        <Alert severity="warning">
          {translate('crm.diallerReport.tooMany', { share: shownShare(total), most: shownMost })}
        </Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start', minHeight: 0 }}>
        <Totals total={total} />
        <PageCard sx={{ flex: '1 1 640px', minWidth: 0, minHeight: 0, overflow: 'auto' }}>
          <ReportTable query={query} />
        </PageCard>
      </Box>
    </>
  );
}

function useReport({ from, to }: Days) {
  return useVerbQuery({
    key: ['dialler-report', from, to],
    keepsPrevious: true,
    ask: (provider, signal) => provider.call(getDiallerReport, { query: { from, to }, signal }),
    refetchInterval: refreshEveryMs,
  });
}

function Export({ from, to }: Days) {
  const translate = useDiallerReportMessages();
  const download = useDownload();
  return (
    <Button
      variant="outlined"
      startIcon={<DownloadOutlined />}
      loading={download.isPending}
      loadingPosition="start"
      onClick={() => {
        download.mutate({
          method: exportDiallerReport.method,
          url: addressOf(exportDiallerReport, { query: { from, to } }),
          name: translate('crm.diallerReport.file', { from, to }),
        });
      }}
    >
      {translate('crm.diallerReport.export')}
    </Button>
  );
}

function Totals({ total }: { total: DiallerFigures | undefined }) {
  const translate = useDiallerReportMessages();
  return (
    <Figures
      figures={[
        {
          label: translate('crm.diallerReport.peopleAnswered'),
          value: total && shownCount(total.people),
          note: total
            ? translate('crm.diallerReport.ofDialled', {
                count: shownCount(total.dialled),
                machines: shownCount(total.machines),
              })
            : '',
        },
        {
          label: translate('crm.diallerReport.abandonedShare'),
          value: total && shownShare(total),
          note: total
            ? translate('crm.diallerReport.allowed', { count: shownCount(total.abandoned), most: shownMost })
            : '',
        },
        {
          label: translate('crm.diallerReport.voice'),
          value: total && shownSeconds(total.mean_seconds),
          note: total
            ? translate('crm.diallerReport.longestOf', { seconds: shownSeconds(total.longest_seconds) })
            : '',
        },
      ]}
    />
  );
}

type Row = DiallerDay & { id: string };

function ReportTable({ query }: { query: ReturnType<typeof useReport> }) {
  const translate = useDiallerReportMessages();
  const { data, error, refetch } = query;
  const rows = data?.days.map((row): Row => ({ ...row, id: `${row.day} ${row.user_id}` }));
  const figure = (
    source: 'dialled' | 'people' | 'machines' | 'abandoned',
    width: number,
  ): ListColumn<Row> => ({
    ...{ source, width, label: translate(`crm.diallerReport.${source}`), align: 'right' },
    cell: (row) => shownCount(row[source]),
  });
  const columns: ListColumn<Row>[] = [
    {
      ...{ source: 'day', width: 100, label: translate('crm.diallerReport.day') },
      cell: ({ day }) => shownDate(day),
    },
    {
      ...{ source: 'guide', width: 164, label: translate('crm.diallerReport.guide'), names: true },
      cell: ({ user_fullname }) => user_fullname,
    },
    figure('dialled', 80),
    figure('people', 76),
    figure('machines', 88),
    figure('abandoned', 98),
    {
      ...{ source: 'share', width: 112, label: translate('crm.diallerReport.share'), align: 'right' },
      cell: shownShare,
    },
    {
      ...{ source: 'mean', width: 70, label: translate('crm.diallerReport.mean'), align: 'right' },
      hint: translate('crm.diallerReport.meanHint'),
      cell: ({ mean_seconds }) => shownSeconds(mean_seconds),
    },
    {
      ...{ source: 'longest', width: 84, label: translate('crm.diallerReport.longest'), align: 'right' },
      hint: translate('crm.diallerReport.longestHint'),
      cell: ({ longest_seconds }) => shownSeconds(longest_seconds),
    },
  ];
  return (
    <PanelTable<Row>
      label={translate('crm.diallerReport.byDay')}
      columns={columns}
      query={{ data: rows, error, refetch }}
      hueOf={(row) => (isTooMany(row) ? 'orange' : 'neutral')}
      empty={{
        title: translate('crm.diallerReport.noneTitle'),
        text: translate('crm.diallerReport.noneText'),
      }}
      failed={translate('crm.diallerReport.failed')}
    />
  );
}
