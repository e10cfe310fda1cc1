import { useState } from 'react';
import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { maxFollowupsOfLead } from '@crm/contracts/entities/followup.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { useFollowupMessages } from '../i18n/followups.en.js';
import { FollowupEditor } from './FollowupEditor.js';
import type { FollowupForm } from './followup-form.rules.js';
import { useFollowupActions } from './useFollowups.js';

interface Props {
  lead: Lead;
  zones: readonly string[];
  /** How many the lead has. */
  count: number;
}

/** Where a follow-up is made: at once of a lead that has none, else behind a button while the lead may have more (rule F1). */
export function NewFollowup({ lead, zones, count }: Props) {
  const translate = useFollowupMessages();
  const { creation, addition } = useFollowupActions(lead);
  const [typed, setTyped] = useState<FollowupForm>();
  const [isAsked, setAsked] = useState(false);
  /** Where the form was is the button: it has the focus then. */
  const [wasOpen, setWasOpen] = useState(false);

  const isFirst = count === 0;
  const making = isFirst ? creation : addition;
  const close = () => {
    setTyped(undefined);
    setAsked(false);
    setWasOpen(true);
  };
  if (!isFirst && !isAsked && typed === undefined) {
    if (count >= maxFollowupsOfLead) {
      return (
        <Typography variant="body2" color="textSecondary">
          {translate('crm.followup.full', { count: maxFollowupsOfLead })}
        </Typography>
      );
    }
    return (
      <Button
        variant="outlined"
        startIcon={<AddOutlined />}
        autoFocus={wasOpen}
        onClick={() => {
          setAsked(true);
        }}
        sx={{ justifySelf: 'start' }}
      >
        {translate('crm.followup.add')}
      </Button>
    );
  }
  return (
    <Box
      component="section"
      aria-label={translate('crm.followup.another')}
      {...(!isFirst && {
        sx: (theme) => ({
          p: 1.5,
          border: 1,
          borderColor: 'border.subtle',
          borderRadius: `${String(theme.radius.card)}px`,
        }),
      })}
    >
      {isFirst ? (
        <Typography variant="body2" color="textSecondary">
          {translate('crm.followup.none')}
        </Typography>
      ) : (
        <Typography variant="subtitle2" component="h3">
          {translate('crm.followup.another')}
        </Typography>
      )}
      <FollowupEditor
        known={undefined}
        typed={typed}
        zones={zones}
        isFirst={isAsked}
        isSending={making.isPending}
        onType={setTyped}
        onSend={(sent) => {
          making.mutate(sent, { onSuccess: close });
        }}
        onCancel={isFirst ? undefined : close}
      />
    </Box>
  );
}
