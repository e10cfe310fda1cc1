import ForumOutlined from '@mui/icons-material/ForumOutlined';
import Box from '@mui/material/Box';
import { textLine } from '@crm/contracts/codes/text-files.js';
import { toShown } from '@crm/contracts/phone.js';
import { Clip } from '../controls/Clip.js';
import { UnreadBadge } from '../controls/UnreadBadge.js';
import { useInboxMessages } from '../i18n/inbox.en.js';
import { NameCell, NearInstantCell } from '../lists/cells.js';
import type { ListColumn } from '../lists/list-column.js';
import { ListPage } from '../lists/ListPage.js';
import { ListSearch } from '../lists/ListSearch.js';
import { useLiveList } from '../lists/useLiveList.js';
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
        <Box
          sx={{
            minWidth: 0,
            typography: 'body1',
            // What is bold waits to be read.
            '& a': { color: 'text.primary', fontWeight: row.unread > 0 ? 600 : 400 },
          }}
        >
          {/* Without a lead, the number is the name. */}
          <NameCell name={toShown(row.lead_name || row.customer_phone)} to={addressOf(row)} />
        </Box>
      ),
    },
    {
      source: 'when',
      label: translate('crm.inbox.when'),
      width: 100,
      narrow: 'tag',
      cell: ({ last: { createdAt }, unread }) => (
        <Box
          sx={{
            pr: 1,
            typography: 'caption',
            '& time': { fontWeight: 400, ...(unread > 0 && { color: 'primary.main', fontWeight: 600 }) },
          }}
        >
          <NearInstantCell at={createdAt} />
        </Box>
      ),
    },
    {
      source: 'last',
      label: translate('crm.inbox.last'),
      width: 300,
      narrow: 'below',
      cell: ({ last, unread }) => {
        const text = textLine(last);
        return (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, width: '100%', minWidth: 0, pr: 1 }}>
            <Box sx={{ flex: 1, minWidth: 0, color: unread > 0 ? 'text.primary' : 'text.secondary' }}>
              <Clip text={last.is_client_message === 1 ? text : translate('crm.inbox.ours', { text })} />
            </Box>
            <UnreadBadge count={unread} label={translate('crm.inbox.unread', { smart_count: unread })} />
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
  return (
    <ListPage<ConversationRow>
      title={translate('crm.inbox.title')}
      search={<ListSearch label={translate('crm.inbox.search')} />}
      columns={columns}
      addressOf={addressOf}
      isOpen={({ id }) => id === openId}
      skeletonRows={8}
      isPane
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
