import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import PersonOffOutlined from '@mui/icons-material/PersonOffOutlined';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../controls/EmptyState.js';
import { useLeadPageMessages } from '../i18n/lead-page.en.js';
import { PageCard } from '../controls/PageCard.js';
import { PageHead } from '../controls/PageHead.js';
import { RetryButton } from '../controls/RetryButton.js';
import { leadListFor } from '../routing/dashboards.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { useNoLongerOwed } from '../leads/lead/useCompletion.js';

/** In place of a lead that was deleted, that somebody else has now, or that never was there. */
export function LeadGone({ id }: { id?: string }) {
  const translate = useLeadPageMessages();
  const noLongerOwed = useNoLongerOwed(id);
  // Nobody can finish it any more.
  useEffect(noLongerOwed);
  const list = leadListFor(useCurrentUser());
  return (
    <>
      <PageHead title={translate('crm.lead.pageTitle')} />
      <PageCard role="status">
        <EmptyState
          icon={<PersonOffOutlined />}
          title={translate('crm.lead.goneTitle')}
          text={translate('crm.lead.goneText')}
          actions={
            <Button variant="contained" component={Link} to={list}>
              {translate('crm.lead.goneAction')}
            </Button>
          }
        />
      </PageCard>
    </>
  );
}

/** In place of a lead that could not be read for now. */
export function LeadFailed({ onRetry }: { onRetry: () => Promise<unknown> }) {
  const translate = useLeadPageMessages();
  return (
    <>
      <PageHead title={translate('crm.lead.pageTitle')} />
      <PageCard role="alert">
        <EmptyState
          icon={<ErrorOutlineOutlined />}
          title={translate('crm.lead.failedTitle')}
          text={translate('crm.lead.failedText')}
          actions={<RetryButton variant="contained" size="medium" onRetry={onRetry} />}
        />
      </PageCard>
    </>
  );
}
