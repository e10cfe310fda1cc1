import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { CustomerVoicemail } from '@crm/contracts/entities/telephony.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useRecordingMessages } from '../i18n/recordings.en.js';
import type { LeadPanelProps } from '../leads/lead/lead-tab.js';
import { AudioPlayer } from '../recordings/AudioPlayer.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useLeadVoicemails, useReadVoicemail } from './useLeadVoicemails.js';

/** What the customer of a lead left (rule T3). */
export default function VoicemailPanel({ lead }: LeadPanelProps) {
  const translate = useRecordingMessages();
  const { data: voicemails, error, refetch } = useLeadVoicemails(lead.id);
  const read = useReadVoicemail(lead.id);
  if (voicemails === undefined || voicemails.length === 0) {
    return (
      <PanelNotice
        text={error ? translate('crm.vm.failed') : voicemails && translate('crm.vm.none')}
        {...(error && { onRetry: refetch })}
      />
    );
  }
  // An address plays for some minutes: the list brings fresh ones.
  const addressOf = async (id: string) => {
    const { data, error: refused } = await refetch();
    if (refused) throw refused;
    return data?.find((each) => each.id === id)?.url ?? '';
  };
  return (
    <Box
      component="ul"
      aria-label={translate('crm.vm.list')}
      sx={{ listStyle: 'none', m: 0, p: 0, maxWidth: 760 }}
    >
      {voicemails.map((voicemail) => (
        <Item
          key={voicemail.id}
          voicemail={voicemail}
          load={() => addressOf(voicemail.id)}
          onPlay={() => {
            read(voicemail);
          }}
        />
      ))}
    </Box>
  );
}

interface ItemProps {
  voicemail: CustomerVoicemail;
  load: () => Promise<string>;
  onPlay: () => void;
}

function Item({ voicemail: { createdAt, duration, text, read }, load, onPlay }: ItemProps) {
  const translate = useRecordingMessages();
  const at = translate('crm.fields.pacific', { time: shownInstant(createdAt) });
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'border.subtle' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.5 }}>
        <Typography
          variant="body2"
          component="time"
          dateTime={createdAt}
          sx={(theme) => ({ ...theme.tabular, fontWeight: 600 })}
        >
          {at}
        </Typography>
        {read === 0 && (
          <Chip
            label={translate('crm.vm.new')}
            sx={{ backgroundColor: 'hue.blue.chip', color: 'hue.blue.fg' }}
          />
        )}
      </Box>
      <AudioPlayer
        label={translate('crm.vm.label', { at })}
        duration={duration}
        load={load}
        onPlay={onPlay}
      />
      {text !== null && (
        <Typography
          variant="body2"
          sx={{ mt: 0.5, color: 'text.secondary', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
        >
          {text}
        </Typography>
      )}
    </Box>
  );
}
