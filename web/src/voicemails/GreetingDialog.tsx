import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { updateUser } from '@crm/contracts/http/account.js';
import { uploadGreeting } from '@crm/contracts/http/recordings.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useVoicemailMessages } from '../i18n/voicemails.en.js';
import { useShowAnswer } from '../notifications/useShowAnswer.js';
import { useVerb, useVerbs } from '../providers/useVerb.js';
import { useCurrentUser, useSession } from '../session/SessionContext.js';
import { AudioField } from './AudioField.js';
import { greetingId, PresentGreeting } from './PresentGreeting.js';
import { useChosenAudio } from './useChosenAudio.js';

/** What callers hear while the user is out of the office: heard, changed and removed. */
export default function GreetingDialog({ onClose }: { onClose: () => void }) {
  const translate = useVoicemailMessages();
  const { id, voice_mail } = useCurrentUser();
  const session = useSession();
  const verbs = useVerbs();
  const showAnswer = useShowAnswer();
  const audio = useChosenAudio();
  const present = greetingId(voice_mail);

  const keep = (url: string) => verbs.call(updateUser, { body: { id, voice_mail: url } });
  const onSuccess = ({ user, ...answer }: Awaited<ReturnType<typeof keep>>) => {
    session.change({ voice_mail: user.voice_mail });
    showAnswer(answer);
    onClose();
  };
  const saving = useVerb(
    async (provider, form: FormData) => keep((await provider.call(uploadGreeting, { body: form })).url),
    { onSuccess, onRefused: audio.refuse },
  );
  const removal = useVerb((_provider, _input: void) => keep(''), { onSuccess });
  const isBusy = saving.isPending || removal.isPending;

  return (
    <DialogFrame
      open
      width={560}
      title={translate('crm.oooVm.title')}
      subtitle={translate('crm.oooVm.hint')}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (audio.reason === undefined && !isBusy) saving.mutate(audio.formFor(id));
      }}
      extras={
        present !== undefined && (
          <Button
            color="error"
            loading={removal.isPending}
            onClick={() => {
              if (!isBusy) removal.mutate();
            }}
          >
            {translate('crm.voicemails.remove')}
          </Button>
        )
      }
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translate('crm.action.close')}
          </Button>
          <ReasonButton type="submit" variant="contained" loading={saving.isPending} reason={audio.reason}>
            {translate('crm.oooVm.save')}
          </ReasonButton>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <PresentGreeting
          title={translate('crm.oooVm.present')}
          address={voice_mail}
          none={translate('crm.oooVm.none')}
          label={translate('crm.oooVm.label')}
        />
        <AudioField {...audio.field} />
      </Box>
    </DialogFrame>
  );
}
