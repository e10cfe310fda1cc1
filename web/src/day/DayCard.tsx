import { useRef } from 'react';
import SkipNextOutlined from '@mui/icons-material/SkipNextOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { dayReason } from '@crm/contracts/entities/day.js';
import { useRingLead } from '../calling/useRingLead.js';
import { Kbd } from '../controls/Kbd.js';
import { useDayMessages } from '../i18n/day.en.js';
import { isBusyFor } from '../leads/table/lead-row.rules.js';
import { PanelTable } from '../lists/PanelTable.js';
import { useRowKeys } from '../lists/useRowKeys.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { useShortcut } from '../shortcuts/ShortcutsProvider.js';
import { useDayColumns } from './day-columns.js';
import { useDay } from './useDay.js';
import { useNextLead } from './useNextLead.js';

const kinds = dayReason.options.map(({ shape }) => shape.kind.value);

const addressOf = ({ id }: { id: string }) => `/lead/${id}`;

/** Whom the user contacts next, each with its reason, and the button and key that open the next one. */
export default function DayCard() {
  const translate = useDayMessages();
  const { id: userId } = useCurrentUser();
  const query = useDay();
  const { open, isPending } = useNextLead();
  const columns = useDayColumns(userId);
  const rows = useRef<HTMLDivElement>(null);
  useRowKeys(rows);
  useShortcut({ key: 'n', label: translate('crm.day.next'), scope: 'page' }, () => {
    open();
  });
  const ring = useRingLead();
  useShortcut({ key: 'c', label: translate('crm.day.callNext'), scope: 'page' }, () => {
    // The row that has the focus; the next lead where none has.
    const row = rows.current?.contains(document.activeElement)
      ? document.activeElement?.closest('tr')?.querySelector('a')
      : undefined;
    const lead = query.data?.rows.find(({ lead: { id } }) => row?.getAttribute('href') === addressOf({ id }));
    if (lead === undefined) {
      open({ rings: true });
      return;
    }
    ring(lead.lead.id);
  });
  const { counts } = query.data ?? {};
  const said = kinds
    .filter((kind) => (counts?.[kind] ?? 0) > 0)
    .map((kind) => translate(`crm.day.counts.${kind}`, { smart_count: counts?.[kind] ?? 0 }));

  return (
    <Paper
      component="section"
      aria-labelledby="my-day"
      sx={(theme) => ({
        minWidth: 0,
        overflow: 'hidden',
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: theme.elevation[1],
      })}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, px: 2, py: 1.5 }}>
        <Box sx={{ flex: '1 1 auto', minWidth: 0 }}>
          <Typography id="my-day" variant="h4" component="h2">
            {translate('crm.day.title')}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {said.length > 0 ? said.join(' · ') : translate('crm.day.note')}
          </Typography>
        </Box>
        <Button
          variant="contained"
          loading={isPending}
          startIcon={<SkipNextOutlined />}
          endIcon={<Kbd>n</Kbd>}
          onClick={() => {
            open();
          }}
        >
          {translate('crm.day.next')}
        </Button>
      </Box>
      <Box ref={rows} sx={{ maxHeight: 'max(420px, calc(100dvh - 240px))', overflow: 'auto' }}>
        <PanelTable
          label={translate('crm.day.label')}
          columns={columns}
          query={{
            data: query.data?.rows.map((row) => ({ ...row, id: row.lead.id })),
            error: query.error,
            refetch: query.refetch,
          }}
          empty={{ title: translate('crm.day.empty.title'), text: translate('crm.day.empty.text') }}
          failed={translate('crm.day.failed')}
          addressOf={addressOf}
          lockedBy={({ lead }) => (isBusyFor(lead, userId) ? (lead.busy_fullname ?? '') : undefined)}
        />
      </Box>
    </Paper>
  );
}
