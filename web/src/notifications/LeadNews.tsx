import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { useCloseNotification } from 'react-admin';
import { useWords } from '../i18n/useWords.js';

/** A message about a lead that leads there; `onOpen` is told when it was followed. */
export function LeadNews({ text, leadId, onOpen }: { text: string; leadId: string; onOpen?: () => void }) {
  const words = useWords();
  const close = useCloseNotification();
  return (
    <>
      {text}
      <Link
        component={RouterLink}
        to={`/lead/${leadId}`}
        onClick={() => {
          onOpen?.();
          close();
        }}
        sx={{ ml: 1.5, fontWeight: 600, whiteSpace: 'nowrap' }}
      >
        {words('crm.shell.openLead')}
      </Link>
    </>
  );
}
