import ForumOutlined from '@mui/icons-material/ForumOutlined';
import Box from '@mui/material/Box';
import { useLocation } from 'react-router-dom';
import { id as leadId } from '@crm/contracts/ids.js';
import { PageCard } from '../controls/PageCard.js';
import { EmptyState } from '../controls/EmptyState.js';
import { useInboxMessages } from '../i18n/inbox.en.js';
import { ListRoot } from '../lists/ListPage.js';
import { ConversationList } from './ConversationList.js';
import type { ConversationRow } from './conversations-list.js';
import { LeadConversation } from './LeadConversation.js';
import { StrangerConversation } from './StrangerConversation.js';

/** Conversations at the left, the open one in the middle, its customer at the right; on a phone one after the other. */
export default function InboxPage() {
  const translate = useInboxMessages();
  const [, , key] = useLocation().pathname.split('/');
  const openId = key === undefined || key === '' ? undefined : decodeURIComponent(key);
  return (
    <Box
      sx={{
        display: 'grid',
        flex: 1,
        minHeight: 0,
        gap: 1.5,
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          md: '360px minmax(0, 1fr)',
          lg: '360px minmax(0, 1fr) 300px',
        },
        gridTemplateRows: 'minmax(0, 1fr)',
      }}
    >
      <Box
        sx={{
          display: { xs: openId === undefined ? 'flex' : 'none', md: 'flex' },
          flexDirection: 'column',
          minHeight: 0,
        }}
      >
        <ListRoot<ConversationRow> resource="conversations" perPage={20}>
          <ConversationList openId={openId} />
        </ListRoot>
      </Box>
      {openId === undefined ? (
        <PageCard
          sx={{
            display: { xs: 'none', md: 'grid' },
            gridColumn: { lg: 'span 2' },
            alignItems: 'center',
          }}
        >
          <EmptyState icon={<ForumOutlined />} title={translate('crm.inbox.choose')} text="" />
        </PageCard>
      ) : leadId.safeParse(openId).success ? (
        <LeadConversation key={openId} leadId={openId} />
      ) : (
        <StrangerConversation key={openId} number={openId} />
      )}
    </Box>
  );
}
