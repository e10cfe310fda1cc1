import { useState } from 'react';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Voicemail } from '@crm/contracts/entities/telephony.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { QuestionDialog } from '../controls/QuestionDialog.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { IconAction } from '../controls/IconAction.js';
import { useVoicemailMessages } from '../i18n/voicemails.en.js';
import { AudioPlayer } from '../recordings/AudioPlayer.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { AudioField } from './AudioField.js';
import { useChosenAudio } from './useChosenAudio.js';
import { useVoicemailActions, useVoicemails } from './useVoicemails.js';

/** The voicemails that an agent leaves on machines: heard, added and removed. */
export default function OutboundVmDialog({ onClose }: { onClose: () => void }) {
  const translate = useVoicemailMessages();
  const { id: userId } = useCurrentUser();
  const { data: voicemails, isError, refetch } = useVoicemails();
  const audio = useChosenAudio();
  const { creation, removal } = useVoicemailActions(audio.refuse);
  const [doomed, setDoomed] = useState<Voicemail>();
  // An address plays for some minutes: the list brings fresh ones.
  const addressOf = async (id: string) => {
    const { data, error } = await refetch();
    if (error) throw error;
    return data?.find((each) => each.id === id)?.url ?? '';
  };

  return (
    <>
      <DialogFrame
        open
        width={560}
        title={translate('crm.outboundVm.title')}
        subtitle={translate('crm.outboundVm.hint')}
        onClose={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          if (audio.reason !== undefined || creation.isPending) return;
          creation.mutate(audio.formFor(userId), { onSuccess: audio.clear });
        }}
        actions={
          <>
            <Button variant="outlined" onClick={onClose}>
              {translate('crm.action.close')}
            </Button>
            <ReasonButton
              type="submit"
              variant="contained"
              loading={creation.isPending}
              reason={audio.reason}
            >
              {translate('crm.voicemails.upload')}
            </ReasonButton>
          </>
        }
      >
        {voicemails === undefined || voicemails.length === 0 ? (
          <Box sx={{ mx: -2, mb: 2 }}>
            <PanelNotice
              text={
                isError
                  ? translate('crm.voicemails.loadFailed')
                  : voicemails && translate('crm.outboundVm.none')
              }
              {...(isError && { onRetry: () => void refetch() })}
            />
          </Box>
        ) : (
          <Box
            component="ul"
            aria-label={translate('crm.outboundVm.list')}
            sx={{ listStyle: 'none', m: 0, mb: 2, p: 0 }}
          >
            {voicemails.map((voicemail) => (
              <Item
                key={voicemail.id}
                voicemail={voicemail}
                load={() => addressOf(voicemail.id)}
                onRemove={() => {
                  setDoomed(voicemail);
                }}
              />
            ))}
          </Box>
        )}
        <AudioField {...audio.field} />
      </DialogFrame>
      {doomed && (
        <QuestionDialog
          title={translate('crm.outboundVm.removeTitle')}
          text={translate('crm.outboundVm.removeText', { title: doomed.title })}
          action={translate('crm.voicemails.remove')}
          isPending={removal.isPending}
          onClose={() => {
            setDoomed(undefined);
          }}
          onAction={() => {
            removal.mutate(doomed.id, {
              onSettled: () => {
                setDoomed(undefined);
              },
            });
          }}
        />
      )}
    </>
  );
}

interface ItemProps {
  voicemail: Voicemail;
  load: () => Promise<string>;
  onRemove: () => void;
}

function Item({ voicemail: { title, duration, createdAt }, load, onRemove }: ItemProps) {
  const translate = useVoicemailMessages();
  const removes = translate('crm.outboundVm.removeOf', { title });
  const at = translate('crm.fields.pacific', { time: shownInstant(createdAt) });
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        py: 1,
        borderBottom: 1,
        borderColor: 'border.subtle',
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle2" component="h3" noWrap>
          {title}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary">
          {translate('crm.outboundVm.added', { at })}
        </Typography>
        <AudioPlayer label={translate('crm.outboundVm.label', { title })} duration={duration} load={load} />
      </Box>
      <IconAction label={removes} onClick={onRemove}>
        <DeleteOutlined />
      </IconAction>
    </Box>
  );
}
