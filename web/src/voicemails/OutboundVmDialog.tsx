import { createVoicemail, listVoicemails } from '@crm/contracts/http/recordings.js';
import { outboundVoicemails, type OutboundVoicemail } from '@crm/contracts/resources/voicemail.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useVoicemailMessages } from '../i18n/voicemails.en.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb, useVerbs } from '../providers/useVerb.js';
import { AudioPlayer } from '../recordings/AudioPlayer.js';
import { OwnRecordsDialog, type OwnRecordsView } from '../resources/OwnRecordsDialog.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { AudioField } from './AudioField.js';
import { useChosenAudio } from './useChosenAudio.js';

/** How the voicemails look that an agent leaves on machines. */
function useVoicemailView(): OwnRecordsView<typeof outboundVoicemails.fields> {
  const translate = useVoicemailMessages();
  return {
    resource: outboundVoicemails,
    title: translate('crm.outboundVm.title'),
    subtitle: translate('crm.outboundVm.hint'),
    list: translate('crm.outboundVm.list'),
    none: translate('crm.outboundVm.none'),
    failed: translate('crm.voicemails.loadFailed'),
    nameOf: ({ title }: OutboundVoicemail) => title,
    lineOf: (voicemail: OutboundVoicemail) => <Played voicemail={voicemail} />,
    form: [],
    words: {
      delete: (title) => translate('crm.outboundVm.removeOf', { title }),
      deleteTitle: translate('crm.outboundVm.removeTitle'),
      deleteText: (title) => translate('crm.outboundVm.removeText', { title }),
      deleteNow: translate('crm.voicemails.remove'),
    },
  };
}

/** The voicemails that an agent leaves on machines: heard, added and removed. */
export default function OutboundVmDialog({ onClose }: { onClose: () => void }) {
  const translate = useVoicemailMessages();
  const { id: userId } = useCurrentUser();
  const queries = useQueryClient();
  const showAnswer = useShowAnswer();
  const audio = useChosenAudio();
  const creation = useVerb((provider, form: FormData) => provider.call(createVoicemail, { body: form }), {
    onSuccess: ({ vm: _vm, ...answer }) => {
      void queries.invalidateQueries({ queryKey: [outboundVoicemails.name] });
      audio.clear();
      showAnswer(answer);
    },
    onRefused: audio.refuse,
  });
  return (
    <OwnRecordsDialog
      view={useVoicemailView()}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (audio.reason === undefined && !creation.isPending) creation.mutate(audio.formFor(userId));
      }}
      add={
        <ReasonButton type="submit" variant="contained" loading={creation.isPending} reason={audio.reason}>
          {translate('crm.voicemails.upload')}
        </ReasonButton>
      }
    >
      <Box sx={{ mt: 2 }}>
        <AudioField {...audio.field} />
      </Box>
    </OwnRecordsDialog>
  );
}

function Played({ voicemail }: { voicemail: OutboundVoicemail }) {
  const translate = useVoicemailMessages();
  const verbs = useVerbs();
  const { id, user_id, title, duration, createdAt } = voicemail;
  const at = translate('crm.fields.pacific', { time: shownInstant(createdAt ?? '') });
  // An address plays for some minutes: a fresh one is asked for.
  const load = async () => {
    const { voicemails } = await verbs.call(listVoicemails, { params: { userId: user_id } });
    return voicemails.find((each) => each.id === id)?.url ?? '';
  };
  return (
    <>
      <Typography variant="caption" component="p" color="textSecondary">
        {translate('crm.outboundVm.added', { at })}
      </Typography>
      <AudioPlayer label={translate('crm.outboundVm.label', { title })} duration={duration} load={load} />
    </>
  );
}
