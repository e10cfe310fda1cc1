import type { ReactNode } from 'react';
import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { Clip } from '../controls/Clip.js';
import { PageCard } from '../controls/PageCard.js';
import { useInboxMessages } from '../i18n/inbox.en.js';

interface Props {
  name: string;
  /** Below the name. */
  note?: ReactNode;
  /** At the right of the name. */
  actions?: ReactNode;
  children: ReactNode;
  /** What is known of the customer, at the right where there is room. */
  about?: ReactNode;
}

/** The open conversation with its head, and what is known of the customer. */
export function ConversationFrame({ name, note, actions, children, about }: Props) {
  const translate = useInboxMessages();
  return (
    <>
      <PageCard
        component="section"
        aria-label={translate('crm.inbox.thread', { name })}
        sx={{ minWidth: 0, minHeight: 0 }}
      >
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: { xs: 0.5, sm: 1 },
            rowGap: 1,
            px: { xs: 1.5, sm: 2 },
            py: 1.25,
            borderBottom: 1,
            borderColor: 'border.subtle',
          }}
        >
          <IconButton
            component={RouterLink}
            to="/inbox"
            aria-label={translate('crm.inbox.back')}
            sx={{ display: { md: 'none' }, ml: -1 }}
          >
            <ArrowBackOutlined />
          </IconButton>
          <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
            <Typography variant="subtitle1" component="h2">
              <Clip text={name} />
            </Typography>
            {note}
          </Box>
          {actions}
        </Box>
        {children}
      </PageCard>
      {about !== undefined && (
        <PageCard
          component="aside"
          aria-label={translate('crm.inbox.about', { name })}
          sx={{ display: { xs: 'none', lg: 'flex' }, minHeight: 0 }}
        >
          <Box
            tabIndex={0}
            role="region"
            aria-label={translate('crm.inbox.about', { name })}
            sx={{ overflow: 'auto', p: 2 }}
          >
            {about}
          </Box>
        </PageCard>
      )}
    </>
  );
}
