import { useEffect, useState } from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { statusTitle } from '@crm/contracts/codes/statuses.js';
import type { Followup } from '@crm/contracts/entities/followup.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { useNextLead } from '../day/useNextLead.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { ReasonButton } from '../controls/ReasonButton.js';
import { useFollowupMessages } from '../i18n/followups.en.js';
import { useLead } from '../leads/lead/lead-query.js';
import { useCompletion } from '../leads/lead/useCompletion.js';
import { useMayContact } from '../leads/permission/useMayContact.js';
import { statusOf } from '../http/http-client.js';
import { useUncompletedLead } from '../session/SessionContext.js';
import { FollowupFields } from './FollowupFields.js';
import { formOf, sentOf, sendDenialReason, type FollowupForm } from './followup-form.rules.js';
import { useFollowupActions, useLeadFollowup } from './useFollowups.js';
import { localise } from '../i18n/language.js';

interface Props {
  leadId: string;
  /** It was left unanswered: nothing else can be done before. */
  isRequired: boolean;
  /** The next lead is opened after it. */
  opensNext: boolean;
  onAnswered: () => void;
}

/** When to come back to a lead, asked after a status that calls for it (rule F4). */
export default function FollowupDialog({ leadId, ...props }: Props) {
  const lead = useLead(leadId);
  const followup = useLeadFollowup(leadId);
  const isGone = lead.error !== null && statusOf(lead.error) === 404;
  const { onAnswered } = props;
  // Deleted, or somebody else's by now: there is nothing to ask any more.
  useEffect(() => {
    if (isGone) onAnswered();
  }, [isGone, onAnswered]);
  if (isGone) return null;
  // It comes whole: the lead is known already, and its follow-up in a moment.
  if (lead.data === undefined || (followup.data === undefined && !followup.isError)) return null;
  return <AskDialog lead={lead.data} known={followup.data ?? undefined} {...props} />;
}

function AskDialog({
  lead,
  known,
  isRequired,
  opensNext,
  onAnswered,
}: Omit<Props, 'leadId'> & { lead: Lead; known: Followup | undefined }) {
  const translate = useFollowupMessages();
  const { zones } = useMayContact(lead);
  const { creation, change } = useFollowupActions(lead);
  const isOwed = useUncompletedLead() === lead.id;
  const completion = useCompletion(lead.id);
  const next = useNextLead();
  const [form, setForm] = useState<FollowupForm>(() => formOf(known));

  const why = sendDenialReason(form, known, new Date());
  /** Whatever the answer is, the lead is completed by it. */
  const answer = () => {
    onAnswered();
    const then = () => {
      if (opensNext) next.open({ leaving: lead.id });
    };
    if (isOwed) completion.mutate(then);
    else then();
  };
  const send = () => {
    if (why !== undefined) return;
    const sent = sentOf(form, known);
    if (known === undefined) creation.mutate(sent, { onSuccess: answer });
    else change.mutate({ known, planned: sent }, { onSuccess: answer });
  };

  return (
    <DialogFrame
      open
      title={translate('crm.followup.title')}
      subtitle={translate('crm.followup.askSubtitle', {
        name: lead.fullname,
        status: localise(statusTitle(lead.status)),
      })}
      persistent
      onClose={isRequired ? undefined : answer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      actions={
        <>
          <Button variant="outlined" onClick={answer}>
            {translate('crm.followup.skip')}
          </Button>
          <ReasonButton
            type="submit"
            variant="contained"
            loading={creation.isPending || change.isPending}
            reason={why && translate(`crm.followup.${why}`)}
          >
            {translate(known === undefined ? 'crm.followup.create' : 'crm.followup.update')}
          </ReasonButton>
        </>
      }
    >
      {isRequired && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {translate('crm.followup.required')}
        </Alert>
      )}
      {known?.completed === 1 && (
        <Typography variant="body2" color="textSecondary">
          {translate('crm.followup.reopens')}
        </Typography>
      )}
      <FollowupFields
        form={form}
        zones={zones}
        timeError={why === 'notInFuture' ? translate('crm.followup.notInFuture') : undefined}
        isFirst
        onChange={setForm}
      />
    </DialogFrame>
  );
}
