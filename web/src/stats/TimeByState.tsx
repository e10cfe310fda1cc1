import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { countedState, stateTitles, type TimeByState as Row } from '@crm/contracts/entities/stats.js';
import { exportTimeByState, getTimeByState } from '@crm/contracts/http/stats.js';
import { useDownload } from '../downloads/useDownload.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import type { ListColumn } from '../lists/list-column.js';
import { PanelTable } from '../lists/PanelTable.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useRight } from '../session/SessionContext.js';
import { shownHours } from './shown-figures.js';
import { useStatsFilters } from './useStatsFilters.js';
import { localise } from '../i18n/language.js';

type TableRow = Row & { id: string };

/** What a figure of hours is made of; the sum of all comes last. */
function useColumns(): ListColumn<TableRow>[] {
  const translate = useStatsMessages();
  const isAdmin = useRight('leads:filter-by-agent');
  const hours = (
    source: string,
    label: string,
    secondsOf: (row: TableRow) => number,
  ): ListColumn<TableRow> => ({
    ...{ source, label, width: 96, align: 'right' },
    cell: (row) => (
      <Box component="span" sx={(theme) => ({ ...theme.tabular })}>
        {shownHours(secondsOf(row))}
      </Box>
    ),
  });
  return [
    ...(isAdmin
      ? [
          {
            ...{
              source: 'agent',
              label: translate('crm.stats.column.agent'),
              width: 220,
              names: true as const,
            },
            cell: (row: TableRow) => row.agent,
          },
        ]
      : []),
    ...countedState.options.map((state) =>
      hours(state, localise(stateTitles[state]), ({ seconds }) => seconds[state]),
    ),
    hours('total', translate('crm.stats.states.total'), ({ seconds }) =>
      countedState.options.reduce((sum, state) => sum + seconds[state], 0),
    ),
  ];
}

/** How long each agent was in each state in the chosen days. */
export function TimeByState() {
  const translate = useStatsMessages();
  const { filters } = useStatsFilters();
  const columns = useColumns();
  const download = useDownload();
  const { data, error, refetch } = useVerbQuery({
    key: ['statistic', 'time-by-state', filters],
    ask: (provider, signal) => provider.call(getTimeByState, { body: { filters }, signal }),
    keepsPrevious: true,
  });
  const rows = data?.agents.map((row): TableRow => ({ ...row, id: `time-${row.agent_id}` }));
  const title = translate('crm.stats.states.title');
  return (
    <Paper
      component="section"
      aria-label={title}
      sx={(theme) => ({
        flex: 'none',
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: theme.elevation[1],
      })}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 2.5, py: 1.25 }}>
        <Typography variant="subtitle1" component="h2">
          {title}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary', flex: 1 }}>
          {translate('crm.stats.states.note')}
        </Typography>
        <Button
          variant="outlined"
          size="small"
          startIcon={<DownloadOutlined />}
          aria-label={translate('crm.stats.states.export')}
          disabled={!rows?.length}
          loading={download.isPending}
          loadingPosition="start"
          onClick={() => {
            const { method, path } = exportTimeByState;
            const name = translate('crm.stats.states.file');
            download.mutate({ method, url: path, body: JSON.stringify({ filters }), name });
          }}
        >
          {translate('crm.stats.export')}
        </Button>
      </Box>
      <PanelTable<TableRow>
        label={title}
        columns={columns}
        query={{ data: rows, error, refetch }}
        empty={{ title: translate('crm.stats.states.none'), text: translate('crm.stats.states.noneText') }}
        failed={translate('crm.stats.states.failed')}
      />
    </Paper>
  );
}
