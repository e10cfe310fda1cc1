import { useState } from 'react';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import type { Followup } from '@crm/contracts/entities/followup.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useFollowupWords } from '../i18n/followups.en.js';
import type { LeadPanelProps } from '../leads/lead-page/lead-tab.js';
import { useLeaveCheck } from '../leads/leaving/LeaveGuard.js';
import { useMayContact } from '../leads/permission/useMayContact.js';
import { PanelNotice } from '../recordings/PanelNotice.js';
import { useRight } from '../session/SessionContext.js';
import { FollowupFields } from './FollowupFields.js';
import { FollowupStateChip } from './FollowupStateChip.js';
import { formOf, isSameForm, sentOf, whyNotSent, type FollowupForm } from './followup-form.rules.js';
import { useFollowupDeeds, useLeadFollowup } from './useFollowups.js';

/** The lead's follow-up, one at most (lead-work section 2, FollowUps tab). */
export default function FollowupPanel({ lead }: LeadPanelProps) {
  const words = useFollowupWords();
  const { data: followup, isError, refetch } = useLeadFollowup(lead.id);
  if (followup === undefined) {
    return (
      <PanelNotice
        text={isError ? words('crm.followup.failed') : undefined}
        {...(isError && { onRetry: () => void refetch() })}
      />
    );
  }
  // Another one begins anew; the same one keeps what is typed.
  return <FollowupSheet key={followup?.id ?? 'new'} lead={lead} followup={followup ?? undefined} />;
}

function FollowupSheet({ lead, followup }: { lead: Lead; followup: Followup | undefined }) {
  const words = useFollowupWords();
  const { zones } = useMayContact(lead);
  const mayDelete = useRight('followups:delete');
  const { creation, change, removal } = useFollowupDeeds(lead);
  const [typed, setTyped] = useState<FollowupForm>();
  const [asksToDelete, setAsksToDelete] = useState(false);

  const stands = formOf(followup);
  const form = typed ?? stands;
  const isDirty = !isSameForm(form, stands);
  const isCompleted = followup?.completed === 1;
  useLeaveCheck(isDirty ? 'ask' : undefined);

  const why = whyNotSent(form, followup, new Date());
  const reason = why === undefined ? (isDirty ? undefined : 'nothingChanged') : why;
  const forget = () => {
    setTyped(undefined);
  };
  const send = () => {
    if (reason !== undefined) return;
    const sent = sentOf(form, followup);
    if (followup === undefined) creation.mutate(sent, { onSuccess: forget });
    else change.mutate({ known: followup, words: sent }, { onSuccess: forget });
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
          {words('crm.followup.none')}
        </Typography>
      ) : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
          <FollowupStateChip followup={followup} />
          <Typography variant="body2" color="textSecondary" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
            {words('crm.followup.of', { name: followup.agentName })}
          </Typography>
          <FormControlLabel
            control={
              <Checkbox
                checked={isCompleted}
                disabled={change.isPending}
                onChange={() => {
                  change.mutate(
                    { known: followup, words: { completed: isCompleted ? 0 : 1 } },
                    { onSuccess: forget },
                  );
                }}
              />
            }
            label={words('crm.followup.completed')}
            sx={{ mr: 0 }}
          />
        </Box>
      )}
      <FollowupFields
        form={isCompleted ? stands : form}
        zones={zones}
        timeError={why === 'notInFuture' && !isCompleted ? words('crm.followup.notInFuture') : undefined}
        isOff={isCompleted}
        onChange={setTyped}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 2 }}>
        {isCompleted ? (
          <Typography variant="body2" color="textSecondary">
            {words('crm.followup.completedHint')}
          </Typography>
        ) : (
          <ReasonButton
            type="submit"
            variant="contained"
            loading={creation.isPending || change.isPending}
            reason={reason && words(`crm.followup.${reason}`)}
          >
            {words(followup === undefined ? 'crm.followup.create' : 'crm.followup.update')}
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
            {words('crm.followup.delete')}
          </Button>
        )}
      </Box>
      {asksToDelete && followup !== undefined && (
        <DeleteDialog
          isDeleting={removal.isPending}
          onClose={() => {
            setAsksToDelete(false);
          }}
          onDelete={() => {
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

interface DeleteProps {
  isDeleting: boolean;
  onDelete: () => void;
  onClose: () => void;
}

function DeleteDialog({ isDeleting, onDelete, onClose }: DeleteProps) {
  const words = useFollowupWords();
  return (
    <DialogFrame
      open
      width={400}
      title={words('crm.followup.deleteTitle')}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" autoFocus onClick={onClose}>
            {words('crm.action.close')}
          </Button>
          <Button variant="contained" color="error" loading={isDeleting} onClick={onDelete}>
            {words('crm.followup.delete')}
          </Button>
        </>
      }
    >
      <Typography color="textSecondary">{words('crm.followup.deleteText')}</Typography>
    </DialogFrame>
  );
}
