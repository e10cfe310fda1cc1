import Box from '@mui/material/Box';
import type { TimelineEntry } from '@crm/contracts/entities/timeline.js';
import { listVoicemailsOfLead } from '@crm/contracts/http/recordings.js';
import { useTimelineMessages } from '../i18n/timeline.en.js';
import { useVerbs } from '../providers/useVerb.js';
import { AudioPlayer } from '../recordings/AudioPlayer.js';
import { useRecordAudio } from '../recordings/useRecordAudio.js';
import { useReadVoicemail } from '../voicemails/useLeadVoicemails.js';

interface Props {
  leadId: string;
  entry: TimelineEntry;
  /** The time of the entry, in words. */
  at: string;
}

/** What of an entry can be heard: the recording of a call, a voicemail; nothing of any other. */
export function EntrySound({ leadId, entry, at }: Props) {
  if (entry.kind === 'call' && entry.record_id !== null)
    return <Recording id={entry.record_id} duration={entry.duration} at={at} />;
  if (entry.kind !== 'voicemail') return null;
  return <LeftByCustomer leadId={leadId} id={entry.voicemail_id} duration={entry.duration} at={at} />;
}

function Recording({ id, duration, at }: { id: string; duration: number; at: string }) {
  const translate = useTimelineMessages();
  const addressOf = useRecordAudio();
  return (
    <Box sx={{ mt: 0.5, maxWidth: 420 }}>
      <AudioPlayer
        label={translate('crm.timeline.recording', { at })}
        duration={duration}
        load={() => addressOf(id)}
      />
    </Box>
  );
}

function LeftByCustomer({
  leadId,
  id,
  duration,
  at,
}: {
  leadId: string;
  id: string;
  duration: number;
  at: string;
}) {
  const translate = useTimelineMessages();
  const verbs = useVerbs();
  const read = useReadVoicemail(leadId);
  // An address plays for some minutes: it is asked for when somebody listens, and whoever listens has heard it.
  const load = async () => {
    const { vm } = await verbs.call(listVoicemailsOfLead, { params: { id: leadId } });
    const found = vm.find((each) => each.id === id);
    if (found) read(found);
    return found?.url ?? '';
  };
  return (
    <Box sx={{ mt: 0.5, maxWidth: 420 }}>
      <AudioPlayer label={translate('crm.timeline.voicemailAt', { at })} duration={duration} load={load} />
    </Box>
  );
}
