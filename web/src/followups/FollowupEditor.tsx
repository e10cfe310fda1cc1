import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Followup } from '@crm/contracts/entities/followup.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useFollowupMessages } from '../i18n/followups.en.js';
import { useLeaveCheck } from '../leaving/LeaveGuard.js';
import { FollowupFields } from './FollowupFields.js';
import { formOf, isSameForm, sentOf, sendDenialReason, type FollowupForm } from './followup-form.rules.js';

interface Props {
  /** What stands; nothing of a new one. */
  known: Followup | undefined;
  /** Undefined while nothing was typed. */
  typed: FollowupForm | undefined;
  onType: (form: FollowupForm) => void;
  zones: readonly string[];
  /** Has the focus when it opens. */
  isFirst: boolean;
  isSending: boolean;
  onSend: (sent: ReturnType<typeof sentOf>) => void;
  /** Given where it was opened by hand. */
  onCancel: (() => void) | undefined;
  /** Behind its buttons. */
  children?: ReactNode;
}

/** A follow-up of a lead as it is made or changed; a completed one is open to nothing (rule F3). */
export function FollowupEditor(props: Props) {
  const { known, typed, zones, isFirst, isSending, onType, onSend, onCancel, children } = props;
  const translate = useFollowupMessages();
  const stands = formOf(known);
  const form = typed ?? stands;
  const isDirty = !isSameForm(form, stands);
  const isCompleted = known?.completed === 1;
  useLeaveCheck(isDirty ? 'ask' : undefined);

  const why = sendDenialReason(form, known, new Date());
  const reason = why === undefined ? (isDirty ? undefined : 'nothingChanged') : why;
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) onSend(sentOf(form, known));
      }}
    >
      <FollowupFields
        form={isCompleted ? stands : form}
        zones={zones}
        timeError={why === 'notInFuture' && !isCompleted ? translate('crm.followup.notInFuture') : undefined}
        isOff={isCompleted}
        isFirst={isFirst}
        onChange={onType}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 2 }}>
        {isCompleted ? (
          <Typography variant="body2" color="textSecondary">
            {translate('crm.followup.completedHint')}
          </Typography>
        ) : (
          <ReasonButton
            type="submit"
            variant="contained"
            loading={isSending}
            reason={reason && translate(`crm.followup.${reason}`)}
          >
            {translate(known === undefined ? 'crm.followup.create' : 'crm.followup.update')}
          </ReasonButton>
        )}
        {onCancel && <Button onClick={onCancel}>{translate('crm.action.cancel')}</Button>}
        {children}
      </Box>
    </Box>
  );
}
