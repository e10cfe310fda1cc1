import { useId, useState } from 'react';
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
import type { FollowupForm } from './followup-form.rules.js';
import { useFollowupActions } from './useFollowups.js';

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
  const [asksToDelete, setAsksToDelete] = useState(false);
  const timeId = useId();

  const isCompleted = followup.completed === 1;
  const isOpen = isOpenFirst || isAsked || typed !== undefined;
  const close = () => {
    setTyped(undefined);
    setAsked(false);
  };
  const deletion = mayDelete && (
    <Button
      color="error"
      startIcon={<DeleteOutlined />}
      aria-describedby={timeId}
      onClick={() => {
        setAsksToDelete(true);
      }}
      sx={{ ml: 'auto' }}
    >
      {translate('crm.followup.delete')}
    </Button>
  );

  return (
    <Box
      component="li"
      aria-labelledby={timeId}
      sx={(theme) => ({
        p: 1.5,
        border: 1,
        borderColor: 'border.subtle',
        borderRadius: `${String(theme.radius.card)}px`,
      })}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 1.5, rowGap: 0.5 }}>
        <FollowupTime id={timeId} datetime={followup.datetime} zones={zones} />
        <FormControlLabel
          control={
            <Checkbox
              checked={isCompleted}
              disabled={change.isPending}
              slotProps={{ input: { 'aria-describedby': timeId } }}
              onChange={() => {
                change.mutate(
                  { known: followup, translate: { completed: isCompleted ? 0 : 1 } },
                  { onSuccess: close },
                );
              }}
            />
          }
          label={translate('crm.followup.completed')}
          sx={{ mr: 0, my: -0.75 }}
        />
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 1.5,
          rowGap: 0.5,
          mt: 0.75,
        }}
      >
        <FollowupStateChip followup={followup} />
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {[
            translate('crm.followup.urgency', { priority: priorityTitle(followup.priority) }),
            translate('crm.followup.of', { name: followup.agentName }),
          ].join(' · ')}
        </Typography>
      </Box>
      {isOpen ? (
        <Box sx={{ mt: 1.5 }}>
          <FollowupEditor
            known={followup}
            typed={typed}
            zones={zones}
            isFirst={isAsked}
            isSending={change.isPending}
            onType={setTyped}
            onSend={(sent) => {
              change.mutate({ known: followup, translate: sent }, { onSuccess: close });
            }}
            onCancel={isOpenFirst ? undefined : close}
          >
            {deletion}
          </FollowupEditor>
        </Box>
      ) : (
        <>
          {followup.description !== '' && (
            <Typography variant="body2" sx={{ mt: 0.75, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {followup.description}
            </Typography>
          )}
          <Box sx={{ display: 'flex', gap: 1, mt: 0.75, mx: -1, mb: -0.75, '&:empty': { display: 'none' } }}>
            {!isCompleted && (
              <Button
                startIcon={<EditOutlined />}
                aria-describedby={timeId}
                onClick={() => {
                  setAsked(true);
                }}
              >
                {translate('crm.followup.edit')}
              </Button>
            )}
            {deletion}
          </Box>
        </>
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
