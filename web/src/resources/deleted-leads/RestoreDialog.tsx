import { useRefresh } from 'react-admin';
import { restoreLead, type DeletedLead } from '@crm/contracts/resources/deleted-lead.js';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { DialogFrame } from '../../controls/DialogFrame.js';
import { useRetentionMessages } from '../../i18n/retention.en.js';
import { useTranslate } from '../../i18n/useTranslate.js';
import { useShowAnswer } from '../../notifications/useShowAnswer.js';
import { useVerb } from '../../providers/useVerb.js';

/** Gives a deleted lead back. */
export function RestoreDialog({ lead, onClose }: { lead: DeletedLead; onClose: () => void }) {
  const translate = useRetentionMessages();
  const translateCommon = useTranslate();
  const refresh = useRefresh();
  const showAnswer = useShowAnswer();
  const restoring = useVerb((provider, id: string) => provider.call(restoreLead, { params: { id } }), {
    onSuccess: (answer) => {
      showAnswer(answer);
      refresh();
      onClose();
    },
    onRefused: () => {
      refresh();
    },
  });
  return (
    <DialogFrame
      open
      width={400}
      title={translate('crm.deletedLeads.restoreTitle')}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" onClick={onClose}>
            {translateCommon('crm.action.close')}
          </Button>
          <Button
            variant="contained"
            autoFocus
            loading={restoring.isPending}
            onClick={() => {
              restoring.mutate(lead.id);
            }}
          >
            {translate('crm.deletedLeads.restoreNow')}
          </Button>
        </>
      }
    >
      <Typography color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
        {translate('crm.deletedLeads.restoreText', { name: lead.fullname })}
      </Typography>
    </DialogFrame>
  );
}
