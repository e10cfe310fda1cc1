import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { Clip } from '../controls/Clip.js';
import { useNow } from '../controls/useNow.js';
import { shortInstant } from './short-instant.rules.js';

/** A timestamp in a column, in Pacific time. */
export const InstantCell = ({ at }: { at: string }) => (
  <time dateTime={at} className="cell-time">
    {shownInstant(at)}
  </time>
);

/** The same where a list is narrow: how near it is, in full in its tooltip. */
export const NearInstantCell = ({ at }: { at: string }) => {
  const now = useNow();
  return (
    <time dateTime={at} title={shownInstant(at)} className="cell-time">
      {shortInstant(at, now)}
    </time>
  );
};

/** The name of a row as a link to its record; plain text without one. */
export const NameCell = ({ name, to }: { name: string; to: string | undefined }) => (
  <Clip text={name}>
    {to === undefined ? (
      name
    ) : (
      <Link component={RouterLink} to={to} underline="hover" sx={{ fontWeight: 600 }}>
        {name}
      </Link>
    )}
  </Clip>
);
