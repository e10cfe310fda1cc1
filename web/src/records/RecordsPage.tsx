import GraphicEqOutlined from '@mui/icons-material/GraphicEqOutlined';
import SearchOffOutlined from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { ListBase, useListContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import type { CallRecord } from '@crm/contracts/entities/telephony.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useRecordingWords } from '../i18n/recordings.en.js';
import { PageHead } from '../layout/PageHead.js';
import { FlashContext } from '../lists/flashes.js';
import { shownCount } from '../leads/table/lead-row.rules.js';
import { Clip } from '../lists/Clip.js';
import { TableNotice } from '../lists/TableNotice.js';
import { ListSearch } from '../lists/ListSearch.js';
import type { ListColumn } from '../lists/list-column.js';
import { ListTable } from '../lists/ListTable.js';
import { useArrivals } from '../lists/useArrivals.js';
import { searchOf } from '../raw-leads/raw-leads-provider.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import { AudioPlayer } from '../recordings/AudioPlayer.js';
import { useRecordAudio } from '../recordings/useRecordAudio.js';

const newestFirst = { field: 'createdAt', order: 'DESC' } as const;

/** The recorded calls long enough to be worth hearing (lead-work section 2, Records). */
export default function RecordsPage() {
  return (
    <ListBase<CallRecord>
      resource="records"
      storeKey="records"
      sort={newestFirst}
      perPage={10}
      // Asked by the layout already: the rows wait for nothing else.
      disableAuthentication
    >
      <Records />
    </ListBase>
  );
}

function useColumns(): readonly ListColumn<CallRecord>[] {
  const words = useRecordingWords();
  const addressOf = useRecordAudio();
  return [
    {
      source: 'createdAt',
      label: words('crm.records.date'),
      width: 170,
      sorts: 'DESC',
      cell: ({ createdAt }) => (
        <Box
          component="time"
          dateTime={createdAt}
          sx={(theme) => ({ ...theme.tabular, color: 'text.secondary' })}
        >
          {shownInstant(createdAt)}
        </Box>
      ),
    },
    {
      source: 'leadName',
      label: words('crm.records.lead'),
      width: 250,
      sorts: 'ASC',
      cell: ({ lead_id, leadName }) => {
        const name = leadName || words('crm.records.unknownLead');
        return (
          <Clip text={name}>
            {lead_id === null ? (
              name
            ) : (
              <Link component={RouterLink} to={`/lead/${lead_id}`} underline="hover" sx={{ fontWeight: 600 }}>
                {name}
              </Link>
            )}
          </Clip>
        );
      },
    },
    {
      source: 'agentName',
      label: words('crm.records.agent'),
      width: 220,
      sorts: 'ASC',
      cell: ({ agentName }) => <Clip text={agentName || words('crm.records.formerAgent')} />,
    },
    {
      source: 'duration',
      label: words('crm.records.audio'),
      width: 360,
      sorts: 'DESC',
      cell: ({ id, leadName, createdAt, duration }) => (
        <AudioPlayer
          label={words('crm.records.ofLead', { lead: leadName, at: shownInstant(createdAt) })}
          duration={duration}
          load={() => addressOf(id)}
        />
      ),
    },
  ];
}

function Records() {
  const words = useRecordingWords();
  const { total, isPending } = useListContext<CallRecord>();
  const columns = useColumns();
  const { arrive, hasNew, showNew, flashes, rows } = useArrivals<CallRecord>('records', 'createdAt');
  useServerEvent('createRecordInTable', (record) => {
    arrive({ ...record, url: '' });
  });
  return (
    <FlashContext.Provider value={flashes}>
      <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1, gap: 1.5 }}>
        <PageHead
          title={words('crm.records.title')}
          count={
            !isPending && (
              <>
                {words('crm.list.match', { count: shownCount(total ?? 0) })}
                {hasNew && (
                  <Button size="small" onClick={showNew} sx={{ ml: 1 }}>
                    {words('crm.records.showNew')}
                  </Button>
                )}
              </>
            )
          }
        />
        <Box role="search">
          <ListSearch label={words('crm.records.search')} clearLabel={words('crm.records.clearSearch')} />
        </Box>
        <ListTable
          label={words('crm.records.title')}
          columns={columns}
          readingRef={rows}
          empty={<NoRecords />}
        />
      </Box>
    </FlashContext.Provider>
  );
}

function NoRecords() {
  const words = useRecordingWords();
  const list = useListContext<CallRecord>();
  if (searchOf(list.filterValues) === undefined) {
    return (
      <TableNotice
        icon={<GraphicEqOutlined />}
        title={words('crm.records.none')}
        text={words('crm.records.noneText')}
      />
    );
  }
  return (
    <TableNotice
      icon={<SearchOffOutlined />}
      title={words('crm.records.noneMatch')}
      text={words('crm.records.noneMatchText')}
      actions={
        <Button
          variant="contained"
          onClick={() => {
            list.setFilters({}, undefined, false);
          }}
        >
          {words('crm.records.clearSearch')}
        </Button>
      }
    />
  );
}
