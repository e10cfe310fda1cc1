import Link, { type LinkProps } from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import { useCloseNotification } from 'react-admin';
import { useTranslate } from '../i18n/useTranslate.js';

interface Props {
  text: string;
  /** Undefined where its page is not open to the reader: then it is named alone. */
  leadId: string | undefined;
  /** The lead by its name, where that is known and the text does not say it. */
  name?: string | undefined;
  /** Told when the link was followed. */
  onOpen?: () => void;
}

const beside = { ml: 1.5, fontWeight: 600 } satisfies LinkProps['sx'];

/** A message about a lead that leads there. */
export function LeadNews({ text, leadId, name, onOpen }: Props) {
  const translate = useTranslate();
  const close = useCloseNotification();
  return (
    <>
      {text}
      {leadId === undefined ? (
        <Typography component="span" variant="inherit" sx={beside}>
          {name}
        </Typography>
      ) : (
        <Link
          component={RouterLink}
          to={`/lead/${leadId}`}
          onClick={() => {
            onOpen?.();
            close();
          }}
          sx={{ ...beside, ...(name ? {} : { whiteSpace: 'nowrap' }) }}
        >
          {name || translate('crm.shell.openLead')}
        </Link>
      )}
    </>
  );
}
