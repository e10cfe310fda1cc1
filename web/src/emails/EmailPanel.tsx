import { Suspense, type ComponentType } from 'react';
import DoneOutlined from '@mui/icons-material/DoneOutlined';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import SendOutlined from '@mui/icons-material/SendOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { EmailStatus, SentEmail } from '@crm/contracts/entities/messaging.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useEmailMessages } from '../i18n/emails.en.js';
import type { LeadPanelProps } from '../leads/lead/lead-tab.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { RichText } from '../rich-text/RichText.js';
import { useEmails } from './useEmails.js';
import { lazyPart } from '../loading/lazy-part.js';

// The editor is large: loaded after the list.
const EmailComposer = lazyPart(() => import('./EmailComposer.js'));

/** The e-mails to a lead, and the composer (rule T3). */
export default function EmailPanel({ lead, denialReason }: LeadPanelProps) {
  const translate = useEmailMessages();
  const { data: emails, error, refetch } = useEmails(lead.id);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}>
      <Box tabIndex={0} sx={{ flex: 1, minHeight: 96, overflow: 'auto' }}>
        {emails === undefined || emails.length === 0 ? (
          <PanelNotice
            text={error ? translate('crm.email.failed') : emails && translate('crm.email.none')}
            {...(error && { onRetry: refetch })}
          />
        ) : (
          <Box component="ul" aria-label={translate('crm.email.list')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {emails.map((email) => (
              <Item key={email.id} email={email} />
            ))}
          </Box>
        )}
      </Box>
      <Suspense fallback={<Skeleton variant="rounded" height={220} sx={{ m: 2, flex: 'none' }} />}>
        <EmailComposer lead={lead} denialReason={denialReason} />
      </Suspense>
    </Box>
  );
}

function Item({ email }: { email: SentEmail }) {
  const translate = useEmailMessages();
  const name = `${email.fname} ${email.lname}`.trim() || translate('crm.email.formerUser');
  return (
    <Box
      component="li"
      sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'border.subtle', '& > *': { maxWidth: 728 } }}
    >
      <Typography variant="subtitle2" component="h3" sx={{ overflowWrap: 'anywhere' }}>
        {email.title}
      </Typography>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1,
          mb: 1,
          typography: 'caption',
          color: 'text.secondary',
        }}
      >
        <span>{name}</span>
        <Box component="time" dateTime={email.createdAt} sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {translate('crm.fields.pacific', { time: shownInstant(email.createdAt) })}
        </Box>
        <span>{translate('crm.email.to', { address: email.to })}</span>
        <State status={email.send_status} />
      </Box>
      {email.reason !== '' && (
        <Typography variant="caption" component="p" sx={{ color: 'error.main', mb: 1 }}>
          {email.reason}
        </Typography>
      )}
      <RichText html={email.text} label={translate('crm.email.body', { title: email.title })} />
    </Box>
  );
}

const icons: Record<EmailStatus, ComponentType<{ 'aria-hidden': true; sx: object }>> = {
  sending: SendOutlined,
  sent: DoneOutlined,
  failed: ErrorOutlineOutlined,
};

function State({ status }: { status: EmailStatus }) {
  const translate = useEmailMessages();
  const Icon = icons[status];
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        color: status === 'failed' ? 'error.main' : 'text.secondary',
      }}
    >
      <Icon aria-hidden sx={{ fontSize: '1.25em' }} />
      {translate(`crm.email.status.${status}`)}
    </Box>
  );
}
