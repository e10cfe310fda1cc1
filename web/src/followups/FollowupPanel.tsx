import { useState } from 'react';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import type { Followup } from '@crm/contracts/entities/followup.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { QuestionDialog } from '../controls/QuestionDialog.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useFollowupMessages } from '../i18n/followups.en.js';
import type { LeadPanelProps } from '../leads/lead/lead-tab.js';
import { useLeaveCheck } from '../leaving/LeaveGuard.js';
import { useMayContact } from '../leads/permission/useMayContact.js';
import { PanelNotice } from '../controls/PanelNotice.js';
import { useRight } from '../session/SessionContext.js';
import { FollowupFields } from './FollowupFields.js';
import { FollowupStateChip } from './FollowupStateChip.js';
import { formOf, isSameForm, sentOf, sendDenialReason, type FollowupForm } from './followup-form.rules.js';
import { useFollowupActions, useLeadFollowup } from './useFollowups.js';

/** The lead's follow-up, one at most (rule F1). */
export default function FollowupPanel({ lead }: LeadPanelProps) {
  const translate = useFollowupMessages();
  const { data: followup, isError, refetch } = useLeadFollowup(lead.id);
  if (followup === undefined) {
    return (
      <PanelNotice
        text={isError ? translate('crm.followup.failed') : undefined}
        {...(isError && { onRetry: () => void refetch() })}
      />
    );
  }
  // Another one begins anew; the same one keeps what is typed.
  return <FollowupSheet key={followup?.id ?? 'new'} lead={lead} followup={followup ?? undefined} />;
}

function FollowupSheet({ lead, followup }: { lead: Lead; followup: Followup | undefined }) {
  const translate = useFollowupMessages();
  const { zones } = useMayContact(lead);
  const mayDelete = useRight('followups:delete');
  const { creation, change, removal } = useFollowupActions(lead);
  const [typed, setTyped] = useState<FollowupForm>();
  const [asksToDelete, setAsksToDelete] = useState(false);

  const stands = formOf(followup);
  const form = typed ?? stands;
  const isDirty = !isSameForm(form, stands);
  const isCompleted = followup?.completed === 1;
  useLeaveCheck(isDirty ? 'ask' : undefined);

  const why = sendDenialReason(form, followup, new Date());
  const reason = why === undefined ? (isDirty ? undefined : 'nothingChanged') : why;
  const forget = () => {
    setTyped(undefined);
  };
  const send = () => {
    if (reason !== undefined) return;
    const sent = sentOf(form, followup);
    if (followup === undefined) creation.mutate(sent, { onSuccess: forget });
    else change.mutate({ known: followup, translate: sent }, { onSuccess: forget });
  };

  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      sx={{ p: 2, maxWidth: 560 }}
    >
      {followup === undefined ? (
        <Typography variant="body2" color="textSecondary">
          {translate('crm.followup.none')}
        </Typography>
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
          <FollowupStateChip followup={followup} />
          <Typography variant="body2" color="textSecondary" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
            {translate('crm.followup.of', { name: followup.agentName })}
          </Typography>
          <FormControlLabel
            control={
              <Checkbox
                checked={isCompleted}
                disabled={change.isPending}
                onChange={() => {
                  change.mutate(
                    { known: followup, translate: { completed: isCompleted ? 0 : 1 } },
                    { onSuccess: forget },
                  );
                }}
              />
            }
            label={translate('crm.followup.completed')}
            sx={{ mr: 0 }}
          />
        </Box>
      )}
      <FollowupFields
        form={isCompleted ? stands : form}
        zones={zones}
        timeError={why === 'notInFuture' && !isCompleted ? translate('crm.followup.notInFuture') : undefined}
        isOff={isCompleted}
        onChange={setTyped}
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
            loading={creation.isPending || change.isPending}
            reason={reason && translate(`crm.followup.${reason}`)}
          >
            {translate(followup === undefined ? 'crm.followup.create' : 'crm.followup.update')}
          </ReasonButton>
        )}
        {followup !== undefined && mayDelete && (
          <Button
            color="error"
            startIcon={<DeleteOutlined />}
            onClick={() => {
              setAsksToDelete(true);
            }}
            sx={{ ml: 'auto' }}
          >
            {translate('crm.followup.delete')}
          </Button>
        )}
      </Box>
      {asksToDelete && followup !== undefined && (
        <QuestionDialog
          title={translate('crm.followup.deleteTitle')}
          text={translate('crm.followup.deleteText')}
          action={translate('crm.followup.delete')}
          isPending={removal.isPending}
          onClose={() => {
            setAsksToDelete(false);
          }}
          onAction={() => {
            removal.mutate(followup, {
              onSettled: () => {
                setAsksToDelete(false);
              },
            });
          }}
        />
      )}
    </Box>
  );
}
