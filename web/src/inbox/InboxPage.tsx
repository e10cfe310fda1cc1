import ForumOutlined from '@mui/icons-material/ForumOutlined';
import Box from '@mui/material/Box';
import { textLine } from '@crm/contracts/codes/text-files.js';
import { toShown } from '@crm/contracts/phone.js';
import { UnreadBadge } from '../controls/UnreadBadge.js';
import { useInboxMessages } from '../i18n/inbox.en.js';
import { InstantCell, NameCell } from '../lists/cells.js';
import { Clip } from '../controls/Clip.js';
import type { ListColumn } from '../lists/list-column.js';
import { ListPage, ListRoot } from '../lists/ListPage.js';
import { ListSearch } from '../lists/ListSearch.js';
import { useLiveList } from '../lists/useLiveList.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import type { ConversationRow } from './conversations-list.js';

/** The user's conversations: unread first, then most recent. */
export default function InboxPage() {
  return (
    <ListRoot<ConversationRow> resource="conversations" perPage={20}>
      <Conversations />
    </ListRoot>
  );
}

const addressOf = ({ lead_id }: ConversationRow) => (lead_id === null ? undefined : `/lead/${lead_id}/text`);
const numberOf = ({ customer_phone }: ConversationRow) => toShown(customer_phone);

function useColumns(): readonly ListColumn<ConversationRow>[] {
  const translate = useInboxMessages();
  return [
    {
      source: 'lead_name',
      label: translate('crm.inbox.customer'),
      width: 260,
      cell: (row) => {
        // Without a lead, the number is the name.
        const name = toShown(row.lead_name) || numberOf(row);
        return (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <UnreadBadge
              count={row.unread}
              label={translate('crm.inbox.unread', { smart_count: row.unread })}
            />
            <Box sx={{ minWidth: 0 }}>
              <NameCell name={name} to={addressOf(row)} />
            </Box>
          </Box>
        );
      },
    },
    {
      source: 'last',
      label: translate('crm.inbox.last'),
      width: 460,
      cell: ({ last }) => {
        const text = textLine(last);
        return <Clip text={last.is_client_message === 1 ? text : translate('crm.inbox.ours', { text })} />;
      },
    },
    {
      source: 'customer_phone',
      label: translate('crm.inbox.number'),
      width: 150,
      cell: (row) => (
        <Box component="span" sx={(theme) => theme.tabular}>
          {numberOf(row)}
        </Box>
      ),
    },
    {
      source: 'when',
      label: translate('crm.inbox.when'),
      width: 170,
      cell: ({ last: { createdAt } }) => <InstantCell at={createdAt} />,
    },
  ];
}

function Conversations() {
  const translate = useInboxMessages();
  const columns = useColumns();
  const { rereadSoon, ...live } = useLiveList({ resource: 'conversations' });
  useServerEvent('receiveMessage', rereadSoon);
  useServerEvent('notificationsUpdate', rereadSoon);
  return (
    <ListPage
      title={translate('crm.inbox.title')}
      search={<ListSearch label={translate('crm.inbox.search')} />}
      columns={columns}
      addressOf={addressOf}
      skeletonRows={8}
      live={live}
      none={{
        Icon: ForumOutlined,
        title: translate('crm.inbox.none'),
        text: translate('crm.inbox.noneText'),
      }}
      noneMatch={{ title: translate('crm.inbox.noneMatch'), text: translate('crm.inbox.noneMatchText') }}
    />
  );
}
