import { useState } from 'react';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { priorityTitle, type Followup } from '@crm/contracts/entities/followup.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { QuestionDialog } from '../controls/QuestionDialog.js';
import { useFollowupMessages } from '../i18n/followups.en.js';
import { useRight } from '../session/SessionContext.js';
import { FollowupEditor } from './FollowupEditor.js';
import { FollowupStateChip } from './FollowupStateChip.js';
import { FollowupTime } from './FollowupTime.js';
import { shownTimes } from './followup-times.js';
import type { FollowupForm } from './followup-form.rules.js';
import { useFollowupActions } from './useFollowups.js';
import { localise } from '../i18n/language.js';

interface Props {
  lead: Lead;
  followup: Followup;
  /** Where the customer may live. */
  zones: readonly string[];
  /** Whether its form is open without being asked for. */
  isOpenFirst: boolean;
}

/** A follow-up of a lead: when and what about, to be completed, changed and, by admins, deleted. */
export function FollowupItem({ lead, followup, zones, isOpenFirst }: Props) {
  const translate = useFollowupMessages();
  const mayDelete = useRight('followups:delete');
  const { change, removal } = useFollowupActions(lead);
  const [typed, setTyped] = useState<FollowupForm>();
  const [isAsked, setAsked] = useState(false);
  /** Where the form was is the button that opened it: it has the focus then. */
  const [wasAsked, setWasAsked] = useState(false);
  const [asksToDelete, setAsksToDelete] = useState(false);

  const isCompleted = followup.completed === 1;
  const isOpen = isOpenFirst || isAsked || typed !== undefined;
  const close = () => {
    setTyped(undefined);
    setWasAsked(isAsked);
    setAsked(false);
  };
  const deletion = mayDelete && (
    <Button
      color="error"
      startIcon={<DeleteOutlined />}
      onClick={() => {
        setAsksToDelete(true);
      }}
      {...(isOpen && { sx: { ml: 'auto' } })}
    >
      {translate('crm.followup.delete')}
    </Button>
  );
  const details = [
    ...(isOpen
      ? []
      : [translate('crm.followup.urgency', { priority: localise(priorityTitle(followup.priority)) })]),
    translate('crm.followup.of', { name: followup.agentName }),
  ];
  const standing = (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
      <FollowupStateChip followup={followup} />
      <Typography variant="body2" color="textSecondary" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {details.join(' · ')}
      </Typography>
    </Box>
  );

  return (
    <Box
      component="li"
      aria-label={shownTimes(followup.datetime, zones).time}
      sx={(theme) => ({
        p: 1.5,
        border: 1,
        borderColor: 'border.subtle',
        borderRadius: `${String(theme.radius.card)}px`,
      })}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 1 }}>
        {isOpen ? (
          <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>{standing}</Box>
        ) : (
          <FollowupTime datetime={followup.datetime} zones={zones} />
        )}
        <Box
          sx={{
            ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', alignSelf: 'flex-start' },
            // The box and the words of buttons stand in line with what is around them.
            ...{ my: -0.75, ml: -0.875, mr: isOpen ? 0 : -1 },
          }}
        >
          <FormControlLabel
            control={
              <Checkbox
                checked={isCompleted}
                disabled={change.isPending}
                onChange={() => {
                  change.mutate(
                    { known: followup, planned: { completed: isCompleted ? 0 : 1 } },
                    { onSuccess: close },
                  );
                }}
              />
            }
            label={translate('crm.followup.completed')}
            sx={{ ml: 0, mr: isOpen ? 0 : 1 }}
          />
          {!isOpen && !isCompleted && (
            <Button
              startIcon={<EditOutlined />}
              autoFocus={wasAsked}
              onClick={() => {
                setAsked(true);
              }}
            >
              {translate('crm.followup.edit')}
            </Button>
          )}
          {!isOpen && deletion}
        </Box>
      </Box>
      {!isOpen && <Box sx={{ mt: 0.75 }}>{standing}</Box>}
      {isOpen ? (
        <Box sx={{ mt: 1 }}>
          <FollowupEditor
            known={followup}
            typed={typed}
            zones={zones}
            isFirst={isAsked}
            isSending={change.isPending}
            onType={setTyped}
            onSend={(sent) => {
              change.mutate({ known: followup, planned: sent }, { onSuccess: close });
            }}
            onCancel={isOpenFirst ? undefined : close}
          >
            {deletion}
          </FollowupEditor>
        </Box>
      ) : (
        followup.description !== '' && (
          <Typography variant="body2" sx={{ mt: 0.75, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {followup.description}
          </Typography>
        )
      )}
      {asksToDelete && (
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
