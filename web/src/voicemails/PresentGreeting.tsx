import Typography from '@mui/material/Typography';
import { getGreeting } from '@crm/contracts/http/recordings.js';
import { useVerbs } from '../providers/useVerb.js';
import { AudioPlayer } from '../recordings/AudioPlayer.js';

/** The id that ends the address of a greeting; undefined where there is none. */
export const greetingId = (address: string): string | undefined => /\/([0-9a-f]{24})$/.exec(address)?.[1];

interface Props {
  title: string;
  /** Its address as it is kept; empty where there is none. */
  address: string;
  /** Said where there is none. */
  none: string;
  /** What the player's buttons call it. */
  label: string;
}

/** What callers hear at present. */
export function PresentGreeting({ title, address, none, label }: Props) {
  const verbs = useVerbs();
  const present = greetingId(address);
  return (
    <div>
      <Typography variant="subtitle2" component="h3">
        {title}
      </Typography>
      {present === undefined ? (
        <Typography variant="body2" color="textSecondary">
          {none}
        </Typography>
      ) : (
        <AudioPlayer
          label={label}
          load={async () => (await verbs.call(getGreeting, { params: { id: present } })).url}
        />
      )}
    </div>
  );
}
