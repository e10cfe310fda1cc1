import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { useCloseNotification } from 'react-admin';
import { useWords } from '../i18n/useWords.js';

/** Says with whom it is time to speak, and leads there. */
export function FollowupDue({ leadId, leadName }: { leadId: string; leadName: string }) {
  const words = useWords();
  const close = useCloseNotification();
  return (
    <>
      {words('crm.shell.followupDue', { lead: leadName })}
      <Link
        component={RouterLink}
        to={`/lead/${leadId}`}
        onClick={close}
        sx={{ ml: 1.5, fontWeight: 600, whiteSpace: 'nowrap' }}
      >
        {words('crm.shell.openLead')}
      </Link>
    </>
  );
}
