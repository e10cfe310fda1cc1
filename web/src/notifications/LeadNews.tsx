import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { useCloseNotification } from 'react-admin';
import { useTranslate } from '../i18n/useTranslate.js';

interface Props {
  text: string;
  leadId: string;
  /** The lead by its name, where that is known and the text does not say it. */
  name?: string | undefined;
  /** Told when the link was followed. */
  onOpen?: () => void;
}

/** A message about a lead that leads there. */
export function LeadNews({ text, leadId, name, onOpen }: Props) {
  const translate = useTranslate();
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
        sx={{ ml: 1.5, fontWeight: 600, ...(name ? {} : { whiteSpace: 'nowrap' }) }}
      >
        {name || translate('crm.shell.openLead')}
      </Link>
    </>
  );
}
