import ForumOutlined from '@mui/icons-material/ForumOutlined';
import SearchOffOutlined from '@mui/icons-material/SearchOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { useQueryClient } from '@tanstack/react-query';
import { ListBase, useListContext } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { toShown } from '@crm/contracts/phone.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { UnreadBadge } from '../controls/UnreadBadge.js';
import { useInboxWords } from '../i18n/inbox.en.js';
import { PageHead } from '../layout/PageHead.js';
import { createFlashes, FlashContext } from '../lists/flashes.js';
import { shownCount } from '../leads/table/lead-row.rules.js';
import { Clip } from '../lists/Clip.js';
import { TableNotice } from '../lists/TableNotice.js';
import { ListSearch } from '../lists/ListSearch.js';
import type { ListColumn } from '../lists/list-column.js';
import { ListTable } from '../lists/ListTable.js';
import type { ConversationRow } from '../lists/paged-lists.js';
import { searchOf } from '../raw-leads/raw-leads-provider.js';
import { useServerEvent } from '../realtime/useServerEvent.js';

/** Rows are read anew as a whole here: none flashes. */
const flashes = createFlashes();

/** The conversations with all leads of the user: those with unread texts first, then the one that moved last. */
export default function InboxPage() {
  return (
    <ListBase<ConversationRow>
      resource="conversations"
      storeKey="conversations"
      perPage={20}
      // Asked by the layout already: the rows wait for nothing else.
      disableAuthentication
    >
      <Conversations />
    </ListBase>
  );
}

const addressOf = ({ lead_id }: ConversationRow) => (lead_id === null ? undefined : `/lead/${lead_id}/text`);
const numberOf = ({ customer_phone }: ConversationRow) => toShown(customer_phone);

function useColumns(): readonly ListColumn<ConversationRow>[] {
  const words = useInboxWords();
  return [
    {
      source: 'lead_name',
      label: words('crm.inbox.customer'),
      width: 260,
      cell: (row) => {
        const address = addressOf(row);
        // Somebody without a lead has the number for a name.
        const name = toShown(row.lead_name) || numberOf(row);
        return (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <UnreadBadge count={row.unread} label={words('crm.inbox.unread', { smart_count: row.unread })} />
            <Clip text={name}>
              {address === undefined ? (
                name
              ) : (
                <Link component={RouterLink} to={address} underline="hover" sx={{ fontWeight: 600 }}>
                  {name}
                </Link>
              )}
            </Clip>
          </Box>
        );
      },
    },
    {
      source: 'last',
      label: words('crm.inbox.last'),
      width: 460,
      cell: ({ last: { text, is_client_message } }) => (
        <Clip text={is_client_message === 1 ? text : words('crm.inbox.ours', { text })} />
      ),
    },
    {
      source: 'customer_phone',
      label: words('crm.inbox.number'),
      width: 150,
      cell: (row) => (
        <Box component="span" sx={(theme) => theme.tabular}>
          {numberOf(row)}
        </Box>
      ),
    },
    {
      source: 'when',
      label: words('crm.inbox.when'),
      width: 170,
      cell: ({ last: { createdAt } }) => (
        <Box
          component="time"
          dateTime={createdAt}
          sx={(theme) => ({ ...theme.tabular, color: 'text.secondary' })}
        >
          {shownInstant(createdAt)}
        </Box>
      ),
    },
  ];
}

function Conversations() {
  const words = useInboxWords();
  const client = useQueryClient();
  const { total, isPending } = useListContext<ConversationRow>();
  const columns = useColumns();
  const reread = () => void client.invalidateQueries({ queryKey: ['conversations', 'getList'] });
  useServerEvent('receiveMessage', reread);
  useServerEvent('notificationsUpdate', reread);
  return (
    <FlashContext.Provider value={flashes}>
      <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1, gap: 1.5 }}>
        <PageHead
          title={words('crm.inbox.title')}
          count={!isPending && words('crm.list.match', { count: shownCount(total ?? 0) })}
        />
        <Box role="search">
          <ListSearch label={words('crm.inbox.search')} clearLabel={words('crm.inbox.clearSearch')} />
        </Box>
        <ListTable
          label={words('crm.inbox.title')}
          columns={columns}
          addressOf={addressOf}
          skeletonRows={8}
          empty={<NoConversations />}
        />
      </Box>
    </FlashContext.Provider>
  );
}

function NoConversations() {
  const words = useInboxWords();
  const list = useListContext<ConversationRow>();
  if (searchOf(list.filterValues) === undefined) {
    return (
      <TableNotice
        icon={<ForumOutlined />}
        title={words('crm.inbox.none')}
        text={words('crm.inbox.noneText')}
      />
    );
  }
  return (
    <TableNotice
      icon={<SearchOffOutlined />}
      title={words('crm.inbox.noneMatch')}
      text={words('crm.inbox.noneMatchText')}
      actions={
        <Button
          variant="contained"
          onClick={() => {
            list.setFilters({}, undefined, false);
          }}
        >
          {words('crm.inbox.clearSearch')}
        </Button>
      }
    />
  );
}
