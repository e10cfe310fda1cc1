import { useState } from 'react';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { neverDeleted } from '@crm/contracts/customers/retention.js';
import type { RetentionPeriod } from '@crm/contracts/http/retention.js';
import { shownDate, shownInstant } from '@crm/contracts/time/pacific.js';
import { IconAction } from '../../controls/IconAction.js';
import { PageCard } from '../../controls/PageCard.js';
import { useRetentionMessages } from '../../i18n/retention.en.js';
import { labelled, type ListColumn } from '../../lists/list-column.js';
import { Nothing } from '../../lists/Nothing.js';
import { PanelTable } from '../../lists/PanelTable.js';
import { PeriodDialog } from './PeriodDialog.js';
import { usePeriods } from './usePeriods.js';
import { localise } from '../../i18n/language.js';

/** A class as the table shows it; what is never deleted has no period to change. */
type Row =
  | (RetentionPeriod & { isPeriod: true })
  | (typeof neverDeleted & { isPeriod: false; id: 'do-not-contact' });
type Column = Omit<ListColumn<Row>, 'label' | 'source'> & {
  source: 'class' | 'period' | 'source' | 'waiting' | 'soon' | 'held';
};

/** How long records are stored, why, and how many end soon. */
export function PeriodsCard() {
  const translate = useRetentionMessages();
  const [changes, setChanges] = useState<RetentionPeriod>();
  const { data, error, refetch } = usePeriods();
  const rows: Row[] | undefined = data && [
    ...data.map((period) => ({ ...period, isPeriod: true as const })),
    { ...neverDeleted, isPeriod: false, id: 'do-not-contact' },
  ];
  const counted = (name: 'waiting' | 'soon' | 'held') => (row: Row) =>
    row.isPeriod ? String(row[name]) : <Nothing />;
  const columns: Column[] = [
    {
      source: 'class',
      width: 330,
      names: true,
      wraps: true,
      cell: ({ title, covers }) => <TwoLines first={localise(title)} second={localise(covers)} />,
    },
    { source: 'period', width: 150, wraps: true, cell: (row) => <Period row={row} /> },
    {
      source: 'source',
      width: 250,
      wraps: true,
      cell: ({ source, checked }) => (
        <TwoLines first={source} second={translate('crm.retention.checked', { date: shownDate(checked) })} />
      ),
    },
    { source: 'waiting', width: 110, cell: counted('waiting') },
    { source: 'soon', width: 120, cell: counted('soon') },
    { source: 'held', width: 80, cell: counted('held') },
  ];
  const edit: ListColumn<Row> = {
    source: 'edit',
    label: '',
    width: 56,
    cell: (row) =>
      row.isPeriod && (
        <IconAction
          label={translate('crm.retention.change', { name: row.title })}
          onClick={() => {
            setChanges(row);
          }}
        >
          <EditOutlined />
        </IconAction>
      ),
  };
  return (
    <PageCard sx={{ flex: 'none', minHeight: 0, overflow: 'auto' }}>
      <Box sx={{ px: 2, pt: 2, pb: 1 }}>
        <Typography variant="h4" component="h2">
          {translate('crm.retention.periods')}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate('crm.retention.periodsText')}
        </Typography>
      </Box>
      <PanelTable
        label={translate('crm.retention.periods')}
        query={{ data: rows, error, refetch }}
        empty={{ title: translate('crm.retention.periods'), text: '' }}
        failed={translate('crm.retention.failed')}
        columns={[...labelled(columns, (source) => translate(`crm.retention.${source}`)), edit]}
      />
      {changes !== undefined && (
        <PeriodDialog
          period={changes}
          onChanged={() => void refetch()}
          onClose={() => {
            setChanges(undefined);
          }}
        />
      )}
    </PageCard>
  );
}

function Period({ row }: { row: Row }) {
  const translate = useRetentionMessages();
  if (!row.isPeriod) return translate('crm.retention.never');
  const years = translate('crm.retention.years', { smart_count: row.years });
  if (row.changed_by === null || row.changed_at === null) return years;
  const changed = { who: row.changed_by, when: shownInstant(row.changed_at) };
  return <TwoLines first={years} second={translate('crm.retention.changed', changed)} />;
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <Box sx={{ py: 0.5 }}>
      {first}
      <Box
        component="span"
        sx={(theme) => ({ ...theme.typography.caption, display: 'block', color: 'text.secondary' })}
      >
        {second}
      </Box>
    </Box>
  );
}
