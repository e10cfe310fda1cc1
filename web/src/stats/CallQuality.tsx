import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { lowMos } from '@crm/contracts/entities/call-quality.js';
import {
  getCallQuality,
  type CallQualityRow,
  type CallQualitySums,
} from '@crm/contracts/http/call-quality.js';
import { Clip } from '../controls/Clip.js';
import { shownCount, shownDecimal } from '../i18n/shown-numbers.js';
import { useStatsMessages } from '../i18n/stats.en.js';
import type { ListColumn } from '../lists/list-column.js';
import { PanelTable } from '../lists/PanelTable.js';
import { useVerbQuery } from '../providers/useVerbQuery.js';
import { useRight } from '../session/SessionContext.js';
import { shownPercent } from './shown-figures.js';
import { useStatsFilters } from './useStatsFilters.js';

type Row = CallQualityRow & { id: string };

/** How calls sounded, by agent, on the days and for the agents of the statistic (deploy/docs/statistics.md). */
export function CallQuality() {
  const translate = useStatsMessages();
  const isAdmin = useRight('leads:filter-by-agent');
  const { filters } = useStatsFilters();
  const { data, error, refetch } = useVerbQuery({
    key: ['statistic', 'call-quality', filters],
    keepsPrevious: true,
    ask: (provider, signal) => provider.call(getCallQuality, { body: { filters }, signal }),
  });
  // Its own id: the same agent has a row above.
  const rows = data?.rows.map((row): Row => ({ ...row, id: `sound-${String(row.agent_id)}` }));
  const columns = useColumns();
  return (
    <Box component="section" aria-labelledby="call-quality" sx={{ display: 'grid', gap: 1, flex: 'none' }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 }}>
        <Typography id="call-quality" variant="h3" component="h2">
          {translate('crm.stats.quality.title')}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {data && isAdmin && data.totals.calls > 0 ? `${summaryOf(data.totals, translate)} · ` : ''}
          {translate('crm.stats.quality.which')}
        </Typography>
      </Box>
      <Card>
        <PanelTable<Row>
          label={translate('crm.stats.quality.title')}
          columns={columns}
          query={{ data: rows, error, refetch }}
          hueOf={({ mos }) => (mos !== null && mos < lowMos ? 'orange' : 'neutral')}
          empty={{
            title: translate('crm.stats.quality.none'),
            text: translate('crm.stats.quality.noneText'),
          }}
          failed={translate('crm.stats.quality.failed')}
        />
      </Card>
    </Box>
  );
}

function summaryOf({ calls, mos }: CallQualitySums, translate: ReturnType<typeof useStatsMessages>): string {
  return translate('crm.stats.quality.summary', {
    count: shownCount(calls),
    mos: mos === null ? '–' : shownDecimal(mos, 2),
  });
}

/** A dash where no call was measured. */
const OrDash = ({ value }: { value: string | undefined }) => {
  const translate = useStatsMessages();
  const why = translate('crm.stats.quality.unmeasured');
  return (
    value ?? (
      <Tooltip title={why}>
        <Box component="span" aria-label={why} sx={{ color: 'text.tertiary' }}>
          –
        </Box>
      </Tooltip>
    )
  );
};

function useColumns(): readonly ListColumn<Row>[] {
  const translate = useStatsMessages();
  const isAdmin = useRight('leads:filter-by-agent');
  const figure = (
    source: 'mos' | 'jitter' | 'loss' | 'rtt' | 'low',
    width: number,
    shown: (value: number) => string,
  ): ListColumn<Row> => ({
    ...{ source, width, align: 'right' },
    label: translate(`crm.stats.quality.${source}`),
    hint: translate(`crm.stats.quality.hint.${source}`),
    cell: (row) => {
      const value = row[source];
      return <OrDash value={value === null ? undefined : shown(value)} />;
    },
  });
  const count = (source: 'calls' | 'thumbs_up' | 'thumbs_down', width: number): ListColumn<Row> => ({
    ...{ source, width, align: 'right' },
    label: translate(`crm.stats.quality.${source}`),
    cell: (row) => shownCount(row[source]),
  });
  const agent: ListColumn<Row> = {
    ...{ source: 'agent', width: 260, label: translate('crm.stats.column.agent') },
    cell: (row) => (
      <Clip text={row.agent}>
        <Box component="strong" sx={{ fontWeight: 600 }}>
          {row.agent}
        </Box>
      </Clip>
    ),
  };
  return [
    ...(isAdmin ? [agent] : []),
    count('calls', 100),
    figure('mos', 120, (mos) => shownDecimal(mos, 2)),
    figure('jitter', 110, (ms) => `${shownDecimal(ms, 1)} ms`),
    figure('loss', 110, shownPercent),
    figure('rtt', 120, (ms) => `${shownDecimal(ms, 0)} ms`),
    figure('low', 120, shownPercent),
    count('thumbs_up', 100),
    count('thumbs_down', 120),
  ];
}
