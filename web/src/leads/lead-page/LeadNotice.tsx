import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import PersonOffOutlined from '@mui/icons-material/PersonOffOutlined';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../controls/EmptyState.js';
import { useWords } from '../../i18n/useWords.js';
import { PageCard } from '../../layout/PageCard.js';
import { PageHead } from '../../layout/PageHead.js';
import { leadListFor } from '../../routing/dashboards.js';
import { useCurrentUser } from '../../session/SessionContext.js';
import { useNoLongerOwed } from './useCompletion.js';

/** In place of a lead that was deleted, that somebody else has now, or that never was there. */
export function LeadGone({ id }: { id?: string }) {
  const words = useWords();
  const noLongerOwed = useNoLongerOwed(id);
  // Nobody can finish it any more.
  useEffect(noLongerOwed);
  const list = leadListFor(useCurrentUser());
  return (
    <>
      <PageHead title={words('crm.lead.pageTitle')} />
      <PageCard role="status">
        <EmptyState
          icon={<PersonOffOutlined />}
          title={words('crm.lead.goneTitle')}
          text={words('crm.lead.goneText')}
          actions={
            <Button variant="contained" component={Link} to={list}>
              {words('crm.lead.goneAction')}
            </Button>
          }
        />
      </PageCard>
    </>
  );
}

/** In place of a lead that could not be read for now. */
export function LeadFailed({ onRetry }: { onRetry: () => void }) {
  const words = useWords();
  return (
    <>
      <PageHead title={words('crm.lead.pageTitle')} />
      <PageCard role="alert">
        <EmptyState
          icon={<ErrorOutlineOutlined />}
          title={words('crm.lead.failedTitle')}
          text={words('crm.lead.failedText')}
          actions={
            <Button variant="contained" onClick={onRetry}>
              {words('crm.action.retry')}
            </Button>
          }
        />
      </PageCard>
    </>
  );
}
