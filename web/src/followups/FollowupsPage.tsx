import EventOutlined from '@mui/icons-material/EventOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { statusHue } from '@crm/contracts/codes/statuses.js';
import { priorityTitle, type Followup } from '@crm/contracts/entities/followup.js';
import { useFollowupMessages } from '../i18n/followups.en.js';
import { StatusChip } from '../leads/table/StatusChip.js';
import { InstantCell, NameCell } from '../lists/cells.js';
import { Clip } from '../controls/Clip.js';
import type { ListColumn } from '../lists/list-column.js';
import { ListPage, ListRoot } from '../lists/ListPage.js';
import { leadListFor } from '../routing/dashboards.js';
import { useCurrentUser, useRight } from '../session/SessionContext.js';
import { FollowupFilterBar } from './FollowupFilterBar.js';
import { FollowupStateChip } from './FollowupStateChip.js';
import { followupFilterOf, isNarrowed } from './followup-filter.rules.js';
import { useLiveFollowups } from './useLiveFollowups.js';
import { localise } from '../i18n/language.js';

/** The server's own order: those in progress first, by their time. */
const asTheyCome = { field: 'id', order: 'ASC' } as const;

/** The leads to come back to (rule F5). */
export default function FollowupsPage() {
  const { id } = useCurrentUser();
  return (
    <ListRoot<Followup> resource="follow-ups" sort={asTheyCome} perPage={20} filter={{ asker: id }}>
      <Followups />
    </ListRoot>
  );
}

const addressOf = ({ lead_id }: Followup) => `/lead/${lead_id}/followups`;

function useColumns(): readonly ListColumn<Followup>[] {
  const translate = useFollowupMessages();
  const isAdmin = useRight('leads:filter-by-agent');
  const agent: ListColumn<Followup> = {
    source: 'agentName',
    label: translate('crm.followups.agent'),
    width: 200,
    cell: ({ agentName }) => <Clip text={agentName} />,
  };
  return [
    {
      source: 'fullname',
      narrow: 'title',
      label: translate('crm.followups.customer'),
      width: 250,
      sorts: 'ASC',
      cell: (row) => <NameCell name={row.fullname} to={addressOf(row)} />,
    },
    ...(isAdmin ? [agent] : []),
    {
      source: 'datetime',
      narrow: 'below',
      label: translate('crm.followups.datetime'),
      width: 180,
      sorts: 'ASC',
      cell: ({ datetime }) => <InstantCell at={datetime} />,
    },
    {
      source: 'priority',
      label: translate('crm.followups.priority'),
      width: 100,
      sorts: 'ASC',
      cell: ({ priority }) => (
        <Box component="span" sx={{ fontWeight: priority === 1 ? 600 : 400 }}>
          {localise(priorityTitle(priority))}
        </Box>
      ),
    },
    {
      source: 'completed',
      narrow: 'tag',
      label: translate('crm.followups.state'),
      width: 150,
      cell: (row) => <FollowupStateChip followup={row} />,
    },
    {
      source: 'status',
      narrow: 'belowEnd',
      label: translate('crm.followups.status'),
      width: 170,
      cell: ({ status, type_id }) => <StatusChip status={status} type={type_id} />,
    },
  ];
}

function Followups() {
  const translate = useFollowupMessages();
  const user = useCurrentUser();
  const list = useListContext<Followup>();
  const filterValues: unknown = list.filterValues;
  const columns = useColumns();
  const live = useLiveFollowups();
  return (
    <ListPage<Followup>
      title={translate('crm.followups.title')}
      bar={<FollowupFilterBar />}
      columns={columns}
      hueOf={({ status, type_id }) => statusHue(status, type_id)}
      addressOf={addressOf}
      live={live}
      none={{
        Icon: EventOutlined,
        title: translate('crm.followups.none'),
        text: translate('crm.followups.noneText'),
        actions: (
          <Button variant="contained" component={RouterLink} to={leadListFor(user)}>
            {translate('crm.followups.noneAction')}
          </Button>
        ),
      }}
      isNarrowed={isNarrowed(followupFilterOf(filterValues))}
      noneMatch={{
        title: translate('crm.followups.noneMatch'),
        text: translate('crm.followups.noneMatchText'),
      }}
      clearLabel={translate('crm.filters.clear')}
    />
  );
}
