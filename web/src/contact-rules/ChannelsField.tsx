import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import { contactChannel, type ContactChannel } from '@crm/contracts/entities/contact.js';
import { useWords } from '../i18n/useWords.js';
import { channelKeys } from './channel-words.js';

interface Props {
  channels: readonly ContactChannel[];
  onChange: (channels: ContactChannel[]) => void;
}

/** What a rule is about: calls, texts, e-mails. */
export function ChannelsField({ channels, onChange }: Props) {
  const words = useWords();
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0 }}>
      <FormLabel component="legend" required>
        {words('crm.contactRules.channels')}
      </FormLabel>
      <FormGroup row>
        {contactChannel.options.map((channel) => (
          <FormControlLabel
            key={channel}
            label={words(channelKeys[channel])}
            control={
              <Checkbox
                checked={channels.includes(channel)}
                onChange={(_event, isOn) => {
                  onChange(
                    contactChannel.options.filter((each) =>
                      each === channel ? isOn : channels.includes(each),
                    ),
                  );
                }}
              />
            }
          />
        ))}
      </FormGroup>
    </Box>
  );
}
