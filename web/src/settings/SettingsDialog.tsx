import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Skeleton from '@mui/material/Skeleton';
import TextField, { type TextFieldProps } from '@mui/material/TextField';
import { useNotify } from 'react-admin';
import type { ZodInt } from 'zod';
import { maxWrapUpSeconds, wrapUpSeconds } from '@crm/contracts/entities/agent-state.js';
import { idleMinutes, sessionDays } from '@crm/contracts/entities/session.js';
import type { Settings } from '@crm/contracts/entities/user.js';
import { textLength } from '@crm/contracts/codes/message-lengths.js';
import { phoneFault, toMask } from '@crm/contracts/phone.js';
import { AccountPhoneField } from '../carrier/AccountPhoneField.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { useDiscard } from '../leaving/useDiscard.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useTextLimit } from '../controls/useTextLimit.js';
import { usePeopleMessages } from '../i18n/people.en.js';
import { SwitchField } from '../fields/typed-fields.js';
import { refusalOf } from '../http/http-client.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useCurrentUser } from '../session/SessionContext.js';
import { AudioField } from '../voicemails/AudioField.js';
import { greetingId, PresentGreeting } from '../voicemails/PresentGreeting.js';
import { useChosenAudio } from '../voicemails/useChosenAudio.js';
import { FactorRequirements, isSameRequirement } from './FactorRequirements.js';
import { isSameWeights, SourceWeights } from './SourceWeights.js';
import { useCompanySettings, useSaveSettings, type SettingsChange } from './useCompanySettings.js';

/** What holds for the whole company: assignment, and what is in where somebody has nothing of their own. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const translate = usePeopleMessages();
  const { data: settings, isError, refetch } = useCompanySettings();
  if (settings) return <SettingsForm standing={settings} onClose={onClose} />;
  return (
    <DialogFrame
      open
      title={translate('crm.company.title')}
      onClose={onClose}
      actions={
        <Button variant="outlined" onClick={onClose}>
          {translate('crm.action.close')}
        </Button>
      }
    >
      {isError ? (
        <PanelNotice text={translate('crm.company.failed')} onRetry={refetch} />
      ) : (
        <Skeleton variant="rounded" height={280} />
      )}
    </DialogFrame>
  );
}

/** A whole number as it is typed, and why it cannot be saved. */
function useNumber(initial: string, schema: ZodInt) {
  const translate = usePeopleMessages();
  const [typed, setTyped] = useState(initial);
  const read = schema.safeParse(typed.trim() === '' ? undefined : Number(typed));
  const fault = read.success
    ? undefined
    : translate('crm.company.limitFault', { least: schema.minValue ?? 0, most: schema.maxValue ?? 0 });
  const field: TextFieldProps = {
    value: typed,
    error: fault !== undefined,
    onChange: ({ target }) => {
      setTyped(target.value);
    },
    slotProps: { htmlInput: { inputMode: 'numeric', maxLength: 4 } },
  };
  return { value: read.data, fault, field };
}

function SettingsForm({ standing, onClose }: { standing: Settings; onClose: () => void }) {
  const translate = usePeopleMessages();
  const notify = useNotify();
  const { id } = useCurrentUser();
  const audio = useChosenAudio();
  const [assignment, setAssignment] = useState(standing.assignment);
  const [phone, setPhone] = useState(toMask(standing.default_phone));
  const [refusedPhone, setRefusedPhone] = useState<string>();
  const [text, setText] = useState(standing.default_text_message);
  const [inSpanish, setInSpanish] = useState(standing.default_text_message_es);
  const [wrapUp, setWrapUp] = useState(String(standing.wrap_up_seconds));
  const idle = useNumber(String(standing.session_idle_minutes), idleMinutes);
  const days = useNumber(String(standing.session_days), sessionDays);
  const [seen, setSeen] = useState(standing.supervision_seen);
  const [weights, setWeights] = useState(standing.source_weights);
  const [required, setRequired] = useState(standing.second_factor);
  const saving = useSaveSettings({
    onSaved: onClose,
    onRefused: (error) => {
      audio.refuse(error);
      setRefusedPhone(refusalOf(error)?.errors?.['default_phone']);
      notify(translate('crm.company.serverError'), { type: 'error' });
      return true;
    },
  });

  const phoneError = phoneFault(phone) ?? refusedPhone;
  const { fault, count } = useTextLimit(text, textLength);
  const spanish = useTextLimit(inSpanish, textLength);
  const seconds = wrapUpSeconds.safeParse(wrapUp.trim() === '' ? undefined : Number(wrapUp));
  const wrapUpFault = seconds.success
    ? undefined
    : translate('crm.company.wrapUpFault', { most: maxWrapUpSeconds });
  const isChosen = audio.field.file !== undefined;
  const change: SettingsChange = {
    ...(assignment === standing.assignment ? {} : { assignment }),
    ...(phone === toMask(standing.default_phone) ? {} : { default_phone: phone }),
    ...(text.trim() === standing.default_text_message ? {} : { default_text_message: text.trim() }),
    ...(inSpanish.trim() === standing.default_text_message_es
      ? {}
      : { default_text_message_es: inSpanish.trim() }),
    ...(seconds.success && seconds.data !== standing.wrap_up_seconds
      ? { wrap_up_seconds: seconds.data }
      : {}),
    ...(idle.value === undefined || idle.value === standing.session_idle_minutes
      ? {}
      : { session_idle_minutes: idle.value }),
    ...(days.value === undefined || days.value === standing.session_days ? {} : { session_days: days.value }),
    ...(seen === standing.supervision_seen ? {} : { supervision_seen: seen }),
    ...(isSameWeights(weights, standing.source_weights) ? {} : { source_weights: weights }),
    ...(isSameRequirement(required, standing.second_factor) ? {} : { second_factor: required }),
    ...(isChosen ? { voicemail: audio.formFor(id) } : {}),
  };
  const limitFault = idle.fault ?? days.fault;
  const isDirty = Object.keys(change).length > 0 || wrapUpFault !== undefined || limitFault !== undefined;
  const reason = !isDirty
    ? translate('crm.company.same')
    : (phoneError ??
      fault ??
      spanish.fault ??
      wrapUpFault ??
      limitFault ??
      (isChosen ? audio.reason : undefined));
  const { close, question } = useDiscard({ unsaved: isDirty, isBusy: saving.isPending, onClose });

  return (
    <>
      <DialogFrame
        open
        persistent
        title={translate('crm.company.title')}
        subtitle={translate('crm.company.hint')}
        onClose={close}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === undefined && !saving.isPending) saving.mutate({ standing, change });
        }}
        actions={
          <>
            <Button variant="outlined" onClick={close}>
              {translate('crm.action.close')}
            </Button>
            <ReasonButton type="submit" variant="contained" loading={saving.isPending} reason={reason}>
              {translate('crm.company.save')}
            </ReasonButton>
          </>
        }
      >
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <div>
            <SwitchField
              id="company-assignment"
              label={translate('crm.company.assignment')}
              value={assignment}
              onSwitch={setAssignment}
            />
            <FormHelperText>{translate('crm.company.assignmentHelp')}</FormHelperText>
          </div>
          <div>
            <SwitchField
              id="company-supervision-seen"
              label={translate('crm.company.supervisionSeen')}
              value={seen}
              onSwitch={setSeen}
            />
            <FormHelperText>{translate('crm.company.supervisionSeenHelp')}</FormHelperText>
          </div>
          <div>
            <AccountPhoneField
              label={translate('crm.company.phone')}
              autoFocus={false}
              value={phone}
              onChange={(typed) => {
                setPhone(typed);
                setRefusedPhone(undefined);
              }}
              error={phoneError}
            />
            <FormHelperText>{translate('crm.company.phoneHelp')}</FormHelperText>
          </div>
          <TextField
            label={translate('crm.company.wrapUp')}
            value={wrapUp}
            error={wrapUpFault !== undefined}
            helperText={wrapUpFault ?? translate('crm.company.wrapUpHelp')}
            onChange={({ target }) => {
              setWrapUp(target.value);
            }}
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
            sx={{ maxWidth: 280 }}
          />
          <TextField
            label={translate('crm.company.idle')}
            {...idle.field}
            helperText={idle.fault ?? translate('crm.company.idleHelp')}
            sx={{ maxWidth: 360 }}
          />
          <TextField
            label={translate('crm.company.sessionDays')}
            {...days.field}
            helperText={days.fault ?? translate('crm.company.sessionDaysHelp')}
            sx={{ maxWidth: 360 }}
          />
          <FactorRequirements value={required} onChange={setRequired} />
          <SourceWeights value={weights} onChange={setWeights} />
          <TextField
            label={translate('crm.company.text')}
            value={text}
            multiline
            minRows={3}
            maxRows={8}
            error={fault !== undefined}
            helperText={fault ?? count ?? translate('crm.company.textHelp')}
            onChange={({ target }) => {
              setText(target.value);
            }}
          />
          <TextField
            label={translate('crm.company.textEs')}
            value={inSpanish}
            multiline
            minRows={2}
            maxRows={8}
            error={spanish.fault !== undefined}
            helperText={spanish.fault ?? spanish.count ?? translate('crm.company.textEsHelp')}
            onChange={({ target }) => {
              setInSpanish(target.value);
            }}
          />
          <Box sx={{ display: 'grid', gap: 1 }}>
            <PresentGreeting
              title={translate('crm.company.voicemail')}
              address={standing.default_voice_mail}
              none={translate('crm.company.voicemailNone')}
              label={translate('crm.company.voicemailLabel')}
            />
            <AudioField {...audio.field} />
            {greetingId(standing.default_voice_mail) !== undefined && (
              <Button
                color="error"
                size="small"
                sx={{ justifySelf: 'start' }}
                loading={saving.isPending}
                onClick={() => {
                  if (!saving.isPending) saving.mutate({ standing, change: { voicemail: null } });
                }}
              >
                {translate('crm.company.remove')}
              </Button>
            )}
          </Box>
        </Box>
      </DialogFrame>
      {question}
    </>
  );
}
