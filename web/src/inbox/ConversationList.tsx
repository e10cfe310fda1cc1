import ForumOutlined from '@mui/icons-material/ForumOutlined';
import Box from '@mui/material/Box';
import { textLine } from '@crm/contracts/codes/text-files.js';
import { toShown } from '@crm/contracts/phone.js';
import { Clip } from '../controls/Clip.js';
import { UnreadBadge } from '../controls/UnreadBadge.js';
import { useInboxMessages } from '../i18n/inbox.en.js';
import { InstantCell, NameCell } from '../lists/cells.js';
import type { ListColumn } from '../lists/list-column.js';
import { ListPage } from '../lists/ListPage.js';
import { ListSearch } from '../lists/ListSearch.js';
import { useLiveList } from '../lists/useLiveList.js';
import { useRowKeys } from '../lists/useRowKeys.js';
import { useServerEvent } from '../realtime/useServerEvent.js';
import type { ConversationRow } from './conversations-list.js';

export const addressOf = ({ id }: Pick<ConversationRow, 'id'>) => `/inbox/${id}`;

function useColumns(): readonly ListColumn<ConversationRow>[] {
  const translate = useInboxMessages();
  return [
    {
      source: 'lead_name',
      label: translate('crm.inbox.customer'),
      width: 180,
      narrow: 'title',
      cell: (row) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
          <UnreadBadge
            count={row.unread}
            label={translate('crm.inbox.unread', { smart_count: row.unread })}
          />
          <Box sx={{ minWidth: 0 }}>
            {/* Without a lead, the number is the name. */}
            <NameCell name={toShown(row.lead_name || row.customer_phone)} to={addressOf(row)} />
          </Box>
        </Box>
      ),
    },
    {
      source: 'when',
      label: translate('crm.inbox.when'),
      width: 150,
      narrow: 'tag',
      cell: ({ last: { createdAt } }) => <InstantCell at={createdAt} />,
    },
    {
      source: 'last',
      label: translate('crm.inbox.last'),
      width: 300,
      narrow: 'below',
      cell: ({ last }) => {
        const text = textLine(last);
        return (
          <Box sx={{ minWidth: 0, color: 'text.secondary' }}>
            <Clip text={last.is_client_message === 1 ? text : translate('crm.inbox.ours', { text })} />
          </Box>
        );
      },
    },
  ];
}

/** The user's conversations: unread first, then most recent; the one that is open is marked. */
export function ConversationList({ openId }: { openId: string | undefined }) {
  const translate = useInboxMessages();
  const columns = useColumns();
  const { rereadSoon, ...live } = useLiveList({ resource: 'conversations' });
  useServerEvent('receiveMessage', rereadSoon);
  useServerEvent('notificationsUpdate', rereadSoon);
  useRowKeys(live.rows);
  return (
    <ListPage<ConversationRow>
      title={translate('crm.inbox.title')}
      search={<ListSearch label={translate('crm.inbox.search')} />}
      columns={columns}
      addressOf={addressOf}
      hueOf={({ id }) => (id === openId ? 'blue' : 'neutral')}
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
