import EventOutlined from '@mui/icons-material/EventOutlined';
import SearchOffOutlined from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { ListBase, useListContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { statusHue } from '@crm/contracts/codes/statuses.js';
import { priorityTitle, type Followup } from '@crm/contracts/entities/followup.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useFollowupWords } from '../i18n/followups.en.js';
import { PageHead } from '../layout/PageHead.js';
import { FlashContext } from '../lists/flashes.js';
import { Clip } from '../lists/Clip.js';
import { shownCount } from '../leads/table/lead-row.rules.js';
import { StatusChip } from '../leads/table/StatusChip.js';
import { TableNotice } from '../lists/TableNotice.js';
import type { ListColumn } from '../lists/list-column.js';
import { ListTable } from '../lists/ListTable.js';
import { leadListFor } from '../routing/dashboards.js';
import { useCurrentUser, useRight } from '../session/SessionContext.js';
import { FollowupFilterBar } from './FollowupFilterBar.js';
import { FollowupStateChip } from './FollowupStateChip.js';
import { followupFilterOf, isNarrowed } from './followup-filter.rules.js';
import { useLiveFollowups } from './useLiveFollowups.js';

const pageSize = 20;
/** The server's own order: those in progress first, by their time. */
const asTheyCome = { field: 'id', order: 'ASC' } as const;

/** The leads to come back to (lead-work section 2, Follow-ups). */
export default function FollowupsPage() {
  const { id } = useCurrentUser();
  return (
    <ListBase<Followup>
      resource="follow-ups"
      storeKey="follow-ups"
      sort={asTheyCome}
      perPage={pageSize}
      filter={{ asker: id }}
      // Asked by the layout already: the rows wait for nothing else.
      disableAuthentication
    >
      <Followups />
    </ListBase>
  );
}

const addressOf = ({ lead_id }: Followup) => `/lead/${lead_id}/followups`;

function useColumns(): readonly ListColumn<Followup>[] {
  const words = useFollowupWords();
  const isAdmin = useRight('leads:filter-by-agent');
  const agent: ListColumn<Followup> = {
    source: 'agentName',
    label: words('crm.followups.agent'),
    width: 200,
    cell: ({ agentName }) => <Clip text={agentName} />,
  };
  return [
    {
      source: 'fullname',
      label: words('crm.followups.customer'),
      width: 250,
      sorts: 'ASC',
      cell: (row) => (
        <Clip text={row.fullname}>
          <Link component={RouterLink} to={addressOf(row)} underline="hover" sx={{ fontWeight: 600 }}>
            {row.fullname}
          </Link>
        </Clip>
      ),
    },
    ...(isAdmin ? [agent] : []),
    {
      source: 'datetime',
      label: words('crm.followups.datetime'),
      width: 180,
      sorts: 'ASC',
      cell: ({ datetime }) => (
        <Box
          component="time"
          dateTime={datetime}
          sx={(theme) => ({ ...theme.tabular, color: 'text.secondary' })}
        >
          {shownInstant(datetime)}
        </Box>
      ),
    },
    {
      source: 'priority',
      label: words('crm.followups.priority'),
      width: 100,
      sorts: 'ASC',
      cell: ({ priority }) => (
        <Box component="span" sx={{ fontWeight: priority === 1 ? 600 : 400 }}>
          {priorityTitle(priority)}
        </Box>
      ),
    },
    {
      source: 'completed',
      label: words('crm.followups.state'),
      width: 150,
      cell: (row) => <FollowupStateChip followup={row} />,
    },
    {
      source: 'status',
      label: words('crm.followups.status'),
      width: 170,
      cell: ({ status, type_id }) => <StatusChip status={status} type={type_id} />,
    },
  ];
}

function Followups() {
  const words = useFollowupWords();
  const { total, isPending } = useListContext<Followup>();
  const columns = useColumns();
  const { hasNew, showNew, flashes, rows } = useLiveFollowups();
  return (
    <FlashContext.Provider value={flashes}>
      <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1, gap: 1.5 }}>
        <PageHead
          title={words('crm.followups.title')}
          count={
            !isPending && (
              <>
                {words('crm.list.match', { count: shownCount(total ?? 0) })}
                {hasNew && (
                  <Button size="small" onClick={showNew} sx={{ ml: 1 }}>
                    {words('crm.followups.showNew')}
                  </Button>
                )}
              </>
            )
          }
        />
        <FollowupFilterBar />
        <ListTable<Followup>
          label={words('crm.followups.title')}
          columns={columns}
          hueOf={({ status, type_id }) => statusHue(status, type_id)}
          addressOf={addressOf}
          readingRef={rows}
          empty={<NoFollowups />}
        />
      </Box>
    </FlashContext.Provider>
  );
}

function NoFollowups() {
  const words = useFollowupWords();
  const user = useCurrentUser();
  const list = useListContext<Followup>();
  const filterValues: unknown = list.filterValues;
  if (!isNarrowed(followupFilterOf(filterValues))) {
    return (
      <TableNotice
        icon={<EventOutlined />}
        title={words('crm.followups.none')}
        text={words('crm.followups.noneText')}
        actions={
          <Button variant="contained" component={RouterLink} to={leadListFor(user)}>
            {words('crm.followups.noneAction')}
          </Button>
        }
      />
    );
  }
  return (
    <TableNotice
      icon={<SearchOffOutlined />}
      title={words('crm.followups.noneMatch')}
      text={words('crm.followups.noneMatchText')}
      actions={
        <Button
          variant="contained"
          onClick={() => {
            list.setFilters({}, undefined, false);
          }}
        >
          {words('crm.filters.clear')}
        </Button>
      }
    />
  );
}
